import type { TimeField } from "#domain/entity.ts";
import { formatDay, isDay, parseDay } from "#domain/days.ts";
import type { FieldKind } from "./field-kind.ts";
import { LateDayInput } from "./late-day-input.tsx";
import { RangeFilter } from "./range-filter.tsx";
import { readRange } from "./range.ts";

export const day: FieldKind<TimeField> = {
  width: 0.8,
  tidy: (_, text) => parseDay(text) ?? text,
  complaint: (_, text) => (parseDay(text) === null ? "Write a day like 2026-11-15" : null),
  text: (_, record, name) => formatDay(String(record[name] ?? "")),
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
  filter: {
    conditions: (_, value) => readRange(value, parseDay),
    Control: ({ field, value, onChange }) => (
      <RangeFilter label={field.label} value={value} onChange={onChange} input="day" />
    ),
  },
};
