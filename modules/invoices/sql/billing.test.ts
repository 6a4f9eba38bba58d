// Deposits, milestones and the rest of what was agreed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { invoicesHouse, type Issued } from "#server/testing/invoices-for-tests.ts";
import { billAtRandom } from "../testing/random-schedules.ts";

const { sql } = await testDatabase();
const house = await invoicesHouse(sql);
const { accepted, bill, rpc, issue, requestsOf } = house;
const parts = ({ total_minor, totals }: Issued) => [totals.net_minor, totals.tax_minor, total_minor];

test("invoices 7: a deposit is what is to be paid, and its tax is taken out of it", async () => {
  const proposal = await accepted([{ unit_minor: 100_000, tax_bp: 2100 }]);
  expect(parts(await bill(proposal, { kind: "amount", gross_minor: 10_000 }))).toEqual([8264, 1736, 10_000]);
});

test("invoices 7: percents are cumulative, so that halves are the whole", async () => {
  const proposal = await accepted([{ unit_minor: 1_287_059, taxes: [{ name: "VAT", category: "Z", rate_pcm: 0 }] }]);
  expect((await bill(proposal, { kind: "share", pcm: 50_000 })).total_minor).toBe(643_530);
  const preview = await rpc("bill_preview", { proposal, asked: { kind: "share", pcm: 50_000 } as never });
  expect(preview).toMatchObject({ billed_minor: 643_530, this_minor: 643_529, rest_minor: 0, problem: null });
  expect((await bill(proposal, { kind: "share", pcm: 50_000 })).total_minor).toBe(643_529);
  await expect(bill(proposal, { kind: "share", pcm: 1000 })).rejects.toThrow("100 % were billed already");
  expect((await bill(proposal, { kind: "rest" })).total_minor).toBe(0);
  await expect(bill(proposal, { kind: "rest" })).rejects.toThrow("was billed whole");
});

test("invoices 8: the rest takes off every earlier invoice with its very tax: the golden cases", async () => {
  const small = await accepted([{ unit_minor: 1003, tax_bp: 1900 }]);
  expect(parts(await bill(small, { kind: "share", pcm: 30_000 }))).toEqual([301, 57, 358]);
  const rest = await bill(small, { kind: "rest" });
  expect(parts(rest)).toEqual([702, 134, 836]);
  const [lines] = await sql<
    { lines: { quantity_milli: number; earlier_id?: string }[] }[]
  >`select lines from public.invoices where id = ${rest.id}`;
  expect(lines!.lines.filter(({ earlier_id }) => earlier_id).map(({ quantity_milli }) => quantity_milli)).toEqual([
    -1000,
  ]);
});

test("invoices 8: below zero is no invoice: a credit note is asked for", async () => {
  const proposal = await accepted([{ unit_minor: 100_000, tax_bp: 1900 }]);
  await bill(proposal, { kind: "share", pcm: 90_000 });
  const id = await rpc<string>("bill_proposal", { proposal, asked: { kind: "rest" } as never });
  await rpc("save_invoice_draft", {
    draft: id,
    changes: {
      supply_from: "2026-11-01",
      lines: [{ description: "Less was done", unit_minor: 50_000, tax_bp: 1900 }],
    } as never,
  });
  await expect(issue(id)).rejects.toThrow(/rest is -€476\.00.*credit note/);
});

