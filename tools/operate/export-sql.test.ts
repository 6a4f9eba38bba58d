// The script does to a database what the server does at start, without the server.
import pino from "pino";
import { expect, test } from "vitest";
import { migrate, newestSchema } from "#server/platform/database/migrate.ts";
import { schemaSnapshot } from "#server/testing/schema-snapshot.ts";
import { exportedForTests } from "./exported-for-tests.ts";

const { sql, onAnother, onCopy, apply } = await exportedForTests();
const log = pino({ level: "silent" });

test("a database that has only what Supabase provides gets the schema of the server", () =>
  onAnother(async (database, name) => {
    await migrate(database, log, { base: newestSchema().base, migrations: [] });
    await apply(database, name);
    expect(await schemaSnapshot(database)).toEqual(await schemaSnapshot(sql));
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
