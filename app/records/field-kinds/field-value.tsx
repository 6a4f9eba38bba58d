import type { FieldEntry } from "#domain/entity.ts";
import type { KitRecord } from "../entity.ts";
import { kindOf, textOf } from "./kinds.ts";

/** A field's value as it is read: links that work, words where a word is meant, "None" where there is nothing. */
export function FieldValue({ entry, record }: { entry: FieldEntry; record: KitRecord }) {
  const [name, field] = entry;
  const text = textOf(entry, record);
  if (text === "") return <span className="text-muted">None</span>;
  const { Cell } = kindOf(field);
  return Cell ? <Cell name={name} field={field} record={record} text={text} /> : text;
}
