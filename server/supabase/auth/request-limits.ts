// Who makes a request, as limits count callers, and the guards that refuse one too many.
import type { Context } from "hono";
import type { Limit } from "../limits/limits.ts";
import { networkOf } from "../limits/network.ts";
import type { AuthDependencies } from "./auth-dependencies.ts";
import { AuthError } from "./auth-error.ts";
import type { Client } from "./tokens/sessions.ts";

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
export async function requireWithinLimits(deps: AuthDependencies, ...limits: Limit[]): Promise<void> {
  const wait = await deps.limits.take(...limits);
  if (wait !== null) throw tooManyRequests(wait);
}

export const tooManyRequests = (retryAfter: number) =>
  new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { retryAfter });

/** One mail of a kind to a mailbox at a time, whether or not the mailbox belongs to anyone here. */
export async function requireMailPause(deps: AuthDependencies, kind: string, email: string): Promise<void> {
  const seconds = deps.env.LIMIT_MAIL_SECONDS;
  const wait = await deps.limits.take({ name: `mailbox ${kind}`, of: email, max: 1, seconds });
  if (wait === null) return;
  throw new AuthError(
    429,
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${wait} seconds.`,
    { retryAfter: wait },
  );
}

export const mailLimit = (deps: AuthDependencies, client: Client): Limit => {
  return { name: "mail address", of: client.network, max: deps.env.LIMIT_MAIL_PER_HOUR, seconds: 3600 };
};
