// Stands in for Stripe: sessions with price_data, idempotency that repeats even a 500, expiring, refunds, disputes, a page to pay on,
// and signed events that a test delivers as it likes: twice, in another order, late, or never.
import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "node:querystring";

export interface StandInSession {
  id: string;
  object: "checkout.session";
  client_reference_id: string | null;
  metadata: Record<string, string>;
  amount_total: number;
  currency: string;
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  payment_intent: string | null;
  customer_details: { email: string } | null;
  success_url: string;
  cancel_url: string;
  created: number;
  expires_at: number;
  url: string | null;
  livemode: boolean;
}
interface Intent {
  id: string;
  object: "payment_intent";
  status: "succeeded" | "processing" | "requires_payment_method";
}
interface MoneyBack {
  id: string;
  object: "refund" | "dispute";
  amount: number;
  currency: string;
  status: string;
  created: number;
  payment_intent: string;
}
export interface StandInEvent {
  id: string;
  type: string;
  created: number;
  livemode: boolean;
  object: "event";
  data: { object: unknown };
}

export interface StripeStandIn {
  url: string;
  settings: { STRIPE_SECRET_KEY: string; STRIPE_WEBHOOK_SECRET: string; STRIPE_API_URL: string };
  sessions: Map<string, StandInSession>;
  /** Made and not delivered. */
  events: StandInEvent[];
  /** What was asked, newest last: "POST /v1/checkout/sessions". */
  asked: string[];
  /** The next session that is asked for ends like this. `lost`: it is made, and the answer never comes. */
  failNext(how: "500" | "500 made" | "402" | "lost"): void;
  /** Called before a session, its refunds or its disputes are read, and may wait. */
  beforeReading: ((path: string) => Promise<void>) | null;
  pay(id: string, how?: "card" | "debit"): void;
  finishDebit(id: string, succeeded: boolean): void;
  expire(id: string): void;
  refund(id: string, amount: number): string;
  failRefund(refundId: string): void;
  dispute(id: string, status?: string): string;
  closeDispute(disputeId: string, status: "won" | "lost"): void;
  /** A session that somebody else made with the same key. */
  addForeign(amount: number, currency: string, more?: Partial<StandInSession>): StandInSession;
  /** Body and header of an event, signed at `at`. */
  sign(event: StandInEvent, at?: Date): { body: string; headers: Record<string, string> };
  /** Where events are sent at once; without it a test delivers them. */
  deliverTo: string | null;
  close(): Promise<void>;
}

const secret = "whsec_stand_in";
const key = "rk_test_stand_in";

