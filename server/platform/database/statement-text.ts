// A tagged template becomes the text of a statement and its values. Whatever is put into one is sent beside the text,
// never inside it, unless it was made by `sql` itself: a part of a statement, a name, or rows to insert.

export type Value = string | number | bigint | boolean | Date | Uint8Array | null | readonly Value[];
export type Parameter = Value | Template | Name | NewRows;

export interface StatementText {
  text: string;
  values: Value[];
}

/** A template that has not been sent yet: awaited it is a statement, inside another template it is a part of that. */
export class Template {
  readonly strings: readonly string[];
  readonly parameters: readonly Parameter[];
  constructor(strings: readonly string[], parameters: readonly Parameter[]) {
    this.strings = strings;
    this.parameters = parameters;
  }
}

/** The name of a table, column or database. */
export class Name {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type NewRow = Readonly<Record<string, Value>>;

/** Rows for `insert into table ${sql(rows)}`; the first one says which columns there are. */
export class NewRows {
  readonly rows: readonly NewRow[];
  constructor(rows: readonly NewRow[]) {
    if (rows.length === 0) throw new Error("There are no rows to insert.");
    this.rows = rows;
  }
}

export function statementOf(template: Template): StatementText {
  const statement: StatementText = { text: "", values: [] };
  write(template, statement);
  return statement;
}

function write({ strings, parameters }: Template, into: StatementText): void {
  into.text += strings[0] ?? "";
  for (const [index, parameter] of parameters.entries()) {
    writeParameter(parameter, into);
    into.text += strings[index + 1] ?? "";
  }
}

function writeParameter(parameter: Parameter, into: StatementText): void {
  if (parameter instanceof Template) write(parameter, into);
  else if (parameter instanceof Name) into.text += quoteName(parameter.name);
  else if (parameter instanceof NewRows) writeRows(parameter.rows, into);
  else writeValue(parameter, into);
}

function writeValue(value: Value | undefined, into: StatementText): void {
  if (value === undefined) throw new TypeError(`A value is undefined; null was meant? In: ${into.text}`);
  into.values.push(value);
  into.text += `$${into.values.length}`;
}

function writeRows(rows: readonly NewRow[], into: StatementText): void {
  const columns = Object.keys(rows[0] ?? {});
  into.text += `(${columns.map(quoteName).join(", ")}) values `;
  for (const [index, row] of rows.entries()) {
    into.text += index === 0 ? "(" : ", (";
    for (const [at, column] of columns.entries()) {
      if (at > 0) into.text += ", ";
      writeValue(row[column], into);
    }
    into.text += ")";
  }
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
