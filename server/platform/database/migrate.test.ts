import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pino from "pino";
import { openPool, type Sql } from "./sql.ts";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { migrate, newestSchema } from "./migrate.ts";

const { sql, connection } = await testDatabase();
const log = pino({ level: "silent" });

test("every migration file is in the history, as the Supabase CLI writes it", async () => {
  const folder = path.resolve(import.meta.dirname, "../../../supabase/migrations");
  const files = readdirSync(folder).sort();
  expect(files.length).toBeGreaterThan(0);
  const rows = await sql`select version, name, statements from supabase_migrations.schema_migrations order by 1`;
  expect(rows.map(({ version, name }) => `${version}_${name}.sql`)).toEqual(files);
  for (const [place, file] of files.entries())
    expect(rows[place]!.statements, file).toEqual([readFileSync(path.join(folder, file), "utf8")]);
});

test("migrating again, even twice at once, changes nothing", async () => {
  const history = () => sql`select version, name from supabase_migrations.schema_migrations order by 1`;
  const before = await history();
  await Promise.all([migrate(sql, log), migrate(sql, log)]);
  expect(await history()).toEqual(before);
});

test("a database made before the schema was written anew keeps every row, and loses nothing", async () => {
  await sql`create database earlier`;
  const earlier = openPool({ ...connection, database: "earlier", max: 2 });
  try {
    await migrate(earlier, log, { base: newestSchema().base, migrations: [] });
    await earlier.unsafe(earlierSchema);
    const before = await rowsOf(earlier);
    await migrate(earlier, log);
    await migrate(earlier, log);
    expect(await rowsOf(earlier)).toEqual(before);
    const [set] = await earlier`select (select count(*)::int from earlier.contacts) as contacts,
      to_regprocedure('public.search_contacts(text, text)') as search`;
    expect(set).toEqual({ contacts: 2, search: null });
    const found = await earlier.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`;
      return tx`select name from public.search_contacts('norrfall')`;
    });
    expect([...found]).toEqual([{ name: "Ada" }]);
  } finally {
    await earlier.end();
    await sql`drop database earlier with (force)`;
  }
});

/** What every version has; a column that came later is no loss. */
const rowsOf = async (database: Sql) =>
  Promise.all(
    ["user_roles", "accounts", "contacts"].map(async (table) =>
      (await database`select * from public.${database(table)} order by created_at`).map(
        ({ is_individual: _later, archived_at: _too, ...row }) => row,
      ),
    ),
  );

/** As much of the old schema as tells it apart: its tables, a function of a name that is used again, its history. */
const earlierSchema = `
  create table public.user_roles (user_id uuid references auth.users on delete cascade, role text, created_at timestamptz default now(), primary key (user_id, role));
  create table public.accounts (id uuid primary key default gen_random_uuid(), name text not null, domain text, type text not null default 'Prospect',
    industry text, website text, notes text, created_at timestamptz not null default now(), updated_at timestamptz not null default now());
  create table public.contacts (id uuid primary key default gen_random_uuid(), account_id uuid not null references public.accounts on delete cascade,
    name text not null, title text, email text, phone text, role text, notes text,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now());
  create table public.import_parts (import_id uuid, part integer, records jsonb, primary key (import_id, part));
  create function public.is_admin() returns boolean language sql stable as 'select false';
  create policy "admins see accounts" on public.accounts for select to authenticated using ((select public.is_admin()));
  create function public.domain_key(domain text) returns text language sql immutable as 'select lower(domain)';
  create index accounts_domain_key_idx on public.accounts (public.domain_key(domain));
  create function public.search_contacts(term text, sort text) returns setof public.contacts language sql stable as 'select * from public.contacts';
  insert into auth.users (id, email) values ('11111111-1111-4111-8111-111111111111', 'ada@example.com');
  insert into public.user_roles values ('11111111-1111-4111-8111-111111111111', 'admin', '2020-01-01');
  insert into public.accounts (name, domain, website, notes, created_at, updated_at) values
    ('Norrfall', 'norrfall.example', 'https://norrfall.example', 'first', '2020-01-01', '2020-02-01'), ('Ostrey', null, null, null, '2021-01-01', '2021-01-01');
  insert into public.contacts (account_id, name, email, created_at, updated_at)
    select id, case name when 'Norrfall' then 'Ada' else 'Bo' end, lower(name) || '@example.com', created_at, updated_at from public.accounts;
  insert into supabase_migrations.schema_migrations (version, name) values ('20261101090000', 'user_roles'), ('20261101090100', 'accounts_and_contacts');
`;
