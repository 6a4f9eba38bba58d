// Paying by card: the way to Stripe and back, and what Stripe tells us in whatever order it likes. Stripe is a stand-in that
// keeps sessions, repeats answers and signs events as Stripe does.
import { spawn } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type StandInEvent, startStripeStandIn } from "#server/testing/stripe-stand-in.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { paymentsForTests, visitors } from "./testing/payments-site.ts";

const { sql, connection } = await testDatabase();
const stripe = await startStripeStandIn();
afterAll(() => stripe.close());
const { ask, row, record, money, tasks, call, empty, contactId } = await paymentsForTests(sql);
const live = visitors(sql, stripe);
const { pageOf, look, payByCard, deliver, run, site, from } = live;

beforeEach(async () => {
  await empty();
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
  const id = await ask(fields);
  const path = await pageOf(id);
  const { session, url } = await payByCard(path);
  expect(url).toBeDefined();
  return { id, path, session };
}

describe("checkout", () => {
  test("payments 2: the session is stored before the visitor goes on, with the amount that is open by the database", async () => {
    const id = await ask();
    await record(id, 4_400_00);
    const path = await pageOf(id);
    const { status, html, headers, session, url } = await payByCard(path);
    expect(status).toBe(200);
    expect(url).toBe(`${stripe.url}/pay/${session}`);
    expect(await sessionsOf(id)).toEqual([{ attempt: 1, state: "open", provider_session_id: session }]);
    expect(stripe.sessions.get(session)).toMatchObject({
      amount_total: 40_000_00,
      currency: "usd",
      client_reference_id: id,
      metadata: { request: id, attempt: "1" },
    });
    // Without script: a page of ours that goes on by itself, and a link.
    expect(html).toContain(`<a href="${url}">`);
    // The secret address stays with the visitor.
    const token = path.split("/").at(-1)!;
    expect(JSON.stringify(stripe.sessions.get(session))).not.toContain(token);
    expect(headers.get("set-cookie")).toContain(`pay-back=${token}; Path=/pay/return;`);
    expect(headers.get("set-cookie")).toContain("HttpOnly; SameSite=Lax; Secure");
  });

  test("payments 2: amounts, currencies and requests in the form are ignored, and a page that has changed since is shown again", async () => {
    const id = await ask();
    const other = await ask({ title: "Another", amount_minor: 1 });
    const path = await pageOf(id);
    const { html } = await look(path);
    const fields = { version: live.hidden(html, "version"), nonce: live.hidden(html, "nonce"), how: "card" };
    const post = (more: Record<string, string>) =>
      site.ask(path, { method: "POST", from: from(), body: new URLSearchParams({ ...fields, ...more }) });
    expect((await post({ amount: "1", amount_minor: "1", currency: "jpy", request_id: other, id: other })).status).toBe(
      200,
    );
    expect([...stripe.sessions.values()]).toMatchObject([
      { amount_total: 44_400_00, currency: "usd", client_reference_id: id },
    ]);
    await record(id, 1_00);
    const late = await post({});
    expect(late.status).toBe(409);
    expect(await late.text()).toContain("Something has changed");
  });

  test("payments 2: currencies that Stripe counts otherwise: yen, kronur in hundredths, dinars without a last decimal", async () => {
    const [yen, kronur, dinars] = [
      await opened({ currency: "JPY", amount_minor: 1980 }),
      await opened({ currency: "ISK", amount_minor: 12_000 }),
      await opened({ currency: "KWD", amount_minor: 12_340 }),
    ];
    expect([yen, kronur, dinars].map(({ session }) => stripe.sessions.get(session)!.amount_total)).toEqual([
      1980, 12_000_00, 12_340,
    ]);
    stripe.pay(kronur.session);
    stripe.refund(kronur.session, 2_000_00);
    await deliver(taken());
    expect((await money(kronur.id)).map(({ amount_minor }) => amount_minor)).toEqual([12_000, -2_000]);
    const odd = await ask({ currency: "KWD", amount_minor: 12_345 });
    expect((await payByCard(await pageOf(odd))).status).toBe(502);
    expect(await sessionsOf(odd)).toMatchObject([{ state: "failed" }]);
  });

  test("payments 2: a second try ends the first session and makes a new one, under a key of its own", async () => {
    const { id, path, session } = await opened();
    const second = await payByCard(path);
    expect(stripe.sessions.get(session)!.status).toBe("expired");
    expect(await sessionsOf(id)).toEqual([
      { attempt: 1, state: "expired", provider_session_id: session },
      { attempt: 2, state: "open", provider_session_id: second.session },
    ]);
  });

  test("payments 2: after a 500, which Stripe repeats for the same key, it is read first and then a new attempt is made", async () => {
    const id = await ask();
    const path = await pageOf(id);
    stripe.failNext("500");
    const failed = await payByCard(path);
    expect(failed.status).toBe(502);
    expect(failed.html).toContain("Nothing was charged");
    expect(await sessionsOf(id)).toMatchObject([{ attempt: 1, state: "unclear", provider_session_id: null }]);
    stripe.asked.length = 0;
    const { session } = await payByCard(path);
    expect(stripe.asked).toEqual(["GET /v1/checkout/sessions", "POST /v1/checkout/sessions"]);
    expect(await sessionsOf(id)).toMatchObject([
      { attempt: 1, state: "failed" },
      { attempt: 2, state: "open", provider_session_id: session },
    ]);
  });

  test.each(["500 made", "lost"] as const)(
    "payments 2: a session whose answer is '%s' is found by our reference and ended before the next",
    async (how) => {
      const id = await ask();
      const path = await pageOf(id);
      stripe.failNext(how);
      expect((await payByCard(path)).status).toBe(502);
      const { session } = await payByCard(path);
      expect([...stripe.sessions.values()].map(({ status }) => status)).toEqual(["expired", "open"]);
      expect(await sessionsOf(id)).toMatchObject([
        { attempt: 1, state: "expired" },
        { attempt: 2, state: "open", provider_session_id: session },
      ]);
    },
  );

  test("payments 2: a refusal is a refusal; the next try is a new attempt", async () => {
    const id = await ask();
    const path = await pageOf(id);
    stripe.failNext("402");
    expect((await payByCard(path)).status).toBe(502);
    expect(await sessionsOf(id)).toMatchObject([{ attempt: 1, state: "failed" }]);
    expect((await payByCard(path)).url).toBeDefined();
  });

  test("payments 2: ten clicks at once leave one open session", async () => {
    const id = await ask();
    const path = await pageOf(id);
    await Promise.all(Array.from({ length: 4 }, () => payByCard(path)));
    const open = (await sessionsOf(id)).filter(({ state }) => state === "open");
    expect(open).toHaveLength(1);
    expect([...stripe.sessions.values()].filter(({ status }) => status === "open")).toHaveLength(1);
  });

  test("payments 2: what was paid meanwhile is not paid again", async () => {
    const { id, path, session } = await opened();
    stripe.pay(session);
    // No event came. The next click asks about the session that stands in the way.
    const { status, html } = await payByCard(path);
    expect(status).toBe(409);
    expect(html).toContain("paid already");
    expect(await row(id)).toMatchObject({ state: "paid" });
  });
});

describe("events", () => {
  test("payments 3: raw bytes, signature, age and mode are checked; what is wrong is stored nowhere", async () => {
    const { session } = await opened();
    stripe.pay(session);
    const [event] = taken();
    const post = async (body: string, headers: Record<string, string>) =>
      (await site.ask("/api/webhooks/stripe", { method: "POST", body, headers })).status;
    const signed = stripe.sign(event!);
    expect(await post(signed.body.replace("complete", "expired_"), signed.headers)).toBe(401);
    expect(await post(signed.body, { ...signed.headers, "stripe-signature": "t=1,v1=00" })).toBe(401);
    expect(await post(signed.body, { "content-type": "application/json" })).toBe(401);
    const old = stripe.sign(event!, new Date(Date.now() - 301_000));
    expect(await post(old.body, old.headers)).toBe(401);
    const other = stripe.sign({ ...event!, livemode: true });
    expect(await post(other.body, other.headers)).toBe(400);
    expect(await inbound()).toEqual([]);
    expect(await post(signed.body, signed.headers)).toBe(200);
    // Stored and answered; nothing has been asked or applied yet.
    expect(await inbound()).toEqual([{ state: "received", type: "checkout.session.completed" }]);
    expect(await sql`select 1 from public.payments`).toHaveLength(0);
  });

  test("payments 3: the event is a reason to look: the session is read again and its present state applied", async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    const [event] = taken();
    // What the event says is not believed.
    const lie = {
      ...event!,
      data: { object: { ...(event!.data.object as object), amount_total: 1, payment_status: "unpaid" } },
    };
    expect(await deliver([lie])).toEqual([200]);
    expect(await money(id)).toMatchObject([{ kind: "payment", amount_minor: 44_400_00 }]);
    expect(await inbound()).toEqual([{ state: "processed", type: "checkout.session.completed" }]);
    // Names and addresses of payers are not kept.
    const [stored] = await sql<{ payload: object }[]>`select payload from private.inbound_events`;
    expect(Object.keys(stored!.payload).sort()).toEqual(["created", "id", "paymentId", "sessionId", "type"]);
  });

  test("payments 3: an event that cannot be read at Stripe just now waits, and is not lost", async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    stripe.beforeReading = () => Promise.reject(new Error("down"));
    await expect(deliver(taken())).rejects.toThrow();
    expect(await inbound()).toMatchObject([{ state: "received" }]);
    expect(await row(id)).toMatchObject({ state: "open" });
    stripe.beforeReading = null;
    await sql`update private.inbound_events set due_at = now()`;
    await live.work();
    expect(await row(id)).toMatchObject({ state: "paid" });
  });

  test("payments 4: a bank debit is processing until it has arrived, never paid", async () => {
    const { id, path, session } = await opened();
    stripe.pay(session, "debit");
    await deliver(taken());
    expect(await row(id)).toMatchObject({ state: "open", processing: true, received_minor: 0 });
    const page = await look(path);
    expect(page.html).toContain("On its way.");
    expect(page.html).not.toContain("Paid.");
    // Nobody pays twice while it is on its way.
    expect((await payByCard(path)).status).not.toBe(200);
    stripe.finishDebit(session, true);
    await deliver(taken());
    expect(await row(id)).toMatchObject({ state: "paid", processing: false });
    expect((await look(path)).html).toContain("Paid.");
  });

  test("payments 4: a debit that fails, or a session that ends, opens the request again", async () => {
    const { id, path, session } = await opened();
    stripe.pay(session, "debit");
    stripe.finishDebit(session, false);
    await deliver(taken());
    expect(await row(id)).toMatchObject({ state: "open", processing: false });
    const second = await payByCard(path);
    stripe.expire(second.session);
    await deliver(taken());
    expect((await sessionsOf(id)).map(({ state }) => state)).toEqual(["failed", "expired"]);
    expect((await payByCard(path)).url).toBeDefined();
  });

  test("payments 4: refunds and disputes are negative rows; one that fails or is won is taken back", async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    const refund = stripe.refund(session, 400_00);
    await deliver(taken());
    expect(await money(id)).toMatchObject([
      { kind: "payment", amount_minor: 44_400_00 },
      { kind: "refund", amount_minor: -400_00, provider_id: refund },
    ]);
    expect(await row(id)).toMatchObject({ state: "partly_paid", open_minor: 400_00 });
    stripe.failRefund(refund);
    await deliver(taken());
    expect(await row(id)).toMatchObject({ state: "paid" });
    const dispute = stripe.dispute(session);
    await deliver(taken());
    expect(await row(id)).toMatchObject({ received_minor: 0, state: "refunded" });
    expect(await tasks()).toEqual(["R-2026-001: the payment of USD 44,400.00 is disputed, answer at the provider"]);
    stripe.closeDispute(dispute, "won");
    await deliver(taken());
    expect(await row(id)).toMatchObject({ received_minor: 44_400_00, state: "paid" });
    expect(await money(id)).toHaveLength(5);
  });

  test("payments 5: the way back calls the same function; with the webhook together they give one payment", async () => {
    const { id, path, session } = await opened();
    stripe.pay(session);
    const token = path.split("/").at(-1)!;
    const back = () =>
      site.ask(`/pay/return?session=${session}`, {
        headers: { cookie: `pay-back=${token}` },
        from: from(),
        redirect: "manual",
      });
    const [first, second] = await Promise.all([back(), back(), deliver(taken())]);
    for (const response of [first, second]) {
      expect(response.status).toBe(303);
      expect(response.headers.get("location")).toBe(path);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect(await money(id)).toHaveLength(1);
    expect((await look(path)).html).toContain("Paid.");
    // Whoever has lost the cookie reads no names, no amount and no address.
    const bare = await (await site.ask(`/pay/return?session=${session}`, { from: from() })).text();
    expect(bare).not.toMatch(/Norrfall|44,400|Deposit/);
  });

  test("payments 5: twenty parallel deliveries of five events give one payment, one refund, one receipt", async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    stripe.refund(session, 100_00);
    stripe.dispute(session, "warning_needs_response");
    const five = taken();
    five.push({ ...five[0]!, id: "evt_again", type: "checkout.session.async_payment_succeeded" });
    expect(five).toHaveLength(5);
    const statuses = await deliver(Array.from({ length: 20 }, () => five).flat());
    expect(statuses.every((status) => status === 200)).toBe(true);
    expect(await inbound()).toHaveLength(5);
    expect((await money(id)).map(({ kind, amount_minor }) => [kind, amount_minor])).toEqual([
      ["payment", 44_400_00],
      ["refund", -100_00],
    ]);
    expect(await sql`select 1 from public.outbox where origin_kind = 'payment_receipt'`).toHaveLength(1);
  });

  test("payments 3, 5: whatever order events come in, how often, and whichever are lost, the end is the same", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        async (order, lost) => {
          await empty();
          const { id, session } = await opened();
          stripe.events.length = 0;
          stripe.pay(session, "debit");
          stripe.finishDebit(session, true);
          stripe.refund(session, 1_00);
          stripe.failRefund(stripe.refund(session, 2_00));
          const all = taken();
          // Late and twice; the last that is told is enough.
          const told = order
            .map((rank, index): [number, StandInEvent] => [rank, all[index % all.length]!])
            .sort(([a], [b]) => a - b)
            .map(([, event]) => event)
            .filter((_, index) => !lost[index]);
          for (const event of told) await deliver([event]);
          await deliver([all.at(-1)!]);
          expect((await row(id)).received_minor).toBe(44_399_00);
          expect((await money(id)).filter(({ kind }) => kind === "payment")).toHaveLength(1);
        },
      ),
      { numRuns: 15 },
    );
  });

  test("payments 6: another amount, currency or reference is written down as unallocated, with a task, and pays nothing", async () => {
    const { id, session } = await opened();
    stripe.sessions.get(session)!.amount_total = 1_00;
    stripe.pay(session);
    const other = await opened({ title: "Another" });
    stripe.sessions.get(other.session)!.currency = "eur";
    stripe.pay(other.session);
    stripe.addForeign(77_00, "xaf", { client_reference_id: "somebody else's" });
    await deliver(taken());
    expect(await row(id)).toMatchObject({ state: "open", received_minor: 0 });
    expect(await row(other.id)).toMatchObject({ state: "open", received_minor: 0 });
    const pile = await sql<{ amount_minor: number; currency: string }[]>`
      select amount_minor, currency from public.payments where request_id is null order by created_at`;
    expect(pile.map(({ amount_minor, currency }) => `${amount_minor} ${currency}`).sort()).toEqual([
      "100 USD",
      "4440000 EUR",
      "7700 XAF",
    ]);
    expect((await tasks()).filter((title) => title.includes("fits no request"))).toHaveLength(3);
    // A person says where it belongs; a second time there is nothing left to give.
    const [euros] = await sql<
      { id: string }[]
    >`select id from public.payments where currency = 'USD' and request_id is null`;
    await call("public.allocate_payment($1, $2)", euros!.id, id);
    expect(await row(id)).toMatchObject({ state: "partly_paid", received_minor: 1_00 });
    await expect(call("public.allocate_payment($1, $2)", euros!.id, id)).rejects.toThrow("already");
  });

  test("payments 6: we died before the session's name was written down: our reference brings it home", async () => {
    const { id, session } = await opened();
    await sql`update public.checkout_sessions set provider_session_id = null, state = 'creating'`;
    stripe.pay(session);
    await deliver(taken());
    expect(await row(id)).toMatchObject({ state: "paid" });
    expect(await sessionsOf(id)).toMatchObject([{ state: "complete", provider_session_id: session }]);
  });

  test("payments 8: paid while cancelled, and paid twice by two ways: recorded, shown as credit, with a task", async () => {
    const cancelled = await opened();
    await call("public.cancel_payment_request($1, $2)", cancelled.id, "Not needed");
    stripe.pay(cancelled.session);
    const twice = await opened();
    await record(twice.id, 44_400_00);
    stripe.pay(twice.session);
    await deliver(taken());
    expect(await row(cancelled.id)).toMatchObject({ state: "cancelled", credit_minor: 44_400_00 });
    expect(await row(twice.id)).toMatchObject({ state: "overpaid", credit_minor: 44_400_00 });
    expect(await tasks()).toEqual([
      "R-2026-001 has a credit of USD 44,400.00: pay it back, or use it for another request",
      "R-2026-002 has a credit of USD 44,400.00: pay it back, or use it for another request",
    ]);
    expect((await look(twice.path)).html).toContain("more than we asked for");
  });
});

