// Sends mail in the background: a request never waits for a provider, so its duration says nothing about an account.
import type { Env } from "#server/env.ts";
import type { Log } from "#server/http/log.ts";
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

/** One way of delivering; throws, and says with `PermanentFailure` that trying again is of no use. */
export type Deliver = (message: Message) => Promise<void>;
export class PermanentFailure extends Error {}

export interface Mail {
  readonly provider: "postmark" | "smtp" | "outbox";
  send(message: Message): void;
  /** Waits for what is under way, at most a few seconds. */
  close(): Promise<void>;
}

export type MailEnv = Pick<
  Env,
  "MAIL_FROM" | "SMTP_URL" | "POSTMARK_SERVER_TOKEN" | "POSTMARK_FROM_EMAIL" | "DATA_DIR"
>;

const waits = [1_000, 5_000, 30_000];
const mostWaiting = 1_000;
const longestClose = 5_000;

export function createMail(env: MailEnv, log: Log, print: (line: string) => void, from: string): Mail {
  const sender = env.MAIL_FROM ?? env.POSTMARK_FROM_EMAIL ?? from;
  const provider = env.POSTMARK_SERVER_TOKEN ? "postmark" : env.SMTP_URL ? "smtp" : "outbox";
  const deliver: Deliver =
    provider === "postmark"
      ? createPostmark(env.POSTMARK_SERVER_TOKEN!, env.POSTMARK_FROM_EMAIL ?? sender)
      : provider === "smtp"
        ? createSmtp(env.SMTP_URL!, sender)
        : createOutbox(env.DATA_DIR, sender, print);
  return queueMail(provider, deliver, log);
}

export function queueMail(provider: Mail["provider"], deliver: Deliver, log: Log, pauses = waits): Mail {
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();

  async function attempt(message: Message, tries: number): Promise<void> {
    try {
      await deliver(message);
    } catch (error) {
      const pause = pauses[tries];
      if (error instanceof PermanentFailure || pause === undefined || stop.signal.aborted) {
        log.error({ reason: reasonOf(error), provider }, "A mail could not be sent.");
        return;
      }
      log.warn({ reason: reasonOf(error), provider, pause }, "A mail was not accepted; it is tried again.");
      await sleep(pause, stop.signal);
      await attempt(message, tries + 1);
    }
  }

  return {
    provider,
    send(message) {
      demandOneLine(message);
      if (underWay.size >= mostWaiting) {
        log.error({ provider }, "Too many mails are waiting; one was dropped.");
        return;
      }
      const sending = attempt(message, 0).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async close() {
      stop.abort();
      await Promise.race([Promise.all(underWay), sleep(longestClose)]);
    },
  };
}

/** Nothing that ends a header line may reach one; addresses are checked long before, this is the last door. */
function demandOneLine({ to, subject }: Message) {
  if (/[\p{Cc}\u2028\u2029]/u.test(to + subject)) throw new Error("A mail header may not contain control characters");
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    timer.unref();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : "unknown");
