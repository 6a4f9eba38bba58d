// The trash: every kind that can be deleted in the back office goes there for thirty days and comes back as it was.
import { beforeEach, describe, expect, test } from "vitest";
import { filledCompany } from "#server/testing/filled-company.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const proposals = await proposalsForTests(sql);
const { as, noorId, other: stranger, call, usual } = proposals;
const { everything, fill, one } = filledCompany(sql, proposals);

interface Trashed {
  id: string;
  kind: string;
  titles: string[];
  records: number;
  along: Record<string, number>;
  actor_name: string;
  cause: string;
}
const trash = (kind: string | null = null, term: string | null = null) =>
  as((tx) => tx<Trashed[]>`select * from public.trash_list(${kind}, ${term})`);
const restore = async (...ids: string[]) => {
  const [row] = await as((tx) => tx`select * from public.restore_deletions(${ids}::uuid[])`);
  return row;
};
const purge = (...ids: string[]) => as((tx) => tx`select public.purge_deletions(${ids}::uuid[])`);

beforeEach(async () => {
  await sql`delete from public.payment_requests`;
  await sql`delete from public.deals`;
  await sql`delete from public.accounts`;
  await sql`truncate public.deletions, public.outbox, public.inquiries, public.consents, public.sequences, public.events, private.files cascade`;
  await sql`delete from private.access_links`;
});

