// The trash: notes, versions, batches, and what the server removes by itself.
import { beforeEach, describe, test, expect } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { randomUUID } from "node:crypto";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { filledCompany } from "#server/testing/filled-company.ts";

const { sql } = await testDatabase();
const proposals = await proposalsForTests(sql);

const { as, call } = proposals;

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

beforeEach(async () => {
  await sql`delete from public.payment_requests`;
  await sql`delete from public.deals`;
  await sql`delete from public.accounts`;
  await sql`truncate public.deletions, public.outbox, public.inquiries, public.consents, public.sequences, public.events, private.files cascade`;
  await sql`delete from private.access_links`;
});

describe("records 11: the trash", () => {
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
