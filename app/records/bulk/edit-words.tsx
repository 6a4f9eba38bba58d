import { useQuery } from "@tanstack/react-query";
import type { Entity, FieldEntry } from "#domain/entity.ts";
import type { KitRecord } from "../entity.ts";
import { textOf } from "../field-kinds/kinds.ts";
import { referenceNameQuery } from "../reference-data.ts";
import { edited, type FieldEdit } from "./field-edit.ts";

const nothing: KitRecord = { id: "", created_at: "", updated_at: "" };
const verbs = { set: "set to", add: "gets", remove: "loses" };

/** The title of the record that a reference is set to; "" for other fields. */
export function useTargetTitle(entry: FieldEntry | undefined, edit: FieldEdit | null): string {
  const field = entry?.[1];
  const to = field && "to" in field ? field.to : null;
  const id = to && entry ? String(edit?.changes[entry[0]] ?? "") : "";
  return useQuery({ ...referenceNameQuery(to ?? { table: "staff", one: "" }, id), enabled: id !== "" }).data ?? "";
}

/** "Type set to Customer", "Tags gets VIP", "Owner cleared". */
export function EditWords({ entity, edit }: { entity: Entity; edit: FieldEdit }) {
  const name = Object.keys(edit.changes)[0] ?? "";
  const field = entity.fields[name];
  const title = useTargetTitle(field && [name, field], edit);
  if (!field) return "A field that is gone";
  if (edit.changes[name] === null) return `${field.label} cleared`;
  const text = textOf([name, field], edited([name, field], nothing, { ...edit, act: "set" }, title));
  return `${field.label} ${verbs[edit.act]} ${text}`;
}
