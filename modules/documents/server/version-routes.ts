// /api/documents/versions/:id/content: the bytes of a version, for people who may read it: shown in place where that is safe, or saved.
import { asCaller } from "#server/platform/as-caller.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { sendFile } from "#server/platform/documents/send-file.ts";
import type { AdminRoutes } from "#server/platform/module-routes.ts";
import { FileMissing } from "#server/platform/storage/file-place.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { isUuid } from "./caller.ts";

interface Version {
  fileId: string;
  fileName: string;
  size: number;
  sha256: string;
  mime: string;
}

export function versionRoutes(
  admin: AdminRoutes,
  { sql, storage }: { sql: Sql; storage: Pick<Storage, "read"> },
): void {
  admin.route("GET", "/versions/:id/content", { may: ["documents read"], takes: "nothing" }, async (c) => {
    const id = c.req.param("id") ?? "";
    const [version] = isUuid(id)
      ? await asCaller(
          sql,
          c.req.raw.headers,
          (tx) => tx<Version[]>`
            select file_id as "fileId", file_name as "fileName", size::float8 as size, sha256, mime_sniffed as mime
            from public.document_versions where id = ${id} and state <> 'deleted' and file_id is not null`,
        )
      : [];
    if (!version) return c.json({ code: 404, message: "This version was deleted" }, 404);
    try {
      return await sendFile(
        c.req.raw,
        { ...version, read: (range) => storage.read(version.fileId, range) },
        c.req.query("inline") !== undefined,
      );
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      const message = "The bytes of this version are missing. A backup may have them; npm run doctor says more.";
      return c.json({ code: 404, message, error_code: "file_missing" }, 404);
    }
  });
}
