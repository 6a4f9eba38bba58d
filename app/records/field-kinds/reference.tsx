import { Link } from "react-router";
import type { ReferenceField } from "#domain/entity.ts";
import { isId, type KitRecord, relatedKey, titleColumn } from "../entity.ts";
import type { FieldKind } from "./field-kind.ts";
import { ReferenceFilter } from "./reference-filter.tsx";
import { ReferencePicker } from "./reference-picker.tsx";
import { valueLink } from "./value-link.ts";

/** The name of the record that a field points to. */
export function relatedName(field: ReferenceField, record: KitRecord, name: string): string {
  const related = record[relatedKey(name)];
  return typeof related === "object" && related !== null
    ? String((related as Record<string, unknown>)[titleColumn(field.to)] ?? "")
    : "";
}

export const reference: FieldKind<ReferenceField> = {
  text: relatedName,
  Cell: ({ name, field, record, text }) =>
    field.to.page ? (
      <Link to={`${field.to.page}/${String(record[name])}`} className={valueLink}>
        {text}
      </Link>
    ) : (
      text
    ),
  Input: ({ field, ...input }) => <ReferencePicker label={field.label} to={field.to} {...input} />,
  filter: {
    conditions: (_, value) => (isId(value) ? [["eq", value]] : null),
    Control: ({ field, value, onChange }) => (
      <ReferenceFilter label={field.label} to={field.to} value={value} onChange={onChange} />
    ),
  },
};
