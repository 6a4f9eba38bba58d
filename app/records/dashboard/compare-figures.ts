// For the modules that compare their figures with their lists. Lists are read whole and summed here, row by row: a sum that came
// from the database would only be compared with itself.
import type { Comparison } from "#domain/module.ts";
import type { TableName } from "#domain/table-name.ts";
import { type Figure, readFigureRows } from "#app/lib/figure-rows.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { fromTable } from "#app/records/any-table.ts";

export const rowsAtOnce = 1000;

/** Every page of a list. */
export async function allRows<Row>(page: (from: number) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const rows = await page(all.length);
    all.push(...rows);
    if (rows.length < rowsAtOnce) return all;
  }
}

export const allFigureRows = (figure: Figure) => allRows((from) => readFigureRows(figure, from, rowsAtOnce));
export const sumOf = (rows: readonly { minor: number | null }[]) =>
  rows.reduce((sum, { minor }) => sum + (minor ?? 0), 0);

export async function countRows(table: TableName, state?: string): Promise<number> {
  const rows = fromTable(table).select("id", { count: "exact", head: true });
  const answer = await (state ? rows.eq("state", state) : rows);
  unwrap({ ...answer, data: true });
  return answer.count ?? 0;
}

export const comparison = (
  name: string,
  shown: number,
  listed: number,
  words: (value: number) => string = String,
): Comparison => ({ name, shown: words(shown), listed: words(listed) });
