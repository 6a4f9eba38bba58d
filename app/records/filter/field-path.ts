// From a list to any field that it can be filtered by: its own, or one of a record that it refers to or that refers to it.
import { listFields } from "#domain/computed-fields.ts";
import { capitalised, type Entity, type Field, type FieldEntry } from "#domain/entity.ts";
import { references, relatedKey } from "../entity.ts";
import { knownEntities } from "../known-entities.ts";

/** A step to a related table: "account" of a contact, "deals" of a company. */
export interface Relation {
  name: string;
  /** "accounts!account_id", as a read embeds it. */
  target: string;
  /** Several records may refer to this one; a condition then asks for at least one of them. */
  many: boolean;
  /** "company", "deal". */
  one: string;
  entity: Entity;
}

export interface FieldPath {
  relations: readonly Relation[];
  /** The record that has the field. */
  entity: Entity;
  name: string;
  field: Field;
}

export function relationsOf(entity: Entity): Relation[] {
  const known = knownEntities();
  const out = references(entity).flatMap(([name, { to }]): Relation[] => {
    const target = known.find(({ table }) => table === to.table);
    if (!target) return [];
    return [{ name: relatedKey(name), target: `${to.table}!${name}`, many: false, one: to.one, entity: target }];
  });
  const back = known.flatMap((other): Relation[] => {
    const [link] = references(other).find(([, { to }]) => to.table === entity.table) ?? [];
    if (link === undefined || other.table === entity.table) return [];
    return [{ name: other.table, target: `${other.table}!${link}`, many: true, one: other.one, entity: other }];
  });
  return [...out, ...back];
}

const maxRelations = 2;

/** Null when there is no such field, or no longer. */
export function findField(entity: Entity, path: string): FieldPath | null {
  const words = path.split(".");
  const last = words.pop() ?? "";
  if (words.length > maxRelations) return null;
  const relations: Relation[] = [];
  let at = entity;
  for (const word of words) {
    const relation = relationsOf(at).find(({ name }) => name === word);
    if (!relation) return null;
    relations.push(relation);
    at = relation.entity;
  }
  const entry = Object.entries(listFields(at)).find(([name]) => name === last || relatedKey(name) === last);
  return entry ? { relations, entity: at, name: entry[0], field: entry[1] } : null;
}

/** "Type", "Company: Type". */
export const labelOf = ({ relations, field }: FieldPath): string =>
  [...relations.map(({ one }) => capitalised(one)), field.label].join(": ");

/** Its own first, then those of related records, by relation. */
export function fieldChoices(entity: Entity): { heading: string; fields: { path: string; entry: FieldEntry }[] }[] {
  const own = Object.entries(listFields(entity)).map((entry) => ({ path: entry[0], entry }));
  return [
    { heading: capitalised(entity.one), fields: own },
    ...relationsOf(entity).map((relation) => ({
      heading: relation.many ? `Has ${withA(relation.one)}` : capitalised(relation.one),
      fields: Object.entries(listFields(relation.entity)).map((entry) => ({
        path: `${relation.name}.${entry[0]}`,
        entry,
      })),
    })),
  ];
}

const withA = (word: string) => `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
