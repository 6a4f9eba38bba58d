// The way to the provider's page and back. Every step is a row before it is a call: anyone who dies in between leaves something that
// the next attempt, the webhook or the nightly comparison can finish.
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import { type CheckoutFacts, type StripeGate, StripeRefused } from "#server/platform/outbox/stripe.ts";
import { seatOf } from "./seat.ts";

interface Session {
  id: string;
  request_id: string;
  attempt: number;
  provider_session_id: string | null;
  amount_minor: number;
  currency: string;
  state: string;
  created_at: string;
}

type Refusal = "safe" | "paused" | "ended" | "paid" | "processing" | "busy" | "trouble";
type Begun = { refused: Refusal } | { busy: Session } | { made: Session; title: string; number: string };

export interface CheckoutParts {
  sql: Sql;
  stripe: StripeGate;
  siteUrl: string;
  /** AUTO_PUBLISH of this server, null where that is not set; the gate asks for it. */
  publishing: boolean | null;
  now: () => Date;
}

/** Sessions are searched from a little before they were asked for: clocks differ. */
const clockMilliseconds = 10 * 60_000;
const maxCleared = 3;

/** The address of the provider's page for what is open now, or why there is none. */
export async function startCheckout(
  parts: CheckoutParts,
  requestId: string,
): Promise<{ url: string } | { refused: Refusal }> {
  // Who ended another's session must get to make one: the last word is never to clear, or nothing would be open.
  for (let cleared = 0; ; cleared += 1) {
    const begun = await start(parts, requestId);
    if ("refused" in begun) return begun;
    if ("made" in begun) return create(parts, begun.made, `${begun.number} ${begun.title}`);
    if (cleared === maxCleared) return { refused: "busy" };
    const isCleared = await clearAway(parts, begun.busy).then(
      () => true,
      () => false,
    );
    if (!isCleared) return { refused: "trouble" };
  }
}

async function start({ sql, now, publishing }: CheckoutParts, requestId: string): Promise<Begun> {
  const [row] = await sql<
    { begun: Begun }[]
  >`select private.begin_checkout(${requestId}, ${publishing}, ${now()}) as begun`;
  return row!.begun;
}

async function create({ sql, stripe, siteUrl }: CheckoutParts, session: Session, title: string) {
  const answered = (answer: object) =>
    sql`select private.checkout_answered(${session.id}, ${JSON.stringify(answer)}::jsonb)`;
  try {
    const made = await stripe.create({
      requestId: session.request_id,
      attempt: session.attempt,
      amountMinor: session.amount_minor,
      currency: session.currency,
      title,
      // The secret address of the page is not told to anyone: a cookie brings the visitor back to it.
      successUrl: `${siteUrl}/pay/return?session={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${siteUrl}/pay/return`,
    });
    await answered({ state: "open", session_id: made.sessionId, expires_at: made.expiresAt });
    return { url: made.url };
  } catch (error) {
    const isRefused = error instanceof StripeRefused;
    await answered({ state: isRefused ? "failed" : "unclear", error: (error as Error).message });
    return { refused: "trouble" as const };
  }
}

/** Ends a session that stands in the way: after an unclear answer it is looked for first. */
async function clearAway(parts: CheckoutParts, session: Session): Promise<void> {
  const { sql, stripe } = parts;
  const sessionId = session.provider_session_id ?? (await findMade(parts, session));
  if (sessionId === null) {
    await sql`select private.checkout_answered(${session.id}, ${JSON.stringify({ state: "failed", error: "never made" })}::jsonb)`;
    return;
  }
  const facts = await settle(parts, sql, sessionId);
  if (facts.status !== "open") return;
  // It may be paid at this very moment: then it cannot be ended, and what became of it is read again.
  await stripe.expire(sessionId).catch(() => undefined);
  await settle(parts, sql, sessionId);
}

async function findMade({ stripe }: CheckoutParts, session: Session): Promise<string | null> {
  const since = new Date(Date.parse(session.created_at) - clockMilliseconds);
  const made = (await stripe.list(since)).find(
    ({ requestId, attempt }) => requestId === session.request_id && attempt === session.attempt,
  );
  return made?.sessionId ?? null;
}

/** Reads a session at the provider and applies what it is now. The webhook, the way back and the nightly comparison all end here. */
export async function settle(
  { stripe, now }: Pick<CheckoutParts, "stripe" | "now">,
  within: Statements,
  sessionId: string,
  at = now(),
): Promise<CheckoutFacts & { became: string }> {
  const facts = await stripe.facts(sessionId, at);
  const told = { ...facts, ...seatOf(facts) };
  const [row] = await within<{ became: string }[]>`
    select private.apply_checkout(${JSON.stringify(told)}::jsonb) as became`;
  return { ...facts, became: row!.became };
}
