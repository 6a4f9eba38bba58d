// What the outbox needs to send by a mailbox's own server: the server's checked address, the sign-in, and a place for the bytes that leave.
import type { Sql } from "#server/platform/database/sql.ts";
import { PermanentFailure } from "#server/platform/outbox/outgoing.ts";
import type { MailAccount, SendingMailbox } from "#server/platform/outbox/providers.ts";
import { authOf, type SignInParts } from "../connecting/sign-in.ts";
import { sentenceOf } from "../connecting/try-mailbox.ts";
import { mailServerAddress } from "../imap.ts";
import { MailboxFailed } from "../mailbox-failed.ts";

interface Row {
  address: string;
  user_name: string;
  smtp_host: string | null;
  smtp_port: number | null;
  state: string;
}

export function sendingMailbox(sql: Sql, signInParts: () => Promise<SignInParts>, id: string): SendingMailbox {
  return {
    async account(): Promise<MailAccount> {
      const [box] = await sql<Row[]>`
        select address, user_name, smtp_host, smtp_port, state from public.mailboxes where id = ${id}`;
      if (!box || box.state === "removed") throw new PermanentFailure("Its mailbox was removed");
      if (box.smtp_host === null) throw new PermanentFailure(`${box.address} has no server to send by`);
      // Someone may sign in again before the next try.
      if (box.state === "signed_out") throw new Error(`${box.address} is signed out`);
      try {
        const parts = await signInParts();
        const { network } = parts;
        // Its port was checked when it was connected; the address is checked each time.
        const host = await mailServerAddress(box.smtp_host, 993, network);
        const port = box.smtp_port ?? 587;
        return {
          from: box.address,
          host,
          serverName: box.smtp_host,
          port,
          tls: network.plain ? "none" : port === 465 ? "implicit" : "starttls",
          user: box.user_name,
          auth: await authOf(parts, id),
        };
      } catch (error) {
        throw error instanceof MailboxFailed
          ? new Error(`${box.address}: ${sentenceOf(error)}`, { cause: error })
          : error;
      }
    },
    async keep(outboxId, bytes) {
      await sql`select private.keep_answer_bytes(${outboxId}, ${bytes})`;
    },
  };
}
