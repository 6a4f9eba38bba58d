// Which column of a file is which field, and what each row becomes.
import { inSpecifiedFormats } from "#domain/formats.ts";
import { type Entity, entriesOf, type Field, type Fields } from "#domain/entity.ts";
import { relatedKey } from "../entity.ts";
import type { Stored } from "../field-kinds/field-kind.ts";
import { initialOf, kindOf } from "../field-kinds/kinds.ts";
import { complaintAbout, tidy } from "../form-values.ts";
import { deneutralise } from "#domain/csv-text.ts";
import type { CsvRow, CsvTable } from "#domain/read-csv.ts";

/** Field name to column index; fields without a column are left out. */
export type Matching = Record<string, number>;

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** By name first, then by what else the field is called; no column is used twice. */
export function matchColumns(headings: readonly string[], fields: Fields): Matching {
  const matching: Matching = {};
  const free = new Set(headings.keys());
  const claim = (names: (name: string, field: Field) => readonly string[]) => {
    for (const [name, field] of entriesOf(fields)) {
      if (name in matching) continue;
      const wanted = names(name, field).map(plain);
      const column = [...free].find((index) => wanted.includes(plain(headings[index] ?? "")));
      if (column === undefined) continue;
      matching[name] = column;
      free.delete(column);
    }
  };
  claim((name, field) => [field.label, field.column ?? field.label, name, relatedKey(name)]);
  claim((_, field) => field.alsoCalled ?? []);
  return matching;
}

/** A field that every row must bring: required, and without a value to start from. */
export const isNeeded = (field: Field) => field.required === true && !initialOf(field);

export interface ReadyRow {
  line: number;
  record: Record<string, Stored>;
}
export interface BadRow {
  line: number;
  problem: string;
  cells: string[];
}

/** Rows that can be imported, and rows that cannot with the reason. Rows that change records say only what the file says. */
export function prepareRows(
  table: CsvTable,
  entity: Entity,
  matching: Matching,
  changes = false,
): { ready: ReadyRow[]; bad: BadRow[] } {
  const ready: ReadyRow[] = [];
  const bad: BadRow[] = [];
  for (const row of table.rows) {
    // Files are read by programs, so their formats do not follow the reader's region.
    const result = row.problem ?? inSpecifiedFormats(() => prepareRow(row, entity.fields, matching, changes));
    if (typeof result === "string") bad.push({ line: row.line, problem: result, cells: row.cells });
    else ready.push({ line: row.line, record: result });
  }
  return { ready, bad };
}

const isReference = (field: Field) => field.kind === "reference" || field.kind === "person";

function prepareRow(
  row: CsvRow,
  fields: Fields,
  matching: Matching,
  changes: boolean,
): Record<string, Stored> | string {
  const values: Record<string, string> = {};
  for (const [name, field] of entriesOf(fields)) {
    const column = matching[name];
    // As it stands in the file: behind a blank, an apostrophe is somebody's own.
    const cell = deneutralise(column === undefined ? "" : (row.cells[column] ?? "")).trim();
    values[name] = tidy(field, cell) || (changes ? "" : initialOf(field));
  }
  const record: Record<string, Stored> = {};
  const problems: string[] = [];
  for (const [name, field] of entriesOf(fields)) {
    const value = values[name] ?? "";
    // A record that is pointed to is named in the file; its id is found when the rows are added.
    const complaint = value ? (isReference(field) ? null : complaintAbout(field, value, values)) : null;
    if (!value && field.required && !changes) problems.push(`${field.label} is required`);
    if (complaint) problems.push(complaint.startsWith(field.label) ? complaint : `${field.label}: ${complaint}`);
    else if (value) record[name] = kindOf(field).stored?.(field, value, values) ?? value;
  }
  return problems.length > 0 ? problems.join(". ") : record;
}
