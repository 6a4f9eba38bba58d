import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { type Office, officeQuery } from "#app/lib/office.ts";
import { messageOf, RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, SelectField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { Panel, Refused } from "../panel.tsx";
import { FailedPanel } from "./failed-panel.tsx";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/** Browsers leave the simplest one out. */
const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const currencies = Intl.supportedValuesOf("currency");

export function OfficeHours() {
  const office = useQuery(officeQuery);
  return (
    <Panel title="Hours" note="Deadlines count in working days and end at closing time, by the clock of this zone.">
      {office.isPending && <LoadingRows rows={4} />}
      {office.isError && <FailedPanel what="the office" query={office} />}
      {office.data && <Hours key={JSON.stringify(office.data)} office={office.data} />}
    </Panel>
  );
}

function Hours({ office }: { office: Office }) {
  const client = useQueryClient();
  const id = useId();
  const [opens, setOpens] = useState(office.opens_at.slice(0, 5));
  const [closes, setCloses] = useState(office.closes_at.slice(0, 5));
  const save = useMutation({
    mutationFn: async (changed: Office) => {
      const rows: unknown[] = unwrap(await supabase().from("office").update(changed).eq("id", true).select("id"));
      if (rows.length === 0) throw new RequestError("Only administrators change the office.", 403);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["office"] });
      toast({ title: "Office saved" });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    save.mutate({
      time_zone: String(form.get("time_zone")),
      currency: String(form.get("currency")),
      work_days: form.getAll("work_day").map(Number),
      // Half-typed: as it was.
      opens_at: opens || office.opens_at,
      closes_at: closes || office.closes_at,
    });
  };
  // A zone or currency that this browser does not know yet stays what it is.
  const withOwn = (known: readonly string[], own: string) => (known.includes(own) ? known : [own, ...known]);
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Time zone" name="time_zone" size="compact" defaultValue={office.time_zone}>
          {withOwn(zones, office.time_zone).map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
        <SelectField label="Currency" name="currency" size="compact" defaultValue={office.currency}>
          {withOwn(currencies, office.currency).map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
        <DayField label="Opening time" kind="time" required value={opens} onChange={setOpens} />
        <DayField label="Closing time" kind="time" required value={closes} onChange={setCloses} />
      </div>
      <fieldset>
        <legend id={`${id}-days`} className="mb-2 text-caption font-semibold">
          Work days
        </legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {weekdays.map((weekday, index) => (
            <Checkbox
              key={weekday}
              label={weekday}
              name="work_day"
              value={index + 1}
              defaultChecked={office.work_days.includes(index + 1)}
            />
          ))}
        </div>
      </fieldset>
      {save.isError && <Refused>{inWords(messageOf(save.error))}</Refused>}
      <Button type="submit" size="dialog" disabled={save.isPending} className="justify-self-start">
        {save.isPending ? "Saving..." : "Save office"}
      </Button>
    </form>
  );
}

/** The name of a check is what it demands. */
const inWords = (message: string) =>
  message.includes("work days are one or more") ? "Choose at least one work day." : message;
