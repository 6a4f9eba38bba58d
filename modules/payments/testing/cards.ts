// The module's doors with a stand-in for Stripe behind them, and a gate that is open: each test begins with nothing asked for.
import { afterAll, beforeEach, expect } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { startStripeStandIn } from "#server/testing/stripe-stand-in.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { paymentsForTests, visitors } from "./payments-site.ts";

export async function cardsForTests() {
  const { sql, connection } = await testDatabase();
  const stripe = await startStripeStandIn();
  afterAll(() => stripe.close());
  const house = await paymentsForTests(sql);
  const live = visitors(sql, stripe);

  beforeEach(async () => {
    await house.empty();
    await setOutboxGate(sql, true);
    stripe.sessions.clear();
    stripe.events.length = 0;
    stripe.asked.length = 0;
    stripe.beforeReading = null;
  });

  const sessionsOf = (request: string) => sql<{ attempt: number; state: string; provider_session_id: string | null }[]>`
    select attempt, state, provider_session_id from public.checkout_sessions where request_id = ${request} order by attempt`;
  const inbound = () =>
    sql<{ state: string; type: string }[]>`select state, type from private.inbound_events order by received_at`;
  const taken = () => stripe.events.splice(0);
  /** A request with a page of Stripe's that is open. */
  async function opened(fields: object = {}) {
    const id = await house.ask(fields);
    const path = await live.pageOf(id);
    const { session, url } = await live.payByCard(path);
    expect(url).toBeDefined();
    return { id, path, session };
  }
  return { sql, connection, stripe, house, live, sessionsOf, inbound, taken, opened };
}
