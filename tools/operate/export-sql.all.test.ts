// The script on a database with data of an older version; the other cases are in export-sql.test.ts.
import pino from "pino";
import { expect, test } from "vitest";
import { migrate, newestSchema } from "#server/platform/database/migrate.ts";
import { changedRows, makeBefore } from "#server/testing/released.ts";
import { schemaSnapshot } from "#server/testing/schema-snapshot.ts";
import { exportedForTests } from "./exported-for-tests.ts";

const { sql, onAnother, apply } = await exportedForTests();
const log = pino({ level: "silent" });

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

test("a database that has only what Supabase provides gets the schema of the server", () =>
  onAnother(async (database, name) => {
    await migrate(database, log, { base: newestSchema().base, migrations: [] });
    await apply(database, name);
    expect(await schemaSnapshot(database)).toEqual(await schemaSnapshot(sql));
  }));
