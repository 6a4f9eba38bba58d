// Databases beside a test file's own, gone when their work is done.
import { randomUUID } from "node:crypto";
import { openPool, type Sql } from "#server/platform/database/sql.ts";

export function otherDatabases(sql: Sql, connection: { host: string; user: string }) {
  async function onAnother<T>(work: (database: Sql, name: string) => Promise<T>, template = "template0"): Promise<T> {
    const name = `another_${randomUUID().replaceAll("-", "")}`;
    await sql`create database ${sql(name)} template ${sql(template)}`;
    const database = openPool({ ...connection, database: name, max: 3 });
    try {
      return await work(database, name);
    } finally {
      await database.end({ timeout: 1 });
      await sql`drop database ${sql(name)} with (force)`;
    }
  }
  return {
    /** An empty one. */
    onAnother,
    /** One of this release, without rows. */
    onCopy: <T>(work: (database: Sql, name: string) => Promise<T>): Promise<T> => onAnother(work, "template_for_tests"),
  };
}
