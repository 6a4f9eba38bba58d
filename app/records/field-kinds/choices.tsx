import type { ChoicesField } from "#domain/entity.ts";
import { Chip } from "#app/ui/badge.tsx";
import { checkboxClass } from "#app/ui/field.tsx";
import type { FieldKind } from "./field-kind.ts";
import { joined, listOf, partsOf } from "./text-list.ts";

const spelled = ({ choices }: ChoicesField, word: string) =>
  choices.find((each) => each.toLowerCase() === word.toLowerCase());

/** Several of a list. */
export const choices: FieldKind<ChoicesField> = {
  tidy: (field, text) => joined(partsOf(text).map((part) => spelled(field, part) ?? part)),
  complaint: (field, text) => {
    const unknown = partsOf(text).filter((part) => !spelled(field, part));
    return unknown.length === 0 ? null : `Choose of ${field.choices.join(", ")}`;
  },
  stored: (field, text) => partsOf(text).map((part) => spelled(field, part) ?? part),
  typed: (_, value) => joined(listOf(value)),
  text: (_, record, name) => listOf(record[name]).join(", "),
  exported: (_, record, name) => joined(listOf(record[name])),
  Cell: ({ record, name }) => (
    <span className="inline-flex flex-wrap gap-1 py-1 align-middle">
      {listOf(record[name]).map((each) => (
        <Chip key={each}>{each}</Chip>
      ))}
    </span>
  ),
  Input: ({ field, value, onChange, onBlur, inputRef, control }) => {
    const chosen = partsOf(value);
    const change = (choice: string, on: boolean) =>
      onChange(joined(field.choices.filter((each) => (each === choice ? on : chosen.includes(each)))));
    return (
      <fieldset
        {...control}
        ref={inputRef}
        aria-label={field.label}
        tabIndex={-1}
        className="flex max-h-40 flex-wrap gap-x-4 gap-y-1 overflow-y-auto rounded-1 border border-control bg-surface px-2.75 py-1.5 outline-none aria-invalid:border-danger"
      >
        {field.choices.map((choice) => (
          <label key={choice} className="inline-flex items-center gap-1.75 max-sm:min-h-10">
            <input
              type="checkbox"
              className={`${checkboxClass} size-4.5`}
              checked={chosen.includes(choice)}
              onChange={(event) => change(choice, event.target.checked)}
              onBlur={onBlur}
            />
            {choice}
          </label>
        ))}
      </fieldset>
    );
  },
};
