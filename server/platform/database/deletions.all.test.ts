// Deleting many, what was changed since, and tables that come later.
import { beforeEach, describe, test, expect } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { randomUUID } from "node:crypto";
import { filledCompany, type Rows } from "#server/testing/filled-company.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";

const { sql } = await testDatabase();
const proposals = await proposalsForTests(sql);

const { as } = proposals;

const { everything, fill } = filledCompany(sql, proposals);

const remove = (kind: string, ...ids: string[]) =>
  as((tx) => tx`select public.delete_records(${kind}, ${ids}::uuid[])`);
const restore = async (kind: string, ...ids: string[]) => {
  const [row] = await as(
    (tx) => tx<{ restored: number; rows: number }[]>`select * from public.restore_records(${kind}, ${ids}::uuid[])`,
  );
  return row!;
};

beforeEach(async () => {
  await sql`delete from public.deals`;
  await sql`delete from public.accounts`;
  await sql`truncate public.deletions, public.outbox, public.inquiries, public.consents, public.sequences, private.files cascade`;
  await sql`truncate public.events`;
});

/** What waited for a moment that has passed waits for someone to release it: nothing leaves by an undo. */
const withDueHeld = (rows: Rows, due: string): Rows => ({
  ...rows,
  "public.outbox": rows["public.outbox"]!.map((row) => {
    if (!row.includes(due)) return row;
    return row
      .replace('"state": "queued"', '"state": "held"')
      .replace('"gate_code": null', '"gate_code": "contact_restored"');
  }),
});

describe("many", () => {
  test("all of a selection come back; one alone comes back alone, and the others later", async () => {
    const first = await fill("Norrfall");
    const second = await fill("Castelline");
    const before = await everything();
    await remove("accounts", first.account, second.account);
    await restore("accounts", first.account);
    const names = await sql`select name from public.accounts order by name`;
    expect(names.map(({ name }) => name)).toEqual(["Castelline group", "Norrfall", "Norrfall group"]);
    expect(await sql`select from public.tasks`).toHaveLength(1);
    await restore("accounts", second.account);
    expect(await everything()).toEqual(withDueHeld(withDueHeld(before, first.mails.due), second.mails.due));
    const [left] = await sql`
      select (select count(*)::int from private.deleted_rows) as rows, (select count(*)::int from private.deleted_links) as links,
        (select count(*)::int from public.deletions where restored_at is not null) as done`;
    expect(left).toEqual({ rows: 0, links: 0, done: 1 });
  });

  test("what was changed since stays as it is, and what is gone for good is left out", async () => {
    const { contact, deal, other: colleague } = await fill("Norrfall");
    const [inquiry] = await sql<{ id: string }[]>`select id from public.inquiries`;
    await remove("contacts", contact);
    await sql`update public.inquiries set contact_id = ${colleague} where id = ${inquiry!.id}`;
    await sql`insert into public.deal_contacts (deal_id, contact_id, is_primary) values (${deal}, ${colleague}, true)`;
    await sql`delete from public.sequences`;
    await restore("contacts", contact);
    const [kept] = await sql`select contact_id from public.inquiries where id = ${inquiry!.id}`;
    expect(kept).toEqual({ contact_id: colleague });
    const people = await sql`select contact_id, is_primary from public.deal_contacts order by is_primary`;
    expect([...people]).toEqual([
      { contact_id: contact, is_primary: false },
      { contact_id: colleague, is_primary: true },
    ]);
    expect(await sql`select from public.enrolments`).toEqual([]);
  });
});

describe("what is kept", () => {
  test("a filter that finds nothing keeps nothing, and an undone import what it took away", async () => {
    await sql`truncate public.deletions cascade`;
    await as((tx) => tx`delete from public.contacts where id = ${randomUUID()}`);
    const file = randomUUID();
    await as(async (tx) => {
      await tx`insert into public.import_parts ${tx({ import_id: file, part: 0, records: tx.json([{ line: 2, name: "Imported" }]) })}`;
      await tx`select public.import_records(${file}, 'accounts')`;
    });
    await as((tx) => tx`select public.undo_import(${file})`);
    expect([...(await sql`select kind, title, records from public.deletions`)]).toEqual([
      { kind: "accounts", title: "Imported", records: 1 },
    ]);
  });

  test("a table that comes later takes part by its foreign key alone", async () => {
    await sql.unsafe(`
      create table public.visits (id uuid primary key default uuidv7(), contact_id uuid not null references public.contacts (id) on delete cascade);
      create table public.badges (id uuid primary key default uuidv7(), contact_id uuid references public.contacts (id) on delete set null)`);
    await sql`select private.keep_deletions()`;
    const { contact } = await fill("Norrfall");
    await sql`insert into public.visits (contact_id) values (${contact})`;
    await sql`insert into public.badges (contact_id) values (${contact})`;
    const before = [await sql`select * from public.visits`, await sql`select * from public.badges`];
    await remove("contacts", contact);
    expect(await sql`select * from public.visits`).toEqual([]);
    await restore("contacts", contact);
    expect([await sql`select * from public.visits`, await sql`select * from public.badges`]).toEqual(before);
    await sql`drop table public.visits, public.badges`;
  });
});
