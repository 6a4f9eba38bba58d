// A file that a client sends: the checks and the filing of documents, into the company's folder, and nowhere else.
import { emptyFile, sizeWords } from "#domain/file-size.ts";
import type { ClientVisit } from "#server/platform/clients/client-area.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { fileDocument } from "#server/platform/documents/file-document.ts";
import type { Storage } from "#server/platform/storage/storage.ts";

export interface TakeFile {
  /** Why it is not taken, or null. */
  refusal(file: File): string | null;
  file(visit: ClientVisit, account: string, file: File, to: { request?: string; message?: string }): Promise<void>;
}

/** On the desk; the client sees it as "From you". */
const folder = "From the client";

export const takeFiles = (parts: { sql: Sql; storage: Pick<Storage, "put">; maxBytes: number }): TakeFile => ({
  refusal(file) {
    if (file.size === 0) return emptyFile;
    return file.size > parts.maxBytes ? `A file may have ${sizeWords(parts.maxBytes)} at most.` : null;
  },
  async file(visit, account, file, { request = null, message = null }) {
    const company = visit.client.companies.find(({ accountId }) => accountId === account);
    if (!company || visit.client.viewer) throw new Error("A file for a company that is not the client's");
    const filed = await fileDocument(parts, {
      bytes: new Uint8Array(await file.arrayBuffer()),
      accountId: account,
      folder: "documents",
      below: folder,
      fileName: file.name || "file",
      contactId: company.contactId,
      source: "client",
    });
    await visit.ask((tx) => tx`select private.client_sent(${filed.documentId}, ${request}, ${message})`);
  },
});
