import type { TextField } from "#domain/entity.ts";
import { classNames } from "#app/ui/class-names.ts";
import { inputClass } from "#app/ui/field.tsx";
import type { FieldKind, FilterProps, InputProps } from "./field-kind.ts";
import { filterBox } from "./filter-box.ts";

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
  filter: {
    conditions: (_, value) => [["ilike", `%${value.replace(/[\\%_]/g, "\\$&")}%`]],
    Control: ({ field, value, onChange }: FilterProps) => (
      <input
        type="search"
        aria-label={field.label}
        placeholder={`${field.label}: any`}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(filterBox, "w-36", value && "font-semibold")}
      />
    ),
  },
};
