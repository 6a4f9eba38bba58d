// Two records become one, field by field as chosen, and two again: every row of every table is as it was.
import { beforeEach, describe, expect, test } from "vitest";
import { filledCompany } from "#server/testing/filled-company.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const proposals = await proposalsForTests(sql);
const { as, noorId, other: stranger, call } = proposals;
const { everything, fill, one } = filledCompany(sql, proposals);

const merges = () =>
  as(
    (tx) => tx<{ id: string; merged_into: string; titles: string[] }[]>`
  select id, merged_into, titles from public.trash_list() where cause = 'merged'`,
  );
const undo = (id: string) => as((tx) => tx`select * from public.restore_deletions(${[id]}::uuid[])`);
/** The history too, as far as it was there before. */
const history = (until = Number.MAX_SAFE_INTEGER) =>
  sql<{ id: number }[]>`select * from public.events where id <= ${until} order by id`;

beforeEach(async () => {
  await sql`delete from public.deals`;
  await sql`delete from public.accounts`;
  await sql`truncate public.deletions, public.outbox, public.inquiries, public.consents, public.sequences, public.not_duplicates, public.events, private.files cascade`;
});

describe("records 9: merging", () => {
  test("records 9: people with consents, enrolments, deals, tasks, mails and events merge, and the undo brings back every row", async () => {
    const { contact: ada, deal } = await fill("Norrfall");
    const { contact: twin } = await fill("Castelline");
    // Both on one deal, both in one sequence, both with long notes.
    await sql`insert into public.deal_contacts (deal_id, contact_id, role) values (${deal}, ${twin}, 'Signs')`;
    const [sequence] = await sql<
      { id: string }[]
    >`select sequence_id as id from public.enrolments where contact_id = ${ada}`;
    await one("public.enrolments", {
      sequence_id: sequence!.id,
      version: 1,
      contact_id: twin,
      timezone: "UTC",
      exclusive: false,
      to_key: "bo",
    });
    await sql`update public.contacts set notes = repeat(left(id::text, 4), 3000) || id where id in (${ada}, ${twin})`;
    const before = await everything();
    const told = await history();
    await call("merge_contacts", { keep: ada, gone: twin });
    for (const table of ["tasks", "consents", "enrolments", "outbox", "inquiries", "deal_contacts", "notes"])
      expect(await sql`select from public.${sql(table)} where contact_id = ${twin}`, table).toEqual([]);
    expect(await sql`select from public.notes where contact_id = ${ada}`).toHaveLength(3);
    const [merge] = await merges();
    expect(merge).toMatchObject({ merged_into: ada, titles: ["Ada Lind"] });
    await undo(merge!.id);
    expect(await everything()).toEqual(before);
    expect([...(await history(told.at(-1)!.id))]).toEqual([...told]);
    expect(await merges()).toEqual([]);
    const [entry] = await sql`select actor_id from public.events where kind = 'unmerged' and record_id = ${ada}`;
    expect(entry).toEqual({ actor_id: noorId });
  });

  test("records 9: companies with folders of the same name, proposals and deals merge, and the undo brings back every row", async () => {
    const { account } = await fill("Norrfall");
    const { account: twin } = await fill("Castelline");
    await one("public.deals", { name: "Second", account_id: twin, owner_id: noorId });
    const before = await everything();
    await call("merge_accounts", { keep: account, gone: twin });
    expect(await sql`select from public.folders where name = 'Contracts'`).toHaveLength(1);
    expect(await sql`select from public.contacts where account_id = ${account}`).toHaveLength(4);
    const [merge] = await merges();
    await undo(merge!.id);
    expect(await everything()).toEqual(before);
  });

  test("records 9: each field is taken from the record that was chosen", async () => {
    const account = await one("public.accounts", { name: "Norrfall" });
    const elsewhere = await one("public.accounts", { name: "Castelline" });
    const keep = await one("public.contacts", { account_id: account, name: "Ada", phone: "1", notes: "a", role: null });
    const gone = await one("public.contacts", {
      account_id: elsewhere,
      name: "Ada Lind",
      phone: "2",
      notes: "b",
      role: "Signs",
      title: "CEO",
    });
    await call("merge_contacts", {
      keep,
      gone,
      choices: { name: "gone", phone: "keep", notes: "gone", role: "keep", account_id: "gone" },
    });
    const [merged] =
      await sql`select name, phone, notes, role, title, account_id from public.contacts where id = ${keep}`;
    expect(merged).toEqual({
      name: "Ada Lind",
      phone: "1",
      notes: "b",
      role: null,
      title: "CEO",
      account_id: elsewhere,
    });
    const third = await one("public.contacts", { account_id: account, name: "Ada" });
    for (const choices of [{ id: "gone" }, { phone: "both" }, { colour: "gone" }])
      await expect(call("merge_contacts", { keep, gone: third, choices })).rejects.toMatchObject({ code: "23514" });
  });

  test("records 9: what was changed after the merge stays as changed; merges of merges are undone from the last", async () => {
    const account = await one("public.accounts", { name: "Norrfall" });
    const [a, b, c] = await Promise.all(
      ["A", "B", "C"].map((name) => one("public.contacts", { account_id: account, name })),
    );
    await sql`update public.contacts set phone = '1' where id = ${a!}`;
    const task = await one("public.tasks", { title: "Call", contact_id: a! });
    await call("merge_contacts", { keep: b!, gone: a! });
    await call("merge_contacts", { keep: c!, gone: b! });
    await sql`update public.contacts set phone = '2' where id = ${c!}`;
    const [last, first] = await merges();
    await expect(undo(first!.id)).rejects.toThrow("The record it was merged into is gone. Restore that one first.");
    await undo(last!.id);
    await undo(first!.id);
    const people = await sql`select id, phone from public.contacts order by name`;
    expect([...people]).toEqual([
      { id: a, phone: "1" },
      { id: b, phone: null },
      { id: c, phone: "2" },
    ]);
    expect([...(await sql`select contact_id from public.tasks where id = ${task}`)]).toEqual([{ contact_id: a }]);
  });
});

