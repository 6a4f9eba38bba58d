import pino from "pino";
import { openPool } from "./sql.ts";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { migrate, newestSchema } from "./migrate.ts";

const { sql, connection } = await testDatabase();
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

test("a database of an earlier release keeps its rows, and finds them", async () => {
  await sql`create database earlier`;
  const earlier = openPool({ ...connection, database: "earlier", max: 2 });
  try {
    const { base, migrations } = newestSchema();
    await migrate(earlier, log, { base, migrations: migrations.filter((version) => version < "20261105") });
    await earlier`insert into public.accounts (name, created_at) values ('Norrfall', '2020-01-01'), ('Ostrey', '2021-01-01')`;
    await earlier`insert into public.contacts (account_id, name, created_at)
      select id, 'Ada of ' || name, created_at from public.accounts`;
    await migrate(earlier, log);
    const found = await earlier.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`;
      return tx`
        select (select array_agg(name) from public.search_accounts('', sort => 'created_at')) as accounts,
          (select array_agg(name) from public.search_contacts('ada', sort => 'created_at', descending => true)) as contacts`;
    });
    expect(found).toEqual([{ accounts: ["Norrfall", "Ostrey"], contacts: ["Ada of Ostrey", "Ada of Norrfall"] }]);
  } finally {
    await earlier.end();
    await sql`drop database earlier with (force)`;
  }
});
