// The trash: every kind that can be deleted in the back office goes there for thirty days and comes back as it was.
import { randomUUID } from "node:crypto";
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

  test("records 11: a note comes back to its timeline, and a version to its document with the links that show it", async () => {
    const { contact } = await fill("Norrfall");
    const [note] = await sql<{ id: string }[]>`select id from public.notes where contact_id = ${contact}`;
    const [version] = await sql<{ id: string; document: string }[]>`
      update public.documents set last_version = 1 returning (select id from public.document_versions) as id, id as document`;
    const newer = await one("public.document_versions", {
      document_id: version!.document,
      no: 2,
      file_name: "Contract.pdf",
      size: 3,
      sha256: "0".repeat(64),
      mime_sniffed: "application/pdf",
      file_id: (await sql<{ id: string }[]>`select id from private.files`)[0]!.id,
    });
    await sql`update public.documents set current_version = 2, last_version = 2`;
    await sql`update public.share_settings set version_id = ${newer}`;
    await sql`update public.share_views set version_id = ${newer}`;
    const ways: Record<string, () => Promise<unknown>> = {
      notes: () => as((tx) => tx`delete from public.notes where id = ${note!.id}`),
      document_versions: () => call("delete_version", { version: newer }),
    };
    for (const [kind, remove] of Object.entries(ways)) {
      const before = await everything();
      await remove();
      expect(await everything(), kind).not.toEqual(before);
      const [kept] = await trash(kind);
      expect(kept, kind).toMatchObject({ kind, records: 1, actor_name: "Noor Marchetti", cause: "deleted" });
      expect(await restore(kept!.id), kind).toMatchObject({ restored: 1, refused: 0 });
      expect(await everything(), kind).toEqual(before);
    }
    expect(
      await sql`select kind from public.events where record_type = 'note' and note_id = ${note!.id} order by id`,
    ).toMatchObject([{ kind: "created" }, { kind: "deleted" }]);
    const told =
      await sql`select kind, changes from public.events where record_type = 'document' order by id desc limit 2`;
    expect(told).toMatchObject([
      { kind: "version restored", changes: { version: 2 } },
      { kind: "version deleted", changes: { version: 2 } },
    ]);
  });

  test("records 11: the number of a deleted version is not given again, and other links keep their views", async () => {
    const { file } = await fill("Norrfall");
    const [document] = await sql<{ id: string; folder: string }[]>`
      update public.documents set last_version = 1 returning id, folder_id as folder`;
    await sql`update private.files set sha256 = decode(repeat('0', 64), 'hex')`;
    const next = async () => {
      const [made] = await sql<{ made: { no: number; version_id: string } }[]>`
        select private.file_version(${JSON.stringify({ folder_id: document!.folder, document_id: document!.id, file_id: file, file_name: "Contract.pdf", mime_sniffed: "application/pdf" })}::jsonb) as made`;
      return made!.made;
    };
    const second = await next();
    await sql`update public.share_settings set version_id = null`;
    await sql`update public.share_views set version_id = ${second.version_id}`;
    await call("delete_version", { version: second.version_id });
    const [kept] = await trash("document_versions");
    expect(kept).toMatchObject({ titles: ["Contract.pdf, v2"] });
    expect((await next()).no).toBe(3);
    const seen = () => sql`select version_id from public.share_views`;
    expect(await seen()).toMatchObject([{ version_id: null }]);
    await restore(kept!.id);
    expect(await seen()).toMatchObject([{ version_id: second.version_id }]);
    expect(await sql`select current_version from public.documents`).toMatchObject([{ current_version: 3 }]);
  });

  test("records 11: it says what, who and when, and what went with it; a term finds it by its name", async () => {
    const { contact } = await fill("Norrfall");
    await as((tx) => tx`select public.delete_records('contacts', ${[contact]}::uuid[])`);
    const [kept] = await trash(null, "ADA li");
    expect(kept).toMatchObject({ kind: "contacts", titles: ["Ada Lind"], records: 1 });
    expect(kept!.along).toMatchObject({ tasks: 1, deal_contacts: 1, enrolments: 1 });
    expect(await trash(null, "nothing like it")).toEqual([]);
  });

  test("records 11: of a batch some come back, then the rest as a whole", async () => {
    const account = await one("public.accounts", { name: "Norrfall" });
    const ids = await Promise.all(
      ["Ada", "Bo", "Cleo"].map((name) => one("public.contacts", { account_id: account, name })),
    );
    await as((tx) => tx`select public.delete_records('contacts', ${ids}::uuid[])`);
    const [batch] = await trash();
    expect(batch).toMatchObject({ records: 3, titles: ["Ada", "Bo", "Cleo"] });
    await as((tx) => tx`select public.restore_records('contacts', ${[ids[1]!]}::uuid[])`);
    const left = await as((tx) => tx`select title from public.trash_records(${batch!.id})`);
    expect(left.map(({ title }) => title)).toEqual(["Ada", "Cleo"]);
    expect(await restore(batch!.id)).toMatchObject({ restored: 2 });
    expect(await trash()).toEqual([]);
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

  test("records 11: what the server takes back by itself does not go to the trash", async () => {
    const inquiry = randomUUID();
    const account = await one("public.accounts", { name: "Norrfall" });
    await sql`insert into public.inquiries (id, kind, state, name, email, message)
      values (${inquiry}, 'contact', 'new', 'Spam', 'spam@example.com', 'Buy')`;
    const task = await one("public.tasks", {
      title: "Answer",
      account_id: account,
      inquiry_id: inquiry,
      source: "inquiry",
    });
    await sql`update public.inquiries set task_id = ${task} where id = ${inquiry}`;
    await sql`select private.undo_routing(inquiries) from public.inquiries where id = ${inquiry}`;
    expect(await sql`select from public.tasks where id = ${task}`).toEqual([]);
    // A task that was made for something, such as a meeting, and goes with it.
    const made = await one("public.tasks", { title: "Book the keynote", account_id: account });
    await sql`select private.change_made_task(${JSON.stringify({ id: made, drop: true })}::jsonb)`;
    expect(await sql`select from public.tasks where id = ${made}`).toEqual([]);
    expect(await sql`select from public.deletions`).toEqual([]);
  });
});
