import type { ChoiceField } from "#domain/entity.ts";
import { Chip } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { inputClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { FieldKind } from "./field-kind.ts";
import { filterBox } from "./filter-box.ts";

export const choice: FieldKind<ChoiceField> = {
  width: 0.7,
  initial: (field) => (field.required ? field.choices[0] : ""),
  tidy: (field, text) => field.choices.find((each) => each.toLowerCase() === text.toLowerCase()) ?? text,
  complaint: (field, text) => (field.choices.includes(text) ? null : `Choose ${field.choices.join(" or ")}`),
  Cell: ({ field, text }) => <Chip tone={text === field.choices[0] ? "plain" : "nil"}>{text}</Chip>,
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
  filter: {
    conditions: (field, value) => (field.choices.includes(value) ? [["eq", value]] : null),
    Control: ({ field, value, onChange }) => (
      <label className={classNames(filterBox, "inline-flex items-center gap-1.5 pr-0")}>
        <Icon name="filter" className="size-4" />
        <span className="sr-only">{field.label}</span>
        <select
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classNames("min-h-8 rounded-1 bg-surface pr-1 max-sm:min-h-10", value && "font-semibold")}
        >
          <option value="">{field.label}: any</option>
          {field.choices.map((each) => (
            <option key={each} value={each}>
              {field.label}: {each}
            </option>
          ))}
        </select>
      </label>
    ),
  },
};
