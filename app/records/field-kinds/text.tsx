import type { TextField } from "#domain/entity.ts";
import { inputClass } from "#app/ui/field.tsx";
import type { FieldKind, InputProps } from "./field-kind.ts";

/** Record fields are not the administrator's own data; browsers must not fill them in. */
export function TextInput({
  type = "text",
  props: { name, field, value, onChange, onBlur, inputRef, control },
}: {
  type?: "text" | "email" | "tel" | "url";
  props: InputProps;
}) {
  return (
    <input
      {...control}
      name={name}
      ref={inputRef}
      type={type}
      dir="auto"
      required={field.required}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      className={inputClass("compact")}
    />
  );
}

export const text: FieldKind<TextField> = {
  Input: (props) => <TextInput props={props} />,
};
