// Which fields of two records differ, and which of the two is taken unless someone says otherwise.
import { type Entity, entriesOf, type FieldEntry } from "#domain/entity.ts";
import type { KitRecord } from "../entity.ts";
import { textOf } from "../field-kinds/kinds.ts";
import type { Choice, Choices } from "./merge-data.ts";

/** Fields whose values are different words on the two records. */
export const differingFields = (entity: Entity, keep: KitRecord, gone: KitRecord): FieldEntry[] =>
  entriesOf(entity.fields).filter((entry) => textOf(entry, keep) !== textOf(entry, gone));

/** As the database decides it (private.merge_records): what stays says, or the other where it says nothing; of two long texts both. */
export function usualChoice(entry: FieldEntry, keep: KitRecord, gone: KitRecord): Choice {
  const [name, field] = entry;
  const [here, there] = [textOf(entry, keep), textOf(entry, gone)];
  if (name === "notes" && field.kind === "notes" && here && there) return "both";
  return here === "" && there !== "" ? "gone" : "keep";
}

/** The choice for every field that differs, so that what is shown is what is done. */
export const allChoices = (entity: Entity, keep: KitRecord, gone: KitRecord, own: Choices): Choices =>
  Object.fromEntries(
    differingFields(entity, keep, gone).map((entry) => [entry[0], own[entry[0]] ?? usualChoice(entry, keep, gone)]),
  );

/** The same choices when the other record stays. */
export const swapped = (choices: Choices): Choices =>
  Object.fromEntries(
    Object.entries(choices).map(([name, choice]) => [
      name,
      choice === "both" ? choice : choice === "keep" ? "gone" : "keep",
    ]),
  );
