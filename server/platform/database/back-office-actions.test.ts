import { randomUUID } from "node:crypto";
import type { TransactionSql } from "./sql.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const adminId = await addUser(sql, { admin: true });
const admin: Who = { role: "authenticated", userId: adminId };
const visitor: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };

type Row = Record<string, string>;
const upload = (db: TransactionSql, importId: string, rows: Row[]) =>
  db`insert into public.import_parts ${db({
    import_id: importId,
    part: 0,
    records: db.json(rows.map((record, index) => ({ line: index + 2, ...record }))),
  })}`;
const counts = async () => {
  const [row] = await sql<{ accounts: number; contacts: number; waiting: number }[]>`
    select (select count(*)::int from public.accounts) as accounts, (select count(*)::int from public.contacts) as contacts,
           (select count(*)::int from public.import_parts) as waiting`;
  return row;
};

beforeEach(async () => {
  await sql`truncate public.accounts, public.contacts, public.import_parts cascade`;
});

describe("importing accounts", () => {
  const rows = [
    { name: "Norrfall", domain: "norrfall.example" },
    { name: "Norrfall again", domain: "WWW.norrfall.example" },
    { name: "Castelline", domain: "https://castelline.example/en" },
    { name: "Veldhaven" },
  ];

  test("duplicates by domain are found in the database and in the file, and skipped", async () => {
    await sql`insert into public.accounts (name, domain) values ('Castelline SA', 'castelline.example')`;
    const id = randomUUID();
    const found = await actAs(sql, admin, async (db) => {
      await upload(db, id, rows);
      return db`select * from public.check_accounts_import(${id})`;
    });
    expect([...found]).toEqual([
      { line: 3, finding: "in the file" },
      { line: 4, finding: "in the database" },
    ]);
    const [added] = await actAs(sql, admin, (db) => db`select public.import_accounts(${id}) as added`);
    expect(added).toEqual({ added: 2 });
    expect(await counts()).toEqual({ accounts: 3, contacts: 0, waiting: 0 });
  });

  test("the newest-first list shows the order of the file", async () => {
    const id = randomUUID();
    await actAs(sql, admin, async (db) => {
      await upload(db, id, rows);
      return db`select public.import_accounts(${id}, false)`;
    });
    const listed = await sql<{ name: string }[]>`select name from public.accounts order by created_at desc, id`;
    expect(listed.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
  });

  test("one bad row, and nothing is imported", async () => {
    const id = randomUUID();
    await actAs(sql, admin, (db) => upload(db, id, [...rows, { name: "Bad", website: "javascript:alert(1)" }]));
    await expect(actAs(sql, admin, (db) => db`select public.import_accounts(${id}, false)`)).rejects.toThrow(
      "website is an http or https address",
    );
    expect(await counts()).toMatchObject({ accounts: 0 });
  });
});

describe("importing contacts", () => {
  test("companies are matched by name, missing ones are made, duplicates by e-mail are skipped", async () => {
    await sql`insert into public.accounts (name) values ('Norrfall')`;
    const id = randomUUID();
    const found = await actAs(sql, admin, async (db) => {
      await upload(db, id, [
        { name: "Ada Lind", company: "norrfall", email: "ada@norrfall.example" },
        { name: "Ada L.", company: "Norrfall", email: "ADA@norrfall.example" },
        { name: "Ilse Varga", company: "Castelline" },
      ]);
      return db`select * from public.check_contacts_import(${id})`;
    });
    expect([...found]).toEqual([
      { line: 3, finding: "in the file" },
      { line: 4, finding: "company missing" },
    ]);
    const [done] = await actAs(sql, admin, (db) => db`select * from public.import_contacts(${id})`);
    expect(done).toEqual({ contacts_added: 2, accounts_added: 1 });
    expect(await counts()).toEqual({ accounts: 2, contacts: 2, waiting: 0 });
  });

  test("without making companies, only rows of known companies are added", async () => {
    await sql`insert into public.accounts (name) values ('Norrfall')`;
    const id = randomUUID();
    const [done] = await actAs(sql, admin, async (db) => {
      await upload(db, id, [
        { name: "Ada Lind", company: "Norrfall" },
        { name: "Ilse Varga", company: "Castelline" },
      ]);
      return db`select * from public.import_contacts(${id}, true, false)`;
    });
    expect(done).toEqual({ contacts_added: 1, accounts_added: 0 });
  });
});

describe("who may", () => {
  test("someone who is not an administrator can neither upload nor delete", async () => {
    const [account] = await sql`insert into public.accounts (name) values ('Norrfall') returning id`;
    await expect(actAs(sql, visitor, (db) => upload(db, randomUUID(), [{ name: "x" }]))).rejects.toThrow(
      "row-level security",
    );
    const [deleted] = await actAs(
      sql,
      visitor,
      (db) => db`select public.delete_accounts(array[${account?.id}]::uuid[]) as n`,
    );
    expect(deleted).toEqual({ n: 0 });
    expect(await counts()).toMatchObject({ accounts: 1 });
  });

  test("nobody learns from another's upload", async () => {
    const id = randomUUID();
    await actAs(sql, admin, (db) =>
      upload(db, id, [
        { name: "A", domain: "a.example" },
        { name: "B", domain: "a.example" },
      ]),
    );
    const other: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
    const seen = (who: Who) =>
      actAs(
        sql,
        who,
        (db) => db`select line from public.check_accounts_import(${id})
        union all select line from public.check_contacts_import(${id})`,
      );
    expect((await seen(admin)).length).toBeGreaterThan(0);
    expect([...(await seen(other))]).toEqual([]);
    expect([...(await seen(visitor))]).toEqual([]);
  });

  test("an administrator deletes a selection, and is told beforehand how many contacts go with it", async () => {
    const [account] = await sql`insert into public.accounts (name) values ('Norrfall') returning id`;
    await sql`insert into public.contacts (account_id, name) values (${account?.id}, 'Ada'), (${account?.id}, 'Bo')`;
    const [told] = await actAs(
      sql,
      admin,
      (db) => db`select public.count_contacts_of(array[${account?.id}]::uuid[]) as n`,
    );
    expect(told).toEqual({ n: 2 });
    const [deleted] = await actAs(
      sql,
      admin,
      (db) => db`select public.delete_accounts(array[${account?.id}]::uuid[]) as n`,
    );
    expect(deleted).toEqual({ n: 1 });
    expect(await counts()).toMatchObject({ accounts: 0, contacts: 0 });
  });

  test("people see and end their own sessions only", async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    const otherId = await addUser(sql, { admin: true });
    await sql`insert into auth.sessions (id, user_id, created_at, user_agent, ip) values
      (${mine}, ${adminId}, now(), 'Firefox', '10.0.0.1'), (${theirs}, ${otherId}, now(), 'Chrome', '10.0.0.2')`;
    const listed = await actAs(sql, admin, (db) => db`select id, user_agent, ip, current from public.my_sessions()`);
    expect([...listed]).toEqual([{ id: mine, user_agent: "Firefox", ip: "10.0.0.1", current: false }]);
    const [notMine] = await actAs(sql, admin, (db) => db`select public.end_my_session(${theirs}) as ended`);
    const [ended] = await actAs(sql, admin, (db) => db`select public.end_my_session(${mine}) as ended`);
    expect([notMine?.ended, ended?.ended]).toEqual([false, true]);
  });
});

describe("a second factor", () => {
  test("once there is one, the password alone opens nothing", async () => {
    const userId = await addUser(sql, { admin: true });
    const who: Who = { role: "authenticated", userId };
    const seen = async (aal?: string) => {
      const [row] = await actAs(sql, who, async (db) => {
        if (aal)
          await db`select set_config('request.jwt.claims', ${JSON.stringify({ role: who.role, sub: userId, aal })}, true)`;
        return db<{ admin: boolean }[]>`select public.is_admin() as admin`;
      });
      return row?.admin;
    };
    expect(await seen("aal1")).toBe(true);
    await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
              values (${randomUUID()}, ${userId}, 'totp', 'unverified', now(), now())`;
    expect(await seen("aal1")).toBe(true);
    await sql`update auth.mfa_factors set status = 'verified' where user_id = ${userId}`;
    expect([await seen(), await seen("aal1"), await seen("aal2")]).toEqual([false, false, true]);
  });
});
