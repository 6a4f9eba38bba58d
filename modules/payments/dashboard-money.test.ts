import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { paymentsForTests } from "./testing/payments-site.ts";

const { sql } = await testDatabase();
const { ask, record, call, today } = await paymentsForTests(sql);
const money = async () =>
  (await call<{ payments: { ever: boolean; sums: object[] } }>("public.owner_dashboard(false, array['payments'])"))
    .payments;

test("first-run 5: the dashboard has what came this month, what is owed and what is late, each currency by itself", async () => {
  expect(await money()).toMatchObject({ ever: false, sums: [] });
  const first = await ask({ amount_minor: 100_00 });
  await record(first, 30_00, await today());
  const [past] = await sql<{ issued: string; due: string; before: string }[]>`
    select (public.office_today() - 60)::text as issued, (public.office_today() - 40)::text as due,
      (date_trunc('month', public.office_today()) - interval '1 day')::date::text as before`;
  const late = await ask({ amount_minor: 50_00, issued_on: past!.issued, due_on: past!.due });
  // Came before this month: owed is less, received is not more.
  await record(late, 10_00, past!.before);
  await ask({ amount_minor: 7_00, currency: "EUR" });
  expect(await money()).toMatchObject({
    ever: true,
    sums: [
      { currency: "USD", received_minor: 30_00, owed_minor: 110_00, requests: 2, late_minor: 40_00, late: 1 },
      { currency: "EUR", received_minor: 0, owed_minor: 7_00, requests: 1, late_minor: 0, late: 0 },
    ],
  });
});
