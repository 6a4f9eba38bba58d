// A list as it is shown, as data: its columns, what is in each cell, and a sentence that says what it is of.
import { capitalised, columnsOf, type Entity, type FieldEntry } from "#domain/entity.ts";
import { formatDay, isDay } from "#domain/days.ts";
import { typedNumber } from "#domain/formats.ts";
import type { KitRecord } from "../entity.ts";
import type { TypedCell } from "../field-kinds/field-kind.ts";
import { kindOf, textOf } from "../field-kinds/kinds.ts";
import { splitRange } from "../field-kinds/range.ts";
import type { ListView } from "../list/list-view.ts";

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

export const shownColumns = (entity: Entity): ShownColumn[] =>
  columnsOf(entity.fields).map(([, field]) => ({
    label: field.column ?? field.label,
    alignEnd: kindOf(field).alignEnd === true,
  }));

export const shownCells = (entity: Entity, record: KitRecord): ShownCell[] =>
  columnsOf(entity.fields).map((entry) => ({ text: textOf(entry, record), typed: typedCell(entry, record) }));

const typedCell = ([name, field]: FieldEntry, record: KitRecord) =>
  kindOf(field).typedCell?.(field, record, name) ?? null;

function filterWords([name, field]: FieldEntry, value: string, first: KitRecord | undefined): string {
  // All rows have it in common, and a row knows its name.
  if (field.kind === "reference" || field.kind === "person")
    return `${field.label}: ${(first && textOf([name, field], first)) || "one"}`;
  if (!value.includes("..")) return `${field.label}: ${value}`;
  const { from, to } = splitRange(value);
  const words = (end: string) => (isDay(end) ? formatDay(end) : typedNumber(end));
  const range = [from && `from ${words(from)}`, to && `to ${words(to)}`].filter(Boolean).join(" ");
  return `${field.label}: ${range}`;
}

/** `Accounts, found by "acm"; Type: Customer; newest first`. */
export function sentenceOf(entity: Entity, view: ListView, first: KitRecord | undefined, isSelection: boolean): string {
  const filters = Object.entries(view.filters).flatMap(([name, value]) => {
    const field = entity.fields[name];
    return field ? [filterWords([name, field], value, first)] : [];
  });
  const found = view.search.trim() === "" ? [] : [`found by "${view.search.trim()}"`];
  const column = entity.fields[view.sort];
  const order = column
    ? `by ${(column.column ?? column.label).toLowerCase()}${view.descending ? ", downward" : ""}`
    : view.descending
      ? "newest first"
      : "oldest first";
  const what = isSelection ? `Selected ${entity.many}` : capitalised(entity.many);
  return `${[what, ...(isSelection ? [] : [...found, ...(view.archived ? ["archived"] : []), ...filters]), order].join("; ")}.`;
}
