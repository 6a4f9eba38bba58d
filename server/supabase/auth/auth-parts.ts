// What the flows are made of; each flow takes the parts and adds its routes.
import type { Context, Hono } from "hono";
import type { Sql } from "#server/platform/database/sql.ts";
import type { AppEnv } from "#server/app.ts";
import type { Env } from "#server/env.ts";
import type { Log } from "#server/http/log.ts";
import type { Limit, Limits } from "../limits/limits.ts";
import { networkOf } from "../limits/network.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import type { AccessTokens } from "./tokens/access-tokens.ts";
import { AuthError } from "./auth-error.ts";
import type { Keys } from "./tokens/keys.ts";
import type { OneTimeTokens } from "./tokens/one-time-tokens.ts";
import type { Passwords } from "./passwords.ts";
import type { AllowedRedirect } from "./flows/redirects.ts";
import type { Client, Sessions } from "./tokens/sessions.ts";

export interface AuthParts {
  sql: Sql;
  env: Env;
  log: Log;
  mail: Mail;
  keys: Keys;
  limits: Limits;
  now: () => Date;
  tokens: AccessTokens;
  sessions: Sessions;
  passwords: Passwords;
  oneTime: OneTimeTokens;
  redirectTo: AllowedRedirect;
  /** As mail calls the site. */
  siteName: string;
  /** Work that an answer must not wait for, because its duration would tell whether an account exists. */
  later(work: () => Promise<void>): void;
}

export type AuthRoutes = Hono<AppEnv>;

export function clientOf(c: Context): Client {
  const given: unknown = c.get("clientAddress");
  const address = typeof given === "string" ? given : "unknown";
  return {
    address,
    network: networkOf(address),
    userAgent: c.req.header("user-agent")?.slice(0, 512) ?? null,
  };
}

/** Throws 429 when one of the limits is used up. */
export async function demandLimit(parts: AuthParts, ...limits: Limit[]): Promise<void> {
  const wait = await parts.limits.take(...limits);
  if (wait === null) return;
  throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { retryAfter: wait });
}

/** One mail of a kind to a mailbox at a time, whether or not the mailbox belongs to anyone here. */
export async function demandMailPause(parts: AuthParts, kind: string, email: string): Promise<void> {
  const seconds = parts.env.LIMIT_MAIL_SECONDS;
  const wait = await parts.limits.take({ name: `mailbox ${kind}`, of: email, most: 1, seconds });
  if (wait === null) return;
  throw new AuthError(
    429,
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${wait} seconds.`,
    { retryAfter: wait },
  );
}

export const mailLimit = (parts: AuthParts, client: Client): Limit => {
  return { name: "mail address", of: client.network, most: parts.env.LIMIT_MAIL_PER_HOUR, seconds: 3600 };
};
