import type { ChoiceField } from "#domain/entity.ts";
import { Chip } from "#app/ui/badge.tsx";
import { inputClass } from "#app/ui/field.tsx";
import type { FieldKind } from "./field-kind.ts";

export const choice: FieldKind<ChoiceField> = {
  width: 0.8,
  initial: (field) => (field.required ? field.choices[0] : ""),
  tidy: (field, text) => field.choices.find((each) => each.toLowerCase() === text.toLowerCase()) ?? text,
  complaint: (field, text) => (field.choices.includes(text) ? null : `Choose ${field.choices.join(" or ")}`),
  // Of two, the second is what it has become: a customer. More are just kinds.
  Cell: ({ field, text }) => (
    <Chip tone={field.choices.length === 2 && text === field.choices[1] ? "nil" : "plain"}>{text}</Chip>
  ),
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
      {!field.required && <option value="">None</option>}
      {field.choices.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  ),
};
