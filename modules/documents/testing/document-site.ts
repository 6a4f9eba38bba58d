// What the tests of documents share: a site with the module on, an administrator, and files that go up as a browser sends them.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Sql } from "#server/platform/database/sql.ts";
import { addUser } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { serverWith } from "../server.ts";

export const tokenOf = (sub: string) =>
  ["{}", JSON.stringify({ sub }), "x"].map((part) => Buffer.from(part).toString("base64url")).join(".");

export interface Filed {
  documentId: string;
  versionId: string;
  no: number;
  isNew: boolean;
}

export const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);
export const png = (): Buffer =>
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );

export async function documentSite(
  sql: Sql,
  { settings = {}, now }: { settings?: Record<string, string>; now?: () => Date } = {},
) {
  await sql`update public.modules set live = true where key = 'documents'`;
  const dataDir = settings.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), "documents-"));
  const userId = await addUser(sql, { admin: true });
  await sql`update public.staff set name = 'Noor Marchetti' where user_id = ${userId}
    and not exists (select from public.staff where name = 'Noor Marchetti')`;
  const site = moduleSite(sql, "documents", serverWith({ ...(now && { now }) }), {
    settings: { DISK_RESERVE_MB: "0", ...settings, DATA_DIR: dataDir },
    ...(now && { now }),
  });
  const headers = { authorization: `Bearer ${tokenOf(userId)}` };

  const asAdmin = (address: string, init: RequestInit = {}) =>
    site.ask(`/api/documents${address}`, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
    });
  const post = (address: string, body: unknown, method = "POST") =>
    asAdmin(address, { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } });

  async function account(name: string): Promise<{ accountId: string; folderId: string }> {
    const [row] = await sql<{ id: string; folder: string }[]>`
      with made as (insert into public.accounts (name) values (${name}) returning id) select id, null as folder from made`;
    const [made] = await sql<{ folder: string }[]>`select private.folder_for(${row!.id}, 'documents') as folder`;
    return { accountId: row!.id, folderId: made!.folder };
  }
  async function start(folderId: string, fileName: string, size: number, more: object = {}) {
    return post("/uploads", { folderId, fileName, size, ...more });
  }
  const send = (id: string, offset: number, bytes: Uint8Array | ReadableStream) =>
    asAdmin(`/uploads/${id}`, {
      method: "PATCH",
      headers: { "upload-offset": String(offset), "content-type": "application/octet-stream" },
      body: bytes as BodyInit,
      ...(bytes instanceof ReadableStream && { duplex: "half" }),
    } as RequestInit);
  /** The whole way up; the response of the last step. */
  async function upload(folderId: string, fileName: string, bytes: Buffer, more: object = {}, choice: object = {}) {
    const { id } = (await (await start(folderId, fileName, bytes.length, more)).json()) as { id: string };
    if (bytes.length > 0) await send(id, 0, bytes);
    return post(`/uploads/${id}/finish`, choice);
  }
  const filed = async (...given: Parameters<typeof upload>): Promise<Filed> => {
    const response = await upload(...given);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Filed;
  };
  async function share(documentId: string, chosen: object = {}): Promise<{ linkId: string; path: string }> {
    const response = await post("/shares", {
      documentId,
      versionId: null,
      allowDownload: true,
      askName: false,
      maxViews: null,
      message: null,
      expiresAt: null,
      ...chosen,
    });
    const { linkId, address } = (await response.json()) as { linkId: string; address: string };
    return { linkId, path: new URL(address).pathname };
  }
  return { ...site, dataDir, userId, headers, asAdmin, post, account, start, send, upload, filed, share };
}
