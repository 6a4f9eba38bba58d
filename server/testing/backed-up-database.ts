// A database with rows to back up, empty ones to restore into, and whether all came back.
import { afterAll } from "vitest";
import { keptTables, quotedTable } from "#server/platform/database/backed-up.ts";
import { openPool, type Sql } from "#server/platform/database/sql.ts";
import type { TestDatabase } from "./test-database.ts";

/** Every row of every table, as a checksum that no order changes; but for the log of acts, where the restore is written. */
export async function everyRow(of: Sql): Promise<Record<string, { n: number; sum: string }>> {
  const found: Record<string, { n: number; sum: string }> = {};
  for (const { table } of await keptTables(of)) {
    if (table === "public.acts") continue;
    const [row] = await of.unsafe<{ n: number; sum: string }[]>(
      `select count(*) as n, sum(hashtextextended(t::text, 0)::numeric)::text as sum from ${quotedTable(table)} t`,
    );
    if (row) found[table] = row;
  }
  return found;
}

export function backedUpDatabase(sql: Sql, connection: TestDatabase["connection"]) {
  const empties: { name: string; sql: Sql }[] = [];
  async function emptyDatabase(): Promise<Sql> {
    const name = `${connection.database}_${empties.length}`;
    await sql`create database ${sql(name)}`;
    const inside = openPool({ ...connection, database: name, max: 2 });
    empties.push({ name, sql: inside });
    return inside;
  }
  afterAll(async () => {
    for (const { name, sql: inside } of empties) {
      await inside.end({ timeout: 1 });
      await sql`drop database ${sql(name)} with (force)`;
    }
  });

  /** Without words for the search, which are not what is tried here. */
  async function addAccounts(count: number): Promise<void> {
    await sql`alter table public.accounts disable trigger user`;
    await sql`insert into public.accounts (name, notes)
    select 'Company ' || n, repeat('line' || chr(10) || chr(9) || '\\. "' || chr(8232), 1 + n % 5) from generate_series(1, ${count}) n`;
    await sql`alter table public.accounts enable trigger user`;
  }

  return { addAccounts, emptyDatabase };
}
