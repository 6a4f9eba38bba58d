// How long a step waits after the one before it.
import { parseNumber, typedNumber } from "#domain/formats.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";

export interface Wait {
  days: string;
  business: boolean;
  hours: string;
}

export const waitOf = (step: { delay_days: number; delay_business: boolean; delay_minutes: number }): Wait => ({
  days: String(step.delay_days),
  business: step.delay_business,
  hours: typedNumber(String(step.delay_minutes / 60)),
});

/** With the person's own decimal sign. */
const read = (text: string) => Number(parseNumber(text) ?? text);
const isBetween = (text: string, most: number) => text.trim() !== "" && read(text) >= 0 && read(text) <= most;

export const waitProblem = ({ days, hours }: Wait): string | undefined => {
  if (!isBetween(days, 365) || !Number.isInteger(Number(days))) return "From 0 to 365 whole days.";
  if (!isBetween(hours, 23.98)) return "From 0 to less than 24 hours.";
  return undefined;
};

export const storedWait = ({ days, business, hours }: Wait) => ({
  delay_days: Number(days),
  delay_business: business,
  delay_minutes: Math.round(read(hours) * 60),
});

export function WaitFields({
  wait,
  error,
  onChange,
}: {
  wait: Wait;
  error?: string | undefined;
  onChange: (wait: Wait) => void;
}) {
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)_6rem] gap-3">
      <TextField
        label="Days"
        size="compact"
        inputMode="numeric"
        value={wait.days}
        error={error}
        onChange={(event) => onChange({ ...wait, days: event.target.value })}
      />
      <SelectField
        label="Counted as"
        size="compact"
        value={wait.business ? "business" : "all"}
        onChange={(event) => onChange({ ...wait, business: event.target.value === "business" })}
      >
        <option value="business">business days</option>
        <option value="all">all days</option>
      </SelectField>
      <TextField
        label="and hours"
        size="compact"
        inputMode="decimal"
        value={wait.hours}
        onChange={(event) => onChange({ ...wait, hours: event.target.value })}
      />
    </div>
  );
}
