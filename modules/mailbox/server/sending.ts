// Replies: written by POST /api/mailbox/replies, sent by the outbox through the mailbox's own server, copied into Sent; and files that are filed.
import { z } from "zod";
import { publishingDisabled } from "#content/integrations.ts";
import { asCaller } from "#server/platform/as-caller.ts";
import { callerId } from "#server/platform/caller-id.ts";
import type { LastingContext, Platform } from "#server/platform/module-server.ts";
import type { AdminRoutes } from "#server/platform/module-routes.ts";
import type { SignInParts } from "./connecting/sign-in.ts";
import { sentenceOf } from "./connecting/try-mailbox.ts";
import { failureOf, MailboxFailed } from "./mailbox-failed.ts";
import { type FileFacts, fileIt, FileNotFetched, type FileToFetch } from "./sending/file-it.ts";
import { sendingMailbox } from "./sending/sending-mailbox.ts";
import { sentCopiesJob } from "./sending/sent-copies.ts";

const reply = z.object({
  /** Of the draft: handed over twice, it is one reply. */
  id: z.string().min(1).max(100),
  mail: z.uuid(),
  to: z.array(z.string().max(254)).max(20),
  cc: z.array(z.string().max(254)).max(20).default([]),
  text: z.string().max(50_000),
  attachments: z.array(z.uuid()).max(20).default([]),
  /** When the thread was read that is answered. */
  as_of: z.string().max(40).optional(),
  /** A colleague has answered meanwhile, and that was read. */
  all_the_same: z.boolean().default(false),
});

const isUuid = (text: string) => z.uuid().safeParse(text).success;
const refuse = (c: LastingContext, status: 403 | 404 | 409 | 422 | 502, message: string, more: object = {}) =>
  c.json({ code: status, message, ...more }, status);

interface Refusal {
  code?: string;
  message: string;
  detail?: string;
}
/** What the database refuses, as an answer; another error is no refusal. */
function refusalOf(c: LastingContext, error: unknown): Response {
  const { code, message, detail } = error as Refusal;
  if (code === "PT404") return refuse(c, 404, message);
  if (code === "PT409") return refuse(c, 409, message, { reason: detail });
  if (code === "42501") return refuse(c, 403, message);
  if (code === "23514") return refuse(c, 422, message, { field: detail });
  throw error;
}

type Parts = Pick<Platform, "sql" | "log" | "jobs" | "storage" | "mailboxes"> & {
  signInParts(): Promise<SignInParts>;
  now?: () => Date;
};

export function addSending(admin: AdminRoutes, { sql, log, jobs, storage, mailboxes, signInParts, now }: Parts): void {
  mailboxes.use((id) => sendingMailbox(sql, signInParts, id));
  jobs.add(sentCopiesJob({ sql, log, signInParts, ...(now && { now }) }));

  admin.route(
    "POST",
    "/replies",
    { may: ["outbox edit", "mailbox send"], takes: "json", maxBytes: 300_000 },
    async (c) => {
      const parsed = reply.safeParse(await c.req.json().catch(() => null));
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        return refuse(c, 422, issue?.message ?? "This is not understood", { field: issue?.path.join(".") ?? "" });
      }
      try {
        const [row] = await asCaller(
          sql,
          c.req.raw.headers,
          (tx) => tx<{ written: { id: string; held: boolean } }[]>`
          select public.write_mail_answer(${JSON.stringify(parsed.data)}::jsonb) as written`,
        );
        const { id, held } = row!.written;
        // Written, and held: the promise to send was not kept, and this is where it waits.
        if (held) return refuse(c, 403, publishingDisabled.text, { id });
        return c.json({ id }, 201);
      } catch (error) {
        return refusalOf(c, error);
      }
    },
  );

  admin.route(
    "POST",
    "/mails/:id/files/:part",
    { may: ["mailbox read", "documents add"], takes: "nothing" },
    async (c) => {
      const mail = c.req.param("id") ?? "";
      const part = c.req.param("part") ?? "";
      if (!isUuid(mail) || !/^\d+(?:\.\d+){0,20}$/.test(part)) return refuse(c, 404, "There is no such file.");
      const { facts, places } = await asCaller(sql, c.req.raw.headers, async (tx) => ({
        facts: await tx<FileFacts[]>`select * from private.file_of_mail(${mail}, ${part})`,
        places: await tx<FileToFetch[]>`select * from private.places_of_mail(${mail})`,
      }));
      const [file] = facts;
      if (!file) return refuse(c, 404, "There is no such file.");
      try {
        const by = callerId(c.req.raw.headers);
        const filed = await fileIt({ sql, storage, signInParts }, { mail, part, by }, file, places);
        return c.json({ document_id: filed.documentId, version: filed.no });
      } catch (error) {
        if (error instanceof FileNotFetched) return refuse(c, 409, error.message);
        if (error instanceof MailboxFailed)
          return refuse(c, 502, `The mailbox did not give it: ${sentenceOf(failureOf(error))}`);
        throw error;
      }
    },
  );
}
