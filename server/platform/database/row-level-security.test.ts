import { describe, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const visitor: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
const anon: Who = { role: "anon" };
const secretKey: Who = { role: "service_role" };
const [norrfall] = await sql<{ id: string }[]>`
  insert into public.accounts (name, type) values ('Norrfall', 'Customer') returning id`;
const accountId = norrfall?.id ?? "";
await sql`insert into public.contacts (account_id, name, email) values (${accountId}, 'Ada Lind', 'ada@norrfall.example')`;

/** Tables that the API could show, what each role may do with them, and for which commands it has a policy. */
const grantsAndPolicies = () => sql<
  { table: string; rls: boolean; role: string; command: string; granted: boolean; policies: number }[]
>`
  select c.relname as table, c.relrowsecurity as rls, r.role, k.command,
         has_table_privilege(r.role, c.oid, k.command) or has_any_column_privilege(r.role, c.oid, k.command) as granted,
         (select count(*)::int from pg_policies p
          where p.schemaname = 'public' and p.tablename = c.relname and p.cmd in (k.command, 'ALL')
            and (p.roles && array[r.role::name, 'public'])) as policies
  from pg_class c
  cross join unnest(array['anon', 'authenticated']) as r (role)
  cross join unnest(array['SELECT', 'INSERT', 'UPDATE']) as k (command)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  union all
  select c.relname, c.relrowsecurity, r.role, 'DELETE', has_table_privilege(r.role, c.oid, 'DELETE'),
         (select count(*)::int from pg_policies p
          where p.schemaname = 'public' and p.tablename = c.relname and p.cmd in ('DELETE', 'ALL')
            and (p.roles && array[r.role::name, 'public']))
  from pg_class c cross join unnest(array['anon', 'authenticated']) as r (role)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

const unguarded = async () =>
  (await grantsAndPolicies())
    .filter((row) => !row.rls || (row.granted && row.policies === 0))
    .map(
      (row) => `${row.table}: ${row.rls ? `${row.role} may ${row.command} without a policy` : "no row level security"}`,
    );

describe("every table of the API", () => {
  test("has row level security, and a policy for whatever a role was granted", async () => {
    expect(await unguarded()).toEqual([]);
  });

  test("is found out when it has neither (so the test above can fail)", async () => {
    await sql`create table public.forgotten (id int)`;
    expect(await unguarded()).toContain("forgotten: no row level security");
    await sql`alter table public.forgotten enable row level security`;
    expect(await unguarded()).toContain("forgotten: anon may SELECT without a policy");
    await sql`drop table public.forgotten`;
  });

  test("cannot be emptied with TRUNCATE, which no policy would stop", async () => {
    const rows = await sql`
      select c.relname from pg_class c cross join unnest(array['anon', 'authenticated']) as r (role)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(r.role, c.oid, 'TRUNCATE')`;
    expect(rows).toEqual([]);
  });

  test("has no view that reads past row level security", async () => {
    const rows = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
        and not coalesce('security_invoker=true' = any(reloptions), false)`;
    expect(rows).toEqual([]);
  });

  test("asks is_admin once per statement: policies write it as a subselect", async () => {
    const rows = await sql<{ policy: string; text: string }[]>`
      select policyname as policy, coalesce(qual, '') || coalesce(with_check, '') as text
      from pg_policies where schemaname = 'public'`;
    const bare = rows.filter((row) => /(?<!SELECT )(is_admin|auth\.uid)\(\)/.test(row.text));
    expect(bare).toEqual([]);
    expect(rows.filter((row) => row.text.includes("SELECT is_admin()")).length).toBeGreaterThanOrEqual(8);
  });
});

describe("security definer functions", () => {
  test("fix their search path", async () => {
    const rows = await sql`
      select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
        and not coalesce('search_path=""' = any(proconfig), false)`;
    expect(rows).toEqual([]);
  });
});

const denied = expect.objectContaining({ code: "42501" });
const crm = ["accounts", "contacts"] as const;

