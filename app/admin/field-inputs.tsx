// Draws the inputs of a form from a fields table.
import type { ReactNode } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { classNames } from "#app/ui/class-names.ts";
import { Field, SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { entriesOf, type FieldEntry, type Fields, type Values } from "./crm/fields.ts";

/** What a picker of related records gets: the id chosen, and the attributes that tie it to its label. */
export interface PickerProps {
  value: string;
  onChange: (id: string) => void;
  onBlur: () => void;
  inputRef: (input: HTMLInputElement | null) => void;
  control: { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };
}

export type Picker = (props: PickerProps) => ReactNode;

const inputTypes = { text: "text", url: "url", email: "email", tel: "tel" } as const;

export function FieldInputs({
  fields,
  form,
  picker,
}: {
  fields: Fields;
  form: UseFormReturn<Values>;
  picker?: Picker;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {entriesOf(fields).map((entry) => (
        <div key={entry[0]} className={classNames("min-w-0", entry[1].wide && "sm:col-span-2")}>
          <FieldInput entry={entry} form={form} picker={picker} />
        </div>
      ))}
    </div>
  );
}

function FieldInput({
  entry: [name, field],
  form,
  picker,
}: {
  entry: FieldEntry;
  form: UseFormReturn<Values>;
  picker: Picker | undefined;
}) {
  const frame = {
    label: field.label,
    marked: field.required,
    size: "desk" as const,
    error: form.formState.errors[name]?.message,
  };
  // Record fields are not the administrator's own data; browsers must not fill them in.
  const input = { ...form.register(name), dir: "auto", required: field.required, autoComplete: "off" };
  switch (field.input) {
    case "notes":
      return <TextArea {...frame} {...input} rows={4} />;
    case "choice":
      return (
        <SelectField {...frame} {...input}>
          {field.choices?.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </SelectField>
      );
    case "company":
      return (
        <Field {...frame}>
          {(control) => (
            <Controller
              control={form.control}
              name={name}
              render={({ field: { value, onChange, onBlur, ref } }) => (
                <>{picker?.({ value: value ?? "", onChange, onBlur, inputRef: ref, control })}</>
              )}
            />
          )}
        </Field>
      );
    default:
      return <TextField {...frame} {...input} type={inputTypes[field.input]} />;
  }
}
