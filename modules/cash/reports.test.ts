// Revenue and tax of a period: sums, the rows behind them, and shares of what was received that add up to the cent.
import { randomUUID } from "node:crypto";
import type { Value } from "#server/platform/database/sql.ts";
import { invoicesHouse, reverse, vat19 } from "#server/testing/invoices-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { expect, test } from "vitest";

const { sql } = await testDatabase();
const house = await invoicesHouse(sql);
const { rpc, accountId, requestsOf, issued, accepted, bill } = house;
await sql`update public.modules set live = true where key in ('cash', 'deals')`;
const today = await house.today();
const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
const year = { from_day: `${Number(today.slice(0, 4)) - 1}-01-01`, to_day: `${Number(today.slice(0, 4)) + 1}-12-31` };
const vat7 = [{ name: "VAT", category: "S", rate_pcm: 7_000 }];
const line = (unit_minor: number, taxes: object[] = vat19) => ({ description: "Advice", unit_minor, taxes });

interface Rate {
  category: string;
  name: string;
  rate_pcm: number;
  currency: string;
  base_minor: number;
  tax_minor: number;
  office_tax_minor: number | null;
  count: number;
}
interface Taxes {
  basis: string;
  base_minor: number;
  tax_minor: number;
  without_rate: number;
  rates: Rate[];
  reverse: { vat_id: string | null; base_minor: number; count: number }[];
  withheld: { currency: string; minor: number; count: number }[];
}
interface TaxRows {
  count: number;
  base_minor: number;
  tax_minor: number;
  rows: { invoice_id: string; number: string; rate_pcm: number; base_minor: number; tax_minor: number }[];
}
interface Revenue {
  net_minor: number;
  count: number;
  without_rate: number;
  months: { month: string; invoiced_minor: number; credited_minor: number; net_minor: number }[];
  services: { service: string | null; net_minor: number; count: number }[];
  clients: { account_id: string; name: string; net_minor: number; count: number }[];
}
const taxes = (period: object = year, basis: string | null = null) =>
  rpc<Taxes>("tax_report", { ...period, basis } as unknown as Record<string, Value>);
const taxRows = (filter: object) =>
  rpc<TaxRows>("tax_rows", { filter: { from: year.from_day, to: year.to_day, ...filter } as unknown as Value });
const revenue = (period: object = year) => rpc<Revenue>("revenue_report", period as Record<string, Value>);
const revenueRows = (filter: object) =>
  rpc<{ count: number; net_minor: number }>("revenue_rows", {
    filter: { from: year.from_day, to: year.to_day, ...filter } as unknown as Value,
  });
test("cash 3: revenue is invoiced net by month of issue, credit notes in theirs, by service and client, each with its rows", async () => {
  const [deal] = await sql<{ id: string }[]>`
    insert into public.deals (name, account_id, amount_minor, currency, base_rate, service_line, stage_kind, stage_since)
    values ('Desk', ${accountId}, 100000, 'EUR', 1, 'Publishing', 'open', now()) returning id`;
  // A deposit and the final invoice together are the net of what was agreed.
  const offer = await accepted([{ unit_minor: 1_000_000, taxes: vat19 }], { deal: deal!.id });
  await bill(offer, { kind: "share", pcm: 30_000 });
  await bill(offer, { kind: "rest" });
  expect((await revenue()).net_minor).toBe(1_000_000);
  const wrong = await issued({ lines: [line(250_000)] });
  await rpc("cancel_invoice", { invoice: wrong.id, reason: "Wrong" });
  await issued({ lines: [line(40_000), line(2_000, vat7)] });

  const report = await revenue();
  const months = report.months.filter(({ net_minor }) => net_minor !== 0);
  expect(months).toEqual([
    expect.objectContaining({
      month: `${today.slice(0, 8)}01`,
      invoiced_minor: 1_292_000,
      credited_minor: -250_000,
      net_minor: 1_042_000,
    }),
  ]);
  expect(report).toMatchObject({ net_minor: 1_042_000, count: 5, without_rate: 0 });
  expect(report.services.map(({ service, net_minor }) => [service, net_minor])).toEqual([
    ["Publishing", 1_000_000],
    [null, 42_000],
  ]);
  for (const { service, net_minor, count } of report.services)
    expect(await revenueRows({ service: service ?? "" })).toMatchObject({ net_minor, count });
  for (const { account_id, net_minor, count } of report.clients)
    expect(await revenueRows({ account: account_id })).toMatchObject({ net_minor, count });
  for (const { month, net_minor } of report.months.slice(-14))
    expect(
      (
        await revenueRows({
          from: month,
          to: new Date(Date.UTC(+month.slice(0, 4), +month.slice(5, 7), 0)).toISOString().slice(0, 10),
        })
      ).net_minor,
    ).toBe(net_minor);
  // By an independent sum of what was frozen.
  const [sum] = await sql<
    { net: number }[]
  >`select sum((totals ->> 'net_minor')::bigint)::float8 as net from public.invoices`;
  expect(report.net_minor).toBe(sum!.net);
  await expect(revenue({ from_day: today, to_day: day(-1) })).rejects.toThrow("a first and a last day");
});

