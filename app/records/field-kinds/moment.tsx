import type { TimeField } from "#domain/entity.ts";
import { formatMoment, formatWhen } from "#app/lib/formats.ts";
import { fromOfficeInput, toOfficeInput } from "#app/lib/office-time.ts";
import type { FieldKind } from "./field-kind.ts";
import { LateDayInput } from "./late-day-input.tsx";
import { whatOf } from "./what.ts";

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

export const moment: FieldKind<TimeField> = {
  complaint: (_, text) => (instant(text) === null ? "Write a time like 2026-11-15T09:30" : null),
  stored: (_, text) => instant(text),
  typed: (_, value) => local(String(value ?? "")),
  text: (field, record, name) =>
    record[name] ? [whatOf(field, record), formatMoment(String(record[name]))].filter(Boolean).join(", ") : "",
  Cell: ({ name, field, record, text }) => (
    <span title={text}>
      {[whatOf(field, record), field.computed ? formatWhen(String(record[name])) : text].filter(Boolean).join(", ")}
    </span>
  ),
  exported: (_, record, name) => String(record[name] ?? ""),
  typedCell: (_, record, name) => {
    const clock = local(String(record[name] ?? ""));
    return clock ? { clock } : null;
  },
  Input: ({ field, value, onChange, onBlur, inputRef, control }) => (
    <LateDayInput
      kind="moment"
      label={field.label}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      inputRef={inputRef}
      control={control}
    />
  ),
};
