// Which column of a file is which field, and what each row becomes.
import type { Entity } from "../entity.ts";
import { complaintAbout, entriesOf, type Fields, type FieldSpec } from "../fields.ts";
import { deneutralise } from "./csv-text.ts";
import type { CsvRow, CsvTable } from "./read-csv.ts";

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
  const claim = (names: (name: string, field: FieldSpec) => readonly string[]) => {
    for (const [name, field] of entriesOf(fields)) {
      if (name in matching) continue;
      const wanted = names(name, field).map(plain);
      const column = [...free].find((index) => wanted.includes(plain(headings[index] ?? "")));
      if (column === undefined) continue;
      matching[name] = column;
      free.delete(column);
    }
  };
  claim((name, field) => [field.label, field.column ?? field.label, name]);
  claim((_, field) => field.alsoCalled ?? []);
  return matching;
}

export interface ReadyRow {
  line: number;
  record: Record<string, string>;
}
export interface BadRow {
  line: number;
  problem: string;
  cells: string[];
}

/** Rows that can be imported, and rows that cannot with the reason. */
export function prepareRows(table: CsvTable, entity: Entity, matching: Matching): { ready: ReadyRow[]; bad: BadRow[] } {
  const ready: ReadyRow[] = [];
  const bad: BadRow[] = [];
  for (const row of table.rows) {
    const result = row.problem ?? prepareRow(row, entity.fields, matching);
    if (typeof result === "string") bad.push({ line: row.line, problem: result, cells: row.cells });
    else ready.push({ line: row.line, record: result });
  }
  return { ready, bad };
}

function prepareRow(row: CsvRow, fields: Fields, matching: Matching): Record<string, string> | string {
  const record: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, field] of entriesOf(fields)) {
    const column = matching[name];
    const value = tidy(field, column === undefined ? "" : (row.cells[column] ?? ""));
    const complaint = complaintAbout(field, value);
    if (complaint) problems.push(complaint.startsWith(field.label) ? complaint : `${field.label}: ${complaint}`);
    // A company is named in the file; its id is found when the rows are added.
    if (value) record[field.input === "company" ? "company" : name] = value;
  }
  return problems.length > 0 ? problems.join(". ") : record;
}

function tidy(field: FieldSpec, cell: string): string {
  const value = deneutralise(cell.trim());
  if (field.choices)
    return field.choices.find((choice) => choice.toLowerCase() === value.toLowerCase()) ?? (value || field.choices[0]);
  if (field.input === "url" && /^[\p{L}\p{N}.-]+\.[\p{L}]{2,}(\/\S*)?$/u.test(value)) return `https://${value}`;
  return value;
}
