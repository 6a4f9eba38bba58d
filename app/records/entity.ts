// The kit's view of an entity (domain/entity.ts) and of its records.
import { listFields } from "#domain/computed-fields.ts";
import { type Entity, entriesOf, type Fields, type ReferenceField, type Target } from "#domain/entity.ts";

/** A record of any table: what its columns hold is for the kinds of its fields to say. */
export interface KitRecord {
  id: string;
  created_at: string;
  updated_at: string;
  readonly [column: string]: unknown;
}

const isReference = (field: Fields[string]): field is ReferenceField =>
  field.kind === "reference" || field.kind === "person";

export const titleColumn = (to: Target) => to.title ?? "name";
export const keyColumn = (to: Target) => to.key ?? "id";

/** `account_id` shows the record that it points to under `account`; that is also its name in addresses. */
export const relatedKey = (column: string) => column.replace(/_id$/, "");

/** What a read asks for: every column, and the names of related records. `leading`: the reference without which there is no row. */
export const selectOf = (entity: Entity, leading?: string): string =>
  [
    "*",
    ...references(entity).map(
      // Where a table refers to itself, only the column's name tells the parent from the children.
      ([name, { to }]) =>
        `${relatedKey(name)}:${to.table === entity.table ? name : `${to.table}!${name}`}${name === leading ? "!inner" : ""}(${keyColumn(to)}, ${titleColumn(to)})`,
    ),
  ].join(", ");

/**
 * What a sort by a field really sorts by: of a reference, the name that is shown; of a short list, its own order; of an amount, what it is
 * in the office's currency.
 */
export function sortColumn(entity: Entity, name: string): string {
  const field = listFields(entity)[name];
  if (field?.computed === "facts") return `${entity.facts}(${name})`;
  if (field && isReference(field)) return `${relatedKey(name)}(${field.to.short?.order ?? titleColumn(field.to)})`;
  return (field?.kind === "money" && field.compared) || name;
}

export const references = (entity: Entity): [string, ReferenceField][] =>
  entriesOf(entity.fields).flatMap(([name, field]) =>
    isReference(field) ? [[name, field] as [string, ReferenceField]] : [],
  );

export const titleOf = (entity: Entity, record: KitRecord): string => String(record[entity.title] ?? "");
export const pageOf = (entity: Entity, record: { id: string }): string => `${entity.page}/${record.id}`;

/** "an account", "a contact". */
export const withArticle = (word: string) => `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isId = (text: string) => uuid.test(text);
