// Files that other parts of the server keep: in their folder, as versions, all or nothing.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createStorage, type StorageSettings } from "../storage/storage.ts";
import { fileDocument } from "./file-document.ts";

const { sql } = await testDatabase();
const DATA_DIR = await mkdtemp(path.join(tmpdir(), "filed-"));
afterAll(() => rm(DATA_DIR, { recursive: true }));
const storage = createStorage({ DATA_DIR, S3_REGION: "auto" } as StorageSettings, sql);
const admin = { role: "authenticated", userId: await addUser(sql, { admin: true }) } as const;

const account = async (name: string) => {
  const [row] = await sql<{ id: string }[]>`insert into public.accounts (name) values (${name}) returning id`;
  return row!.id;
};
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);

test("documents 12: a signed proposal is filed by itself in the account's folder, read-only, and again as its next version", async () => {
  const accountId = await account("Norrfall");
  const origin = { kind: "proposal", id: randomUUID() };
  const file = (text: string) =>
    fileDocument(
      { sql, storage },
      { accountId, folder: "proposals", fileName: "P-2026-001 signed.pdf", bytes: pdf(text), origin, readOnly: true },
    );
  const first = await file("as signed");
  expect(first).toMatchObject({ no: 1, isNew: true });
  // The job that files it may run twice.
  expect(await file("as signed")).toEqual({ ...first, isNew: false });
  expect(await file("with the deposit")).toMatchObject({ documentId: first.documentId, no: 2, isNew: false });

  const [listed] = await actAs(sql, admin, (tx) => tx`select * from public.document_list(of_account => ${accountId})`);
  expect(listed).toMatchObject({
    title: "P-2026-001 signed",
    folder_name: "Proposals",
    account_name: "Norrfall",
    no: 2,
    read_only: true,
    mime: "application/pdf",
    state: "ready",
  });
  const [version] = await sql<{ file_id: string }[]>`
    select file_id from public.document_versions where id = ${first.versionId}`;
  expect((await buffer(await storage.read(version!.file_id))).toString()).toContain("as signed");

  // No one renames, archives, overwrites or deletes it.
  const [renamed] = await actAs(
    sql,
    admin,
    (
      tx,
    ) => tx`with done as (update public.documents set title = 'Mine', archived_at = now() where id = ${first.documentId} returning 1)
      select count(*)::int as count from done`,
  );
  expect(renamed).toEqual({ count: 0 });
  await expect(actAs(sql, admin, (tx) => tx`select public.delete_document(${first.documentId})`)).rejects.toThrow(
    "filed by the server",
  );
  await expect(actAs(sql, admin, (tx) => tx`select public.delete_version(${first.versionId})`)).rejects.toThrow(
    "filed by the server",
  );
  await expect(actAs(sql, admin, (tx) => tx`select public.restore_version(${first.versionId})`)).rejects.toThrow(
    "filed by the server",
  );
  const entries = await sql<{ kind: string; record_name: string }[]>`
    select kind, record_name from public.events where record_type = 'document' and account_id = ${accountId} order by id`;
  expect(entries.map(({ kind }) => kind)).toEqual(["created", "versioned"]);
});

test("documents 12: a filing whose transaction fails leaves neither a row nor ready bytes", async () => {
  const accountId = await account("Castelline");
  const filing = sql.begin(async (tx) => {
    await fileDocument(
      { sql, storage },
      { accountId, folder: "proposals", fileName: "p.pdf", bytes: pdf("x"), origin: { kind: "proposal", id: "1" } },
      tx,
    );
    throw new Error("the acceptance failed");
  });
  await expect(filing).rejects.toThrow("the acceptance failed");
  const [left] = await sql`
    select (select count(*)::int from public.documents where account_id = ${accountId}) as documents,
      (select count(*)::int from public.folders where account_id = ${accountId}) as folders,
      (select count(*)::int from private.files where state = 'ready'
        and not exists (select from public.document_versions where file_id = files.id)) as ready`;
  expect(left).toEqual({ documents: 0, folders: 0, ready: 0 });
});
