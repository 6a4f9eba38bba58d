import type { TimeField } from "#domain/entity.ts";
import { parseDay } from "#domain/days.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { fromOfficeInput, officeDayStart, toOfficeInput } from "#app/lib/office-time.ts";
import { inputClass } from "#app/ui/field.tsx";
import type { FieldKind } from "./field-kind.ts";
import { RangeFilter } from "./range-filter.tsx";
import { readRange } from "./range.ts";

/** A point in time as an input takes it: by the office's clock, to the minute. */
function local(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : toOfficeInput(date);
}
/** What an input gives is the office's time; a file may name a zone. */
const instant = (text: string) => {
  const date = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? new Date(text) : fromOfficeInput(text.trim().replace(" ", "T"));
  return date === null || Number.isNaN(date.getTime()) ? null : date.toISOString();
};
/** The beginning of a day; a filter "to" a day takes all of it. */
const startOf = (day: string, daysLater = 0) => officeDayStart(day, daysLater)?.toISOString() ?? day;

export const moment: FieldKind<TimeField> = {
  complaint: (_, text) => (instant(text) === null ? "Write a time like 2026-11-15T09:30" : null),
  stored: (_, text) => instant(text),
  typed: (_, value) => local(String(value ?? "")),
  text: (_, record, name) => (record[name] ? formatMoment(String(record[name])) : ""),
  exported: (_, record, name) => String(record[name] ?? ""),
  typedCell: (_, record, name) => {
    const clock = local(String(record[name] ?? ""));
    return clock ? { clock } : null;
  },
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
      className={inputClass("compact")}
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
