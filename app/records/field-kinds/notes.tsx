import type { TextField } from "#domain/entity.ts";
import { classNames } from "#app/ui/class-names.ts";
import { inputClass } from "#app/ui/field.tsx";
import type { FieldKind } from "./field-kind.ts";

export const notes: FieldKind<TextField> = {
  width: 1.5,
  lines: true,
  Input: ({ name, field, value, onChange, onBlur, inputRef, control }) => (
    <textarea
      {...control}
      name={name}
      ref={inputRef}
      rows={4}
      dir="auto"
      required={field.required}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      className={classNames(inputClass("compact"), "resize-y")}
    />
  ),
};
