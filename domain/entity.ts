// What a kind of record is, as plain data: its table, its words and its fields. Forms, tables, pages, filters, search results
// and CSV files are drawn from it, and the server can read it too.
import type { TableName } from "./table-name.ts";

interface AnyField {
  /** In forms, on the record's page and in CSV headings. */
  label: string;
  /** Heading in the table; fields without one are not columns. */
  column?: string;
  required?: true;
  /** Takes the whole width of the form. */
  wide?: true;
  /** Not asked of a new record, only of one that exists. */
  later?: true;
  /** One of the three facts in the head of the record's page. */
  fact?: true;
  /** Below the name in the head of the record's page. */
  lead?: true;
  /** Shown by what the module adds to the head, such as the steps of a deal. */
  inHead?: true;
  /** Offered above the list. Choices, references, people, days and money are unless this is false. */
  filter?: boolean;
  /** Other headings that mean this field in CSV files. */
  alsoCalled?: readonly string[];
}

/** Lengths are counted as PostgreSQL counts them: in characters, not in UTF-16 halves. */
export interface TextField extends AnyField {
  kind: "text" | "notes" | "email" | "phone" | "domain";
  max: number;
  /** The mail address of the record itself, which is one of this table: it can be written to from here. */
  writesTo?: TableName;
}
export interface WebAddressField extends AnyField {
  kind: "web-address";
  max: number;
  /** The field with the domain that is shown in place of the address, where the address really leads there. */
  shownAs?: string;
}
export interface ChoiceField extends AnyField {
  kind: "choice";
  /** The first is the default. */
  choices: readonly [string, ...string[]];
}
/** Minor units: 125050 is $1,250.50. */
export interface MoneyField extends AnyField {
  kind: "money";
  /** The column with the currency's code, which must be a field as well; or one code for all. */
  currency: { column: string } | { code: string };
  /** The column with the same amount in the office's currency, by which amounts of several currencies are compared. */
  compared?: string;
}
/** A whole number from 0 to 100. */
export interface PercentField extends AnyField {
  kind: "percent";
}
/** `day` is a date without a time, such as "2026-11-15"; `moment` a point in time. */
export interface TimeField extends AnyField {
  kind: "day" | "moment";
}

/** Another table, as a field that points there must know it. */
export interface Target {
  table: TableName;
  /** "company": in sentences. */
  one: string;
  /** Where its records' pages are: "/admin/crm/accounts". */
  page?: string;
  /** The column that names its records; `name` unless said otherwise. */
  title?: string;
  /** The column that fields point to; `id` unless said otherwise. */
  key?: string;
  /** A short list, such as stages or colleagues: read whole in the order of this column, because no one has to search it. */
  short?: { order: string };
  /** One that is missing can be made by its name alone. */
  creatable?: true;
}
export interface ReferenceField extends AnyField {
  kind: "reference" | "person";
  to: Target;
}

export type Field = TextField | WebAddressField | ChoiceField | MoneyField | PercentField | TimeField | ReferenceField;
export type Fields = Readonly<Record<string, Field>>;
export type FieldEntry = readonly [name: string, field: Field];

export interface Entity {
  table: TableName;
  /** "account", "accounts": in sentences and messages. */
  one: string;
  many: string;
  /** Where a record's page is, without the id: "/admin/crm/accounts". */
  page: string;
  /** The field that names a record. */
  title: string;
  /** The field beside the name in search results. */
  detail?: string;
  fields: Fields;
  /** The fields by which two records may be the same. */
  sameBy?: readonly string[];
  /**
   * Has a column `archived_at`: lists leave out what is archived. Archiving is offered instead of deleting, or only while
   * something keeps a record from being deleted.
   */
  archives?: "instead" | "if held";
  /** Deleting can be undone for thirty days, with everything that goes along. */
  undoable?: true;
  /** Said before one, or several, are deleted. Records that go along are counted and said besides. */
  deleteNote?: { one: string; many: string };
}

/** The fields that a column of this type can be. */
type FieldFor<Value> = [Value] extends [number]
  ? MoneyField | PercentField
  : [Value] extends [string]
    ? string extends Value
      ? TextField | WebAddressField | ChoiceField | TimeField | ReferenceField
      : Omit<ChoiceField, "choices"> & { choices: readonly [Value, ...Value[]] }
    : never;

/** An entity whose fields are columns of `Row`, each of a kind that fits its column's type. */
export type EntityOf<Row> = Omit<Entity, "title" | "fields"> & {
  title: keyof Row & string;
  detail?: keyof Row & string;
  fields: { readonly [Column in keyof Row]?: FieldFor<NonNullable<Row[Column]>> };
};

export const entriesOf = (fields: Fields): FieldEntry[] => Object.entries(fields);
export const columnsOf = (fields: Fields) => entriesOf(fields).filter(([, field]) => field.column !== undefined);
export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
