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
  /** One sentence below the input. */
  help?: string;
  /** The heading under which forms and the record's page show it. */
  section?: string;
  /** What a new record's form starts with. */
  initial?: string;
  /** Changed on the record's page and in lists, not in its form. */
  apart?: true;
  /** Kept by the database: shown, sorted and filtered, never typed. `facts` are in a table beside the record's. */
  computed?: "facts" | "column";
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
/** Any number, whole or not. */
export interface NumberField extends AnyField {
  kind: "number";
}
export interface YesNoField extends AnyField {
  kind: "yes-no";
}
/** Several of a list. */
export interface ChoicesField extends AnyField {
  kind: "choices";
  choices: readonly string[];
}
export interface Tag {
  name: string;
  color: TagColor;
}
export const tagColors = ["plain", "gray", "green", "blue", "orange", "red"] as const;
export type TagColor = (typeof tagColors)[number];
export interface TagsField extends AnyField {
  kind: "tags";
  /** All there are. */
  tags: readonly Tag[];
}
/** How many there are of something. */
export interface CountField extends AnyField {
  kind: "count";
}
/** `day` is a date without a time, such as "2026-11-15"; `moment` a point in time. */
export interface TimeField extends AnyField {
  kind: "day" | "moment";
  /** The column that says what happened then, or is to happen. */
  what?: string;
  /** Its words, where they are codes: { call: "Call" }. */
  words?: Readonly<Record<string, string>>;
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

export type Field =
  | TextField
  | WebAddressField
  | ChoiceField
  | ChoicesField
  | TagsField
  | MoneyField
  | PercentField
  | NumberField
  | YesNoField
  | CountField
  | TimeField
  | ReferenceField;
export type Fields = Readonly<Record<string, Field>>;
export type FieldEntry = readonly [name: string, field: Field];

export interface Entity {
  table: TableName;
  /** Where roles say who may read, add, edit, delete and export its records: "crm". */
  area: string;
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
  /** The table beside it with what follows from other records: last contact, open value, next step. */
  facts?: TableName;
  /** Fields that its table keeps by itself, offered in lists after the others. */
  computed?: Fields;
  /** Where its list is, unless that is its area: "/admin/deals?view=list". */
  list?: string;
  /** Parameters of its screen's own filters, and the function that answers the rows then. */
  narrowing?: {
    params: readonly string[];
    from: (params: URLSearchParams) => { call: string; args: Record<string, unknown> };
    /** What was asked of the function, said above a printed list; `nameOf` a reference that all of its rows share. */
    words: (
      args: Record<string, unknown>,
      own: Readonly<Record<string, string>>,
      nameOf: (field: string) => string,
    ) => string[];
  };
  /** The fields by which two records may be the same. */
  sameBy?: readonly string[];
  /**
   * Has a column `archived_at`: lists leave out what is archived. Archiving is offered instead of deleting, or only while
   * something keeps a record from being deleted.
   */
  archives?: "instead" | "if held";
  /** Administrators can add fields of their own, and its records have tags. */
  ownFields?: true;
  /** Its records are people. */
  person?: true;
  /** Below "No accounts yet": what will be there and where it comes from. */
  comesFrom?: string;
  /** Two records can become one. */
  mergeable?: true;
  /** Deleting can be undone for thirty days, with everything that goes along. */
  undoable?: true;
  /** Said before one, or several, are deleted. Records that go along are counted and said besides. */
  deleteNote?: { one: string; many: string };
}

/** The fields that a column of this type can be. */
type FieldFor<Value> = [Value] extends [number]
  ? MoneyField | PercentField | NumberField | CountField
  : [Value] extends [boolean]
    ? YesNoField
    : [Value] extends [string[]]
      ? ChoicesField | TagsField
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

/** In the order of the fields: those without a heading, then each heading with its own. */
export function sectionsOf(fields: Fields): [section: string, entries: FieldEntry[]][] {
  const sections = new Map<string, FieldEntry[]>([["", []]]);
  for (const entry of entriesOf(fields)) {
    const section = entry[1].section ?? "";
    sections.set(section, [...(sections.get(section) ?? []), entry]);
  }
  return [...sections].filter(([, entries]) => entries.length > 0);
}
