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
  await sql`truncate public.accounts, public.contacts, public.import_parts, public.imports, private.accounts_search, private.contacts_search cascade`;
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
      return db`select * from public.check_import(${id}, 'accounts') order by line`;
    });
    expect([...found]).toEqual([
      { line: 3, finding: "in the file", field: "domain", record_id: null },
      { line: 4, finding: "in the database", field: "domain", record_id: expect.any(String) },
    ]);
    const [added] = await actAs(sql, admin, (db) => db`select * from public.import_records(${id}, 'accounts')`);
    expect(added).toEqual({ added: 2, created: 0, changed: 0 });
    expect(await counts()).toEqual({ accounts: 3, contacts: 0, waiting: 0 });
  });

  test("the newest-first list shows the order of the file", async () => {
    const id = randomUUID();
    await actAs(sql, admin, async (db) => {
      await upload(db, id, rows);
      return db`select * from public.import_records(${id}, 'accounts', false)`;
    });
    const listed = await sql<{ name: string }[]>`select name from public.accounts order by created_at desc, id`;
    expect(listed.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
  });

  test("one bad row, and nothing is imported", async () => {
    const id = randomUUID();
    await actAs(sql, admin, (db) => upload(db, id, [...rows, { name: "Bad", website: "javascript:alert(1)" }]));
    await expect(
      actAs(sql, admin, (db) => db`select * from public.import_records(${id}, 'accounts', false)`),
    ).rejects.toThrow("website is an http or https address");
    expect(await counts()).toMatchObject({ accounts: 0 });
  });
});

describe("importing contacts", () => {
  test("contacts 4, 5: companies are matched by name, missing ones are made, duplicates by e-mail are skipped", async () => {
    await sql`insert into public.accounts (name) values ('Norrfall')`;
    const id = randomUUID();
    const found = await actAs(sql, admin, async (db) => {
      await upload(db, id, [
        { name: "Ada Lind", account_id: "norrfall", email: "ada@norrfall.example" },
        { name: "Ada L.", account_id: "Norrfall", email: "ADA@norrfall.example" },
        { name: "Ilse Varga", account_id: "Castelline" },
      ]);
      return db`select * from public.check_import(${id}, 'contacts') order by line`;
    });
    expect([...found]).toEqual([
      { line: 3, finding: "in the file", field: "email", record_id: null },
      { line: 4, finding: "missing", field: "account_id", record_id: null },
    ]);
    const [done] = await actAs(sql, admin, (db) => db`select * from public.import_records(${id}, 'contacts')`);
    expect(done).toEqual({ added: 2, created: 1, changed: 0 });
    expect(await counts()).toEqual({ accounts: 2, contacts: 2, waiting: 0 });
  });

  test("without making companies, only rows of known companies are added", async () => {
    await sql`insert into public.accounts (name) values ('Norrfall')`;
    const id = randomUUID();
    const [done] = await actAs(sql, admin, async (db) => {
      await upload(db, id, [
        { name: "Ada Lind", account_id: "Norrfall" },
        { name: "Ilse Varga", account_id: "Castelline" },
      ]);
      return db`select * from public.import_records(${id}, 'contacts', true, false)`;
    });
    expect(done).toEqual({ added: 1, created: 0, changed: 0 });
  });
});

