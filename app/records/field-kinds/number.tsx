import type { NumberField } from "#domain/entity.ts";
import { formatNumber } from "#app/lib/formats.ts";
import { inputClass } from "#app/ui/field.tsx";
import type { FieldKind } from "./field-kind.ts";

/** "1,250.5" and "1250.5" are the same. */
const plain = (text: string) => text.replaceAll(/[,\s]/g, "");
const isNumber = (text: string) => /^-?\d{1,15}(\.\d{1,10})?$/.test(plain(text));

export const number: FieldKind<NumberField> = {
  width: 0.7,
  alignEnd: true,
  tidy: (_, text) => (isNumber(text) ? plain(text) : text),
  complaint: (_, text) => (isNumber(text) ? null : "Write a number like 1250.5"),
  stored: (_, text) => Number(plain(text)),
  text: (_, record, name) => {
    const value = record[name];
    return typeof value === "number" ? formatNumber(value) : "";
  },
  exported: (_, record, name) => (typeof record[name] === "number" ? String(record[name]) : ""),
  Input: ({ name, field, value, onChange, onBlur, inputRef, control }) => (
    <input
      {...control}
      name={name}
      ref={inputRef}
      inputMode="decimal"
      required={field.required}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      className={`${inputClass("compact")} text-right`}
    />
  ),
};