test("cash 4: tax by category and rate, reverse charge by VAT id, withheld apart; each figure is the sum of its rows and of the invoices", async () => {
  await issued({ lines: [line(70_000, reverse)] });
  await issued({ lines: [line(100_000)], withheld_pcm: 15_000 });
  const report = await taxes();
  expect(report.basis).toBe("issued");
  const by = (category: string, rate_pcm: number) =>
    report.rates.find((rate) => rate.category === category && rate.rate_pcm === rate_pcm)!;
  expect(by("S", 19_000)).toMatchObject({
    base_minor: 1_000_000 + 40_000 + 100_000,
    tax_minor: 190_000 + 7_600 + 19_000,
  });
  expect(by("S", 7_000)).toMatchObject({ base_minor: 2_000, tax_minor: 140 });
  expect(by("AE", 0)).toMatchObject({ base_minor: 70_000, tax_minor: 0 });
  expect(report.reverse).toEqual([expect.objectContaining({ vat_id: "DE136695976", base_minor: 70_000, count: 1 })]);
  expect(report.withheld).toEqual([expect.objectContaining({ currency: "EUR", minor: 15_000, count: 1 })]);
  const [all] = await sql<
    { tax: number }[]
  >`select sum((totals ->> 'tax_minor')::bigint)::float8 as tax from public.invoices`;
  expect(report.tax_minor).toBe(all!.tax);
  for (const { category, name, rate_pcm, currency, base_minor, tax_minor } of report.rates)
    expect(await taxRows({ category, name, rate_pcm, currency })).toMatchObject({ base_minor, tax_minor });
});