describe("the nights", () => {
  test("payments 12: the comparison lists sessions that we do not know, and finishes open ones that are done there", async () => {
    const lost = await opened();
    stripe.pay(lost.session);
    const still = await opened();
    const strange = stripe.addForeign(5_00, "usd", { status: "open", payment_status: "unpaid" });
    const paidStrange = stripe.addForeign(6_00, "usd");
    // Every event was lost.
    taken();
    expect(await row(lost.id)).toMatchObject({ state: "open" });
    const response = await site.ask("/api/payments/compare", { method: "POST", headers: { authorization: "x" } });
    expect(await response.json()).toEqual({
      unknown: [paidStrange.id, strange.id],
      settled: [lost.session],
    });
    expect(await row(lost.id)).toMatchObject({ state: "paid" });
    expect(await sessionsOf(still.id)).toMatchObject([{ state: "open" }]);
    expect(await sql`select seen, unknown, settled from public.payment_checks`).toEqual([
      { seen: 4, unknown: [paidStrange.id, strange.id], settled: [lost.session] },
    ]);
    expect((await tasks()).filter((title) => title.startsWith("USD 6.00 arrived"))).toHaveLength(1);
  });

  test("payments 12: it runs once a night, also after a restart", async () => {
    let now = new Date("2026-11-16T02:00:00Z");
    const night = visitors(sql, stripe, {}, () => now);
    expect(await night.run("payment-comparison")).toBe(1);
    expect(await night.run("payment-comparison")).toBe(0);
    now = new Date("2026-11-16T23:30:00Z");
    expect(await visitors(sql, stripe, {}, () => now).run("payment-comparison")).toBe(0);
    now = new Date("2026-11-17T02:00:00Z");
    expect(await visitors(sql, stripe, {}, () => now).run("payment-comparison")).toBe(1);
  });

  test("payments 2: what was paid otherwise is not left open at Stripe", async () => {
    const { id, session } = await opened();
    await record(id, 44_400_00);
    expect(await run("payment-endings")).toBe(1);
    expect(stripe.sessions.get(session)!.status).toBe("expired");
    expect(await run("payment-endings")).toBe(0);
  });
});

