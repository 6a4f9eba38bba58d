// Days on which no one works: those of a country, added by hand, or taken from a calendar file.
import { dateFormat } from "#domain/formats.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { countOf } from "#app/lib/formats.ts";
import { type Holiday, holidaysQuery } from "#app/lib/office.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { Panel, Refused } from "../panel.tsx";
import { FailedPanel } from "./failed-panel.tsx";
import { HolidayFile } from "./holiday-file.tsx";
import { HolidaysByCountry } from "./holidays-by-country.tsx";

const words = dateFormat({ dateStyle: "full", timeZone: "UTC" });
const dayInWords = (day: string) => words.format(new Date(`${day}T00:00:00Z`));

/** A day that is there already takes the new name. */
async function putHolidays(holidays: readonly Holiday[]) {
  unwrap({
    ...(await supabase()
      .from("office_holidays")
      .upsert([...holidays], { onConflict: "day" })),
    data: true,
  });
}

export function Holidays() {
  const holidays = useQuery(holidaysQuery);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: holidaysQuery.queryKey });
  const remove = useMutation({
    mutationFn: async ({ day }: Holiday) =>
      unwrap({ ...(await supabase().from("office_holidays").delete().eq("day", day)), data: true }),
    onSuccess: (_, holiday) =>
      toast({
        title: `${holiday.name} removed`,
        seconds: 10,
        action: { label: "Undo", run: () => void putHolidays([holiday]).then(refresh, fail) },
      }),
    onError: fail,
    onSettled: refresh,
  });
  return (
    <Panel
      title="Holidays"
      note="Days that do not count as working days. Those of countries are from date-holidays (CC BY 3.0)."
    >
      <div className="grid gap-5">
        <HolidaysByCountry onAdded={refresh} put={putHolidays} />
        <AddHoliday onAdded={refresh} />
        <HolidayFile onAdded={refresh} put={putHolidays} />
        {holidays.isPending && <LoadingRows rows={3} />}
        {holidays.isError && <FailedPanel what="the holidays" query={holidays} />}
        {holidays.data?.length === 0 && <p className="text-muted">No holidays yet. Every work day counts.</p>}
        {holidays.data && holidays.data.length > 0 && (
          <>
            <p className="text-caption text-muted">{countOf(holidays.data.length, "day")}</p>
            <ul aria-label="Holidays" className="-my-2 max-h-96 overflow-y-auto">
              {holidays.data.map((holiday) => (
                <li
                  key={holiday.day}
                  className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-b border-line py-1.5 last:border-0"
                >
                  <span className="min-w-0">
                    <span dir="auto" className="block truncate text-left font-semibold">
                      {holiday.name}
                    </span>
                    <time dateTime={holiday.day} className="text-caption text-muted">
                      {dayInWords(holiday.day)}
                    </time>
                  </span>
                  <IconButton
                    name="trash"
                    size="compact"
                    label={`Remove ${holiday.name}, ${dayInWords(holiday.day)}`}
                    onClick={() => remove.mutate(holiday)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Panel>
  );
}

const fail = (error: unknown) =>
  toast({ title: "Failed to change the holidays", text: messageOf(error), tone: "danger" });

function AddHoliday({ onAdded }: { onAdded: () => Promise<unknown> }) {
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [day, setDay] = useState("");
  const add = useMutation({
    mutationFn: (holiday: Holiday) => putHolidays([holiday]),
    onSuccess: async (_, { name }) => {
      await onAdded();
      form.current?.reset();
      setDay("");
      form.current?.querySelector<HTMLElement>("[role=spinbutton]")?.focus();
      toast({ title: `${name} added` });
    },
    onError: (error) => setRefusal(messageOf(error)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setRefusal(day === "" ? "Say which day." : null);
    if (day) add.mutate({ day, name: String(values.get("name")).trim() || "Holiday" });
  };
  return (
    <form ref={form} onSubmit={submit} className="grid gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
        <DayField label="Day" value={day} onChange={setDay} min="2000-01-01" max="2100-12-31" />
        <TextField label="Name" name="name" required maxLength={200} size="compact" />
        <Button type="submit" size="dialog" variant="line" disabled={add.isPending}>
          Add holiday
        </Button>
      </div>
      {refusal && <Refused>{refusal}</Refused>}
    </form>
  );
}
