// The one place that talks to Stripe. What it says about a session is read into plain facts; nothing else of theirs leaves here.
// The key is a restricted one: checkout sessions (write), refunds and disputes (read). It is shown nowhere.
import { createRequire } from "node:module";
import type { Stripe } from "stripe";
import { currentMillis } from "#domain/clock.ts";
import { madeOnce } from "../made-once.ts";

/** Read only where there are keys: hundreds of files that every other start would wait for. */
// Required, it is the client itself, without the names that an import has.
const library = () => createRequire(import.meta.url)("stripe") as typeof Stripe;

export interface StripeSettings {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_URL?: string | undefined;
}

/** What is asked of a page to pay on. The amount comes from the database. */
export interface NewCheckout {
  requestId: string;
  attempt: number;
  amountMinor: number;
  currency: string;
  title: string;
  successUrl: string;
  cancelUrl: string;
}

/** A seat that a visitor buys by himself: one payment for one period, with no request behind it. */
export interface NewSeat {
  id: string;
  period: string;
  amountMinor: number;
  currency: string;
  title: string;
  successUrl: string;
  cancelUrl: string;
}

/** Money that went back. */
export interface MoneyBack {
  id: string;
  kind: "refund" | "dispute";
  amount_minor: number;
  currency: string;
  /** False when a refund failed or a dispute was won. */
  stands: boolean;
  why: string;
  at: string;
}

/** A session as it is at this moment, as private.apply_checkout takes it. */
export interface CheckoutFacts {
  session_id: string;
  request_id: string | null;
  attempt: number | null;
  /** The period of a seat, and who bought it. From metadata, which no one but the holder of the key can write. */
  seat: string | null;
  buyer: string | null;
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  payment_failed: boolean;
  payment_id: string;
  amount_minor: number;
  currency: string;
  paid_at: string;
  expires_at: string | null;
  back: MoneyBack[];
}

export interface StripeEvent {
  id: string;
  type: string;
  created: number;
  /** Of the session, where the event is about one. */
  sessionId?: string;
  paymentId?: string;
}

/** It said no: nothing was made there. */
export class StripeRefused extends Error {}
/** No one knows whether it did what was asked. */
export class StripeUnclear extends Error {}

export interface ListedSession {
  sessionId: string;
  requestId: string | null;
  attempt: number | null;
  isSeat: boolean;
  paid: boolean;
}

export interface StripeGate {
  isLive: boolean;
  isRestricted: boolean;
  create(checkout: NewCheckout): Promise<{ sessionId: string; url: string; expiresAt: string }>;
  createSeat(seat: NewSeat): Promise<{ url: string }>;
  expire(sessionId: string): Promise<void>;
  /** `at` is when it is known to have been paid. */
  facts(sessionId: string, at: Date): Promise<CheckoutFacts>;
  sessionOfPayment(paymentId: string): Promise<string | null>;
  /** Sessions made since then, newest first. */
  list(since: Date): Promise<ListedSession[]>;
  /** Checks signature, age and mode on the raw bytes; null when it is not from Stripe. */
  readEvent(raw: Uint8Array, signature: string): StripeEvent | null;
}

const timeoutMilliseconds = 10_000;
const signatureSeconds = 300;
const maxListed = 10_000;

/** Have no minor unit, and are counted in hundredths there all the same. */
const inHundredths = new Set(["ISK", "UGX"]);
/** Have three decimals, of which the last must be 0 there. */
const inThousandths = new Set(["BHD", "JOD", "KWD", "OMR", "TND"]);
const theirs = (minor: number, currency: string) => (inHundredths.has(currency) ? minor * 100 : minor);
const ours = (amount: number, currency: string) => {
  const code = currency.toUpperCase();
  // What is no whole unit cannot have come from us: it stays as it is, and fits no request.
  return inHundredths.has(code) && amount % 100 === 0 ? amount / 100 : amount;
};

const unclearTypes = new Set(["StripeConnectionError", "StripeAPIError", "StripeIdempotencyError"]);

