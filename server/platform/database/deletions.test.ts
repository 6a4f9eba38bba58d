// Deleting companies and people, and bringing them back with everything that went along: the same rows, with the same ids.
import { beforeEach, describe, expect, test } from "vitest";
import { filledCompany, type Rows } from "#server/testing/filled-company.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { purgeDeletions } from "../deletions.ts";

const { sql } = await testDatabase();
const proposals = await proposalsForTests(sql);
const { as, noorId, other: stranger } = proposals;
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

describe("one", () => {
  test("a person comes back with the same id, and with tasks, deals, mails, documents, notes, sequences and links", async () => {
    const { contact, mails } = await fill("Norrfall");
    const before = await everything();
    await remove("contacts", contact);
    const between = await everything();
    for (const table of ["contacts", "tasks", "deal_contacts", "enrolments"])
      expect(between[`public.${table}`]?.length ?? 0, table).toBeLessThan(before[`public.${table}`]!.length);
    expect((await restore("contacts", contact)).restored).toBe(1);
    expect(await everything()).toEqual(withDueHeld(before, mails.due));
  });

  test("a company comes back with its people, folders, files, shares and proposals", async () => {
    const { account, mails } = await fill("Norrfall");
    const before = await everything();
    await as((tx) => tx`delete from public.accounts where id = ${account}`);
    expect(await everything()).not.toHaveProperty(["public.document_versions"]);
    await restore("accounts", account);
    expect(await everything()).toEqual(withDueHeld(before, mails.due));
  });

  test("the history says who deleted and who brought back, and the search finds it again", async () => {
    const { contact } = await fill("Norrfall");
    await remove("contacts", contact);
    await restore("contacts", contact);
    const told =
      await sql`select kind, actor_id from public.events where record_id = ${contact} and kind in ('deleted', 'restored') order by id`;
    expect([...told]).toEqual([
      { kind: "deleted", actor_id: noorId },
      { kind: "restored", actor_id: noorId },
    ]);
    expect(await as((tx) => tx`select id from public.search_contacts('ada lin')`)).toHaveLength(1);
    await expect(restore("contacts", contact)).rejects.toMatchObject({ code: "PT404" });
  });
});

describe("what is kept", () => {
  test("only people who may see and change the records see and undo deletions", async () => {
    const { contact } = await fill("Norrfall");
    await remove("contacts", contact);
    const [kept] = await as(
      (tx) => tx`select title, actor_name from public.deleted_records('contacts', array[${contact}]::uuid[])`,
    );
    expect(kept).toEqual({ title: "Ada Lind", actor_name: "Noor Marchetti" });
    expect(await as((tx) => tx`select * from public.deletions`, stranger)).toEqual([]);
    for (const name of ["deleted_records", "restore_records"])
      await expect(
        as((tx) => tx.unsafe(`select * from public.${name}('contacts', array['${contact}']::uuid[])`), stranger),
      ).rejects.toMatchObject({ code: "42501" });
  });

  test("after thirty days it is gone for good, with the bytes of its files", async () => {
    const { account, file } = await fill("Norrfall");
    await remove("accounts", account);
    const state = async () =>
      (await sql<{ state: string }[]>`select state from private.files where id = ${file}`)[0]!.state;
    const job = (days: number) => purgeDeletions(sql, () => new Date(Date.now() + days * 86_400_000));
    expect(await job(29).findDue(10)).toEqual([]);
    await job(29).run("purge", new AbortController().signal);
    expect(await state()).toBe("ready");
    expect(await job(31).findDue(10)).toEqual(["purge"]);
    await job(31).run("purge", new AbortController().signal);
    expect(await state()).toBe("deleted");
    expect(await sql`select from private.deleted_rows`).toEqual([]);
    await expect(restore("accounts", account)).rejects.toMatchObject({ code: "PT404" });
  });
});
