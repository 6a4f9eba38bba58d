// Who makes a request, as limits count callers, and the guards that refuse one too many.
import type { Context } from "hono";
import type { Limit } from "../limits/limits.ts";
import { networkOf } from "../limits/network.ts";
import type { AuthDependencies } from "./auth-dependencies.ts";
import { AuthError } from "./auth-error.ts";
import { mailboxOf } from "./mailbox.ts";
import type { Client } from "./tokens/sessions.ts";

const day = 86_400;

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

/**
 * One mail of a kind to a mailbox at a time, and so many of all kinds in a day, whether or not the mailbox belongs to anyone here.
 * Tags do not make another mailbox: otherwise every number after a plus sign would be one more mail.
 *
 * `known`: the device or session that is known to be the owner's. It has counts apart, so that strangers who ask for mail to a mailbox
 * all day keep its owner from none.
 */
export async function requireMailPause(
  deps: AuthDependencies,
  kind: string,
  email: string,
  known: string | null = null,
): Promise<void> {
  const { LIMIT_MAIL_SECONDS: seconds, LIMIT_MAILBOX_PER_DAY: max } = deps.env;
  const of = known === null ? mailboxOf(email) : `${known} ${mailboxOf(email)}`;
  const wait =
    (await deps.limits.take({ name: `mailbox ${kind}`, of, max: 1, seconds })) ??
    (await deps.limits.take({ name: "mailbox day", of, max, seconds: day }));
  if (wait === null) return;
  throw new AuthError(
    429,
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${wait} seconds.`,
    { retryAfter: wait },
  );
}

/** Mails that one network asks for, to whomever. */
export const mailLimits = ({ env }: AuthDependencies, { network }: Client): Limit[] => [
  { name: "mail address", of: network, max: env.LIMIT_MAIL_PER_HOUR, seconds: 3600 },
  { name: "mail address day", of: network, max: env.LIMIT_MAIL_PER_DAY, seconds: day },
];
