// What a field of a record is. An entity's `*-fields.ts` has one entry per field; the form, the table, CSV import and
// export, and validation all draw from it.
import { z } from "zod";

export interface FieldSpec {
  /** In forms and in CSV headings. */
  label: string;
  /** Heading in the table; fields without one are not columns. */
  column?: string;
  input: "text" | "url" | "email" | "tel" | "choice" | "company" | "notes";
  required?: true;
  max: number;
  /** Of a choice; the first is the default. */
  choices?: readonly [string, ...string[]];
  /** The field whose value is shown in place of a link's address. */
  shownAs?: string;
  /** The joined record whose name is shown in place of an id. */
  related?: string;
  /** Takes the whole width of the form. */
  wide?: true;
  /** Other headings that mean this field in CSV files. */
  alsoCalled?: readonly string[];
}

export type Fields = Record<string, FieldSpec>;
export type Values = Record<string, string>;
export type FieldEntry = [name: string, field: FieldSpec];

export const entriesOf = (fields: Fields): FieldEntry[] => Object.entries(fields);
export const columnsOf = (fields: Fields) => entriesOf(fields).filter(([, field]) => field.column !== undefined);

const looksLikeEmail = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;
const looksLikeWebAddress = /^https?:\/\/[^\s/?#]+\S*$/i;
const count = new Intl.NumberFormat("en-US");

/** One sentence about what is wrong with a value, or null. Lengths are counted as PostgreSQL counts them. */
export function complaintAbout(field: FieldSpec, value: string): string | null {
  const text = value.trim();
  if (text === "") return field.required ? `${field.label} is required` : null;
  const length = [...text].length;
  if (length > field.max) return `At most ${count.format(field.max)} characters; this has ${count.format(length)}`;
  if (text.includes("\u0000")) return "Contains a character that cannot be stored";
  if (field.input === "url" && !looksLikeWebAddress.test(text)) return "Start with https://";
  if (field.input === "email" && !looksLikeEmail.test(text)) return "Write an address like name@example.com";
  if (field.choices && !field.choices.includes(text)) return `Choose ${field.choices.join(" or ")}`;
  return null;
}

/** The form's schema: strings in, strings out, one complaint per field. */
export const schemaOf = (fields: Fields) =>
  z.object(
    Object.fromEntries(
      entriesOf(fields).map(([name, field]) => [
        name,
        z.string().superRefine((value, context) => {
          const message = complaintAbout(field, value);
          if (message) context.addIssue({ code: "custom", message });
        }),
      ]),
    ),
  );

const mapFields = <T>(fields: Fields, value: (name: string, field: FieldSpec) => T): Record<string, T> =>
  Object.fromEntries(entriesOf(fields).map(([name, field]) => [name, value(name, field)]));

/** What an empty form starts from. */
export const emptyValues = (fields: Fields): Values => mapFields(fields, (_, field) => field.choices?.[0] ?? "");

/** A record as the form shows it. */
export const valuesOf = (fields: Fields, record: Record<string, unknown>): Values =>
  mapFields(fields, (name) => String(record[name] ?? ""));

/** What is sent: spaces around are cut, and an empty field is no value. */
export const recordOf = (fields: Fields, values: Values) => mapFields(fields, (name) => values[name]?.trim() || null);
