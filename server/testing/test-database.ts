// A fresh, migrated database for one test file; gone when the file is done.
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import { type Database, exactTime } from "#server/platform/database/database.ts";

export interface TestDatabase extends Database {
  /** What a second pool needs to reach the same database. */
  connection: { path: string; username: string; database: string };
}

/** Call it at the top of a test file, or in beforeAll: `const database = await testDatabase()`. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = { path: inject("testPostgres"), username: "postgres", types: { date: exactTime }, onnotice: () => {} };
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const owner = postgres({ ...server, database: "postgres", max: 1 });
  await owner`create database ${owner(name)} template template_for_tests`;
  const sql = postgres({ ...server, database: name, max: 5 });
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
    connection: { path: server.path, username: server.username, database: name },
    answers: () =>
      sql`select 1`.then(
        () => true,
        () => false,
      ),
    close,
  };
}
