import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { complaints, type SqlSource } from "./sql-borders.ts";

const tables: SqlSource[] = [
  { path: "supabase/migrations/1_people.sql", text: "create table public.people (id int);" },
  { path: "supabase/migrations/2_accounts_and_contacts.sql", text: "create table public.accounts (id int);" },
  { path: "supabase/migrations/3_tasks.sql", text: "create table public.tasks (id int);" },
  { path: "supabase/migrations/4_deals_stages.sql", text: "create table public.stages (id int);" },
];
const reads = { accounts: [], contacts: [], deals: ["tasks"], tasks: [] };
const checked = (path: string, text: string, more: Record<string, string[]> = {}) =>
  complaints([...tables, { path, text }], { ...reads, ...more });
const functionThat = (does: string) => `create function private.f() returns void language sql as $$ ${does} $$;`;

test.each([
  ["its own table", "modules/tasks/sql/tasks.sql", "delete from public.tasks"],
  ["the kernel's", "modules/tasks/sql/tasks.sql", "delete from public.people"],
  ["companies", "modules/tasks/sql/tasks.sql", "delete from public.accounts"],
  ["what it declares", "modules/deals/sql/deals.sql", "delete from public.tasks"],
  ["anything in a comment", "modules/tasks/sql/tasks.sql", "select 1 -- as public.stages does\n"],
  ["companies, by the kernel", "server/platform/sql/10-people.sql", "delete from public.accounts"],
])("SQL may name %s", (_what, path, does) => {
  expect(checked(path, functionThat(does))).toEqual([]);
});

test.each([
  [
    "a module that it does not declare",
    "modules/tasks/sql/tasks.sql",
    "delete from public.stages",
    "tasks does not declare it",
  ],
  [
    "a module, by the kernel",
    "server/platform/sql/10-people.sql",
    "delete from public.tasks",
    "the kernel names no module",
  ],
  [
    "one in dynamic SQL",
    "modules/tasks/sql/tasks.sql",
    "execute 'delete from public.stages'",
    "tasks does not declare it",
  ],
])("SQL may not name %s", (_what, path, does, sentence) => {
  expect(checked(path, functionThat(does))).toEqual([expect.stringContaining(sentence)]);
});

test("a function belongs to the module of its file", () => {
  const own = { path: "modules/deals/sql/deals.sql", text: functionThat("select 1") };
  const other = {
    path: "modules/tasks/sql/tasks.sql",
    text: "create trigger t after insert on public.tasks execute function private.f();",
  };
  expect(complaints([...tables, own, other], reads)).toEqual([expect.stringContaining("names private.f of deals")]);
});

test("two modules may not read each other", () => {
  expect(checked("modules/tasks/sql/tasks.sql", "", { tasks: ["deals"] })).toEqual([
    "modules read each other in a circle: deals -> tasks -> deals",
  ]);
});

test("the repository keeps to it", () => {
  execFileSync(process.execPath, ["tools/check/lint/check-sql-borders.ts"], { stdio: "pipe" });
});