describe("a server that dies", () => {
  /** Another process that does the work of events, and is killed at a moment of the test's choosing. */
  const startWorker = () =>
    spawn(process.execPath, [join(import.meta.dirname, "testing/event-worker.ts")], {
      env: { ...process.env, WORK: JSON.stringify({ connection, settings: stripe.settings }) },
      stdio: ["ignore", "pipe", "inherit"],
    });

  test.each(["/v1/checkout/sessions", "/v1/disputes"])(
    "payments 3, 5: killed with -9 amid an event (reading %s): nothing is half done, and later all of it is",
    async (place) => {
      const { id, session } = await opened();
      stripe.pay(session);
      stripe.refund(session, 100_00);
      for (const event of taken()) {
        const { body, headers } = stripe.sign(event);
        expect((await site.ask("/api/webhooks/stripe", { method: "POST", body, headers })).status).toBe(200);
      }
      const reached = Promise.withResolvers<void>();
      stripe.beforeReading = async (asked) => {
        if (!asked.startsWith(place)) return;
        reached.resolve();
        await new Promise(() => {});
      };
      const worker = startWorker();
      const gone = new Promise((resolve) => worker.once("exit", resolve));
      await reached.promise;
      worker.kill("SIGKILL");
      await gone;
      stripe.beforeReading = null;
      expect(await money(id)).toEqual([]);
      expect((await inbound()).every(({ state }) => state === "received")).toBe(true);
      expect(await sql`select 1 from public.outbox where origin_kind = 'payment_receipt'`).toHaveLength(0);
      // Its lease is over.
      await sql`update private.inbound_events set lease_until = null`;
      await live.work();
      expect((await money(id)).map(({ amount_minor }) => amount_minor)).toEqual([44_400_00, -100_00]);
      expect((await inbound()).every(({ state }) => state === "processed")).toBe(true);
      expect(await sql`select 1 from public.outbox where origin_kind = 'payment_receipt'`).toHaveLength(1);
    },
  );
});

