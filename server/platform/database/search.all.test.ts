// Search among thousands.
import { expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const accounts = async (term: string) => {
  const rows = await actAs(sql, admin, (tx) => tx`select name from public.search_accounts(${term}) order by name`);
  return rows.map((row) => row.name as string);
};

test("what is found is a table like any other, also where a sample tells of how many there are", async () => {
  const [many, few] = [3500, 14];
  await sql`insert into public.accounts (name, type, created_at)
    select 'Many ' || n, case when n % 100 = 0 then 'Customer' else 'Prospect' end, timestamptz '2001-01-01' + n * interval '1 day'
    from generate_series(1, ${many}::int) as n`;
  const [row] = await actAs(
    sql,
    admin,
    (tx) => tx`select
      (select array_agg(name) from (select name from public.search_accounts('many') order by created_at desc, id limit 2)) as newest,
      (select count(*)::int from public.search_accounts('many')) as total,
      (select count(*)::int from public.search_accounts('MANY') where type = 'Customer') as customers,
      (select count(*)::int from public.search_accounts('many 150')) as few`,
  );
  expect(row).toEqual({ newest: [`Many ${many}`, `Many ${many - 1}`], total: many, customers: many / 100, few });
  await sql`delete from public.accounts where name like 'Many %'`;
  expect(await accounts("many")).toEqual([]);
});

test("a change of thousands of rows that leaves their words alone compares each row with itself only", async () => {
  await sql`insert into public.accounts (name) select 'Bulk ' || n from generate_series(1, 3000) n`;
  const [plan] = await sql<{ "QUERY PLAN": { Triggers: { "Trigger Name": string; Time: number }[] }[] }[]>`
    explain (analyze, format json) update public.accounts set type = 'Customer' where name like 'Bulk %'`;
  const spent = (name: string) =>
    plan?.["QUERY PLAN"][0]?.Triggers.find((trigger) => trigger["Trigger Name"] === name)?.Time ?? Number.NaN;
  // Every row with every other would be nine million comparisons, many times what writing the history takes.
  expect(spent("accounts_found_when_changed")).toBeLessThan(spent("history_of_changes"));
  await sql`delete from public.accounts where name like 'Bulk %'`;
});
