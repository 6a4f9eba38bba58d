// What Stripe tells us, in whatever order it likes, and what is found out when it tells us nothing. The stand-in signs as Stripe does.
import { describe, expect, test } from "vitest";
import { cardsForTests } from "../testing/cards.ts";
import { visitors } from "../testing/payments-site.ts";

const { sql, stripe, house, live, sessionsOf, inbound, taken, opened } = await cardsForTests();
const { row, record, money, tasks, call, year } = house;
const { look, payByCard, deliver, run, site, from } = live;

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
    // A signature, or an event, from a time that has not come: a copy of one could be played back until then.
    const early = stripe.sign(event!, new Date(Date.now() + 360_000));
    expect(await post(early.body, early.headers)).toBe(401);
    const made = stripe.sign({ ...event!, created: Math.floor(Date.now() / 1000) + 360 });
    expect(await post(made.body, made.headers)).toBe(401);
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
    // No one pays twice while it is on its way.
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
    expect(await tasks()).toEqual([`R-${year}-001: the payment of $44,400.00 is disputed, answer at the provider`]);
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
    // Anyone who has lost the cookie reads no names, no amount and no address.
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
      `R-${year}-001 has a credit of $44,400.00: pay it back, or use it for another request`,
      `R-${year}-002 has a credit of $44,400.00: pay it back, or use it for another request`,
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
    expect((await tasks()).filter((title) => title.startsWith("$6.00 arrived"))).toHaveLength(1);
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
