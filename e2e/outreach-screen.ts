// What tests of outbox, templates and sequences make and look at.
import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { asAdmin, type Person } from "./people.ts";
import type { RunningServer } from "./start-server.ts";
import { inDatabase, switchOn } from "./task-screen.ts";

/** A fresh administrator with outreach switched on, and nothing there. */
export async function startOutreach(page: Page, server: RunningServer, ...others: string[]): Promise<Person> {
  await inDatabase(server, async (sql) => {
    await sql`delete from public.sequences`;
    await sql`delete from public.outbox`;
    await sql`delete from public.mail_templates`;
    await sql`delete from public.suppressions`;
    await sql`delete from private.suppression_facts`;
  });
  await switchOn(server, "outbox", "templates", "sequences", ...others);
  return asAdmin(page, server);
}

interface SeededMessage {
  to: string;
  subject: string;
  text?: string;
  html?: string;
  class?: "transactional" | "outreach";
  contact?: string;
  /** Ids of document versions. */
  attachments?: readonly string[];
}

/** As a module writes it: held while SAFE is on. */
export const putInOutbox = (server: RunningServer, messages: readonly SeededMessage[]): Promise<string[]> =>
  inDatabase(server, async (sql) => {
    const ids: string[] = [];
    for (const { to, subject, text = "Hello", html, class: of = "transactional", contact, attachments } of messages) {
      const message = sql.json({
        class: of,
        dedupe_key: `test:${to}:${subject}`,
        origin_kind: "mail",
        to_address: to,
        subject,
        body_text: text,
        ...(html && { body_html: html }),
        ...(contact && { contact_id: contact }),
        ...(attachments && { attachments: [...attachments] }),
      });
      const [row] = await sql<{ id: string }[]>`select private.put_in_outbox(${message}::jsonb) as id`;
      ids.push(row!.id);
    }
    return ids;
  });

/** A document of which no one reads the bytes; gives the id of its version. */
export const addDocumentRow = (server: RunningServer, fileName: string, size: number): Promise<string> =>
  inDatabase(server, async (sql) => {
    const [file] = await sql<{ id: string }[]>`
      insert into private.files (key, place, size, sha256) values (${randomBytes(16).toString("hex")}, 'disk', ${size}, sha256('file'))
      returning id`;
    const [filed] = await sql<{ version: string }[]>`
      select private.file_version(jsonb_build_object('folder_id', private.folder_for(null, 'drafts'), 'file_id', ${file!.id}::uuid,
        'file_name', ${fileName}::text, 'mime_sniffed', 'application/pdf')) ->> 'version_id' as version`;
    // There is nothing that the nightly check could find.
    await sql`update public.document_versions set checked_at = now() + interval '1 day' where id = ${filed!.version}`;
    return filed!.version;
  });

export const message = (page: Page, subject: string) =>
  page.getByRole("list", { name: "Messages" }).getByRole("link").filter({ hasText: subject });

export const calm = { reducedMotion: "reduce" } as const;

export const dialog = (page: Page) => page.getByRole("dialog");
export const inDialog = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