describe("an import", () => {
  const importing = async (kind: string, rows: Row[], skipDuplicates = true) => {
    const id = randomUUID();
    await actAs(sql, admin, async (db) => {
      await upload(db, id, rows);
      await db`select * from public.import_records(${id}, ${kind}, ${skipDuplicates})`;
    });
    return id;
  };
  const undone = async (id: string, who: Who = admin) => {
    const [row] = await actAs(sql, who, (db) => db`select * from public.undo_import(${id})`);
    return row;
  };

  test("is undone with the companies it made", async () => {
    await sql`insert into public.accounts (name) values ('Norrfall')`;
    const id = await importing("contacts", [
      { name: "Ada Lind", account_id: "Norrfall" },
      { name: "Ilse Varga", account_id: "Castelline" },
    ]);
    expect(await counts()).toMatchObject({ accounts: 2, contacts: 2 });
    expect(await undone(id)).toEqual({ deleted: 3, kept: 0, reverted: 0, skipped: [] });
    expect(await counts()).toMatchObject({ accounts: 1, contacts: 0 });
    expect(await undone(id)).toEqual({ deleted: 0, kept: 0, reverted: 0, skipped: [] });
    const noted = await actAs(sql, admin, (db) => db`select kind, added, created, undone_at from public.imports`);
    expect([...noted]).toEqual([{ kind: "contacts", added: 2, created: 1, undone_at: expect.any(Date) }]);
  });

  test("keeps what was changed since, and what others refer to", async () => {
    const id = await importing("accounts", [{ name: "Changed" }, { name: "Referred to" }, { name: "Neither" }]);
    await sql`update public.accounts set notes = 'called' where name = 'Changed'`;
    await sql`insert into public.contacts (account_id, name) select id, 'Ada' from public.accounts where name = 'Referred to'`;
    expect(await undone(id)).toEqual({ deleted: 1, kept: 2, reverted: 0, skipped: [] });
    expect(await counts()).toMatchObject({ accounts: 2, contacts: 1 });
  });

  test("is not undone by others", async () => {
    const id = await importing("accounts", [{ name: "Norrfall" }]);
    await expect(undone(id, visitor)).rejects.toMatchObject({ code: "PT404" });
    expect(await counts()).toMatchObject({ accounts: 1 });
  });

  test("takes every column of its table, also one that came later, and refuses what is none", async () => {
    await sql`alter table public.accounts add column employees integer`;
    await sql`select private.rebuild_search()`;
    await importing("accounts", [{ name: "Norrfall", employees: "40" }]);
    expect([...(await sql`select employees, type from public.accounts`)]).toEqual([
      { employees: 40, type: "Prospect" },
    ]);
    await expect(importing("accounts", [{ name: "Bad", colour: "red" }])).rejects.toMatchObject({ code: "42703" });
    await expect(importing("accounts", [{ name: "Bad", id: randomUUID() }])).rejects.toMatchObject({ code: "42703" });
    await expect(importing("user_roles", [{ role: "admin" }])).rejects.toMatchObject({ code: "42P01" });
    await sql`alter table public.accounts drop column employees`;
    await sql`select private.rebuild_search()`;
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
      (db) => db`select public.delete_records('accounts', array[${account?.id}]::uuid[]) as n`,
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
    const seen = (who: Who) => actAs(sql, who, (db) => db`select line from public.check_import(${id}, 'accounts')`);
    expect((await seen(admin)).length).toBeGreaterThan(0);
    expect([...(await seen(other))]).toEqual([]);
    expect([...(await seen(visitor))]).toEqual([]);
  });

  test("accounts 5: an administrator deletes a selection, and is told beforehand how many contacts go with it", async () => {
    const [account] = await sql`insert into public.accounts (name) values ('Norrfall') returning id`;
    await sql`insert into public.contacts (account_id, name) values (${account?.id}, 'Ada'), (${account?.id}, 'Bo')`;
    const [told] = await actAs(
      sql,
      admin,
      (db) => db`select * from public.count_dependents('accounts', array[${account?.id}]::uuid[])`,
    );
    expect(told).toEqual({ dependents: "contacts", count: 2, deleted: true });
    const [deleted] = await actAs(
      sql,
      admin,
      (db) => db`select public.delete_records('accounts', array[${account?.id}]::uuid[]) as n`,
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

  test("a session of the password alone does not end others where there is a second factor", async () => {
    const userId = await addUser(sql, { admin: true });
    const [own, other] = [randomUUID(), randomUUID()];
    await sql`insert into auth.sessions (id, user_id, created_at) values (${own}, ${userId}, now()), (${other}, ${userId}, now())`;
    await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
              values (${randomUUID()}, ${userId}, 'totp', 'verified', now(), now())`;
    const end = async (session: string, aal: string) => {
      const claims = { role: "authenticated", sub: userId, session_id: own, aal };
      const [row] = await actAs(sql, { role: "authenticated", userId }, async (db) => {
        await db`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
        return db<{ ended: boolean }[]>`select public.end_my_session(${session}) as ended`;
      });
      return row?.ended;
    };
    expect([await end(other, "aal1"), await end(other, "aal2"), await end(own, "aal1")]).toEqual([false, true, true]);
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
        return db<{ admin: boolean }[]>`select public.may('crm', 'read') as admin`;
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
