// What Stripe tells us, in whatever order it likes, and what is found out when it tells us nothing. The stand-in signs as Stripe does. What `npm test -- all` adds.
import { spawn } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StandInEvent } from "#server/testing/stripe-stand-in.ts";
import { cardsForTests } from "../testing/cards.ts";

const { sql, connection, stripe, house, live, inbound, taken, opened } = await cardsForTests();
const { row, money, empty } = house;
const { deliver, site } = live;

describe("events", () => {
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
});

describe("a server that dies", () => {
  /** Another process that does the work of events, and is killed at a moment of the test's choosing. */
  const startWorker = () =>
    spawn(process.execPath, [join(import.meta.dirname, "../testing/event-worker.ts")], {
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
