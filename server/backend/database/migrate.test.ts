import pino from "pino";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { migrate } from "./migrate.ts";

const { sql } = await testDatabase();
const log = pino({ level: "silent" });

test("every migration file is in the history, as the Supabase CLI writes it", async () => {
  const rows =
    await sql`select version, name, cardinality(statements) as files from supabase_migrations.schema_migrations order by 1`;
  expect(rows).toContainEqual({ version: "20261101090000", name: "user_roles", files: 1 });
  expect(rows.length).toBeGreaterThanOrEqual(3);
});

test("migrating again, even twice at once, changes nothing", async () => {
  const history = () => sql`select version, name from supabase_migrations.schema_migrations order by 1`;
  const before = await history();
  await Promise.all([migrate(sql, log), migrate(sql, log)]);
  expect(await history()).toEqual(before);
});
