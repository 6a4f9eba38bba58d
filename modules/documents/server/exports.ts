// Drafts and published files of the folder conventions (content/folder-conventions.ts) are written to DATA_DIR/GV, module or not.
// While documents are on, each of them is also a document: /GV/Drafts/{asset}/ and /GV/Published/{date}/ are in the tree.
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Sql } from "#server/platform/database/sql.ts";
import { fileDocument } from "#server/platform/documents/file-document.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { Storage } from "#server/platform/storage/storage.ts";

const roots = { drafts: "Drafts", published: "Published" } as const;
type Root = keyof typeof roots;

interface Export {
  root: Root;
  below: string;
  name: string;
  file: string;
  size: number;
  changedAt: Date;
  /** Another one when the file changes. */
  key: string;
}

/** Links are no files and no folders here, so nothing outside is ever taken in. */
async function findExports(dataDir: string): Promise<Export[]> {
  const found: Export[] = [];
  for (const root of Object.keys(roots) as Root[]) {
    const base = path.join(dataDir, "GV", roots[root]);
    for (const folder of await readdir(base, { withFileTypes: true }).catch(() => [])) {
      if (!folder.isDirectory()) continue;
      for (const entry of await readdir(path.join(base, folder.name), { withFileTypes: true }).catch(() => [])) {
        if (!entry.isFile() || entry.name.startsWith(".")) continue;
        const file = path.join(base, folder.name, entry.name);
        const about = await stat(file).catch(() => null);
        if (!about) continue;
        const { size, mtime: changedAt } = about;
        const words = [root, folder.name, entry.name, size, changedAt.toISOString()].join("/");
        const key = createHash("sha256").update(words).digest("hex");
        found.push({ root, below: folder.name, name: entry.name, file, size, changedAt, key });
      }
    }
  }
  return found;
}

const originOf = ({ root, below, name }: Export) => `${root}/${below}/${name}`;

export function exportsJob({ sql, storage, dataDir }: { sql: Sql; storage: Storage; dataDir: string }): JobKind {
  /** Files that were taken in by this process as they are now; others are asked of the database. */
  const taken = new Set<string>();
  async function isTaken(one: Export): Promise<boolean> {
    const [row] = await sql`
      select from public.documents
      join public.document_versions as version on version.document_id = documents.id and version.no = documents.current_version
      where origin_kind = 'export' and origin_id = ${originOf(one)} and size = ${one.size} and version.created_at >= ${one.changedAt}`;
    return row !== undefined;
  }
  return {
    name: "documents-exports",
    concurrency: 1,
    async findDue(limit) {
      const due: string[] = [];
      for (const one of await findExports(dataDir)) {
        if (due.length >= limit) break;
        if (taken.has(one.key)) continue;
        if (await isTaken(one)) taken.add(one.key);
        else due.push(one.key);
      }
      return due;
    },
    async run(key) {
      const one = (await findExports(dataDir)).find((candidate) => candidate.key === key);
      if (!one || (await isTaken(one))) return;
      const handle = await open(one.file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
      if (!handle) return;
      await fileDocument(
        { sql, storage },
        {
          accountId: null,
          folder: one.root,
          below: one.below,
          fileName: one.name,
          stream: handle.createReadStream(),
          origin: { kind: "export", id: originOf(one) },
          readOnly: true,
        },
      );
      taken.add(key);
    },
  };
}