describe("records 11: the trash", () => {
  test("records 11: deals, tasks, documents, folders, drafts of proposals and of payment requests come back as they were", async () => {
    const { account, contact, deal, task } = await fill("Norrfall");
    await one("public.notes", { body: "About the deal", deal_id: deal });
    await one("public.tasks", { title: "Prepare", deal_id: deal });
    const [document] = await sql<{ id: string }[]>`update public.documents set archived_at = now() returning id`;
    const empty = await one("public.folders", { account_id: account, name: "Empty" });
    const draft = await call<string>("create_proposal", { of_record: { account, contact, deal } });
    await call("save_proposal", { proposal: draft, draft: usual });
    const [request] = await sql<{ id: string }[]>`
      insert into public.payment_requests (account_id, title, amount_minor, currency, due_on, state, draft)
      values (${account}, 'Deposit', 100, 'USD', '2026-11-15', 'draft', '{}') returning id`;
    const ways: Record<string, () => Promise<unknown>> = {
      deals: () => as((tx) => tx`select public.delete_records('deals', ${[deal]}::uuid[])`),
      tasks: () => as((tx) => tx`delete from public.tasks where id = ${task}`),
      documents: () => call("delete_document", { document: document!.id }),
      folders: () => as((tx) => tx`delete from public.folders where id = ${empty}`),
      proposals: () => call("delete_proposal", { proposal: draft }),
      payment_requests: () => call("delete_payment_draft", { request: request!.id }),
    };
    for (const [kind, remove] of Object.entries(ways)) {
      const before = await everything();
      await remove();
      expect(await everything(), kind).not.toEqual(before);
      const [kept] = await trash(kind);
      expect(kept, kind).toMatchObject({ kind, records: 1, actor_name: "Noor Marchetti", cause: "deleted" });
      expect(await restore(kept!.id), kind).toMatchObject({ restored: 1, refused: 0 });
      expect(await everything(), kind).toEqual(before);
      expect(await trash(kind), kind).toEqual([]);
    }
  });

  test("records 11: it says what, who and when, and what went with it; a term finds it by its name", async () => {
    const { contact } = await fill("Norrfall");
    await as((tx) => tx`select public.delete_records('contacts', ${[contact]}::uuid[])`);
    const [kept] = await trash(null, "ADA li");
    expect(kept).toMatchObject({ kind: "contacts", titles: ["Ada Lind"], records: 1 });
    expect(kept!.along).toMatchObject({ tasks: 1, deal_contacts: 1, enrolments: 1 });
    expect(await trash(null, "nothing like it")).toEqual([]);
  });

  test("records 11: a deal whose company was deleted after it says so, and comes back together with it", async () => {
    const account = await one("public.accounts", { name: "Norrfall" });
    const deal = await one("public.deals", { name: "Pilot", account_id: account, owner_id: noorId });
    await as((tx) => tx`delete from public.deals where id = ${deal}`);
    await as((tx) => tx`delete from public.accounts where id = ${account}`);
    const [company, pilot] = await trash();
    await expect(restore(pilot!.id)).rejects.toThrow(
      'It belongs to "Norrfall", which is deleted as well. Restore that first.',
    );
    expect(await restore(pilot!.id, company!.id)).toMatchObject({ restored: 2, refused: 0 });
  });

  test("records 11: removing for good is its own act, with an entry in the audit log and the bytes gone", async () => {
    const { account, file } = await fill("Norrfall");
    await as((tx) => tx`delete from public.accounts where id = ${account}`);
    const [kept] = await trash();
    await purge(kept!.id);
    expect(await trash()).toEqual([]);
    const [state] = await sql`select state from private.files where id = ${file}`;
    expect(state).toEqual({ state: "deleted" });
    expect(await sql`select from private.access_links where kind = 'document'`).toEqual([]);
    const [act] =
      await sql`select actor_name, subject from public.acts where act = 'deleted for good' order by id desc limit 1`;
    expect(act).toEqual({ actor_name: "Noor Marchetti", subject: "accounts Norrfall" });
    await expect(restore(kept!.id)).rejects.toMatchObject({ code: "PT404" });
    await expect(purge(kept!.id)).rejects.toMatchObject({ code: "PT404" });
  });

  test("records 11: a link to a document in the trash opens nothing, and works again when it is back", async () => {
    await fill("Norrfall");
    const [document] = await sql<{ id: string }[]>`update public.documents set archived_at = now() returning id`;
    await call("delete_document", { document: document!.id });
    expect(await sql`select from public.share_settings`).toEqual([]);
    const [kept] = await trash("documents");
    await restore(kept!.id);
    expect(await sql`select from public.share_settings join private.access_links on id = link_id`).toHaveLength(1);
  });

  test("records 11: someone who may not delete sees nothing and changes nothing", async () => {
    const account = await one("public.accounts", { name: "Norrfall" });
    await as((tx) => tx`delete from public.accounts where id = ${account}`);
    const [kept] = await trash();
    const asStranger = (statement: string) => as((tx) => tx.unsafe(statement), stranger);
    expect(await asStranger("select * from public.trash_list()")).toEqual([]);
    expect(await asStranger(`select * from public.trash_records('${kept!.id}')`)).toEqual([]);
    for (const name of ["restore_deletions", "purge_deletions"])
      await expect(asStranger(`select * from public.${name}(array['${kept!.id}']::uuid[])`)).rejects.toMatchObject({
        code: "PT404",
      });
    expect(await trash()).toHaveLength(1);
  });

  test("records 11: an erased person never comes back, whether deleted alone, with the company or merged away", async () => {
    const { account, contact } = await fill("Norrfall");
    await as((tx) => tx`select public.delete_records('contacts', ${[contact]}::uuid[])`);
    await call("erase_contact", { contact });
    expect(await trash()).toEqual([]);
    const [bo] = await sql<{ id: string }[]>`select id from public.contacts where account_id = ${account}`;
    const twin = await one("public.contacts", {
      account_id: account,
      name: "Bo Berg Twin",
      email: "twin@norrfall.example",
    });
    await call("merge_contacts", { keep: bo!.id, gone: twin });
    await as((tx) => tx`delete from public.accounts where id = ${account}`);
    await call("erase_contact", { contact: bo!.id });
    const [company] = await trash("accounts");
    await restore(company!.id);
    expect(await sql`select name from public.contacts where account_id = ${account}`).toEqual([]);
    expect(await trash()).toEqual([]);
    expect(await sql`select from private.deleted_rows where record::text ilike '%twin%'`).toEqual([]);
  });
});
