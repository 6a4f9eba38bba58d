// A fresh, migrated database for one test file; gone when the file is done.
import { randomUUID } from "node:crypto";
import { openPool } from "#server/platform/database/sql.ts";
import { afterAll, inject } from "vitest";
import type { Database } from "#server/platform/database/database.ts";

export interface TestDatabase extends Database {
  /** What a second pool needs to reach the same database. */
  connection: { host: string; user: string; database: string };
}

/**
 * Call it at the top of a test file, or in beforeAll: `const database = await testDatabase()`. With `now`, SQL reads that moment.
 */
export async function testDatabase({ now }: { now?: string } = {}): Promise<TestDatabase> {
  const server = { host: inject("testPostgres"), user: "postgres" };
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const owner = openPool({ ...server, database: "postgres", max: 1 });
  // By files: half of what copying through the log takes.
  await owner`create database ${owner(name)} template template_for_tests strategy file_copy`;
  if (now) await owner.unsafe(`alter database ${name} set tests.now = '${new Date(now).toISOString()}'`);
  const sql = openPool({ ...server, database: name, max: 5 });
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    await sql.end({ timeout: 1 });
    await owner`drop database ${owner(name)} with (force)`;
    await owner.end();
  };
  afterAll(close);
  return {
    sql,
    probe: sql,
    connection: { ...server, database: name },
    answers: () =>
      sql`select 1`.then(
        () => true,
        () => false,
      ),
    close,
  };
}
