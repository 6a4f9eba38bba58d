import { existsSync, readFileSync } from "node:fs";
import pino from "pino";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { migrate, newestSchema } from "./migrate.ts";
import { currentFiles, lockFile, lockText, migrationFiles, ownTables } from "./schema-files.ts";
import { openPool, type Sql } from "./sql.ts";

const { sql, connection } = await testDatabase();
const log = pino({ level: "silent" });

/** An empty database beside the file's own; gone afterwards. */
async function onAnother<T>(work: (database: Sql) => Promise<T>, template = "template0"): Promise<T> {
  const name = `another_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await sql`create database ${sql(name)} template ${sql(template)}`;
  const database = openPool({ ...connection, database: name, max: 3 });
  try {
    return await work(database);
  } finally {
    await database.end({ timeout: 1 });
    await sql`drop database ${sql(name)} with (force)`;
  }
}
const onCopy = <T>(work: (database: Sql) => Promise<T>) => onAnother(work, "template_for_tests");

/** Everything of the schema but the order of columns. */
const snapshot = async (database: Sql) => ({
  columns: await database`
    select attrelid::regclass::text as place, attname, format_type(atttypid, atttypmod) as type, attnotnull, attgenerated, attidentity,
      pg_get_expr(adbin, adrelid) as usual
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v', 'c') and attnum > 0 and not attisdropped
    order by 1, 2`,
  constraints: await database`
    select conrelid::regclass::text as place, conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace in ('public'::regnamespace, 'private'::regnamespace) and contype <> 't' order by 1, 2`,
  indexes: await database`
    select indexdef from pg_indexes where schemaname in ('public', 'private') order by 1`,
  tables: await database`
    select oid::regclass::text as place, relrowsecurity, (select array_agg(entry::text order by entry::text) from unnest(relacl) as entry) as acl
    from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'S') order by 1`,
  columnGrants: await database`
    select attrelid::regclass::text as place, attname, attacl::text from pg_attribute join pg_class on pg_class.oid = attrelid
    where attacl is not null and relnamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1, 2`,
  triggers: await database`
    select tgrelid::regclass::text as place, pg_get_triggerdef(oid) as definition, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
  policies: await database`
    select tablename, policyname, cmd, roles, qual, with_check from pg_policies where schemaname in ('public', 'private') order by 1, 2`,
  functions: await database`
    select p.oid::regprocedure::text as name, case when proname like 'search\\_%' then '' else md5(pg_get_functiondef(p.oid)) end as definition,
      (select array_agg(entry::text order by entry::text) from unnest(proacl) as entry) as acl
    from pg_proc p where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1`,
});

const refusal = (database: Sql) =>
  migrate(database, log).then(
    () => null,
    (error: Error) => error.message,
  );

test("every migration is in the history with its text", async () => {
  const rows = await sql`select version, name, statements from supabase_migrations.schema_migrations order by 1`;
  expect(rows).toEqual(
    migrationFiles().map(({ version, title, text }) => ({ version, name: title, statements: [text] })),
  );
});

test("released migrations stay as they are: the lock has every file and its hash", () => {
  expect(existsSync(lockFile)).toBe(true);
  expect(lockText(migrationFiles())).toBe(readFileSync(lockFile, "utf8"));
});

test("migrations hold tables, columns, indexes, constraints and rows; everything else is a current-state file", () => {
  for (const { name, text } of migrationFiles()) {
    const structural = ["trimmed", "keys_of", "host_key", "first_stage", "uuidv7"].join("|");
    const functions = [...text.matchAll(/create (?:or replace )?function \w+\.(\w+)/gi)].map(([, made]) => made!);
    expect(
      functions.filter((made) => !new RegExp(`^(${structural})$`).test(made)),
      name,
    ).toEqual([]);
    expect(text, name).not.toMatch(
      /^create (or replace )?(trigger|constraint trigger|view|policy)|^grant .* on (public|private)\./im,
    );
  }
  for (const { path, text } of currentFiles())
    expect(text, path).not.toMatch(/^(create (unlogged )?table|create (unique )?index|alter table) /im);
});

test("every table of ours is known by its migration, and closed but for what files grant", async () => {
  const rows = await sql<{ name: string }[]>`
    select format('%s.%s', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private') order by 1`;
  const names = rows.map(({ name }) => name).filter((name) => !/^private\..*_search$/.test(name));
  expect(ownTables(migrationFiles()).sort()).toEqual(names.sort());
});

