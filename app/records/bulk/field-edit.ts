// What is done to one field of many records, and what becomes of one of them.
import * as z from "zod/mini";
import type { Entity, FieldEntry } from "#domain/entity.ts";
import { type KitRecord, relatedKey, titleColumn } from "../entity.ts";
import type { Stored, Values } from "../field-kinds/field-kind.ts";
import { listOf } from "../field-kinds/text-list.ts";
import { storedValue } from "../form-values.ts";

const stored = z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

/** As the database keeps it: columns and what each is set to, gets, or loses. */
export const fieldEdit = z.object({ act: z.enum(["set", "add", "remove"]), changes: z.record(z.string(), stored) });
export type FieldEdit = z.infer<typeof fieldEdit>;

/** What a person chooses. */
export type Act = FieldEdit["act"] | "clear";
export const actWords: Record<Act, string> = { set: "Set to", clear: "Clear", add: "Add", remove: "Remove" };

/** A list can be added to and taken from; what every record needs cannot be cleared. */
export function actsOf([, field]: FieldEntry): Act[] {
  const isList = field.kind === "tags" || field.kind === "choices";
  return [...(isList ? (["add", "remove"] as const) : []), "set", ...(field.required ? [] : (["clear"] as const))];
}

/** The field that says in which currency an amount is: it is set together with it. */
export const currencyOf = (entity: Entity, [, field]: FieldEntry): FieldEntry | null => {
  if (field.kind !== "money" || !("column" in field.currency)) return null;
  const currency = entity.fields[field.currency.column];
  return currency ? [field.currency.column, currency] : null;
};

export function editOf(entity: Entity, entry: FieldEntry, act: Act, values: Values): FieldEdit {
  const [name, field] = entry;
  if (act === "clear") return { act: "set", changes: { [name]: null } };
  const value = storedValue(field, values[name] ?? "", values) as FieldEdit["changes"][string];
  const currency = currencyOf(entity, entry);
  return { act, changes: { [name]: value, ...(currency && { [currency[0]]: values[currency[0]] ?? null }) } };
}

const lower = (words: readonly string[]) => words.map((word) => word.toLowerCase());

/** The record as it would be. `title` names what a reference is set to. */
export function edited(
  [name, field]: FieldEntry,
  record: KitRecord,
  { act, changes }: FieldEdit,
  title: string,
): KitRecord {
  const [had, given] = [listOf(record[name]), listOf(changes[name])];
  const value: Stored | undefined =
    act === "add"
      ? [...had, ...given.filter((word) => !lower(had).includes(word.toLowerCase()))]
      : act === "remove"
        ? had.filter((word) => !lower(given).includes(word.toLowerCase()))
        : changes[name];
  return {
    ...record,
    ...changes,
    [name]: value,
    ...("to" in field && { [relatedKey(name)]: value === null ? null : { [titleColumn(field.to)]: title } }),
  };
}
