// What Stripe tells us. An event is a reason to look, not an order: the session is read again and its present state applied, so
// repeated, reordered, delayed and lost events end the same.
import type { Statements } from "#server/platform/database/sql.ts";
import type { StripeEvent, StripeGate } from "#server/platform/outbox/stripe.ts";
import type { Webhook } from "#server/platform/webhooks.ts";
import { settle } from "./checkout.ts";

const aboutSessions = /^checkout\.session\./;
const aboutMoneyBack = /^(?:charge\.refund|refund\.|charge\.dispute\.)/;
const maxEventBytes = 512 * 1024;

export function stripeWebhook(stripe: StripeGate, now: () => Date, isSetUp?: () => boolean): Webhook {
  async function sessionOf(event: StripeEvent, within: Statements): Promise<string | null> {
    if (aboutSessions.test(event.type)) return event.sessionId ?? null;
    if (!aboutMoneyBack.test(event.type) || !event.paymentId) return null;
    const [known] = await within<{ id: string | null }[]>`
      select provider_session_id as id from public.checkout_sessions where provider_payment_id = ${event.paymentId}`;
    return known?.id ?? stripe.sessionOfPayment(event.paymentId);
  }

  return {
    provider: "stripe",
    ...(isSetUp && { isSetUp }),
    maxBytes: maxEventBytes,
    verify(headers, raw) {
      const event = stripe.readEvent(raw, headers.get("stripe-signature") ?? "");
      // Names and addresses of payers are not kept: the session is read again anyway.
      return event && { key: event.id, type: event.type, payload: event };
    },
    async process({ payload }, within) {
      const event = payload as StripeEvent;
      const sessionId = await sessionOf(event, within);
      if (sessionId === null) return "ignored";
      const { became } = await settle({ stripe, now }, within, sessionId, new Date(event.created * 1000));
      return became === "unknown" ? "ignored" : "processed";
    },
  };
}
