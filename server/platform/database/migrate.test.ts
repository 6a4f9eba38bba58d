import { existsSync, readFileSync } from "node:fs";
import pino from "pino";
import { expect, test } from "vitest";
import { otherDatabases } from "#server/testing/other-databases.ts";
import { schemaSnapshot as snapshot } from "#server/testing/schema-snapshot.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { migrate } from "./migrate.ts";
import { currentFiles, lockFile, lockText, migrationFiles } from "./schema-files.ts";
import type { Sql } from "./sql.ts";

const { sql, connection } = await testDatabase();
const log = pino({ level: "silent" });

const { onCopy } = otherDatabases(sql, connection);

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

test("every table of ours is closed but for what files grant", () =>
  onCopy(async (database) => {
    const before = await snapshot(database);
    await database.unsafe(`
      do $$
      declare
        place record;
      begin
        for place in select schemaname, tablename from pg_tables where schemaname in ('public', 'private') and tablename !~ '_search$' loop
          execute format('grant all on %I.%I to anon, authenticated, service_role', place.schemaname, place.tablename);
        end loop;
      end
      $$;
      grant all on all sequences in schema public, private to anon;
      update supabase_migrations.current_sql set hash = '' where place = 0`);
    expect(await snapshot(database)).not.toEqual(before);
    await migrate(database, log);
    expect(await snapshot(database)).toEqual(before);
  }));

test("migrating again, even twice at once, changes nothing", async () => {
  const before = await sql`select xmin::text, file from supabase_migrations.current_sql order by place`;
  await Promise.all([migrate(sql, log), migrate(sql, log)]);
  expect(await sql`select xmin::text, file from supabase_migrations.current_sql order by place`).toEqual(before);
});

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

test("a file that cannot be applied, or a function that does not compile, changes nothing", () =>
  onCopy(async (database) => {
    const before = await snapshot(database);
    // A column that a function needs is gone.
    await database`alter table public.sequence_settings rename column domain_cap to renamed`;
    await database`update supabase_migrations.current_sql set hash = '' where place = 0`;
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
    const said = await refusal(database);
    expect(said).toMatch(sentence);
    expect(said).toMatch(/Nothing was changed\.$/);
    expect(await snapshot(database)).toEqual(before);
  }),
);
