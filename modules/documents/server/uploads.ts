// Uploads in parts that can be continued (docs/uploads.md). The row says what is to come and how much is surely here; the bytes wait
// in the spool. The last step makes a version of them, in one transaction.
import type { Sql } from "#server/platform/database/sql.ts";
import { makeVersion } from "#server/platform/documents/file-document.ts";
import { sniffedBytes } from "#server/platform/documents/file-kind.ts";
import { sniff } from "#server/platform/documents/sniff.ts";
import type { Spool } from "#server/platform/storage/spool.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { actingFor } from "./caller.ts";

export interface NewUpload {
  folderId: string;
  fileName: string;
  size: number;
  type: string | null;
  note: string | null;
  documentId: string | null;
  contactId: string | null;
  dealId: string | null;
}

export interface SameContent {
  documentId: string;
  title: string;
  no: number;
  isCurrent: boolean;
  readOnly: boolean;
}

export interface Choice {
  /** What to do with content that is there already: the next version of a document, or its own document. */
  as?: "version" | "separate";
  documentId?: string;
}

export interface Filed {
  documentId: string;
  versionId: string;
  no: number;
  isNew: boolean;
}

interface Row {
  id: string;
  folder_id: string;
  document_id: string | null;
  contact_id: string | null;
  deal_id: string | null;
  file_name: string;
  note: string | null;
  mime_claimed: string | null;
  size: number;
  received: number;
  created_by: string | null;
}

interface UploadParts {
  sql: Sql;
  spool: Spool;
  storage: Pick<Storage, "adopt">;
  now: () => Date;
}

/** An upload that no one has continued by then is given up. */
const abandonedHours = 24;

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads({ sql, spool, storage, now }: UploadParts) {
  async function find(id: string): Promise<Row | null> {
    const [row] = await sql<Row[]>`
      select id, folder_id, document_id, contact_id, deal_id, file_name, note, mime_claimed, size::float8 as size,
        received::float8 as received, created_by
      from private.document_uploads where id = ${id}`;
    // Another machine may have taken the parts, or this one was restored: what is not here was not received.
    return row ? { ...row, received: Math.min(row.received, await spool.size(id)) } : null;
  }

  async function start(upload: NewUpload, caller: string | null): Promise<string | null> {
    const [row] = await sql<{ id: string }[]>`
      insert into private.document_uploads
        (folder_id, document_id, contact_id, deal_id, file_name, note, mime_claimed, size, created_by, created_at, touched_at)
      select folders.id, documents.id, contacts.id, deals.id, ${upload.fileName}, ${upload.note}, ${upload.type}, ${upload.size},
        ${caller}, ${now()}, ${now()}
      from public.folders
      left join public.documents on documents.id = ${upload.documentId} and not documents.read_only
      left join public.contacts on contacts.id = ${upload.contactId}
      left join public.deals on deals.id = ${upload.dealId}
      where folders.id = ${upload.folderId} and (${upload.documentId}::uuid is null or documents.id is not null)
      returning id`;
    return row?.id ?? null;
  }

  async function append(row: Row, content: AsyncIterable<Uint8Array>): Promise<{ received: number; whole: boolean }> {
    const appended = await spool.append(row.id, row.received, content, row.size);
    await sql`update private.document_uploads set received = ${appended.received}, touched_at = ${now()} where id = ${row.id}`;
    return appended;
  }

  /** Asked before the bytes become a file: the same content in the same account, the newest first. */
  async function sameContent(row: Row, sha256: string): Promise<SameContent | null> {
    const [same] = await sql<SameContent[]>`
      select documents.id as "documentId", documents.title, version.no, version.no = documents.current_version as "isCurrent",
        documents.read_only as "readOnly"
      from public.document_versions as version join public.documents on documents.id = version.document_id
      where version.sha256 = ${sha256} and version.state = 'ready' and documents.archived_at is null
        and documents.account_id is not distinct from (select account_id from public.folders where id = ${row.folder_id})
      order by documents.id = ${row.document_id}::uuid desc nulls last, version.created_at desc limit 1`;
    return same ?? null;
  }

  async function finish(row: Row, choice: Choice, caller: string | null): Promise<Filed | { same: SameContent }> {
    const { file, size, sha256 } = await spool.measure(row.id);
    if (choice.as === undefined) {
      const same = await sameContent(row, sha256);
      if (same) return { same };
    }
    const mime = await sniff(await spool.head(row.id, sniffedBytes));
    const kept = await storage.adopt(file, { size, sha256 });
    const filed = await actingFor(sql, caller, async (tx) => {
      const gone = await tx`delete from private.document_uploads where id = ${row.id} returning id`;
      if (gone.length === 0) throw new Error("This upload was finished by another request");
      return makeVersion(tx, {
        // A request that is repeated because its response was lost finds the version by this id.
        version_id: row.id,
        folder_id: row.folder_id,
        document_id: choice.as === "version" ? (choice.documentId ?? row.document_id) : row.document_id,
        separate: choice.as === "separate",
        file_id: kept.id,
        file_name: row.file_name,
        note: row.note,
        mime_sniffed: mime,
        mime_claimed: row.mime_claimed,
        contact_id: row.contact_id,
        deal_id: row.deal_id,
        created_by: caller,
      });
    });
    await spool.remove(row.id);
    return filed;
  }

  async function finished(id: string): Promise<Filed | null> {
    const [version] = await sql<Filed[]>`
      select document_id as "documentId", id as "versionId", no, no = 1 as "isNew" from public.document_versions where id = ${id}`;
    return version ?? null;
  }

  async function discard(id: string): Promise<void> {
    await sql`delete from private.document_uploads where id = ${id}`;
    await spool.remove(id);
  }

  /** Uploads that were given up, and parts that no row knows any more. */
  async function abandoned(limit: number): Promise<string[]> {
    const before = new Date(now().getTime() - abandonedHours * 3_600_000);
    const rows = await sql<{ id: string }[]>`
      select id from private.document_uploads where touched_at < ${before} order by touched_at limit ${limit}`;
    const stray = await spool.olderThan(before);
    const known = await sql<{ id: string }[]>`
      select id from private.document_uploads where id = any (${stray}) and touched_at >= ${before}`;
    const alive = new Set(known.map(({ id }) => id));
    return [...new Set([...rows.map(({ id }) => id), ...stray.filter((id) => !alive.has(id))])].slice(0, limit);
  }

  return { find, start, append, finish, finished, discard, abandoned };
}
