// Erasing a person: which stored files name them, by their contents, and what becomes of each.
import { deflateRawSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { textOf } from "#server/platform/documents/file-text.ts";
import { makePdf as pdf } from "#server/platform/pdf/pdf.ts";
import { actAs } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { documentSite, png } from "../testing/document-site.ts";

const { sql } = await testDatabase();
const site = await documentSite(sql);

/** An archive as Word and Excel write it: each part packed, the directory at the end. */
function zip(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(Buffer.from(text));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(text), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}
const word = (body: string) => zip({ "word/document.xml": `<w:document><w:body>${body}</w:body></w:document>` });
const paper = async (text: string) =>
  Buffer.from(
    await pdf({
      title: "Offer",
      author: "Guidevane",
      mark: "Guidevane",
      foot: "Offer",
      date: "2026-11-18T00:00:00Z",
      blocks: [{ kind: "text", text }],
    }),
  );

const name = "Clara Quillfeather";
let contact = "";
let folderId = "";

beforeAll(async () => {
  const { accountId, folderId: folder } = await site.account("Castelline");
  folderId = folder;
  const [made] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${accountId}, ${name}, 'clara.q@quillfeather.example') returning id`;
  contact = made!.id;
});

interface Told {
  found: { versionId: string; fileName: string; readOnly: boolean }[];
  unread: { fileName: string }[];
  read: number;
  inAll: number;
  next: string | null;
}
async function search(): Promise<Told> {
  const all: Told = { found: [], unread: [], read: 0, inAll: 0, next: null };
  do {
    const answer = await site.asAdmin(`/people/${contact}${all.next ? `?after=${all.next}` : ""}`);
    expect(answer.status).toBe(200);
    const page = (await answer.json()) as Told;
    all.found.push(...page.found);
    all.unread.push(...page.unread);
    all.read += page.read;
    all.inAll ||= page.inAll;
    all.next = page.next;
  } while (all.next);
  return all;
}
const erase = (files: object[]) =>
  actAs(sql, { role: "authenticated", userId: site.userId }, (tx) =>
    tx.unsafe("select public.erase_contact($1, $2::jsonb)", [contact, JSON.stringify(files)]),
  );

describe("documents 14: erasing a person", () => {
  test.each([
    ["text", Buffer.from("Ask Clara Quillfeather")],
    ["text in UTF-16", Buffer.from("\ufeffAsk Clara Quillfeather", "utf16le")],
    [
      "Word, with a change of face in the name",
      word("<w:p><w:r><w:t>Clara Quill</w:t></w:r><w:r><w:t>feather</w:t></w:r></w:p>"),
    ],
    ["Excel", zip({ "xl/sharedStrings.xml": "<sst><si><t>Clara</t></si><si><t>Clara Quillfeather</t></si></sst>" })],
    ["RTF", Buffer.from(String.raw`{\rtf1\ansi Clara {\b Quillfeather}\par}`)],
  ])("reads %s", async (_, bytes) => expect(await textOf(bytes)).toContain("Clara Quillfeather"));

  test("reads a PDF, and says so of what it cannot read", async () => {
    expect((await textOf(await paper(`Offer to ${name}`)))!.replaceAll(/\s+/g, " ")).toContain(name);
    expect(await textOf(png())).toBeNull();
    expect(await textOf(zip({ "photo.jpg": "no words" }))).toBeNull();
  });

  test("an archive that unpacks to more than anybody wrote is not read", async () => {
    await expect(textOf(zip({ "word/document.xml": "x".repeat(101 * 1024 * 1024) }))).rejects.toThrow();
  });

  test("finds files by their contents, deletes or keeps each as decided, and a reason is in the log", async () => {
    const gone = await site.filed(folderId, "minutes.txt", Buffer.from("Present: Quillfeather, Clara"));
    const kept = await site.filed(
      folderId,
      "contract.docx",
      word("<w:p><w:t>clara.q@quillfeather.example</w:t></w:p>"),
    );
    const signed = await site.filed(folderId, "signed.pdf", await paper(`Signed by ${name}`));
    await sql`update public.documents set read_only = true where id = ${signed.documentId}`;
    await site.filed(folderId, "others.txt", Buffer.from("Claraine Quillfeathers"));
    await site.filed(folderId, "photo.png", png());

    const told = await search();
    expect(told.found.map(({ fileName }) => fileName).toSorted()).toEqual([
      "contract.docx",
      "minutes.txt",
      "signed.pdf",
    ]);
    expect(told.unread.map(({ fileName }) => fileName)).toEqual(["photo.png"]);
    expect([told.read, told.inAll]).toEqual([5, 5]);

    // A paper that the server filed does not go by this way.
    await expect(erase([{ version: signed.versionId }])).rejects.toThrow("stays as it is");
    await erase([
      { version: gone.versionId },
      { version: kept.versionId, keep: "Tax audit until 2031" },
      { version: signed.versionId, keep: "Signed agreement" },
    ]);
    const left = await sql<
      { id: string }[]
    >`select id from public.documents where id in (${gone.documentId}, ${kept.documentId})`;
    expect([...left]).toEqual([{ id: kept.documentId }]);
    const [bytes] = await sql`
      select count(*)::int as ready from private.files join public.document_versions on file_id = files.id where files.state = 'ready'`;
    expect(bytes).toEqual({ ready: 4 });
    const acts =
      await sql`select act, subject, becomes ->> 'because' as because from public.acts where act like 'file %' order by id`;
    expect([...acts]).toEqual([
      { act: "file deleted", subject: `file ${gone.versionId}`, because: null },
      { act: "file kept", subject: `file ${kept.versionId}`, because: "Tax audit until 2031" },
      { act: "file kept", subject: `file ${signed.versionId}`, because: "Signed agreement" },
    ]);
  });

  test("only administrators ask", async () => {
    expect((await site.ask(`/api/documents/people/${contact}`)).status).toBe(401);
    expect((await site.asAdmin("/people/nobody")).status).toBe(400);
  });
});
