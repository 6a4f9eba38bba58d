// Mail that its recipient asked for, to sign in, and the office's own to its staff: a row of the outbox first, so that none is lost
// when the server dies, and none leaves twice. It is of class system: it passes in the safe mode, and no list shows it.
import { randomUUID } from "node:crypto";
import { currentTime } from "#domain/clock.ts";
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import type { Jobs } from "../jobs/jobs.ts";

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Printed on the console when mail goes to the folder. */
  link?: string;
}

export interface Mail {
  /** Writes the mail down. It leaves soon, or within a transaction of the caller's: soon after that is committed. */
  send(message: Message, options?: { within?: Statements; expiresAt?: Date }): Promise<void>;
}

export interface MailToHandOver {
  /** Writes the mail down and answers its id: the caller hands it over and waits for what comes of it. */
  write(message: Message): Promise<string>;
}

interface MailParts {
  sql: Sql;
  jobs: Pick<Jobs, "wake">;
  now?: () => Date;
}

/** What the mail says has ended by then. */
const lifeHours = 1;

export function createMail({ sql, jobs, now = currentTime }: MailParts): Mail & MailToHandOver {
  async function insert(message: Message, within: Statements, expiresAt: Date): Promise<string> {
    demandOneLine(message);
    const { to, subject, ...content } = message;
    const [row] = await within<{ id: string }[]>`
      insert into public.outbox (class, state, dedupe_key, origin_kind, to_address, subject, body_text, secret, not_before, expires_at)
      values ('system', 'queued', ${`system:${randomUUID()}`}, 'system', ${to}, ${subject}, '', ${JSON.stringify(content)}, ${now()}, ${expiresAt})
      returning id`;
    return row!.id;
  }
  const soon = () => new Date(now().getTime() + lifeHours * 3_600_000);
  return {
    async send(message, { within = sql, expiresAt = soon() } = {}) {
      await jobs.wake("outbox", await insert(message, within, expiresAt), within);
    },
    write: (message) => insert(message, sql, soon()),
  };
}

/** Nothing that ends a header line may reach one; addresses are checked long before, this is the last door. */
function demandOneLine({ to, subject }: Message) {
  if (/[\p{Cc}\u2028\u2029]/u.test(to + subject)) throw new Error("A mail header may not contain control characters");
}