test("invoices 9: a deposit is taken off once: two presses, one final invoice; a step is billed once", async () => {
  const proposal = await accepted([{ unit_minor: 100_000, tax_bp: 1900 }], { deposit_bp: 3000 });
  const deposit = await bill(proposal, { kind: "schedule", no: 1 });
  expect(deposit).toMatchObject({ type: "deposit", total_minor: 35_700 });
  await expect(bill(proposal, { kind: "schedule", no: 1 })).rejects.toThrow("was billed already");
  const [one, other] = await Promise.all(
    [1, 2].map(() => rpc<string>("bill_proposal", { proposal, asked: { kind: "rest" } as never })),
  );
  expect(one).toBe(other);
  await rpc("save_invoice_draft", { draft: one!, changes: { supply_from: "2026-11-01" } as never });
  const ids = await Promise.all([1, 2, 3].map(() => issue(one!)));
  expect(new Set(ids)).toHaveLength(1);
  expect(await sql`select count(*)::int as n from public.invoice_nets where earlier_id = ${deposit.id}`).toEqual([
    { n: 1 },
  ]);
  await expect(
    sql`insert into public.invoice_nets (final_id, earlier_id) values (${deposit.id}, ${deposit.id})`,
  ).rejects.toThrow("invoice_nets_once");
  // Taken back whole, it lets go; the next final invoice takes the deposit off again.
  const { draft: again } = await rpc<{ draft: string }>("cancel_invoice", {
    invoice: one!,
    reason: "Wrong day",
    again: true,
  });
  expect((await house.find(await issue(again))).total_minor).toBe(119_000 - 35_700);
});

test("invoices 7: the deposit that an acceptance asked for is taken over and not asked for twice", async () => {
  const proposal = await accepted([{ unit_minor: 100_000, tax_bp: 1900 }], { deposit_bp: 3000 });
  const [asked] = await sql<{ id: string }[]>`
    select private.request_payment(jsonb_build_object('account_id', ${house.accountId}::uuid, 'proposal_id', ${proposal}::uuid, 'amount_minor', 35700, 'currency', 'EUR', 'title', 'Deposit', 'send', false)) as id`;
  const deposit = await bill(proposal, { kind: "schedule", no: 1 });
  expect((await requestsOf(deposit.id)).map(({ id }) => id)).toEqual([asked!.id]);
  const state = await rpc<{ schedule: { billed: string | null; rest: boolean }[] }>("bill_state", { proposal });
  expect(state.schedule).toMatchObject([
    { billed: deposit.number, rest: false },
    { billed: null, rest: true },
  ]);
});

test("invoices 8: a deposit that was credited in part is taken off with what is left of it", async () => {
  const proposal = await accepted([{ unit_minor: 100_000, tax_bp: 1900 }]);
  const deposit = await bill(proposal, { kind: "amount", gross_minor: 40_000 });
  const note = await rpc<string>("new_credit_note", {
    invoice: deposit.id,
    asked: {
      kind: "amounts",
      reason: "Half",
      amounts: [{ name: "VAT", rate_pcm: 19_000, net_minor: 10_000 }],
    } as never,
  });
  await issue(note);
  const rest = await bill(proposal, { kind: "rest" });
  expect(rest.total_minor).toBe(119_000 - 40_000 + 11_900);
  expect(rest.totals.tax_minor + deposit.totals.tax_minor - 1900).toBe(19_000);
});

test("invoices 8: whatever the schedule, all invoices come to what was agreed, net and tax, to the cent", async () => {
  await fc.assert(
    fc.asyncProperty(billAtRandom, async ({ items, discount_bp, steps }) => {
      const proposal = await accepted(items, { discount_bp });
      const state = await rpc<{ total_minor: number; net_minor: number; tax_minor: number }>("bill_state", {
        proposal,
      });
      fc.pre(state.total_minor > 100);
      const all: Issued[] = [];
      for (const pcm of steps) {
        const gross = await rpc<{ this_minor: number }>("bill_preview", {
          proposal,
          asked: { kind: "share", pcm } as never,
        });
        if (gross.this_minor > 0) all.push(await bill(proposal, { kind: "share", pcm }));
      }
      all.push(await bill(proposal, { kind: "rest" }));
      expect(all.reduce((sum, each) => sum + each.total_minor, 0)).toBe(state.total_minor);
      expect(all.reduce((sum, each) => sum + each.totals.net_minor, 0)).toBe(state.net_minor);
      expect(all.reduce((sum, each) => sum + each.totals.tax_minor, 0)).toBe(state.tax_minor);
    }),
    { numRuns: 12, seed: 8 },
  );
});
