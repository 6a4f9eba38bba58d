import type { TimeField } from "#domain/entity.ts";
import { formatDay, isDay, parseDay } from "#domain/days.ts";
import type { FieldKind } from "./field-kind.ts";
import { whatOf } from "./what.ts";
import { LateDayInput } from "./late-day-input.tsx";

export const day: FieldKind<TimeField> = {
  width: 0.8,
  tidy: (_, text) => parseDay(text) ?? text,
  complaint: (_, text) => (parseDay(text) === null ? "Write a day like 2026-11-15" : null),
  text: (field, record, name) =>
    [formatDay(String(record[name] ?? "")), whatOf(field, record)].filter(Boolean).join(", "),
  exported: (_, record, name) => String(record[name] ?? ""),
  typedCell: (_, record, name) => (isDay(String(record[name] ?? "")) ? { clock: String(record[name]) } : null),
  Input: ({ field, value, onChange, onBlur, inputRef, control }) => (
    <LateDayInput
      label={field.label}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      inputRef={inputRef}
      control={control}
    />
  ),
};
