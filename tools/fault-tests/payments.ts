// A server takes Stripe's events while it is killed with -9 again and again: every payment is there once, with its receipt, and none is
// half recorded. Stripe is the stand-in of the tests, which repeats an event until it is answered, as Stripe does.
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../../e2e/start-server.ts";
import { openPool } from "../../server/platform/database/sql.ts";
import { startStripeStandIn } from "../../server/testing/stripe-stand-in.ts";
import { findings } from "./findings.ts";
import { startOwnPostgres } from "./own-postgres.ts";

const requests = 60;
const kills = 8;
const { expectThat, note, finish } = findings(
  "payments",
  `${requests} requests are paid, a third of them partly refunded, while the server is killed with -9 ${kills} times amid their events.`,
);

const stripe = await startStripeStandIn();
const postgres = await startOwnPostgres();
const sql = openPool({ connectionString: postgres.url, max: 2 });
const settings = { DATABASE_URL: postgres.url, LOG_LEVEL: "silent", MODULES: "payments", ...stripe.settings };
let server = await startServer(settings);
try {
  const [account] = await sql<{ id: string }[]>`
    insert into public.accounts (name, type) values ('Norrfall', 'Customer') returning id`;
  const [contact] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${account!.id}, 'Maren', 'maren@norrfall.example') returning id`;
  await sql`update public.modules set live = true where key = 'payments'`;
  let expected = 0;
  for (let n = 1; n <= requests; n += 1) {
    const asked = {
      account_id: account!.id,
      contact_id: contact!.id,
      title: `Request ${n}`,
      amount_minor: n * 1000,
      currency: "USD",
      send: false,
    };
    const [made] = await sql<{ id: string }[]>`select private.request_payment(${JSON.stringify(asked)}::jsonb) as id`;
    const session = stripe.addForeign(n * 1000, "usd", { client_reference_id: made!.id, metadata: { attempt: "1" } });
    await sql`insert into public.checkout_sessions (request_id, attempt, provider_session_id, amount_minor, currency, state)
      values (${made!.id}, 1, ${session.id}, ${n * 1000}, 'USD', 'open')`;
    expected += n * 1000;
    if (n % 3 === 0) {
      stripe.refund(session.id, 100);
      expected -= 100;
    }
  }
  // Late, twice, in any order.
  const events = stripe.events.flatMap((event) => [event, event]).sort(() => Math.random() - 0.5);
  let left = events;
  let killed = 0;
  const halves: string[] = [];
  const half = () => sql<{ number: string }[]>`
    select request.number from public.payment_requests as request join public.payments on payments.request_id = request.id and payments.kind = 'payment'
    where not exists (select from public.outbox where origin_kind = 'payment_receipt' and origin_id = request.id)`;
  while (left.length > 0) {
    const unanswered: typeof left = [];
    const killing =
      killed < kills ? sleep(100 + Math.random() * 600).then(() => process.kill(server.pid, "SIGKILL")) : null;
    for (const event of left) {
      const { body, headers } = stripe.sign(event);
      const status = await fetch(`${server.url}/api/webhooks/stripe`, { method: "POST", body, headers }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== 200) unanswered.push(event);
    }
    if (killing) {
      await killing;
      await server.exited;
      killed += 1;
      halves.push(...(await half()).map(({ number }) => number));
      server = await startServer(settings);
    }
    left = unanswered;
  }
  const deadline = performance.now() + 180_000;
  const open = async () => {
    const [row] = await sql<
      { left: number }[]
    >`select count(*)::int as left from private.inbound_events where state = 'received'`;
    return row!.left;
  };
  while ((await open()) > 0 && performance.now() < deadline) await sleep(200);
  const [sums] = await sql<{ payments: number; refunds: number; total: number; receipts: number }[]>`
    select count(*) filter (where kind = 'payment')::int as payments, count(*) filter (where kind = 'refund')::int as refunds,
      sum(amount_minor)::int as total, (select count(*)::int from public.outbox where origin_kind = 'payment_receipt') as receipts
    from public.payments`;
  note(`${stripe.events.length} events, each sent at least twice; ${killed} kills; ${JSON.stringify(sums)}`);
  expectThat("every event has come to an end", (await open()) === 0);
  expectThat("each payment is there once", sums!.payments === requests);
  expectThat("each refund is there once", sums!.refunds === Math.floor(requests / 3));
  expectThat("the sum is exact", sums!.total === expected);
  expectThat("each payment has one receipt", sums!.receipts === requests);
  expectThat("after no kill was a payment there without its receipt", halves.length === 0);
} finally {
  await server.stop();
  await sql.end({ timeout: 1 });
  await postgres.stop();
  await stripe.close();
}
finish();
