// Numbers without gaps: two hundred at once from two processes, fifty of which are killed amid their work; ten thousand documents and
// hundreds of schedules to the cent.
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { invoicesHouse, type Issued } from "#server/testing/invoices-for-tests.ts";
import { compareDocuments } from "../testing/random-documents.ts";
import { billAtRandom } from "../testing/random-schedules.ts";

const { sql, connection } = await testDatabase();
const house = await invoicesHouse(sql);
const timeout = 1_200_000;
const start = (drafts: string[]) =>
  fork(path.join(import.meta.dirname, "../testing/issue-worker.ts"), [], {
    env: { ...process.env, WORK: JSON.stringify({ connection, drafts }) },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
const inARow = async () => {
  const rows = await sql<{ seq: number; later: boolean }[]>`
    select seq, issued_on < lag(issued_on) over (order by seq) as later from public.invoices where series = 'I' order by seq`;
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, place) => place + 1));
  expect(rows.some(({ later }) => later)).toBe(false);
  return rows.length;
};

test("invoices 1: two hundred from two processes are two hundred numbers in a row", { timeout }, async () => {
  const drafts: string[] = [];
  for (let n = 0; n < 200; n += 1) drafts.push(await house.draft());
  // Every tenth is pressed in both.
  const workers = [start(drafts.slice(0, 110)), start(drafts.slice(100))];
  await Promise.all(workers.map((worker) => once(worker, "exit")));
  expect(await inARow()).toBe(200);
});

test(
  "invoices 1: fifty processes that are killed amid issuing leave no gap and no half invoice",
  { timeout },
  async () => {
    for (let n = 0; n < 50; n += 1) {
      const drafts = await Promise.all(Array.from({ length: 4 }, () => house.draft()));
      const before = (await sql<{ n: number }[]>`select count(*)::int as n from public.invoices`)[0]!.n;
      const worker = start(drafts);
      await once(worker, "message");
      // Killed as soon as the first of them is there, or at once: wherever the others are.
      if (n % 3 !== 0)
        while (worker.exitCode === null) {
          const [now] = await sql<{ n: number }[]>`select count(*)::int as n from public.invoices`;
          if (now!.n > before) break;
        }
      worker.kill("SIGKILL");
      if (worker.exitCode === null && worker.signalCode === null) await once(worker, "exit");
    }
    // What the killed ones had begun ends with their connections.
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_stat_activity where query like '%issue_draft%' and state <> 'idle' and pid <> pg_backend_pid()`
          ).length,
      )
      .toBe(0);
    await inARow();
    const [wrong] = await sql<{ n: number }[]>`
    select count(*)::int as n from public.invoices as bill where exists (select from public.invoice_drafts where id = bill.id)
      or (select coalesce(sum(amount_minor), 0) from public.payment_requests where invoice_id = bill.id) <> bill.payable_minor`;
    expect(wrong!.n).toBe(0);
  },
);

test(
  "invoices 6: ten thousand random documents, to the cent as an independent implementation has them",
  { timeout },
  async () => {
    for (let seed = 1; seed <= 20; seed += 1) await compareDocuments(sql, 500, seed);
  },
);

test(
  "invoices 8: ten thousand random schedules come to what was agreed, net and tax",
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(billAtRandom, async ({ items, discount_bp, steps }) => {
        // By the functions that billing uses, without the rows around them: fifty times as fast.
        const [row] = await sql<
          {
            whole: Issued["totals"] & { total_minor: number };
            parts: { net_minor: number; tax_minor: number; total_minor: number }[];
            rest: { net_minor: number; tax_minor: number; total_minor: number };
          }[]
        >`
        with whole as (select ${JSON.stringify(items)}::jsonb as items, public.document_totals(${JSON.stringify(items)}::jsonb, 'EUR', ${JSON.stringify({ discount_bp })}::jsonb) as totals),
        steps as (select place, round((totals ->> 'total_minor')::numeric * sum(pcm) over (order by place) / 100000) - round((totals ->> 'total_minor')::numeric * (sum(pcm) over (order by place) - pcm) / 100000) as gross
          from whole, unnest(${steps}::numeric[]) with ordinality as given (pcm, place)),
        parts as (select place, part, public.document_totals(part, 'EUR') as totals from steps, whole, public.document_part(items, 'EUR', ${JSON.stringify({ discount_bp })}::jsonb, gross::bigint) as part where gross > 0 and (whole.totals ->> 'total_minor')::numeric > 0),
        taken as (select coalesce(jsonb_agg(line || jsonb_build_object('quantity_milli', -1000, 'taxes', (select jsonb_agg(tax || jsonb_build_object('amount_minor', -(tax ->> 'amount_minor')::numeric)) from jsonb_array_elements(line -> 'taxes') as tax))), '[]') as lines
          from parts, jsonb_array_elements(part) as line)
        select whole.totals as whole, (select coalesce(jsonb_agg(totals order by place), '[]') from parts) as parts, public.document_totals(items || taken.lines, 'EUR', ${JSON.stringify({ discount_bp })}::jsonb) as rest from whole, taken`;
        const { whole, parts, rest } = row!;
        for (const key of ["net_minor", "tax_minor", "total_minor"] as const)
          expect([...parts, rest].reduce((sum, each) => sum + each[key], 0)).toBe(whole[key]);
      }),
      { numRuns: 10_000, seed: 20 },
    );
  },
);
