import { test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { bankHouse } from "./testing/bank-house.ts";
import { camt } from "./testing/camt-files.ts";
const { sql } = await testDatabase();
test("measure", { timeout: 400_000 }, async () => {
  const house = await bankHouse(sql);
  const time = async (what: string, work: () => Promise<unknown>) => { const t = performance.now(); const a = await work(); console.log("PERF", what, Math.round(performance.now() - t), "ms", JSON.stringify(a)?.slice(0, 120)); return a; };
  await sql`set session_replication_role = replica`.catch(() => undefined);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.payment_requests (number, account_id, title, amount_minor, currency, issued_on, due_on, state)
      select 'R-2020-' || lpad(n::text, 5, '0'), ${house.norrfall}, 'x', 10000 + n, 'EUR', date '2020-01-01', date '2020-02-01' + (n % 300), 'open' from generate_series(1, 50000) as n`;
    await tx`insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id)
      select id, 'payment', amount_minor, 'EUR', 'bank', date '2020-03-01', 'entry', id::text from public.payment_requests where right(number, 1) <> '7'`;
  });
  await sql`analyze public.payments, public.payment_requests`;
  const bytes = camt({ entries: Array.from({ length: 10_000 }, (_, n) => ({ amount: `${100 + Math.floor((n * 5) / 100)}.${String((n * 5) % 100).padStart(2, "0")}`, day: house.today, reference: `R${n}`, parts: [{ amount: `${100 + Math.floor((n * 5) / 100)}.${String((n * 5) % 100).padStart(2, "0")}`, name: "Norrfall", text: n % 2 ? `R-2020-${String(n * 5).padStart(5, "0")}` : "no number" }] })) });
  await time("look 10k", () => house.look(bytes).then(({ body }) => body.added ?? body.message));
  await house.call("public.set_bank_rule(true)");
  await time("take 10k with the rule", () => house.take(bytes).then(({ body }) => body));
  const times: number[] = [];
  for (let n = 0; n < 30; n += 1) { const t = performance.now(); await house.as((tx) => tx`select id from public.bank_lines_list(${JSON.stringify({ state: n % 3 === 0 ? "matched" : "new" })}::jsonb, 50, ${n * 50})`); times.push(performance.now() - t); }
  console.log("PERF list", times.map(Math.round).toSorted((a, b) => a - b).join(" "));
  await time("counts", () => house.call("public.bank_counts()"));
});
