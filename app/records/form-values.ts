// A form holds text for every field; what is stored, and what is wrong with it, is for each field's kind to say.
import { type Entity, entriesOf, type Field, type FieldEntry, type Fields } from "#domain/entity.ts";
import { formatNumber } from "#app/lib/formats.ts";
import type { KitRecord } from "./entity.ts";
import type { Stored, Values } from "./field-kinds/field-kind.ts";
import { initialOf, kindOf } from "./field-kinds/kinds.ts";

/** What was typed, as it is meant: without spaces around, with what is clearly missing. */
export const tidy = (field: Field, text: string): string => {
  const trimmed = text.trim();
  return trimmed === "" ? "" : (kindOf(field).tidy?.(field, trimmed) ?? trimmed);
};

/** One sentence about what is wrong with a tidy value, or null. */
export function complaintAbout(field: Field, text: string, values: Values): string | null {
  if (text === "") return field.required ? `${field.label} is required` : null;
  if (text.includes("\u0000")) return "Contains a character that cannot be stored";
  // Lengths are counted as PostgreSQL counts them.
  const length = [...text].length;
  if ("max" in field && length > field.max)
    return `At most ${formatNumber(field.max)} characters; this has ${formatNumber(length)}`;
  return kindOf(field).complaint?.(field, text, values) ?? null;
}

/** What is wrong, by field; empty when all is well. */
export function complaintsAbout(fields: Fields, values: Values): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, field] of entriesOf(fields)) {
    const complaint = complaintAbout(field, tidy(field, values[name] ?? ""), values);
    if (complaint) found[name] = complaint;
  }
  return found;
}

const mapFields = <T>(fields: Fields, value: (name: string, field: Field) => T): Record<string, T> =>
  Object.fromEntries(entriesOf(fields).map(([name, field]) => [name, value(name, field)]));

/** What an empty form starts from. */
export const emptyValues = (fields: Fields): Record<string, string> =>
  mapFields(fields, (_, field) => initialOf(field));

/** A record as the form shows it. */
export const valuesOf = (fields: Fields, record: KitRecord): Record<string, string> =>
  mapFields(fields, (name, field) => {
    const value = record[name];
    return value === null || value === undefined ? "" : (kindOf(field).typed?.(field, value, record) ?? String(value));
  });

export const inForm = (fields: Fields): Fields =>
  Object.fromEntries(entriesOf(fields).filter(([, field]) => !field.apart));

/** What is sent of one field: empty is no value; of tags, none. */
export function storedValue(field: Field, typed: string, values: Values): Stored {
  const text = tidy(field, typed);
  if (text === "") return field.kind === "tags" ? [] : null;
  const kind = kindOf(field);
  return kind.stored ? kind.stored(field, text, values) : text;
}

export const storedValues = ({ fields }: Entity, values: Values): Record<string, Stored> =>
  mapFields(inForm(fields), (name, field) => storedValue(field, values[name] ?? "", values));

/** Fields that a person can change, each by itself. */
export const editableEntries = ({ fields }: Entity): FieldEntry[] =>
  entriesOf(fields).filter(([, field]) => !field.computed);
