import type { TimeField } from "#domain/entity.ts";
import { parseDay } from "#domain/days.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { inputClass } from "#app/ui/field.tsx";
import type { FieldKind } from "./field-kind.ts";
import { RangeFilter } from "./range-filter.tsx";
import { readRange } from "./range.ts";

/** A point in time as an input takes it: in the zone of whoever looks, to the minute. */
function local(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
const instant = (text: string) => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
/** The beginning of a day, here; a filter "to" a day takes all of it. */
const startOf = (day: string, daysLater = 0) => {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
};

export const moment: FieldKind<TimeField> = {
  complaint: (_, text) => (instant(text) === null ? "Write a time like 2026-11-15T09:30" : null),
  stored: (_, text) => instant(text),
  typed: (_, value) => local(String(value ?? "")),
  text: (_, record, name) => (record[name] ? formatMoment(String(record[name])) : ""),
  exported: (_, record, name) => String(record[name] ?? ""),
  Input: ({ name, field, value, onChange, onBlur, inputRef, control }) => (
    <input
      {...control}
      name={name}
      ref={inputRef}
      type="datetime-local"
      required={field.required}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      className={inputClass("desk")}
    />
  ),
  filter: {
    conditions: (_, value) =>
      readRange(value, parseDay)?.map(([operator, day]) =>
        operator === "gte" ? [operator, startOf(day)] : [operator, startOf(day, 1)],
      ) ?? null,
    Control: ({ field, value, onChange }) => (
      <RangeFilter label={field.label} value={value} onChange={onChange} input="day" />
    ),
  },
};
