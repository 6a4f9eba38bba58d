// An upgrade that is cut off leaves the old schema or the new one, whenever it happens.
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { otherDatabases } from "#server/testing/other-databases.ts";
import { changedRows, makeBefore } from "#server/testing/released.ts";
import { schemaSnapshot } from "#server/testing/schema-snapshot.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { isConnectionLost } from "./connection-errors.ts";
import { migrate } from "./migrate.ts";
import type { Sql } from "./sql.ts";

const { sql, connection } = await testDatabase();
const { another, onAnother } = otherDatabases(sql, connection);
const log = pino({ level: "silent" });
const moments = 20;
const release = "0eab833";

/** Ends the connection at the given command of the upgrade, counted across attempts: a sequence forgets nothing. */
const killAt = (database: Sql, command: number) =>
  database.unsafe(`
    create schema if not exists kill;
    create sequence if not exists kill.commands;
    create or replace function kill.here() returns event_trigger language plpgsql as $$
    begin
      if nextval('kill.commands') = ${command} then perform pg_terminate_backend(pg_backend_pid()); end if;
    end
    $$;
    drop event trigger if exists kill_here;
    create event trigger kill_here on ddl_command_end execute function kill.here();
    alter sequence kill.commands restart;
  `);

const history = (database: Sql) => database`
  select (select jsonb_agg(version order by version) from supabase_migrations.schema_migrations) as versions,
    to_regclass('supabase_migrations.current_sql') as files`;

/** The commands of a whole upgrade. */
const commands = await onAnother(async (database) => {
  await makeBefore(database, release);
  await killAt(database, 0);
  await migrate(database, log);
  return (await database<{ count: number }[]>`select last_value::int as count from kill.commands`)[0]!.count;
});

const { database, close } = await another();
afterAll(close);
await makeBefore(database, release);
const before = { schema: await schemaSnapshot(database), history: await history(database) };

test("an upgrade is more than a thousand commands", () => {
  expect(commands).toBeGreaterThan(1000);
});

test.each(Array.from({ length: moments }, (_, moment) => Math.floor((commands * (moment + 1)) / moments)))(
  "an upgrade that is cut off at command %i leaves the old schema",
  async (command) => {
    await killAt(database, command);
    expect(isConnectionLost(await migrate(database, log).catch((error: unknown) => error))).toBe(true);
    expect({ schema: await schemaSnapshot(database), history: await history(database) }).toEqual(before);
    expect(await changedRows(database, release)).toEqual({});
  },
);

test("the next start completes it", async () => {
  await database.unsafe("drop event trigger kill_here; drop schema kill cascade");
  await migrate(database, log);
  expect(await schemaSnapshot(database)).toEqual(await schemaSnapshot(sql));
});
