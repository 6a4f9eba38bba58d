// The script does to a database what the server does at start, without the server.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { migrate, newestSchema } from "#server/platform/database/migrate.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { otherDatabases } from "#server/testing/other-databases.ts";
import { changedRows, makeBefore } from "#server/testing/released.ts";
import { schemaSnapshot } from "#server/testing/schema-snapshot.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { exportSql } from "./export-sql.ts";

const { sql, connection } = await testDatabase();
const { onAnother, onCopy } = otherDatabases(sql, connection);
const log = pino({ level: "silent" });
const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-export-sql-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, "schema.sql");
await exportSql(file, "1.0.0");

const hasPsql = spawnSync("psql", ["--version"]).status === 0;
const apply = hasPsql ? byPsql : atOnce;

async function byPsql(_database: Sql, name: string): Promise<void> {
  const to = ["-h", connection.host, "-U", connection.user, "-d", name];
  execFileSync("psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", ...to, "-f", file], { stdio: "pipe" });
}

/** Where psql is not installed. */
async function atOnce(database: Sql): Promise<void> {
  const session = await database.reserve();
  try {
    await session.unsafe(readFileSync(file, "utf8"));
  } finally {
    await session.unsafe("rollback");
    session.release();
  }
}

test("a database that has only what Supabase provides gets the schema of the server", () =>
  onAnother(async (database, name) => {
    await migrate(database, log, { base: newestSchema().base, migrations: [] });
    await apply(database, name);
    expect(await schemaSnapshot(database)).toEqual(await schemaSnapshot(sql));
  }));

test("a database of an older version is upgraded; a second time changes nothing, and the server agrees", () =>
  onAnother(async (database, name) => {
    await makeBefore(database, "fe33d02");
    await apply(database, name);
    expect(await schemaSnapshot(database)).toEqual(await schemaSnapshot(sql));
    expect(await changedRows(database, "fe33d02")).toEqual({});
    const state = () => database`select xmin::text, file from supabase_migrations.current_sql order by place`;
    const before = await state();
    await apply(database, name);
    await migrate(database, log);
    expect(await state()).toEqual(before);
  }));

test("a database of a newer release is refused, untouched", () =>
  onCopy(async (database, name) => {
    await database`insert into supabase_migrations.schema_migrations values ('29991231000000', '{}', 'far_ahead')`;
    await database`delete from supabase_migrations.current_sql`;
    const before = await schemaSnapshot(database);
    await expect(apply(database, name)).rejects.toThrow(
      /brought up to date by a newer release \(29991231000000_far_ahead\)/,
    );
    expect(await schemaSnapshot(database)).toEqual(before);
    expect(await database`select * from supabase_migrations.current_sql`).toEqual([]);
  }));