describe.each(crm)("%s", (table) => {
  test("are seen by administrators and the secret key", async () => {
    expect(await actAs(sql, admin, (tx) => tx`select * from public.${tx(table)}`)).toHaveLength(1);
    expect(await actAs(sql, secretKey, (tx) => tx`select * from public.${tx(table)}`)).toHaveLength(1);
  });

  test("are nothing to people without the role, whatever they try", async () => {
    const before = await sql`select * from public.${sql(table)}`;
    expect(await actAs(sql, visitor, (tx) => tx`select * from public.${tx(table)}`)).toEqual([]);
    // These name no column, so no row needs to be seen for them: only their own policies stand in the way.
    await actAs(sql, visitor, (tx) => tx`update public.${tx(table)} set name = 'x'`);
    await actAs(sql, visitor, (tx) => tx`delete from public.${tx(table)}`);
    expect(await sql`select * from public.${sql(table)}`).toEqual(before);
    expect(await actAs(sql, visitor, (tx) => tx`update public.${tx(table)} set name = 'x' returning *`)).toEqual([]);
    expect(await actAs(sql, visitor, (tx) => tx`delete from public.${tx(table)} returning *`)).toEqual([]);
    const row = table === "accounts" ? { name: "Mine" } : { name: "Mine", account_id: accountId };
    await expect(actAs(sql, visitor, (tx) => tx`insert into public.${tx(table)} ${tx(row)}`)).rejects.toEqual(denied);
    expect(await sql`select name from public.${sql(table)} where name = 'x' or name = 'Mine'`).toEqual([]);
  });

  test("are closed to the signed-out", async () => {
    await expect(actAs(sql, anon, (tx) => tx`select * from public.${tx(table)}`)).rejects.toEqual(denied);
    await expect(actAs(sql, anon, (tx) => tx`delete from public.${tx(table)}`)).rejects.toEqual(denied);
  });
});

describe("roles", () => {
  test("are read by their owner alone", async () => {
    expect(await actAs(sql, admin, (tx) => tx`select role from public.user_roles`)).toEqual([{ role: "admin" }]);
    expect(await actAs(sql, visitor, (tx) => tx`select role from public.user_roles`)).toEqual([]);
    await expect(actAs(sql, anon, (tx) => tx`select role from public.user_roles`)).rejects.toEqual(denied);
  });

  test.each([
    ["a visitor", visitor],
    ["an administrator", admin],
    ["the signed-out", anon],
  ])("are not given or taken by %s", async (_, who) => {
    const target = visitor.role === "authenticated" ? visitor.userId : "";
    const attempts = [
      actAs(sql, who, (tx) => tx`insert into public.user_roles (user_id, role) values (${target}, 'admin')`),
      actAs(
        sql,
        who,
        (tx) => tx`insert into public.user_roles (user_id, role) values (${target}, 'admin') on conflict do nothing`,
      ),
      actAs(sql, who, (tx) => tx`update public.user_roles set user_id = ${target}`),
      actAs(sql, who, (tx) => tx`delete from public.user_roles`),
    ];
    for (const outcome of await Promise.allSettled(attempts))
      expect(outcome).toEqual({ status: "rejected", reason: denied });
    expect(await sql`select user_id from public.user_roles where user_id = ${target}`).toEqual([]);
  });

  test("are not believed from the claims", async () => {
    const claims = {
      sub: visitor.role === "authenticated" ? visitor.userId : "",
      role: "authenticated",
      app_metadata: { role: "admin" },
      user_metadata: { role: "admin", is_admin: true },
    };
    const [row] = await sql.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      return tx`select public.is_admin() as admin, (select count(*)::int from public.accounts) as accounts`;
    });
    expect(row).toEqual({ admin: false, accounts: 0 });
  });
});

describe("the schema auth", () => {
  test.each([anon, visitor, admin])("is closed to $role", async (who) => {
    await expect(actAs(sql, who, (tx) => tx`select * from auth.users`)).rejects.toEqual(denied);
  });
});