test("cash 4: by receipt, whatever the parts in which invoices are paid, each day's shares are those of an independent count, and together the invoice's tax", async () => {
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const bills = [];
  for (let n = 0; n < 12; n++) {
    const made = await issued({
      lines: [line(1 + random(900_000)), line(1 + random(90_000), vat7)],
      ...(n % 4 === 0 && { withheld_pcm: 15_000 }),
    });
    if (n % 5 === 0) {
      const credit = await rpc<string>("new_credit_note", {
        invoice: made.id,
        asked: { kind: "lines", positions: [2], reason: "Less" } as unknown as Value,
      });
      await rpc("issue_invoice", { draft: credit });
    }
    const [request] = await requestsOf(made.id);
    let open = request!.amount_minor;
    const parts: [number, string][] = [];
    while (open > 0) {
      const part = Math.min(open, 1 + random(400_000));
      open -= part;
      // Money came on days after the issue; the rows are put there by hand, as no one may pay in the future.
      parts.push([part, day(1 + random(60))]);
    }
    await sql`alter table public.payments disable trigger payments_complete`;
    for (const [amount, on] of parts)
      await sql`insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id) values (${request!.id}, 'payment', ${amount}, 'EUR', 'bank', ${on}, 'entry', ${randomUUID()})`;
    await sql`alter table public.payments enable trigger payments_complete`;
    bills.push({ id: made.id, parts });
  }
  const months = Array.from({ length: 10 }, (_, n) => ({ from: day(n * 7 - 3), to: day(n * 7 + 3) }));
  const seen = new Map<string, bigint>();
  for (const { from: first, to } of months) {
    const { rows } = await rpc<TaxRows>("tax_rows", {
      filter: { from: first, to, basis: "received" } as unknown as Value,
      at_most: 10_000,
    });
    for (const row of rows) {
      const key = `${row.invoice_id} ${row.rate_pcm}`;
      seen.set(key, (seen.get(key) ?? 0n) + BigInt(row.tax_minor));
    }
    // By hand: what is covered at the end of the days, less what was at their beginning, rounded half away from zero.
    for (const { id, parts } of bills) {
      const facts = await sql<{ rate_pcm: number; tax: string; payable: string }[]>`
        select rate_pcm, sum(tax_minor)::text as tax, (select sum(payable_minor) from public.invoices where id = ${id} or credit_of = ${id})::text as payable
        from public.invoice_tax_rows join public.invoices on invoices.id = invoice_id where invoices.id = ${id} or credit_of = ${id} group by 1`;
      for (const { rate_pcm, tax, payable } of facts) {
        const share = (until: string) => {
          if (until < today) return 0n;
          const received = parts.reduce((sum, [amount, on]) => (on <= until ? sum + BigInt(amount) : sum), 0n);
          if (received >= BigInt(payable)) return BigInt(tax);
          return (2n * BigInt(tax) * received + BigInt(payable)) / (2n * BigInt(payable));
        };
        const dayBefore = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
        const row = rows.find((each) => each.invoice_id === id && each.rate_pcm === rate_pcm);
        expect(BigInt(row?.tax_minor ?? 0)).toBe(share(to) - share(dayBefore));
      }
    }
  }
  for (const { id } of bills) {
    const facts = await sql<{ rate_pcm: number; tax: string }[]>`
      select rate_pcm, sum(tax_minor)::text as tax from public.invoice_tax_rows join public.invoices on invoices.id = invoice_id where invoices.id = ${id} or credit_of = ${id} group by 1`;
    for (const { rate_pcm, tax } of facts) expect(seen.get(`${id} ${rate_pcm}`) ?? 0n).toBe(BigInt(tax));
  }
});

test("cash 4: in another currency the tax is in the office's as it is printed, and without a rate it is counted apart", async () => {
  await sql`insert into public.exchange_rates (currency, day, source, per_eur) values ('USD', ${today}, 'ecb', 1.3)`;
  const dollars = await issued({ currency: "USD", lines: [line(33_333), line(12_345, vat7)] });
  const [printed] = await sql<
    { tax: number }[]
  >`select tax_office_minor::float8 as tax from public.invoices where id = ${dollars.id}`;
  const report = await taxes();
  const usd = report.rates.filter(({ currency }) => currency === "USD");
  expect(usd.reduce((sum, rate) => sum + rate.office_tax_minor!, 0)).toBe(printed!.tax);
  expect(report.without_rate).toBe(0);
});

test("cash 4: the basis is a setting of who may, in the log of acts", async () => {
  await house.as((tx) => tx`update public.cash_settings set tax_basis = 'received'`);
  expect((await taxes()).basis).toBe("received");
  expect(await taxes(year, "issued")).toMatchObject({ basis: "issued" });
  await expect(taxes(year, "guessed")).rejects.toThrow("by what was issued or by what was received");
  expect(await sql`select was, becomes from public.acts where act = 'basis of tax'`).toEqual([
    { was: { tax_basis: "issued" }, becomes: { tax_basis: "received" } },
  ]);
});
