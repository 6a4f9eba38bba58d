// After a reply left: is it in the Sent folder? Some servers file it themselves. If not, the bytes that left are put there. It is looked for
// first each time, so that a kill between putting and noting makes no second copy; a copy that fails does not touch the message.
import type { ImapFlow } from "imapflow";
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { Platform } from "#server/platform/module-server.ts";
import { signInTo, type Server, type SignInParts } from "../connecting/sign-in.ts";
import { sentenceOf } from "../connecting/try-mailbox.ts";
import { type ImapTimes, usualTimes, withinTime } from "../imap.ts";
import { failureOf } from "../mailbox-failed.ts";

interface Claimed {
  mailbox_id: string;
  message_id: string;
  folder: string | null;
  bytes: Buffer | null;
}

export interface CopyParts {
  sql: Sql;
  log: Pick<Platform["log"], "warn">;
  signInParts(): Promise<SignInParts>;
  now?: () => Date;
  /** For tests of kills: called after the copy was put, before that is noted. */
  onPut?: () => Promise<void>;
}

const due = "due";
const batch = 20;

export function sentCopiesJob({ sql, log, signInParts, now, onPut }: CopyParts): JobKind {
  const at = () => now?.() ?? currentTime();
  const dueNow = async (limit: number) =>
    (await sql<{ id: string }[]>`select id from private.due_sent_copies(${at()}, ${limit}) as id`).map(({ id }) => id);

  async function copy(id: string): Promise<void> {
    const [claimed] = await sql<Claimed[]>`select * from private.claim_sent_copy(${id}, ${at()})`;
    if (!claimed) return;
    const end = (cameTo: "there" | "put" | null, reason: string | null = null) =>
      sql`select private.end_sent_copy(${id}, ${cameTo}, ${reason}, ${at()})`;
    try {
      await end(await put(claimed));
    } catch (error) {
      const reason = error instanceof CopyRefused ? error.message : sentenceOf(failureOf(error));
      log.warn(
        { reason: error instanceof CopyRefused ? "refused" : failureOf(error).reason },
        "A copy was not put into Sent.",
      );
      await end(null, reason.replace(/\.$/, ""));
    }
  }

  async function put({ mailbox_id: id, message_id: messageId, folder, bytes }: Claimed): Promise<"there" | "put"> {
    if (folder === null) throw new CopyRefused("no folder is known as Sent");
    const [box] = await sql<Server[]>`
      select id, user_name, imap_host, imap_port from public.mailboxes where id = ${id} and state not in ('removed', 'signed_out')`;
    if (!box) throw new CopyRefused("the mailbox is signed out");
    const parts = await signInParts();
    const times = parts.times ?? usualTimes;
    const client = await signInTo(parts, box);
    try {
      if (await isInFolder(client, folder, messageId, times)) return "there";
      if (bytes === null) throw new CopyRefused("its bytes are no longer here");
      const taken = await withinTime(client, times.commandMs, client.append(folder, bytes, [String.raw`\Seen`]));
      if (taken === false) throw new CopyRefused("the server did not take it");
      await onPut?.();
      return "put";
    } finally {
      await client.logout().catch(() => client.close());
    }
  }

  return {
    name: "mail-copies",
    wokenBy: { channel: "mail_answers_due", key: due },
    findDue: dueNow,
    async run(key, signal) {
      for (const id of key === due ? await dueNow(batch) : [key]) if (!signal.aborted) await copy(id);
    },
  };
}

class CopyRefused extends Error {}

async function isInFolder(client: ImapFlow, folder: string, messageId: string, times: ImapTimes): Promise<boolean> {
  const lock = await withinTime(client, times.commandMs, client.getMailboxLock(folder, { readOnly: true }));
  try {
    const found = await withinTime(
      client,
      times.commandMs,
      client.search({ header: { "message-id": messageId } }, { uid: true }),
    );
    return Array.isArray(found) && found.length > 0;
  } finally {
    lock.release();
  }
}