/** What is sent to Stripe for a page to pay on; refused here where Stripe cannot say the amount. */
export function sessionOf(checkout: NewCheckout) {
  const { requestId, attempt } = checkout;
  return {
    ...onePayment(checkout),
    client_reference_id: requestId,
    metadata: { request: requestId, attempt: String(attempt) },
  } satisfies Stripe.Checkout.SessionCreateParams;
}

type OnePayment = Pick<NewCheckout, "amountMinor" | "currency" | "title" | "successUrl" | "cancelUrl">;

function onePayment({ amountMinor, currency, title, successUrl, cancelUrl }: OnePayment) {
  if (inThousandths.has(currency) && amountMinor % 10 !== 0) throw new StripeRefused("the last decimal");
  return {
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: theirs(amountMinor, currency),
          product_data: { name: title },
        },
      },
    ],
    success_url: successUrl,
    cancel_url: cancelUrl,
  } satisfies Stripe.Checkout.SessionCreateParams;
}

/** Null without keys: then nothing is paid by card. */
export function openStripe(settings: StripeSettings): StripeGate | null {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: api } = settings;
  if (!key || !secret) return null;
  const { hostname, port, protocol } = new URL(api ?? "https://api.stripe.com");
  const Client = library();
  const stripe = new Client(key, {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === "http:" ? "http" : "https",
    // An answer that did not come is dealt with by reading first: Stripe repeats even a 500 for the same key.
    maxNetworkRetries: 0,
    timeout: timeoutMilliseconds,
    telemetry: false,
  });
  const isLive = /_live_/.test(key);

  async function moneyBack(paymentId: string): Promise<MoneyBack[]> {
    const of = { payment_intent: paymentId, limit: 100 };
    const [refunds, disputes] = await Promise.all([
      stripe.refunds.list(of).autoPagingToArray({ limit: 1000 }),
      stripe.disputes.list(of).autoPagingToArray({ limit: 1000 }),
    ]);
    return [
      ...refunds.map((refund) => ({
        id: refund.id,
        kind: "refund" as const,
        amount_minor: ours(refund.amount, refund.currency),
        currency: refund.currency.toUpperCase(),
        stands: refund.status !== "failed" && refund.status !== "canceled",
        why: `Refund ${refund.status ?? ""}`.trim(),
        at: moment(refund.created),
      })),
      // A warning is a question of the bank; no money has moved.
      ...disputes
        .filter(({ status }) => !status.startsWith("warning"))
        .map((dispute) => ({
          id: dispute.id,
          kind: "dispute" as const,
          amount_minor: ours(dispute.amount, dispute.currency),
          currency: dispute.currency.toUpperCase(),
          stands: dispute.status !== "won" && dispute.status !== "prevented",
          why: `Dispute ${dispute.status.replaceAll("_", " ")}`,
          at: moment(dispute.created),
        })),
    ];
  }

  return {
    isLive,
    isRestricted: key.startsWith("rk_"),
    async create(checkout) {
      const { requestId, attempt } = checkout;
      const asked = sessionOf(checkout);
      try {
        const session = await stripe.checkout.sessions.create(asked, {
          idempotencyKey: `checkout:${requestId}:${attempt}`,
        });
        if (!session.url) throw new StripeUnclear("no address");
        return { sessionId: session.id, url: session.url, expiresAt: moment(session.expires_at) };
      } catch (error) {
        throw told(error);
      }
    },
    async createSeat(seat) {
      try {
        const session = await stripe.checkout.sessions.create(
          { ...onePayment(seat), metadata: { seat: seat.period } },
          { idempotencyKey: `seat:${seat.id}` },
        );
        if (!session.url) throw new StripeUnclear("no address");
        return { url: session.url };
      } catch (error) {
        throw told(error);
      }
    },
    async expire(sessionId) {
      await stripe.checkout.sessions.expire(sessionId);
    },
    async facts(sessionId, at) {
      const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] });
      const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
      const paymentId = intent?.id ?? (typeof session.payment_intent === "string" ? session.payment_intent : null);
      const isPaid = session.payment_status === "paid";
      return {
        session_id: session.id,
        request_id: session.client_reference_id,
        attempt: attemptOf(session.metadata),
        seat: session.metadata?.["seat"] ?? null,
        buyer: session.customer_details?.email ?? null,
        status: session.status === "complete" ? "complete" : session.status === "expired" ? "expired" : "open",
        payment_status: isPaid ? "paid" : "unpaid",
        payment_failed: intent?.status === "requires_payment_method" || intent?.status === "canceled",
        payment_id: paymentId ?? session.id,
        amount_minor: ours(session.amount_total ?? 0, session.currency ?? ""),
        currency: (session.currency ?? "").toUpperCase(),
        paid_at: at.toISOString(),
        expires_at: session.expires_at ? moment(session.expires_at) : null,
        back: isPaid && paymentId ? await moneyBack(paymentId) : [],
      };
    },
    async sessionOfPayment(paymentId) {
      const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 });
      return data[0]?.id ?? null;
    },
    async list(since) {
      const sessions = await stripe.checkout.sessions
        .list({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 })
        .autoPagingToArray({ limit: maxListed });
      return sessions.map((session) => ({
        sessionId: session.id,
        requestId: session.client_reference_id,
        attempt: attemptOf(session.metadata),
        isSeat: session.metadata?.["seat"] !== undefined,
        paid: session.payment_status === "paid",
      }));
    },
    readEvent(raw, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(Buffer.from(raw), signature, secret, signatureSeconds);
      } catch {
        return null;
      }
      // The library refuses only what is too old. What is dated ahead could be played back until its time has come.
      const latest = currentMillis() / 1000 + signatureSeconds;
      const signedAt = Math.max(...[...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, stamp]) => Number(stamp)));
      if (signedAt > latest || event.created > latest) return null;
      // A test's event must not touch what is live, nor the other way round.
      if (event.livemode !== isLive) throw new Error("This event is of another mode");
      const about = event.data.object as {
        id?: string;
        object?: string;
        payment_intent?: string | { id: string } | null;
      };
      const paymentId = typeof about.payment_intent === "string" ? about.payment_intent : about.payment_intent?.id;
      return {
        id: event.id,
        type: event.type,
        created: event.created,
        ...(about.object === "checkout.session" && about.id && { sessionId: about.id }),
        ...(paymentId && { paymentId }),
      };
    },
  };
}