describe("the safe mode", () => {
  const safe = visitors(sql, stripe, { AUTO_PUBLISH: "false" });
  const keyless = visitors(sql, null);

  test("payments 10: nothing is asked of Stripe; the page offers bank details, and a form sent anyway is refused", async () => {
    const id = await ask();
    const path = await safe.pageOf(id);
    const { html } = await safe.look(path);
    expect(html).toContain("By bank transfer");
    expect(html).toContain("NO93 8601 1117 947");
    expect(html).toContain("R-2026-001");
    expect(html).not.toContain("Pay by card");
    // A form kept from before the safe mode was turned on.
    const before = await live.look(path);
    const body = new URLSearchParams({
      version: live.hidden(before.html, "version"),
      nonce: live.hidden(before.html, "nonce"),
      how: "card",
    });
    const response = await safe.site.ask(path, { method: "POST", body, from: safe.from() });
    expect(response.status).toBe(403);
    expect(stripe.asked).toEqual([]);
    expect(await sessionsOf(id)).toEqual([]);
  });

  test("payments 10: money is heard of, safe mode or not", async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    expect(await safe.deliver(taken())).toEqual([200]);
    expect(await row(id)).toMatchObject({ state: "paid" });
    // The receipt is a message to an outsider: held.
    expect(await sql`select state, to_address from public.outbox where origin_kind = 'payment_receipt'`).toEqual([
      { state: "held", to_address: "maren@norrfall.example" },
    ]);
  });

  test("payments 10: without keys there are bank details, and the webhook does not exist", async () => {
    const id = await ask({ contact_id: contactId });
    expect((await keyless.look(await keyless.pageOf(id))).html).toContain("NO93 8601 1117 947");
    expect((await keyless.site.ask("/api/webhooks/stripe", { method: "POST", body: "{}" })).status).toBe(404);
    const state = await keyless.site.ask("/api/payments/provider", { headers: { authorization: "x" } });
    expect(await state.json()).toMatchObject({ cards: "off" });
  });
});

test("payments 13: no card data, no script of theirs, and the key is shown nowhere", async () => {
  const { path } = await opened();
  const { html, headers } = await look(path);
  expect(html).not.toMatch(/stripe\.com|<iframe|<script src|autocomplete=.cc-|cvc/i);
  expect(headers.get("content-security-policy")).toContain("form-action 'self'");
  expect(headers.get("content-security-policy")).not.toMatch(/https?:/);
  const provider = await (await site.ask("/api/payments/provider", { headers: { authorization: "x" } })).text();
  expect(provider).toContain('"isRestricted":true');
  expect(html + provider).not.toContain(stripe.settings.STRIPE_SECRET_KEY);
  const kept = await sql<{ text: string }[]>`
    select (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.checkout_sessions s)::text
      || (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from private.inbound_events e)::text as text`;
  expect(kept[0]!.text).not.toMatch(/rk_test|whsec|card/);
  // Asking needs a session of an administrator.
  expect((await site.ask("/api/payments/provider")).status).toBe(401);
});
