// A Professional seat bought on the site: the price is ours, the gate is asked, and what was paid is money with a task.
import { describe, expect, test } from "vitest";
import { professionalPrice } from "#content/pricing.ts";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { cardsForTests } from "../testing/cards.ts";
import { visitors } from "../testing/payments-site.ts";

const { sql, stripe, house, live, inbound, taken } = await cardsForTests();
const { call, tasks } = house;

type Visitors = ReturnType<typeof visitors>;
async function buy({ site, from }: Visitors, fields: Record<string, string>, address = from()) {
  const body = new URLSearchParams(fields);
  const response = await site.ask("/pay/professional", { method: "POST", from: address, body });
  const html = await response.text();
  const url = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(html)?.[1];
  return { status: response.status, html, headers: response.headers, url, session: url?.split("/").at(-1) ?? "" };
}
const pile = () => sql<{ amount_minor: number; currency: string; reference: string; seat: string }[]>`
  select amount_minor, currency, reference, seat from public.payments where request_id is null order by created_at, id`;

describe("payments 14: a seat", () => {
  test.each([
    ["monthly", professionalPrice.monthly],
    ["annual", professionalPrice.annual],
  ])("payments 14: %s leads to the provider's page with our price, whatever the form says", async (period, price) => {
    const { status, html, headers, url, session } = await buy(live, { period, amount: "1", price: "1" });
    expect(status).toBe(200);
    expect(url).toBe(`${stripe.url}/pay/${session}`);
    expect(html).toContain(`<a href="${url}">`);
    expect(headers.get("cache-control")).toContain("no-store");
    expect(stripe.sessions.get(session)).toMatchObject({
      amount_total: price * 100,
      currency: "usd",
      client_reference_id: null,
      metadata: { seat: period },
    });
    // Nothing is written down before it is paid.
    expect(await pile()).toEqual([]);
  });

  test("payments 14: a paid seat is money that fits no request, with one task to send the license, however often it is told", async () => {
    const { session } = await buy(live, { period: "annual" });
    stripe.pay(session);
    const events = taken();
    expect(await live.deliver([...events, ...events])).toEqual([200, 200]);
    const back = await live.look(`/pay/professional?session=${session}`);
    expect(back.status).toBe(200);
    expect(back.html).toContain("Your payment has arrived");
    expect(back.html).not.toContain("buyer@example.com");
    expect(await pile()).toEqual([
      {
        amount_minor: professionalPrice.annual * 100,
        currency: "USD",
        reference: "Bootloader Professional, one year, buyer@example.com",
        seat: "annual",
      },
    ]);
    expect(await tasks()).toEqual([
      expect.stringMatching(
        /490\.00 was paid for a seat \(Bootloader Professional, one year, buyer@example\.com\): send the license/,
      ),
    ]);
    expect((await inbound()).map(({ state }) => state)).toEqual(["processed"]);
  });

  test("payments 14: the page that buyers come back to writes it down by itself, and the nightly comparison finds what nobody told", async () => {
    const first = await buy(live, { period: "monthly" });
    const second = await buy(live, { period: "monthly" });
    const left = await buy(live, { period: "monthly" });
    stripe.pay(first.session);
    stripe.pay(second.session);
    taken();
    expect((await live.look(`/pay/professional?session=${left.session}`)).html).toContain("Once your payment has");
    await live.look(`/pay/professional?session=${first.session}`);
    expect(await pile()).toHaveLength(1);
    const compared = await live.site.ask("/api/payments/compare", { method: "POST", headers: { authorization: "x" } });
    // Seats are no strangers, also those that no one paid.
    expect(await compared.json()).toMatchObject({ unknown: [] });
    expect(await pile()).toHaveLength(2);
  });

  test("payments 14: a refund goes back from the same pile", async () => {
    const { session } = await buy(live, { period: "monthly" });
    stripe.pay(session);
    stripe.refund(session, professionalPrice.monthly * 100);
    await live.deliver(taken());
    expect((await pile()).map(({ amount_minor }) => amount_minor)).toEqual([4900, -4900]);
  });

  test("payments 14: the way back says nothing about other sessions, and asks Stripe for none that is no session", async () => {
    const foreign = stripe.addForeign(500, "usd", { client_reference_id: "seat" });
    taken();
    const shown = await live.site.ask(`/pay/professional?session=${foreign.id}`, { from: live.from() });
    expect([shown.status, shown.headers.get("location")]).toEqual([303, "/build/products/bootloader#pricing"]);
    expect(await pile()).toEqual([]);
    stripe.asked.length = 0;
    for (const session of ["", "x", "../refunds", "cs_test_../../refunds"])
      await live.site.ask(`/pay/professional?session=${encodeURIComponent(session)}`, { from: live.from() });
    expect(stripe.asked).toEqual([]);
  });

  test.each([
    ["no period", {}],
    ["another period", { period: "weekly" }],
    ["a name of every object", { period: "toString" }],
  ])("payments 14: %s is refused", async (_name, fields) => {
    expect((await buy(live, fields as Record<string, string>)).status).toBe(400);
    expect(stripe.asked).toEqual([]);
  });

  test("payments 14: in the safe mode, while paused and without keys nothing is asked of Stripe, and a way to ask for a seat is offered", async () => {
    const expectRefused = async (who: Visitors, status: number) => {
      const refused = await buy(who, { period: "monthly" });
      expect(refused.status).toBe(status);
      expect(refused.html).toContain('href="/contact?subject=Bootloader+Professional"');
      expect(stripe.asked).toEqual([]);
    };
    await expectRefused(visitors(sql, stripe, { AUTO_PUBLISH: "false" }), 403);
    await expectRefused(visitors(sql, null), 403);
    await setOutboxGate(sql, false);
    await expectRefused(live, 403);
    await setOutboxGate(sql, true);
    await call("public.set_outbox_paused(true)");
    try {
      await expectRefused(live, 409);
    } finally {
      await call("public.set_outbox_paused(false)");
    }
  });

  test("payments 14: a provider in trouble is said, and nothing is charged", async () => {
    stripe.failNext("500");
    const { status, html } = await buy(live, { period: "monthly" });
    expect(status).toBe(502);
    expect(html).toContain("Nothing was charged");
  });

  test("payments 14: one network gets six pages in a minute, and a module that is off has none", async () => {
    const address = live.from();
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) statuses.push((await buy(live, { period: "monthly" }, address)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    await sql`update public.modules set live = false where key = 'payments'`;
    try {
      expect((await buy(live, { period: "monthly" })).status).toBe(404);
    } finally {
      await sql`update public.modules set live = true where key = 'payments'`;
    }
  });
});
