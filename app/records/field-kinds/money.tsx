import type { MoneyField } from "#domain/entity.ts";
import { numberFormat } from "#domain/formats.ts";
import { formatMoney, minorDigits, parseMoney, plainMoney, typedMoney } from "#domain/money.ts";
import { inputClass } from "#app/ui/field.tsx";
import type { KitRecord } from "../entity.ts";
import type { FieldKind, Values } from "./field-kind.ts";

/** The currency of an amount; USD while the one it names is not known. */
function currencyOf({ currency }: MoneyField, source: KitRecord | Values): string {
  const code = "code" in currency ? currency.code : String(source[currency.column] ?? "");
  return /^[A-Z]{3}$/.test(code) ? code : "USD";
}

export const money: FieldKind<MoneyField> = {
  width: 0.8,
  alignEnd: true,
  complaint: (field, text, values) =>
    parseMoney(text, currencyOf(field, values)) === null
      ? `Write an amount like ${numberFormat({ minimumFractionDigits: 2 }).format(1250.5)}`
      : null,
  stored: (field, text, values) => parseMoney(text, currencyOf(field, values)),
  typed: (field, value, record) =>
    typeof value === "number" ? typedMoney(value, currencyOf(field, record)) : String(value ?? ""),
  text: (field, record, name) => {
    const value = record[name];
    return typeof value === "number" ? formatMoney(value, currencyOf(field, record)) : "";
  },
  exported: (field, record, name) => {
    const value = record[name];
    return typeof value === "number" ? plainMoney(value, currencyOf(field, record)) : "";
  },
  typedCell: (field, record, name) => {
    const [value, currency] = [record[name], currencyOf(field, record)];
    if (typeof value !== "number") return null;
    const digits = minorDigits(currency);
    return {
      number: Number(plainMoney(value, currency)),
      format: `#,##0${digits ? `.${"0".repeat(digits)}` : ""} "${currency}"`,
    };
  },
  Input: ({ name, field, value, values, onChange, onBlur, inputRef, control }) => (
    <span className="relative block">
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
        className={`${inputClass("compact")} pr-12 text-right`}
      />
      <span className="pointer-events-none absolute inset-y-0 right-2.75 flex items-center text-caption text-muted">
        {currencyOf(field, values)}
      </span>
    </span>
  ),
};
