// Who takes what leaves, by the settings. Nothing else in the house knows a provider (tools/check/lint/one-gate.js).
import type { Env } from "#server/env.ts";
import type { Sql } from "../database/sql.ts";
import type { LiveSettings } from "../live-settings.ts";
import { madeOnce } from "../made-once.ts";
import type { Provider } from "./outgoing.ts";
import type { Dkim } from "./providers/compose.ts";
import { createFolder } from "./providers/folder.ts";
import { createPostmark } from "./providers/postmark.ts";
import { createSlack } from "./providers/slack.ts";
import { createSmtp } from "./providers/smtp.ts";

export { createMailbox, type MailAccount, type SendingMailbox } from "./providers/mailbox.ts";
export { trySmtp } from "./providers/smtp.ts";

export type Channel = "email" | "calendar" | "slack" | "publish" | "stripe";
/** A channel that no one takes is missing. */
export type Providers = { [channel in Channel]?: Provider | undefined } & {
  /** Settings of the mail provider that were sealed with another key: mail waits for them, and takes no other way out. */
  lockedBy?: () => readonly string[];
};

/** What our own mail needs to leave. */
export const mailSecrets = ["SMTP_URL", "POSTMARK_SERVER_TOKEN", "DKIM_PRIVATE_KEY"] as const;

export type MailEnv = Pick<
  Env,
  | "MAIL_FROM"
  | "SMTP_URL"
  | "POSTMARK_SERVER_TOKEN"
  | "POSTMARK_FROM_EMAIL"
  | "POSTMARK_OUTREACH_STREAM"
  | "POSTMARK_API_URL"
  | "DKIM_SELECTOR"
  | "DKIM_PRIVATE_KEY"
  | "DATA_DIR"
>;

/** The sender of all our mail that names no other. */
export const senderOf = (env: MailEnv, fallback: string): string =>
  (env.POSTMARK_SERVER_TOKEN ? env.POSTMARK_FROM_EMAIL : undefined) ??
  env.MAIL_FROM ??
  env.POSTMARK_FROM_EMAIL ??
  fallback;

/** The part of an address behind the @, for Message-IDs and signatures. */
export const hostOf = (address: string): string => /@([\w.-]+)>?\s*$/.exec(address)?.[1]?.toLowerCase() ?? "localhost";

export function dkimOf(env: MailEnv, sender: string): Dkim | undefined {
  if (!env.DKIM_PRIVATE_KEY || !env.DKIM_SELECTOR) return undefined;
  // In a setting of one line the line breaks of a key are written as \n.
  const privateKey = env.DKIM_PRIVATE_KEY.replaceAll(String.raw`\n`, "\n");
  return { domain: hostOf(sender), selector: env.DKIM_SELECTOR, privateKey };
}

/** Hands nothing over: a message that was claimed as the key was lost waits again. */
const lockedProvider = (names: readonly string[]): Provider => ({
  name: "smtp",
  prepare: () => Promise.reject(new Error(cannotBeOpened(names))),
  deliver: () => Promise.reject(new Error(cannotBeOpened(names))),
});
export const cannotBeOpened = (names: readonly string[]) =>
  `${names.join(" and ")} cannot be opened with this server's key: mail is held`;

export function createMailProvider(
  env: MailEnv,
  print: (line: string) => void,
  fallback: string,
  showsLinks?: () => Promise<boolean>,
): Provider {
  const from = senderOf(env, fallback);
  if (env.POSTMARK_SERVER_TOKEN)
    return createPostmark({
      token: env.POSTMARK_SERVER_TOKEN,
      from,
      outreachStream: env.POSTMARK_OUTREACH_STREAM,
      address: env.POSTMARK_API_URL,
    });
  return env.SMTP_URL
    ? createSmtp(env.SMTP_URL, from, dkimOf(env, from))
    : createFolder(env.DATA_DIR, from, print, showsLinks);
}

export interface Secrecy {
  /** The settings that this server cannot open. */
  lockedBy(): readonly string[];
  /** Links to sign in are printed only where mail has never had a provider. */
  showsLinks(): Promise<boolean>;
}

export const secrecyOf = (sql: Sql, settings: Pick<LiveSettings, "locked">): Secrecy => ({
  lockedBy: () => settings.locked(mailSecrets),
  showsLinks: async () => (await sql`select from private.outbox_gate where not had_mail`).length > 0,
});

/** Each is looked up when it is needed: what was pasted in Settings counts for the next message. */
export function createProviders(
  env: MailEnv & Pick<Env, "SLACK_WEBHOOK_URL">,
  print: (line: string) => void,
  fallback: string,
  { lockedBy = () => [], showsLinks }: Partial<Secrecy> = {},
): Providers {
  const mail = madeOnce(
    () => (lockedBy().length > 0 ? lockedProvider(lockedBy()) : createMailProvider(env, print, fallback, showsLinks)),
    () => JSON.stringify([mailSettings(env), lockedBy()]),
  );
  const slack = madeOnce(
    () => (env.SLACK_WEBHOOK_URL ? createSlack(env.SLACK_WEBHOOK_URL) : undefined),
    () => env.SLACK_WEBHOOK_URL,
  );
  return {
    lockedBy,
    get email() {
      return mail();
    },
    get calendar() {
      return mail();
    },
    get slack() {
      return slack();
    },
  };
}

const mailSettings = (env: MailEnv) =>
  JSON.stringify([
    senderOf(env, ""),
    env.SMTP_URL,
    env.POSTMARK_SERVER_TOKEN,
    env.POSTMARK_OUTREACH_STREAM,
    env.DKIM_SELECTOR,
    env.DKIM_PRIVATE_KEY,
  ]);
