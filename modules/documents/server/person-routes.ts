// /api/documents/people/:contact: which stored files name a person, a few files at a time, for the administrator who is about to erase
// them. Names and addresses are compared by the database, with the patterns that erasing replaces in its own texts.
import type { Sql } from "#server/platform/database/sql.ts";
import { callerId } from "#server/platform/caller-id.ts";
import { readText } from "#server/platform/documents/read-text.ts";
import type { AdminRoutes } from "#server/platform/module-routes.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { isUuid } from "./caller.ts";

const filesAtOnce = 25;
/** Then the rest is asked for again, so that the screen can say how far it is. */
const maxMilliseconds = 3000;

interface StoredVersion {
  id: string;
  document: string;
  title: string;
  no: number;
  file_name: string;
  file_id: string;
  size: number;
  /** A paper that the server filed, such as a signed proposal. */
  read_only: boolean;
  in_all: number;
}

export function personRoutes(admin: AdminRoutes, { sql, storage }: { sql: Sql; storage: Pick<Storage, "read"> }): void {
  admin.route("GET", "/people/:contact", { may: ["crm delete", "documents read"], takes: "nothing" }, async (c) => {
    const contact = c.req.param("contact") ?? "";
    const after = c.req.query("after") ?? null;
    if (!isUuid(contact) || (after !== null && !isUuid(after)))
      return c.json({ code: 400, message: "There is no such contact" }, 400);
    const versions = await sql<StoredVersion[]>`
      select * from private.versions_to_read(${contact}, ${after}, ${filesAtOnce})`;
    const found: object[] = [];
    const unread: object[] = [];
    const until = performance.now() + maxMilliseconds;
    const caller = callerId(c.req.raw.headers) ?? "";
    let last: string | null = null;
    let count = 0;
    for (const version of versions) {
      if (performance.now() > until) break;
      const { id, document, title, no, file_name: fileName, read_only: readOnly } = version;
      const text = await readText(caller, { size: version.size, open: () => storage.read(version.file_id) }).catch(
        () => null,
      );
      const about = { versionId: id, documentId: document, title, no, fileName, readOnly };
      if (text === null) unread.push(about);
      else {
        const words = text.replaceAll("\u0000", " ");
        const [answer] = await sql<{ named: boolean }[]>`select private.names_person(${contact}, ${words}) as named`;
        if (answer!.named) found.push(about);
      }
      last = id;
      count += 1;
    }
    const isLast = count === versions.length && versions.length < filesAtOnce;
    return c.json({ found, unread, read: count, inAll: versions[0]?.in_all ?? 0, next: isLast ? null : last });
  });
}
