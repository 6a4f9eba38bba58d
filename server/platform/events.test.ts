import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { events } from "./events.ts";

const { sql } = await testDatabase();

interface Entry {
  kind: string;
  record_type: string;
  record_name: string | null;
  account_id: string | null;
  contact_id: string | null;
  changes: unknown;
  actor_name: string | null;
}
const entries = () => sql<Entry[]>`
  select kind, record_type, record_name, account_id, contact_id, changes, actor_name from public.events order by id`;

beforeEach(async () => {
  await sql`delete from public.accounts`;
  await sql`truncate public.events`;
});

async function norrfall() {
  const [account] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Norrfall') returning id`;
  const [contact] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, title) values (${account!.id}, 'Ada Lind', 'Head') returning id`;
  await sql`truncate public.events`;
  return { account: account!.id, contact: contact!.id };
}

test("a new, a changed and a deleted record each leave an entry that names it", async () => {
  const { account, contact } = await norrfall();
  await sql`update public.contacts set title = 'Chief', phone = '123' where id = ${contact}`;
  await sql`delete from public.contacts where id = ${contact}`;
  const shown = { record_type: "contact", record_name: "Ada Lind", account_id: account, contact_id: contact };
  expect(await entries()).toMatchObject([
    { ...shown, kind: "changed", changes: { title: ["Head", "Chief"], phone: [null, "123"] } },
    { ...shown, kind: "deleted", changes: null },
  ]);
});

test("a save that changes nothing leaves no entry, nor do blanks around a value", async () => {
  const { contact } = await norrfall();
  await sql`update public.contacts set title = 'Head' where id = ${contact}`;
  await sql`update public.contacts set title = '  Head ', phone = ' ' where id = ${contact}`;
  expect(await entries()).toEqual([]);
});

test("long texts are named and not repeated", async () => {
  const { contact } = await norrfall();
  await sql`update public.contacts set notes = ${"x".repeat(5000)} where id = ${contact}`;
  expect(await entries()).toMatchObject([{ changes: { notes: true } }]);
});

test("a statement over many records leaves one entry for each", async () => {
  await sql`insert into public.accounts (name) select 'Company ' || n from generate_series(1, 50) n`;
  await sql`update public.accounts set type = 'Customer'`;
  const kinds = (await entries()).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "created")).toHaveLength(50);
  expect(kinds.filter((kind) => kind === "changed")).toHaveLength(50);
});

test("when a company goes, its people go with an entry each, and the entries stay", async () => {
  const { account } = await norrfall();
  await sql`delete from public.accounts where id = ${account}`;
  expect((await entries()).map(({ kind, record_name }) => `${record_name} ${kind}`).sort()).toEqual([
    "Ada Lind deleted",
    "Norrfall deleted",
  ]);
});

test("what is rolled back leaves no entry", async () => {
  await sql
    .begin(async (within) => {
      await within`insert into public.accounts (name) values ('Undone')`;
      throw new Error("no");
    })
    .catch(() => undefined);
  expect(await entries()).toEqual([]);
});

test("the server's own work names itself, and only in its transaction", async () => {
  await sql.begin(async (within) => {
    await events.actAs("Website", within);
    await within`insert into public.accounts (name) values ('By the website')`;
    await events.write({ kind: "received", recordType: "inquiry", recordName: "GV-0001" }, within);
  });
  await sql`insert into public.accounts (name) values ('By nobody')`;
  expect((await entries()).map(({ actor_name }) => actor_name)).toEqual(["Website", "Website", null]);
});

test("an import is one entry, and so is taking it back, however many rows", async () => {
  const admin = await addUser(sql, { admin: true });
  const id = randomUUID();
  const records = Array.from({ length: 200 }, (_, line) => ({ line: line + 1, name: `Company ${line}` }));
  await actAs(sql, { role: "authenticated", userId: admin }, async (caller) => {
    await caller`insert into public.import_parts (import_id, part, records) values (${id}, 0, ${JSON.stringify(records)})`;
    await caller`select * from public.import_records(${id}, 'accounts')`;
  });
  await actAs(
    sql,
    { role: "authenticated", userId: admin },
    (caller) => caller`select * from public.undo_import(${id})`,
  );
  expect((await entries()).map(({ kind, changes }) => ({ kind, changes }))).toEqual([
    { kind: "imported", changes: { kind: "accounts", added: 200, created: 0 } },
    { kind: "import undone", changes: { kind: "accounts", added: 200, created: 0 } },
  ]);
});

test("nobody writes, changes or deletes an entry through the data API, and only administrators read", async () => {
  const [admin, member] = [await addUser(sql, { admin: true }), await addUser(sql, { admin: false })];
  await norrfall();
  await sql`insert into public.accounts (name) values ('Seen')`;
  for (const statement of [
    "insert into public.events (kind, record_type) values ('made up', 'account')",
    "update public.events set record_name = 'x'",
    "delete from public.events",
  ])
    for (const who of [{ role: "anon" }, { role: "authenticated", userId: admin }, { role: "service_role" }] as const)
      await expect(actAs(sql, who, (caller) => caller.unsafe(statement))).rejects.toThrow("permission denied");
  const seenBy = (userId: string) =>
    actAs(sql, { role: "authenticated", userId }, (caller) => caller`select * from public.events`);
  expect(await seenBy(member)).toHaveLength(0);
  expect(await seenBy(admin)).toHaveLength(1);
});
