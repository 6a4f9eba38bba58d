// Paying by card: the way to Stripe, and when it is closed. Stripe is a stand-in that keeps sessions and repeats answers as Stripe does.
import { describe, expect, onTestFinished, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { cardsForTests } from "../testing/cards.ts";
import { setBank, visitors } from "../testing/payments-site.ts";

const { sql, stripe, house, live, sessionsOf, taken, opened } = await cardsForTests();
const { ask, row, record, money, call, contactId, year } = house;
const { pageOf, look, payByCard, deliver, run, site, from } = live;

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

  test("payments 2: a second try ends the first session and makes a new one, under its own key", async () => {
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

  test("payments 2: four clicks at once leave one open session", async () => {
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

describe("the safe mode", () => {
  const safe = visitors(sql, stripe, { AUTO_PUBLISH: "false" });
  const keyless = visitors(sql, null);

  test("payments 10: nothing is asked of Stripe; the page offers bank details, and a form sent anyway is refused", async () => {
    const id = await ask();
    const path = await safe.pageOf(id);
    const { html } = await safe.look(path);
    expect(html).toContain("By bank transfer");
    expect(html).toContain("NO93 8601 1117 947");
    expect(html).toContain(`R-${year}-001`);
    expect(html).not.toContain("by card");
    // A form kept from before the safe mode was turned on.
    const before = await live.look(path);
    const body = new URLSearchParams({
      version: live.hidden(before.html, "version"),
      nonce: live.hidden(before.html, "nonce"),
      how: "card",
    });
    expect(before.html).toContain("by card");
    const response = await safe.site.ask(path, { method: "POST", body, from: safe.from() });
    expect(response.status).toBe(403);
    expect(stripe.asked).toEqual([]);
    expect(await sessionsOf(id)).toEqual([]);
  });

  test.each([
    ["another server has closed the gate", () => setOutboxGate(sql, false), 403, "safe"],
    ["someone has paused the outbox", () => call<void>("public.set_outbox_paused(true)"), 409, "paused"],
  ] as const)("payments 10: the gate of the outbox is asked at every click: %s", async (_, close, status, cards) => {
    const { id, session } = await opened();
    await record(id, 44_400_00);
    const other = await pageOf(await ask());
    const { html } = await look(other);
    const body = new URLSearchParams({
      version: live.hidden(html, "version"),
      nonce: live.hidden(html, "nonce"),
      how: "card",
    });
    stripe.asked.length = 0;
    await close();
    try {
      expect((await site.ask(other, { method: "POST", body, from: from() })).status).toBe(status);
      expect((await look(other)).html).not.toContain("by card");
      const provider = await site.ask("/api/payments/provider", { headers: { authorization: "x" } });
      expect(await provider.json()).toMatchObject({ cards, isSafe: cards === "safe" });
      // A page at Stripe that no one needs any more waits too.
      expect(await run("payment-endings")).toBe(0);
      expect(stripe.asked).toEqual([]);
    } finally {
      await setOutboxGate(sql, true);
      await call("public.set_outbox_paused(false)");
    }
    expect((await payByCard(other)).url).toBeDefined();
    expect(await run("payment-endings")).toBe(1);
    expect(stripe.sessions.get(session)!.status).toBe("expired");
  });

  test("payments 10: money is heard of, safe mode or not", async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    await setOutboxGate(sql, false);
    expect(await safe.deliver(taken())).toEqual([200]);
    expect(await row(id)).toMatchObject({ state: "paid" });
    // The receipt is a message to an outsider: held.
    expect(await sql`select state, to_address from public.outbox where origin_kind = 'payment_receipt'`).toEqual([
      { state: "held", to_address: "maren@norrfall.example" },
    ]);
  });

  test("payments 15: while no bank details are set, no page, PDF or answer has any, and transfers are not offered", async () => {
    const provider = async () => (await site.ask("/api/payments/provider", { headers: { authorization: "x" } })).json();
    expect(await provider()).toMatchObject({ bank: { account: "NO93 8601 1117 947", bic: "SKHBNO22" } });
    await sql`update public.firm set bank_holder = null, bank_name = null, bank_account = null, bank_bic = null`;
    onTestFinished(async () => void (await setBank(sql)));
    const id = await ask({ contact_id: contactId });
    const path = await pageOf(id);
    const { html } = await look(path);
    expect(html).toContain("by card");
    expect(html).not.toMatch(/bank transfer|NO93|Skagen|Account/i);
    expect((await payByCard(path)).html).toContain("go there yourself");
    const without = (await keyless.look(await keyless.pageOf(id))).html;
    expect(without).toContain("Reply to our mail: we tell you where to transfer the money.");
    expect(without).not.toMatch(/NO93|Skagen/);
    expect(await provider()).toMatchObject({ bank: null });
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
  // Without tokens: three letters also come up in one by chance.
  const words = html.replace(/[\w-]{20,}/g, "");
  expect(words).toContain("Deposit for the publishing desk");
  expect(words).not.toMatch(/stripe\.com|<iframe|<script src|autocomplete=.cc-|cvc/i);
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
