// A list as it is shown, as data: its columns, what is in each cell, and a sentence that says what it is of.
import { capitalised, type Entity, type FieldEntry } from "#domain/entity.ts";
import type { KitRecord } from "../entity.ts";
import type { TypedCell } from "../field-kinds/field-kind.ts";
import { kindOf, textOf } from "../field-kinds/kinds.ts";
import { filterSentence, type NameOf } from "../filter/filter-words.ts";
import { type ListView, shownColumns as columnsOfView } from "../list/list-view.ts";

export interface ShownColumn {
  label: string;
  alignEnd: boolean;
}

export interface ShownCell {
  /** As on the screen. */
  text: string;
  /** Where it is a number or a time. */
  typed: TypedCell | null;
}

export const shownColumns = (entity: Entity, view: Pick<ListView, "columns">): ShownColumn[] =>
  columnsOfView(entity, view).map(({ entry: [, field] }) => ({
    label: field.column ?? field.label,
    alignEnd: kindOf(field).alignEnd === true,
  }));

export const shownCells = (entity: Entity, view: Pick<ListView, "columns">, record: KitRecord): ShownCell[] =>
  columnsOfView(entity, view).map(({ entry }) => ({ text: textOf(entry, record), typed: typedCell(entry, record) }));

const typedCell = ([name, field]: FieldEntry, record: KitRecord) =>
  kindOf(field).typedCell?.(field, record, name) ?? null;

/** Rows know the names of the records that they refer to. */
const nameFrom =
  (first: KitRecord | undefined): NameOf =>
  ({ relations, name, field }, id) =>
    (relations.length === 0 && first && first[name] === id && textOf([name, field], first)) || "one";

/** `Accounts; found by "acm"; where type is Customer; newest first.` */
export function sentenceOf(entity: Entity, view: ListView, first: KitRecord | undefined, isSelection: boolean): string {
  const sentence = filterSentence(entity, view.filter, nameFrom(first));
  const filters = sentence ? [sentence.slice(sentence.indexOf(" where ") + 1)] : [];
  const found = view.search.trim() === "" ? [] : [`found by "${view.search.trim()}"`];
  const column = entity.fields[view.sort];
  const order = column
    ? `by ${(column.column ?? column.label).toLowerCase()}${view.descending ? ", downward" : ""}`
    : view.descending
      ? "newest first"
      : "oldest first";
  const nameOf = (name: string) => {
    const field = entity.fields[name];
    return (field && first && textOf([name, field], first)) || "one";
  };
  const own = (view.from && entity.narrowing?.words(view.from.args, view.own ?? {}, nameOf)) ?? [];
  const what = isSelection ? `Selected ${entity.many}` : capitalised(entity.many);
  return `${[what, ...(isSelection ? [] : [...found, ...own, ...(view.archived ? ["archived"] : []), ...filters]), order].join("; ")}.`;
}
