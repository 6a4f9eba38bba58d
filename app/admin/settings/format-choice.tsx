// How one reads dates and numbers: by region, with the first day of the week and the clock if those differ from it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type FormatChoice, formatLocales, regionOf } from "#domain/formats.ts";
import { useSession } from "#app/auth/session.tsx";
import { formatChoiceQuery, useSaveFormatChoice } from "#app/lib/format-choice.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { Panel, Refused } from "./panel.tsx";

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export function FormatChoicePanel() {
  const saved = useQuery(formatChoiceQuery);
  return (
    <Panel title="Dates and numbers" note="In the back office, for you. What clients get stays as it is.">
      {saved.data ? (
        <ChoiceForm key={JSON.stringify(saved.data)} saved={saved.data} />
      ) : saved.isError ? (
        <Refused>{messageOf(saved.error)}</Refused>
      ) : (
        <LoadingRows rows={2} />
      )}
    </Panel>
  );
}

function ChoiceForm({ saved }: { saved: FormatChoice }) {
  const { user } = useSession();
  const [choice, setChoice] = useState(saved);
  const save = useSaveFormatChoice(user?.id ?? "");
  const usualDay = dayNames[regionOf(choice).weekStartsOn - 1];
  return (
    <form
      className="grid max-w-96 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(choice, { onSuccess: () => void toast({ title: "Formats saved" }) });
      }}
    >
      <SelectField
        label="Region"
        size="compact"
        value={choice.locale}
        hint={`Reads ${exampleIn(choice)}.`}
        onChange={(event) => setChoice({ ...choice, locale: event.target.value })}
      >
        {formatLocales.map(({ locale, name }) => (
          <option key={locale} value={locale}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="First day of the week"
        size="compact"
        value={String(choice.weekStartsOn ?? "")}
        onChange={({ target: { value } }) => setChoice({ ...choice, weekStartsOn: value ? Number(value) : null })}
      >
        <option value="">As usual there ({usualDay})</option>
        {dayNames.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Clock"
        size="compact"
        value={choice.hours24 === null ? "" : choice.hours24 ? "24" : "12"}
        onChange={({ target: { value } }) => setChoice({ ...choice, hours24: value === "" ? null : value === "24" })}
      >
        <option value="">As usual there</option>
        <option value="24">24 hours (14:05)</option>
        <option value="12">12 hours (2:05 PM)</option>
      </SelectField>
      {save.isError && <Refused>{messageOf(save.error)}</Refused>}
      <Button type="submit" size="dialog" disabled={save.isPending} className="justify-self-start">
        {save.isPending ? "Saving..." : "Save formats"}
      </Button>
    </form>
  );
}

/** "15 Nov 2026 and 1.234,56", before it is saved. */
function exampleIn(choice: FormatChoice): string {
  const { locale, english } = regionOf(choice);
  const day = new Intl.DateTimeFormat(english, { dateStyle: "medium", timeZone: "UTC" });
  return `${day.format(Date.UTC(2026, 10, 15))} and ${new Intl.NumberFormat(locale, { useGrouping: "always" }).format(1234.56)}`;
}
