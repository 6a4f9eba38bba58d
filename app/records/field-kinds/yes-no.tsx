import type { YesNoField } from "#domain/entity.ts";
import { inputClass } from "#app/ui/field.tsx";
import type { FieldKind } from "./field-kind.ts";

const words = ["Yes", "No"] as const;
const yes = ["yes", "y", "true", "1", "ja", "oui"];
const no = ["no", "n", "false", "0", "nein", "non"];
const meant = (text: string) =>
  yes.includes(text.toLowerCase()) ? "Yes" : no.includes(text.toLowerCase()) ? "No" : null;

/** No is a value; empty is none. */
export const yesNo: FieldKind<YesNoField> = {
  width: 0.5,
  tidy: (_, text) => meant(text) ?? text,
  complaint: (_, text) => (meant(text) ? null : "Write yes or no"),
  stored: (_, text) => meant(text) === "Yes",
  typed: (_, value) => (value === true ? "Yes" : value === false ? "No" : ""),
  text: (_, record, name) => (record[name] === true ? "Yes" : record[name] === false ? "No" : ""),
  Input: ({ name, field, value, onChange, onBlur, inputRef, control }) => (
    <select
      {...control}
      name={name}
      ref={inputRef}
      required={field.required}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      className={inputClass("compact")}
    >
      <option value="">Not known</option>
      {words.map((word) => (
        <option key={word}>{word}</option>
      ))}
    </select>
  ),
};
