// Every mail is a row first, so that none is lost when the server dies, and none leaves twice. Sending is a job.
import type { Env } from "#server/env.ts";
import type { Log } from "#server/http/log.ts";
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import { type JobKind, type Jobs, leaseSeconds } from "../jobs/jobs.ts";
import { createOutbox } from "./outbox.ts";
import { createPostmark } from "./postmark.ts";
import { createSmtp } from "./smtp.ts";

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Printed on the console when mail goes to the outbox. */
  link?: string;
}

/** One way of delivering. Throws PermanentFailure or UncertainDelivery where trying again is of no use or not allowed. */
export type Deliver = (message: Message, id: string) => Promise<void>;
export class PermanentFailure extends Error {}
/** The provider may have taken the mail, but did not say so. */
export class UncertainDelivery extends Error {}

export interface Mail {
  /** Writes the mail down. It leaves soon, or within a transaction of the caller's: soon after that is committed. */
  send(message: Message, options?: { within?: Statements; expiresAt?: Date }): Promise<void>;
}

export type MailProvider = "postmark" | "smtp" | "outbox";

export type MailEnv = Pick<
  Env,
  "MAIL_FROM" | "SMTP_URL" | "POSTMARK_SERVER_TOKEN" | "POSTMARK_FROM_EMAIL" | "DATA_DIR"
>;

export function mailProvider(env: MailEnv): MailProvider {
  return env.POSTMARK_SERVER_TOKEN ? "postmark" : env.SMTP_URL ? "smtp" : "outbox";
}

export function createDelivery(env: MailEnv, print: (line: string) => void, from: string): Deliver {
  const sender = env.MAIL_FROM ?? env.POSTMARK_FROM_EMAIL ?? from;
  if (env.POSTMARK_SERVER_TOKEN) return createPostmark(env.POSTMARK_SERVER_TOKEN, env.POSTMARK_FROM_EMAIL ?? sender);
  return env.SMTP_URL ? createSmtp(env.SMTP_URL, sender) : createOutbox(env.DATA_DIR, sender, print);
}

interface MailParts {
  sql: Sql;
  jobs: Pick<Jobs, "add" | "wake">;
  log: Log;
  provider: MailProvider;
  deliver: Deliver;
  now?: () => Date;
}

/** A passing failure is tried again after so many seconds; what the mail says has ended by then if all fail. */
const pauses = [5, 30, 120, 600, 1800];
const lifeHours = 1;
/** Long enough to answer "did it leave?", short enough not to keep addresses. */
const keptDays = 30;

export function createMail({ sql, jobs, log, provider, deliver, now = () => new Date() }: MailParts): Mail {
  jobs.add(mailJob({ sql, log, provider, deliver, now }));
  return {
    async send(message, { within = sql, expiresAt = new Date(now().getTime() + lifeHours * 3_600_000) } = {}) {
      demandOneLine(message);
      const { to, subject, ...content } = message;
      const [row] = await within<{ id: string }[]>`
        insert into private.mails (recipient, subject, content, due_at, expires_at)
        values (${to}, ${subject}, ${JSON.stringify(content)}, ${now()}, ${expiresAt}) returning id`;
      await jobs.wake("mail", row!.id, within);
    },
  };
}

interface WaitingMail {
  id: string;
  recipient: string;
  subject: string;
  content: Omit<Message, "to" | "subject">;
  attempts: number;
}

function mailJob({ sql, log, provider, deliver, now }: Required<Omit<MailParts, "jobs">>): JobKind {
  async function finish(id: string, state: "sent" | "failed" | "uncertain" | "expired", reason: string | null = null) {
    await sql`update private.mails set state = ${state}, content = null, reason = ${reason}, lease_until = null,
      finished_at = ${now()} where id = ${id}`;
    if (state !== "sent") log.error({ provider, state, reason }, "A mail could not be sent.");
  }

  async function attempt({ id, recipient, subject, content, attempts }: WaitingMail) {
    try {
      await deliver({ to: recipient, subject, ...content }, id);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      if (error instanceof UncertainDelivery) return finish(id, "uncertain", reason);
      const pause = pauses[attempts - 1];
      if (error instanceof PermanentFailure || pause === undefined) return finish(id, "failed", reason);
      const due = new Date(now().getTime() + pause * 1000);
      await sql`update private.mails set state = 'queued', lease_until = null, reason = ${reason}, due_at = ${due}
        where id = ${id}`;
      log.warn({ provider, reason, pause }, "A mail was not accepted; it is tried again.");
      return;
    }
    await finish(id, "sent");
  }

  return {
    name: "mail",
    concurrency: 10,
    async findDue(limit) {
      await sql`delete from private.mails where finished_at < ${now()}::timestamptz - ${`${keptDays} days`}::interval`;
      const rows = await sql<{ id: string }[]>`
        select id from private.mails
        where (state = 'queued' and due_at <= ${now()}) or (state = 'sending' and lease_until <= ${now()})
        order by due_at limit ${limit}`;
      return rows.map(({ id }) => id);
    },
    async run(id) {
      const [left] = await sql<{ id: string }[]>`
        select id from private.mails where id = ${id} and state = 'sending' and lease_until <= ${now()}`;
      if (left) {
        // A server died while it handed this mail over. A file of our own folder can be written again under its name.
        if (provider !== "outbox") return finish(id, "uncertain", "the server stopped while it was sending");
        await sql`update private.mails set state = 'queued', lease_until = null where id = ${id} and state = 'sending'`;
      }
      const [expired] = await sql<{ id: string }[]>`
        select id from private.mails where id = ${id} and state = 'queued' and expires_at <= ${now()}`;
      if (expired) return finish(id, "expired", "it could not be sent in time");
      const lease = new Date(now().getTime() + leaseSeconds * 1000);
      // Committed before the provider is asked: from here on nobody else sends it.
      const [mail] = await sql<WaitingMail[]>`
        update private.mails set state = 'sending', attempts = attempts + 1, lease_until = ${lease}
        where id = ${id} and state = 'queued' and due_at <= ${now()}
        returning id, recipient, subject, content, attempts`;
      if (mail) await attempt(mail);
    },
  };
}

/** Nothing that ends a header line may reach one; addresses are checked long before, this is the last door. */
function demandOneLine({ to, subject }: Message) {
  if (/[\p{Cc}\u2028\u2029]/u.test(to + subject)) throw new Error("A mail header may not contain control characters");
}
