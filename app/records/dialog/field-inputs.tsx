// Draws the inputs of a form from an entity's fields.
import { Fragment } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { type FieldEntry, type Fields, sectionsOf } from "#domain/entity.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Field } from "#app/ui/field.tsx";
import { kindOf } from "../field-kinds/kinds.ts";
import { tidy } from "../form-values.ts";

type Form = UseFormReturn<Record<string, string>>;

export function FieldInputs({ fields, form }: { fields: Fields; form: Form }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {sectionsOf(fields).map(([section, entries]) => (
        <Fragment key={section}>
          {section && <h3 className="border-b border-line pt-2 pb-1 text-small font-[640] sm:col-span-2">{section}</h3>}
          {entries.map((entry) => (
            <div key={entry[0]} className={classNames("min-w-0", entry[1].wide && "sm:col-span-2")}>
              <FieldInput entry={entry} form={form} />
            </div>
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function FieldInput({ entry: [name, field], form }: { entry: FieldEntry; form: Form }) {
  const { Input } = kindOf(field);
  return (
    <Field
      label={field.label}
      marked={field.required}
      hint={field.help}
      size="compact"
      error={form.formState.errors[name]?.message}
    >
      {(control) => (
        <Controller
          control={form.control}
          name={name}
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <Input
              name={name}
              field={field}
              value={value ?? ""}
              values={form.getValues()}
              onChange={onChange}
              // What is clearly meant is completed when one leaves the field, where it can be seen before it is saved.
              onBlur={() => {
                const proper = tidy(field, form.getValues(name) ?? "");
                if (proper !== form.getValues(name)?.trim()) form.setValue(name, proper, { shouldDirty: true });
                onBlur();
              }}
              inputRef={ref}
              control={control}
            />
          )}
        />
      )}
    </Field>
  );
}
