// Three servers that bill the same retainers, killed fifty times: each period has one row and one draft, or none yet.
import { spawn } from "node:child_process";
import path from "node:path";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { expect, test } from "vitest";
import { standInForInvoices } from "./testing/invoices-stand-in.ts";

const { sql, connection } = await testDatabase();
const house = await proposalsForTests(sql);
await sql`update public.modules set live = true where key = 'retainers'`;
const bills = await standInForInvoices(sql);
const program = path.join(import.meta.dirname, "testing/billing-process.ts");

test("retainers 1: three servers and fifty kills make one invoice for each period", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const { id } = await house.call<{ id: string }>("save_retainer", {
      retainer: {
        title: `Care ${n}`,
        account_id: house.account,
        currency: "USD",
        starts_on: "2027-01-31",
        lines: [{ title: "Care", unit_minor: 1000 + n }],
      },
    });
    await house.call("start_retainer", { retainer: id });
    ids.push(id);
  }
  let kills = 0;
  const server = () => spawn(process.execPath, [program, connection.host, connection.database, ...ids]);
  while (kills < 50) {
    const running = [server(), server(), server()];
    await Promise.all(
      running.map(
        (child) =>
          new Promise<void>((resolve) => {
            child.stdout.once("data", () => resolve());
            child.once("close", () => resolve());
          }),
      ),
    );
    for (const child of running) if (child.kill("SIGKILL")) kills += 1;
    await Promise.all(
      running.map((child) =>
        child.exitCode === null && child.signalCode === null
          ? new Promise((resolve) => child.once("close", resolve))
          : null,
      ),
    );
  }
  await expect
    .poll(() => sql`select from pg_stat_activity where application_name = 'billing in test'`, { timeout: 30_000 })
    .toHaveLength(0);
  // What was left open is billed now; then everything is there once.
  const last = server();
  await new Promise((resolve) => last.once("close", resolve));
  const periods = await sql<{ retainer_id: string; starts_on: string; invoice_id: string }[]>`
    select retainer_id, starts_on::text, invoice_id from public.retainer_periods order by retainer_id, starts_on`;
  expect(periods).toHaveLength(12 * 60);
  const drafts = await bills.rows();
  expect(drafts).toHaveLength(periods.length);
  expect(new Set(drafts.map(({ dedupe_key: key }) => key)).size).toBe(drafts.length);
  expect(new Set(drafts.map(({ id }) => id))).toEqual(new Set(periods.map(({ invoice_id: id }) => id)));
}, 600_000);
