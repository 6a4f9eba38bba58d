// Databases beside a test file's own, gone when their work is done.
import { randomUUID } from "node:crypto";
import { openPool, type Sql } from "#server/platform/database/sql.ts";

export function otherDatabases(sql: Sql, connection: { host: string; user: string }) {
  async function another(template = "template0") {
    const name = `another_${randomUUID().replaceAll("-", "")}`;
    await sql`create database ${sql(name)} template ${sql(template)}`;
    const database = openPool({ ...connection, database: name, max: 3 });
    const close = async () => {
      await database.end({ timeout: 1 });
      await sql`drop database ${sql(name)} with (force)`;
    };
    return { database, name, close };
  }
  async function onAnother<T>(work: (database: Sql, name: string) => Promise<T>, template?: string): Promise<T> {
    const { database, name, close } = await another(template);
    try {
      return await work(database, name);
    } finally {
      await close();
    }
  }
  return {
    /** An empty one, until it is closed. */
    another,
    /** An empty one. */
    onAnother,
    /** One of this release, without rows. */
    onCopy: <T>(work: (database: Sql, name: string) => Promise<T>): Promise<T> => onAnother(work, "template_for_tests"),
  };
}
