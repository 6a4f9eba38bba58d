// The words of a proposal: for whom, title, first paragraph, what is before and below the items, dates.
import { useQuery } from "@tanstack/react-query";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { inputClass, SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import type { EditorValues } from "./draft-values-data.ts";
import { ProposalState } from "../proposal-state.tsx";
import { choicesQuery, type ProposalRecord } from "../proposals-data.ts";

interface Props {
  record: ProposalRecord;
  values: EditorValues;
  onChange: (changes: Partial<EditorValues>) => void;
}

export function PanelHead({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <header className="flex min-h-11 items-center justify-between gap-3 border-b border-line py-1.5 pr-3 pl-4">
      <h2 className="text-small font-[640]">{title}</h2>
      {children}
    </header>
  );
}

export function EditorLetter({ record, values, onChange }: Props) {
  const choices = useQuery(choicesQuery(record.account_id));
  const text = (name: "title" | "intro" | "body" | "terms") => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <section aria-label="Letter" className={panelClass}>
      <PanelHead title="Letter">
        <ProposalState proposal={record} />
      </PanelHead>
      <div className="grid gap-4 p-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Deal"
            size="compact"
            value={values.deal_id}
            onChange={(event) => onChange({ deal_id: event.target.value })}
          >
            <option value="">None</option>
            {choices.data?.deals.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="To"
            size="compact"
            value={values.contact_id}
            onChange={(event) => onChange({ contact_id: event.target.value })}
            hint={record.account_name}
          >
            <option value="">Nobody yet</option>
            {choices.data?.people.map(({ id, name, email }) => (
              <option key={id} value={id}>
                {email ? name : `${name} (no mail address)`}
              </option>
            ))}
          </SelectField>
        </div>
        <TextField label="Title" size="compact" maxLength={200} dir="auto" {...text("title")} />
        <TextArea label="First paragraph" size="compact" rows={4} maxLength={3000} dir="auto" {...text("intro")} />
        <TextArea
          label="Before the items"
          size="compact"
          rows={5}
          maxLength={20_000}
          dir="auto"
          hint="An empty line begins a paragraph, ## a heading."
          {...text("body")}
        />
        <TextArea
          label="Below the items: terms"
          size="compact"
          rows={5}
          maxLength={20_000}
          dir="auto"
          {...text("terms")}
        />
        <fieldset className="min-w-0">
          <legend className="mb-1 text-caption font-semibold">Dates</legend>
          <ul className="grid gap-2">
            {values.dates.map((date, place) => {
              const change = (changes: Partial<typeof date>) =>
                onChange({ dates: values.dates.map((each, at) => (at === place ? { ...each, ...changes } : each)) });
              const name = `Date ${place + 1}`;
              return (
                // oxlint-disable-next-line react/no-array-index-key -- dates have no name of their own
                <li
                  key={place}
                  className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[9.5rem_8rem_minmax(0,1fr)_auto]"
                >
                  <LateDayInput label={`${name}: day`} value={date.day} onChange={(day) => change({ day })} />
                  <IconButton
                    name="close"
                    label={`Remove date ${place + 1}`}
                    size="compact"
                    className="sm:order-last"
                    onClick={() => onChange({ dates: values.dates.filter((_, at) => at !== place) })}
                  />
                  <input
                    aria-label={`${name}: what`}
                    maxLength={100}
                    className={inputClass("compact")}
                    value={date.title}
                    onChange={(event) => change({ title: event.target.value })}
                  />
                  <input
                    aria-label={`${name}: more`}
                    maxLength={500}
                    className={`${inputClass("compact")} max-sm:col-span-2`}
                    value={date.text}
                    onChange={(event) => change({ text: event.target.value })}
                  />
                </li>
              );
            })}
          </ul>
          <Button
            variant="line"
            size="compact"
            icon="plus"
            className="mt-2"
            disabled={values.dates.length >= 20}
            onClick={() =>
              onChange({
                dates: [...values.dates, { day: "", title: values.dates.length === 0 ? "Start" : "", text: "" }],
              })
            }
          >
            Date
          </Button>
        </fieldset>
      </div>
    </section>
  );
}
