import type { PercentField } from "#domain/entity.ts";
import { inputClass } from "#app/ui/field.tsx";
import type { FieldKind } from "./field-kind.ts";

const whole = /^\d{1,3}$/;
const isPercent = (text: string) => whole.test(text) && Number(text) <= 100;

/** A whole number from 0 to 100. Zero is a value; empty is none. */
export const percent: FieldKind<PercentField> = {
  width: 0.5,
  alignEnd: true,
  tidy: (_, text) => text.replace(/\s*%$/, ""),
  complaint: (_, text) => (isPercent(text) ? null : "Write a whole number from 0 to 100"),
  stored: (_, text) => Number(text),
  text: (_, record, name) => (typeof record[name] === "number" ? `${record[name]}%` : ""),
  exported: (_, record, name) => (typeof record[name] === "number" ? String(record[name]) : ""),
  typedCell: (_, record, name) => {
    const value = record[name];
    return typeof value === "number" ? { number: value / 100, format: "0%" } : null;
  },
  Input: ({ name, field, value, onChange, onBlur, inputRef, control }) => (
    <span className="relative block">
      <input
        {...control}
        name={name}
        ref={inputRef}
        inputMode="numeric"
        required={field.required}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        className={`${inputClass("compact")} pr-8 text-right`}
      />
      <span className="pointer-events-none absolute inset-y-0 right-2.75 flex items-center text-caption text-muted">
        %
      </span>
    </span>
  ),
};