/** Follows the settings: keys that are pasted in Settings count for the next call. */
export function followStripe(settings: StripeSettings): StripeGate & { isSetUp(): boolean } {
  const current = madeOnce(
    () => openStripe(settings),
    () => `${settings.STRIPE_SECRET_KEY} ${settings.STRIPE_WEBHOOK_SECRET}`,
  );
  const need = () => {
    const stripe = current();
    if (!stripe) throw new StripeRefused("not set up");
    return stripe;
  };
  return {
    isSetUp: () => current() !== null,
    get isLive() {
      return current()?.isLive ?? false;
    },
    get isRestricted() {
      return current()?.isRestricted ?? false;
    },
    create: async (checkout) => need().create(checkout),
    createSeat: async (seat) => need().createSeat(seat),
    expire: async (sessionId) => need().expire(sessionId),
    facts: async (sessionId, at) => need().facts(sessionId, at),
    sessionOfPayment: async (paymentId) => need().sessionOfPayment(paymentId),
    list: async (since) => need().list(since),
    readEvent: (raw, signature) => need().readEvent(raw, signature),
  };
}

const moment = (seconds: number) => new Date(seconds * 1000).toISOString();
const attemptOf = (metadata: Stripe.Metadata | null) => {
  const attempt = Number(metadata?.["attempt"]);
  return Number.isInteger(attempt) && attempt > 0 ? attempt : null;
};

function told(error: unknown): Error {
  if (error instanceof StripeUnclear) return error;
  if (error instanceof library().errors.StripeError)
    return unclearTypes.has(error.type) ? new StripeUnclear(error.type) : new StripeRefused(error.code ?? error.type);
  return new StripeUnclear((error as Error).name);
}
