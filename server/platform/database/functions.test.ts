import { expect, test } from "vitest";
import { otherDatabases } from "#server/testing/other-databases.ts";
import { planFunctions } from "#server/testing/plan-functions.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql, connection } = await testDatabase();
const { onCopy } = otherDatabases(sql, connection);

test("every statement of every PL/pgSQL function can be planned", async () => {
  expect(await planFunctions(sql)).toEqual([]);
});

test.each([
  ["a column of a query", "select nme from public.accounts limit 1", /column "nme" does not exist/],
  [
    "a column that is written",
    "update public.accounts set nme = ''",
    /column "nme" of relation "accounts" does not exist/,
  ],
  ["a function", "perform public.no_such_function(1)", /function public\.no_such_function\(integer\) does not exist/],
  [
    "a field of a record",
    "for one in select id, name from public.accounts loop raise notice '%', one.nme; end loop",
    /has no field "nme"/,
  ],
  [
    "a column behind a condition",
    "if false then delete from public.accounts where nme is null; end if",
    /column "nme" does not exist/,
  ],
  [
    "a column of an initial value",
    "null",
    /column "nmes" does not exist/,
    "text := (select nmes from public.accounts limit 1)",
  ],
])("%s that does not exist is found", async (_what, statement, error, type = "text") => {
  const into = statement.startsWith("select") ? statement.replace(" from", " into two from") : statement;
  // PostgreSQL itself takes the function.
  await sql.unsafe(`create or replace function private.misspelt() returns void language plpgsql set search_path = '' as $$
    declare one record; two ${type}; begin ${into}; end $$`);
  expect(await planFunctions(sql, "misspelt")).toEqual([expect.stringMatching(error)]);
});

test("a column that is gone is found in the functions and triggers that use it", () =>
  onCopy(async (database) => {
    await database`alter table public.outbox rename column state to renamed`;
    const errors = await planFunctions(database, "%outbox%");
    expect(errors).toContainEqual(expect.stringMatching(/^private\.claim_outbox\(.*state/));
    expect(errors).toContainEqual(expect.stringMatching(/^private\.\w+\(\) on public\.outbox: .*state/));
  }));