test("migrating again, even twice at once, changes nothing", async () => {
  const before = await sql`select xmin::text, file from supabase_migrations.current_sql order by place`;
  await Promise.all([migrate(sql, log), migrate(sql, log)]);
  expect(await sql`select xmin::text, file from supabase_migrations.current_sql order by place`).toEqual(before);
});

test("applying all files again makes exactly the same schema", () =>
  onCopy(async (database) => {
    const before = await snapshot(database);
    await database`update supabase_migrations.current_sql set hash = '' where place = 1`;
    await migrate(database, log);
    expect(await snapshot(database)).toEqual(before);
  }));

test("what is no longer in a file is dropped, and what was changed by hand is made again", () =>
  onCopy(async (database) => {
    const before = await snapshot(database);
    // As if the release before had one function, trigger, policy and hook more, and somebody had tinkered.
    await database.unsafe(`
      create function private.of_yesterday() returns trigger language plpgsql as 'begin return new; end';
      create trigger of_yesterday before insert on public.accounts for each row execute function private.of_yesterday();
      create policy "of yesterday" on public.accounts for select to anon using (true);
      grant select on public.accounts to anon;
      insert into private.hooks values ('erase contact', 'private.of_yesterday()');
      insert into supabase_migrations.current_sql_objects (place, kind, statement)
      select coalesce(max(place), 0) + 1, 'function', 'drop function if exists private.of_yesterday()' from supabase_migrations.current_sql_objects
      union all select max(place) + 2, 'trigger', 'drop trigger if exists of_yesterday on public.accounts' from supabase_migrations.current_sql_objects
      union all select max(place) + 3, 'policy', 'drop policy if exists "of yesterday" on public.accounts' from supabase_migrations.current_sql_objects;
      create or replace function public.is_admin() returns boolean language sql stable as 'select true';
      update supabase_migrations.current_sql set hash = 'another' where file like '%people.sql';
    `);
    await migrate(database, log);
    expect(await snapshot(database)).toEqual(before);
  }));

test("search is written again when its definition changed, and left alone otherwise", () =>
  onCopy(async (database) => {
    await database`insert into public.accounts (name) values ('Norrfall')`;
    const line = async () => (await database`select xmin::text as written, words from private.accounts_search`)[0]!;
    const before = await line();
    await database`update supabase_migrations.current_sql set hash = '' where place = 1`;
    await migrate(database, log);
    expect(await line()).toEqual(before);
    await database`update private.accounts_search set words = 'stale'`;
    await database`update private.findable set built_from = 'another' where kind = 'accounts'`;
    await database`update supabase_migrations.current_sql set hash = '' where place = 1`;
    await migrate(database, log);
    expect((await line()).words).toBe(before.words);
  }));

test("a file that cannot be applied, or a function that does not compile, changes nothing", () =>
  onCopy(async (database) => {
    const before = await snapshot(database);
    // A column that a function needs is gone.
    await database`alter table public.sequence_settings rename column domain_cap to renamed`;
    await database`update supabase_migrations.current_sql set hash = '' where place = 1`;
    expect(await refusal(database)).toMatch(/domain_cap.*Nothing was changed\.$/);
    await database`alter table public.sequence_settings rename column renamed to domain_cap`;
    expect(await snapshot(database)).toEqual(before);
  }));

test.each<[string, (database: Sql) => Promise<unknown>, RegExp]>([
  [
    "of a newer release",
    (database) =>
      database`insert into supabase_migrations.schema_migrations values ('29991231000000', '{}', 'far_ahead')`,
    /does not belong to this release: it was brought up to date by a newer release \(29991231000000_far_ahead\)/,
  ],
  [
    "with another text",
    (database) =>
      database`update supabase_migrations.schema_migrations set statements = array[statements[1] || ' '] where name = 'people'`,
    /_people\.sql was applied to it with another text/,
  ],
  [
    "with a gap",
    (database) => database`delete from supabase_migrations.schema_migrations where name = 'office'`,
    /it lacks \d+_office\.sql, which is older than what it has/,
  ],
])("a database %s is refused in one sentence, untouched", (_what, spoil, sentence) =>
  onCopy(async (database) => {
    await spoil(database);
    const before = await snapshot(database);
    expect(await refusal(database)).toMatch(sentence);
    expect(await refusal(database)).toMatch(/Nothing was changed\.$/);
    expect(await snapshot(database)).toEqual(before);
  }),
);

test("a database made before the schema was written anew keeps every row, and loses nothing", () =>
  onAnother(async (earlier) => {
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
  }));

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
