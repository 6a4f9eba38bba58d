// Which mailboxes this server reads. A job finds those that no one has; reading goes on after it, until the mailbox is another's or the server
// stops. Rows say what is due, so nothing is lost with this process.
import { randomUUID } from "node:crypto";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { MailboxRow } from "./folder-rows.ts";
import { readMailbox, type ReaderParts } from "./read-mailbox.ts";

export interface Readers {
  job: JobKind;
  /** Those that are read here at this moment. */
  reading(): string[];
  stop(): Promise<void>;
}

/** At once in one process: ten people and a few of the firm. */
const maxReaders = 40;

export function createReaders(parts: Omit<ReaderParts, "holder">): Readers {
  const { sql, pace } = parts;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();

  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all(running.values());
  }

  return {
    reading: () => [...running.keys()],
    stop,
    job: {
      name: "mailboxes",
      concurrency: 5,
      wokenBy: { channel: "mailboxes_due", key: "all" },
      async findDue(limit) {
        const free = Math.min(limit, maxReaders - running.size);
        if (free <= 0) return [];
        const rows = await sql<{ id: string }[]>`select id from private.due_mailboxes(${free}) as id`;
        return rows.map(({ id }) => id);
      },
      async run(key) {
        const rows =
          key === "all"
            ? await sql<{ id: string }[]>`select id from private.due_mailboxes(${maxReaders}) as id`
            : [{ id: key }];
        for (const { id } of rows) {
          if (stopping.signal.aborted || running.has(id) || running.size >= maxReaders) continue;
          // A name of its own for each reading: a lease that ran out is not renewed by one that hung.
          const holder = randomUUID();
          const [box] = await sql<MailboxRow[]>`
            select id, kind, address, user_name, imap_host, imap_port, sign_in, keep, read_since::text, look_asked_at
            from private.claim_mailbox(${id}, ${holder}, ${pace.leaseSeconds})`;
          if (!box) continue;
          running.set(
            id,
            readMailbox({ ...parts, holder }, box, stopping.signal).finally(() => void running.delete(id)),
          );
        }
      },
      stop,
    },
  };
}
