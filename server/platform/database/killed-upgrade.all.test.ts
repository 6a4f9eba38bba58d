// An upgrade that is cut off leaves the old schema or the new one, whenever it happens.
import pino from "pino";
import { expect, test } from "vitest";
import { otherDatabases } from "#server/testing/other-databases.ts";
import { changedRows, makeBefore } from "#server/testing/released.ts";
import { schemaSnapshot } from "#server/testing/schema-snapshot.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { isConnectionLost } from "./connection-errors.ts";
import { migrate } from "./migrate.ts";
import type { Sql } from "./sql.ts";

const { sql, connection } = await testDatabase();
const { onAnother } = otherDatabases(sql, connection);
const log = pino({ level: "silent" });
const moments = 20;

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

test(`an upgrade that is cut off at ${moments} moments leaves the old schema; the next one completes`, () =>
  onAnother(async (database) => {
    await makeBefore(database, "0eab833");
    const commands = await onAnother(async (twin) => {
      await makeBefore(twin, "0eab833");
      await killAt(twin, 0);
      await migrate(twin, log);
      return (await twin<{ count: number }[]>`select last_value::int as count from kill.commands`)[0]!.count;
    });
    expect(commands).toBeGreaterThan(1000);

    const [before, itsHistory] = [await schemaSnapshot(database), await history(database)];
    for (let moment = 1; moment <= moments; moment++) {
      await killAt(database, Math.floor((commands * moment) / moments));
      expect(isConnectionLost(await migrate(database, log).catch((error: unknown) => error)), `moment ${moment}`).toBe(
        true,
      );
      expect(await schemaSnapshot(database), `moment ${moment}`).toEqual(before);
      expect(await history(database)).toEqual(itsHistory);
      expect(await changedRows(database, "0eab833")).toEqual({});
    }

    await database.unsafe("drop event trigger kill_here; drop schema kill cascade");
    await migrate(database, log);
    expect(await schemaSnapshot(database)).toEqual(await schemaSnapshot(sql));
  }));
