// What a kind of field knows: how a value is typed, checked, stored, read and written in CSV files.
import type { ReactNode } from "react";
import type { Field } from "#domain/entity.ts";
import type { KitRecord } from "../entity.ts";

/** What a form holds: text for every field. */
export type Values = Readonly<Record<string, string | undefined>>;
/** What a column takes. */
export type Stored = string | number | boolean | readonly string[] | null;

/** Ties an input to its label and to what is said about it. */
export interface Control {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

export interface InputProps<F extends Field = Field> {
  name: string;
  field: F;
  value: string;
  values: Values;
  onChange: (text: string) => void;
  onBlur: () => void;
  inputRef: (element: HTMLElement | null) => void;
  control: Control;
}

export interface CellProps<F extends Field = Field> {
  name: string;
  field: F;
  record: KitRecord;
  text: string;
}

/** In a spreadsheet: a number with its format, or a day or time as the office's clock shows it ("2026-11-15", "2026-11-15T09:30"). */
export type TypedCell = { number: number; format: string } | { clock: string };

// Written as methods, so that a kind for one sort of field can be in the table of all kinds.
export interface FieldKind<F extends Field = Field> {
  /** How wide its column is beside others; 1 is usual. */
  width?: number;
  /** Numbers are at the right. */
  alignEnd?: true;
  /** A way to reach someone: kept on a phone, where a row has three lines. */
  reaches?: true;
  /** May break lines, on the record's page. */
  lines?: true;
  /** What an empty form starts with. */
  initial?(field: F): string;
  /** What was typed or is in a file, made proper where it is clear what is meant. */
  tidy?(field: F, text: string): string;
  /** What is wrong with a text that is not empty, in one sentence; or null. */
  complaint?(field: F, text: string, values: Values): string | null;
  /** What is stored for a text that is sound. */
  stored?(field: F, text: string, values: Values): Stored;
  /** What the form shows for what is stored. */
  typed?(field: F, value: unknown, record: KitRecord): string;
  /** What people read, in sentences and conflicts; "" for nothing. */
  text?(field: F, record: KitRecord, name: string): string;
  /** What a CSV file says; as read, unless that is not exact. */
  exported?(field: F, record: KitRecord, name: string): string;
  /** What a spreadsheet can count with; its text unless given. */
  typedCell?(field: F, record: KitRecord, name: string): TypedCell | null;
  /** In a table or on a page; not asked for when there is no text. */
  Cell?(props: CellProps<F>): ReactNode;
  Input(props: InputProps<F>): ReactNode;
}
