// Upgrades of databases that people have, step by step; what a start refuses and undoes is in migrate.test.ts.
import pino from "pino";
import { expect, test } from "vitest";
import { otherDatabases } from "#server/testing/other-databases.ts";
import { schemaSnapshot as snapshot } from "#server/testing/schema-snapshot.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { migrate, newestSchema } from "./migrate.ts";
import { firstRelease } from "./schema-files.ts";
import type { Sql } from "./sql.ts";

const { sql, connection } = await testDatabase();
const log = pino({ level: "silent" });
const { onAnother, onCopy } = otherDatabases(sql, connection);
const refusal = (database: Sql) =>
  migrate(database, log).then(
    () => null,
    (error: Error) => error.message,
  );

test("applying all files again makes exactly the same schema", () =>
  onCopy(async (database) => {
    const before = await snapshot(database);
    await database`update supabase_migrations.current_sql set hash = '' where place = 0`;
    await migrate(database, log);
    expect(await snapshot(database)).toEqual(before);
  }));

test("search is written again when its definition changed, and left alone otherwise", () =>
  onCopy(async (database) => {
    await database`insert into public.accounts (name) values ('Norrfall')`;
    const line = async () => (await database`select xmin::text as written, words from private.accounts_search`)[0]!;
    const before = await line();
    await database`update supabase_migrations.current_sql set hash = '' where place = 0`;
    await migrate(database, log);
    expect(await line()).toEqual(before);
    await database`update private.accounts_search set words = 'stale'`;
    await database`update private.findable set built_from = 'another' where kind = 'accounts'`;
    await database`update supabase_migrations.current_sql set hash = '' where place = 0`;
    await migrate(database, log);
    expect((await line()).words).toBe(before.words);
  }));

test("a database made before the schema was rewritten keeps every row, and loses nothing", () =>
  onAnother(async (earlier) => {
    await migrate(earlier, log, { base: newestSchema().base, migrations: [] });
    await earlier.unsafe(earlierSchema);
    const before = await rowsOf(earlier);
    await migrate(earlier, log);
    await migrate(earlier, log);
    // Every row, with everything it had; columns that came later are no loss.
    expect(await rowsOf(earlier)).toMatchObject(before);
    const [set] = await earlier`select (select count(*)::int from earlier.contacts) as contacts,
      to_regprocedure('public.search_contacts(text, text)') as search`;
    expect(set).toEqual({ contacts: 2, search: null });
    const found = await earlier.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`;
      return tx`select name from public.search_contacts('norrfall')`;
    });
    expect([...found]).toEqual([{ name: "Ada" }]);
  }));

test("messages of 1.0.0 keep their words, their reasons become codes, and amounts in the history facts", () =>
  onAnother(async (database) => {
    await migrate(database, log, { base: newestSchema().base, migrations: firstRelease() });
    const reasons = [
      "Safe mode: would have sent",
      "The sequence was stopped: replied",
      "The SMTP server answered 451",
      null,
    ];
    for (const [index, reason] of reasons.entries())
      await database`
        insert into public.outbox (class, dedupe_key, origin_kind, to_address, subject, body_text, state, gate_reason)
        values ('transactional', ${`old:${index}`}, 'mail', 'a@b.example', 'Old', 'Text', 'held', ${reason})`;
    const history = { amount: ["EUR -17,255.05", "JPY 1,200"], title: ["a", "b"] };
    await database`insert into public.events (kind, record_type, changes) values ('changed', 'deal', ${JSON.stringify(history)}::jsonb),
      ('changed', 'deal', '{"amount": [null, "three"]}')`;
    await migrate(database, log);
    expect(await database`select changes from public.events order by id`).toEqual([
      {
        changes: {
          amount: [
            { amount_minor: -1725505, currency: "EUR" },
            { amount_minor: 1200, currency: "JPY" },
          ],
          title: ["a", "b"],
        },
      },
      { changes: { amount: [null, "three"] } },
    ]);
    const rows = await database`
      select gate_code as code, gate_detail as detail, subject, mail_data from public.outbox order by dedupe_key`;
    expect(rows).toEqual(
      [
        { code: "safe_mode", detail: null },
        { code: "sequence_stopped", detail: "replied" },
        { code: "provider", detail: "The SMTP server answered 451" },
        { code: null, detail: null },
      ].map((row) => ({ ...row, subject: "Old", mail_data: null })),
    );
  }));

const rowsOf = async (database: Sql) =>
  Promise.all(
    ["user_roles", "accounts", "contacts"].map(async (table) => [
      ...(await database`select * from public.${database(table)} order by created_at`),
    ]),
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

test("an upgrade that another transaction deadlocks with is done again", () =>
  onCopy(async (database) => {
    await database`update supabase_migrations.current_sql set hash = '' where file = 'modules/team/sql/roles.sql'`;
    const other = await database.reserve();
    try {
      // This one never gives way, so it is the upgrade that is ended.
      await other.unsafe("set deadlock_timeout = '1h'; begin; lock table public.roles in access share mode");
      const upgraded = migrate(database, log);
      await expect
        .poll(
          () =>
            database`select from pg_locks where not granted and relation = 'public.roles'::regclass and mode = 'AccessExclusiveLock'`,
        )
        .toHaveLength(1);
      // Which an upgrade takes first of all.
      await other.unsafe("select pg_advisory_xact_lock(1735747940); commit");
      await upgraded;
    } finally {
      other.release();
    }
    expect(await database`select from supabase_migrations.current_sql where hash = ''`).toEqual([]);
  }));

test("an upgrade waits for statistics that are being gathered before it changes anything", () =>
  onCopy(async (database) => {
    await database`update supabase_migrations.current_sql set hash = '' where place = 0`;
    const other = await database.reserve();
    try {
      // As ANALYZE does.
      await other.unsafe("begin; lock table public.outbox in share update exclusive mode");
      const upgraded = migrate(database, log);
      const locks = (isGranted: boolean) => database`
        select distinct mode from pg_locks join pg_class on pg_class.oid = relation
        where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r' and granted = ${isGranted}
          and mode in ('ShareRowExclusiveLock', 'AccessExclusiveLock')`;
      await expect.poll(() => locks(false)).toEqual([{ mode: "ShareRowExclusiveLock" }]);
      expect(await locks(true)).toEqual([{ mode: "ShareRowExclusiveLock" }]);
      await other.unsafe("commit");
      await upgraded;
    } finally {
      other.release();
    }
    expect(await database`select from supabase_migrations.current_sql where hash = ''`).toEqual([]);
  }));

test("what stands in the way is named: the file and line, or the object that uses one of ours", () =>
  onCopy(async (database) => {
    await database`update supabase_migrations.current_sql set hash = '' where place = 0`;
    await database`create view public.of_the_operator as select public.is_admin()`;
    expect(await refusal(database)).toMatch(
      /could not be brought to this release: cannot drop function public\.is_admin\(\).*\(view public\.of_the_operator depends on .*\)\. Nothing was changed\.$/,
    );
    await database`drop view public.of_the_operator`;
    await database`alter table public.outbox rename column class to renamed`;
    expect(await refusal(database)).toMatch(
      /could not apply server\/platform\/sql\/[\w-]+\.sql:\d+: column .*class.* does not exist\. Nothing was changed\.$/,
    );
    await database`alter table public.outbox rename column renamed to class`;
    expect(await refusal(database)).toBe(null);
  }));