describe("records 9: duplicates", () => {
  const pairs = (kind: string) =>
    as(
      (tx) => tx<{ one_id: string; other_id: string; one_title: string; other_title: string; reason: string }[]>`
      select * from public.duplicate_list(${kind})`,
    );
  const shown = async (kind: string) =>
    (await pairs(kind)).map((pair) => [[pair.one_title, pair.other_title].sort().join(" | "), pair.reason]);

  test("records 9: people are offered by the same mail, the same name and company, and a similar name at one company", async () => {
    const account = await one("public.accounts", { name: "Norrfall" });
    const elsewhere = await one("public.accounts", { name: "Castelline" });
    const add = (name: string, email: string | null = null, at = account) =>
      one("public.contacts", { account_id: at, name, email });
    await add("Ada Lind", "ada@norrfall.example");
    await add("A. L.", "ADA@norrfall.example", elsewhere);
    await add("Bo Berg");
    await add("Bo Berg");
    await add("Bo Berg", null, elsewhere);
    await add("Catherine Olsson");
    await add("Katherine Olsson");
    expect(await shown("contacts")).toEqual([
      ["A. L. | Ada Lind", "email"],
      ["Bo Berg | Bo Berg", "name and company"],
      ["Catherine Olsson | Katherine Olsson", "near name"],
    ]);
  });

  test("records 9: companies are offered by the same domain, the same name and a similar one; mail providers are no reason", async () => {
    for (const values of [
      { name: "Norrfall", domain: "norrfall.example" },
      { name: "N. Consulting", website: "https://www.norrfall.example/en" },
      { name: "Castelline, Inc." },
      { name: "CASTELLINE INC" },
      { name: "Veldhaven Logistics" },
      { name: "Veldhaven Logistics GmbH" },
      { name: "Freelancer one", domain: "gmail.com" },
      { name: "Somebody else", domain: "gmail.com" },
    ])
      await one("public.accounts", values);
    expect(await shown("accounts")).toEqual([
      ["N. Consulting | Norrfall", "host"],
      ["CASTELLINE INC | Castelline, Inc.", "name"],
      ["Veldhaven Logistics | Veldhaven Logistics GmbH", "near name"],
    ]);
  });

  test("records 9: a pair that is no duplicate is remembered, and strangers see none", async () => {
    await one("public.accounts", { name: "Norrfall" });
    await one("public.accounts", { name: "NORRFALL" });
    const [pair] = await pairs("accounts");
    expect(await as((tx) => tx`select * from public.duplicate_list('accounts')`, stranger)).toEqual([]);
    await as(
      (tx) =>
        tx`insert into public.not_duplicates ${tx({ kind: "accounts", one_id: pair!.one_id, other_id: pair!.other_id })}`,
    );
    expect(await pairs("accounts")).toEqual([]);
  });
});