export async function startStripeStandIn(): Promise<StripeStandIn> {
  const sessions = new Map<string, StandInSession>();
  const intents = new Map<string, Intent>();
  const refunds: MoneyBack[] = [];
  const disputes: MoneyBack[] = [];
  const answers = new Map<string, { status: number; body: string; isLost: boolean }>();
  const events: StandInEvent[] = [];
  const asked: string[] = [];
  let failing: Parameters<StripeStandIn["failNext"]>[0] | null = null;
  let count = 0;
  const seconds = () => Math.floor(Date.now() / 1000);
  const named = (prefix: string) =>
    `${prefix}_test_${String((count += 1)).padStart(4, "0")}${randomBytes(6).toString("hex")}`;

  function tell(type: string, object: unknown): void {
    const event: StandInEvent = {
      id: named("evt"),
      object: "event",
      type,
      created: seconds(),
      livemode: false,
      data: { object: structuredClone(object) },
    };
    events.push(event);
    if (standIn.deliverTo) {
      const { body, headers } = standIn.sign(event);
      void fetch(standIn.deliverTo, { method: "POST", body, headers }).catch(() => undefined);
    }
  }

  function addSession(
    fields: Partial<StandInSession> & Pick<StandInSession, "amount_total" | "currency">,
  ): StandInSession {
    const id = fields.id ?? named("cs");
    const session: StandInSession = {
      id,
      object: "checkout.session",
      client_reference_id: null,
      metadata: {},
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      customer_details: null,
      success_url: "",
      cancel_url: "",
      created: seconds(),
      expires_at: seconds() + 24 * 3600,
      url: `${standIn.url}/pay/${id}`,
      livemode: false,
      ...fields,
    };
    sessions.set(id, session);
    return session;
  }

  const standIn: StripeStandIn = {
    url: "",
    settings: { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: "" },
    sessions,
    events,
    asked,
    deliverTo: null,
    beforeReading: null,
    failNext: (how) => void (failing = how),
    pay(id, how = "card") {
      const session = sessions.get(id)!;
      if (session.status !== "open") throw new Error(`${id} is ${session.status}`);
      const intent: Intent = {
        id: named("pi"),
        object: "payment_intent",
        status: how === "card" ? "succeeded" : "processing",
      };
      intents.set(intent.id, intent);
      Object.assign(session, {
        status: "complete",
        payment_status: how === "card" ? "paid" : "unpaid",
        payment_intent: intent.id,
        customer_details: { email: "buyer@example.com" },
        url: null,
      });
      tell("checkout.session.completed", session);
    },
    finishDebit(id, succeeded) {
      const session = sessions.get(id)!;
      intents.get(session.payment_intent!)!.status = succeeded ? "succeeded" : "requires_payment_method";
      if (succeeded) session.payment_status = "paid";
      tell(`checkout.session.async_payment_${succeeded ? "succeeded" : "failed"}`, session);
    },
    expire(id) {
      const session = sessions.get(id)!;
      session.status = "expired";
      session.url = null;
      tell("checkout.session.expired", session);
    },
    refund(id, amount) {
      const { payment_intent, currency } = sessions.get(id)!;
      const refund: MoneyBack = {
        id: named("re"),
        object: "refund",
        amount,
        currency,
        status: "succeeded",
        created: seconds(),
        payment_intent: payment_intent!,
      };
      refunds.push(refund);
      tell("charge.refunded", { id: named("ch"), object: "charge", payment_intent });
      tell("refund.created", refund);
      return refund.id;
    },
    failRefund(refundId) {
      const refund = refunds.find(({ id }) => id === refundId)!;
      refund.status = "failed";
      tell("refund.failed", refund);
    },
    dispute(id, status = "needs_response") {
      const { payment_intent, amount_total: amount, currency } = sessions.get(id)!;
      const dispute: MoneyBack = {
        id: named("dp"),
        object: "dispute",
        amount,
        currency,
        status,
        created: seconds(),
        payment_intent: payment_intent!,
      };
      disputes.push(dispute);
      tell("charge.dispute.created", dispute);
      return dispute.id;
    },
    closeDispute(disputeId, status) {
      const dispute = disputes.find(({ id }) => id === disputeId)!;
      dispute.status = status;
      tell("charge.dispute.closed", dispute);
    },
    addForeign(amount, currency, more = {}) {
      const intent: Intent = { id: named("pi"), object: "payment_intent", status: "succeeded" };
      intents.set(intent.id, intent);
      const session = addSession({
        amount_total: amount,
        currency,
        status: "complete",
        payment_status: "paid",
        payment_intent: intent.id,
        ...more,
      });
      tell("checkout.session.completed", session);
      return session;
    },
    sign(event, at = new Date()) {
      const body = JSON.stringify({ ...event, api_version: "2026-01-01" });
      const stamp = Math.floor(at.getTime() / 1000);
      const mark = createHmac("sha256", secret).update(`${stamp}.${body}`).digest("hex");
      return { body, headers: { "content-type": "application/json", "stripe-signature": `t=${stamp},v1=${mark}` } };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const list = (data: readonly { id: string }[], from: URLSearchParams) => {
    const limit = Number(from.get("limit") ?? 10);
    const after = from.get("starting_after");
    const rest = after ? data.slice(data.findIndex(({ id }) => id === after) + 1) : data;
    return { object: "list", url: "/v1/list", data: rest.slice(0, limit), has_more: rest.length > limit };
  };

  function create(form: Record<string, unknown>): { status: number; body: unknown; isLost?: boolean } {
    const how = failing;
    failing = null;
    const amount = Number(form["line_items[0][price_data][unit_amount]"]);
    const currency = String(form["line_items[0][price_data][currency]"] ?? "");
    if (!Number.isInteger(amount) || amount < 1 || currency === "")
      return { status: 400, body: { error: { type: "invalid_request_error", message: "price_data is missing" } } };
    if (how === "402") return { status: 402, body: { error: { type: "card_error", code: "no", message: "no" } } };
    if (how === "500") return { status: 500, body: { error: { type: "api_error", message: "trouble" } } };
    const session = addSession({
      amount_total: amount * Number(form["line_items[0][quantity]"] ?? 1),
      currency,
      client_reference_id: String(form["client_reference_id"] ?? "") || null,
      metadata: Object.fromEntries(
        Object.entries(form).flatMap(([name, value]) => {
          const label = /^metadata\[(\w+)\]$/.exec(name)?.[1];
          return label ? [[label, String(value)]] : [];
        }),
      ),
      success_url: String(form["success_url"]),
      cancel_url: String(form["cancel_url"]),
    });
    if (how === "500 made") return { status: 500, body: { error: { type: "api_error", message: "trouble" } } };
    return { status: 200, body: session, isLost: how === "lost" };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const form = parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    const missing = () => send(404, { error: { type: "invalid_request_error", message: "No such thing" } });

    if (pathname.startsWith("/pay/")) return payPage(request, response, pathname.split("/")[2] ?? "");
    asked.push(`${request.method} ${pathname}`);
    if (request.headers.authorization !== `Bearer ${key}`)
      return void send(401, { error: { type: "invalid_request_error", message: "Invalid API key" } });
    const of = searchParams.get("payment_intent");
    if (request.method === "GET") await standIn.beforeReading?.(pathname);
    if (pathname === "/v1/refunds")
      return void send(
        200,
        list(
          refunds.filter((back) => back.payment_intent === of),
          searchParams,
        ),
      );
    if (pathname === "/v1/disputes")
      return void send(
        200,
        list(
          disputes.filter((back) => back.payment_intent === of),
          searchParams,
        ),
      );
    const [, , , , id, action] = pathname.split("/");
    if (pathname === "/v1/checkout/sessions" && request.method === "POST") {
      const idempotency = String(request.headers["idempotency-key"] ?? "");
      const before = answers.get(idempotency);
      if (before?.isLost) return void response.destroy();
      if (before)
        return void response
          .writeHead(before.status, { "content-type": "application/json", "idempotent-replayed": "true" })
          .end(before.body);
      const { status, body, isLost = false } = create(form);
      if (idempotency) answers.set(idempotency, { status, body: JSON.stringify(body), isLost });
      if (isLost) return void response.destroy();
      return void send(status, body);
    }
    if (pathname === "/v1/checkout/sessions") {
      const since = Number(searchParams.get("created[gte]") ?? 0);
      const found = [...sessions.values()]
        .filter((session) => session.created >= since && (of === null || session.payment_intent === of))
        .toReversed();
      return void send(200, list(found, searchParams));
    }
    const session = sessions.get(id ?? "");
    if (!pathname.startsWith("/v1/checkout/sessions/") || !session) return void missing();
    if (action === "expire") {
      if (session.status !== "open")
        return void send(400, {
          error: { type: "invalid_request_error", message: "Only open sessions can be expired" },
        });
      standIn.expire(session.id);
      return void send(200, session);
    }
    const intent = session.payment_intent ? intents.get(session.payment_intent) : null;
    return void send(200, {
      ...session,
      payment_intent: searchParams.has("expand[0]") ? (intent ?? null) : session.payment_intent,
    });
  }

  function payPage(request: IncomingMessage, response: ServerResponse, id: string): void {
    const session = sessions.get(id);
    if (!session || session.status !== "open") return void response.writeHead(410).end("This page has ended");
    if (request.method === "POST") {
      standIn.pay(id);
      response.writeHead(303, { location: session.success_url.replace("{CHECKOUT_SESSION_ID}", id) }).end();
      return;
    }
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(
        `<!doctype html><html lang="en"><title>Checkout</title><h1>Pay ${session.amount_total} ${session.currency}</h1>` +
          `<form method="post"><button>Pay now</button></form><a href="${session.cancel_url}">Back</a></html>`,
      );
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  standIn.settings.STRIPE_API_URL = standIn.url;
  return standIn;
}
