// Files a document for another part of the server, such as the signed PDF of a proposal: bytes first, then one transaction.
import { Readable } from "node:stream";
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import type { Storage } from "../storage/storage.ts";
import { fileLabel } from "./file-label.ts";
import { sniffedBytes } from "./file-kind.ts";
import { sniff } from "./sniff.ts";

/** The whole file, or its pieces. */
type Content = { bytes: Uint8Array } | { stream: AsyncIterable<Uint8Array> };

export type DocumentToFile = Content & {
  /** Null for the firm's own folders: templates, drafts, published. */
  accountId: string | null;
  /** One of the folder conventions (content/folder-conventions.ts); made when it is not there yet. */
  folder: "proposals" | "documents" | "templates" | "drafts" | "published";
  /** A folder in that one: the asset of a draft, the day of what was published. */
  below?: string;
  fileName: string;
  /** What it was made of. Filed again it becomes the next version of the same document; the same bytes again change nothing. */
  origin?: { kind: string; id: string };
  /** No one adds to it, renames it or takes it away. */
  readOnly?: boolean;
  title?: string;
  note?: string;
  contactId?: string | null;
  dealId?: string | null;
  createdBy?: string | null;
  /** Brought by the client. Then it is a document of its own, whatever its name. */
  source?: "client";
};

export interface FiledDocument {
  documentId: string;
  versionId: string;
  no: number;
  isNew: boolean;
}

const maxFiledBytes = 2 ** 31;

/** `within` joins the caller's transaction: the document is there if and only if that is committed. */
export async function fileDocument(
  { sql, storage }: { sql: Sql; storage: Pick<Storage, "put"> },
  document: DocumentToFile,
  within: Statements = sql,
): Promise<FiledDocument> {
  const pieces = "bytes" in document ? Readable.from([document.bytes]) : document.stream;
  const head: Uint8Array[] = [];
  const file = await storage.put(keepingHead(pieces, head), maxFiledBytes);
  const { origin } = document;
  const filed = {
    folder_id: await folderFor(within, document),
    file_id: file.id,
    file_name: fileLabel(document.fileName),
    mime_sniffed: await sniff(Buffer.concat(head)),
    title: document.title ?? null,
    note: document.note ?? null,
    contact_id: document.contactId ?? null,
    deal_id: document.dealId ?? null,
    created_by: document.createdBy ?? null,
    read_only: document.readOnly ?? false,
    origin_kind: origin?.kind ?? null,
    origin_id: origin?.id ?? null,
    ...(document.source && { source: document.source, separate: true }),
  };
  return makeVersion(within, filed);
}

/** The row of a version, in the caller's transaction; what `filed` may hold is said at private.file_version. */
export async function makeVersion(within: Statements, filed: object): Promise<FiledDocument> {
  const [made] = await within<
    { made: { document_id: string; version_id: string; no: number; is_new: boolean } }[]
  >`select private.file_version(${JSON.stringify(filed)}::jsonb) as made`;
  const { document_id: documentId, version_id: versionId, no, is_new: isNew } = made!.made;
  return { documentId, versionId, no, isNew };
}

async function folderFor(within: Statements, { accountId, folder, below }: DocumentToFile): Promise<string> {
  const [found] = await within<{ id: string }[]>`
    select private.folder_for(${accountId}, ${folder}, ${below ?? null}) as id`;
  return found!.id;
}

/** Passes everything on and remembers the beginning. */
export async function* keepingHead(pieces: AsyncIterable<Uint8Array>, head: Uint8Array[]): AsyncGenerator<Uint8Array> {
  let kept = 0;
  for await (const piece of pieces) {
    if (kept < sniffedBytes) {
      const part = piece.subarray(0, sniffedBytes - kept);
      head.push(Uint8Array.from(part));
      kept += part.length;
    }
    yield piece;
  }
}
