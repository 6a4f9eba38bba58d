import { Link } from "react-router";
import type { ReferenceField } from "#domain/entity.ts";
import { type KitRecord, relatedKey, titleColumn } from "../entity.ts";
import type { FieldKind } from "./field-kind.ts";
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
};
