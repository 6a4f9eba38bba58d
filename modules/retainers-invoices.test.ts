// Retainers with the module that bills, end to end: a period is due, and its invoice is issued, made and sent; the last one is given back.
// Each module by itself is tried with a stand-in of the other.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { readPdf } from "#server/testing/read-pdf.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "./invoices/server.ts";
import { invoicesHouse } from "#server/testing/invoices-for-tests.ts";
import { retainersJob } from "./retainers/server.ts";

const { sql } = await testDatabase();
const house = await invoicesHouse(sql);
const { rpc, accountId, contactId } = house;
await sql`update public.modules set live = true where key in ('retainers', 'catalogue', 'outbox')`;
await sql`insert into public.tax_rules (class_id, place, from_on, parts)
  select id, 'home', '2020-01-01', '[{"name": "VAT", "category": "S", "rate_pcm": 19000}]' from public.tax_classes where is_default`;
const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-retainers-"));
const site = moduleSite(sql, "invoices", serverWith({ now: () => new Date(Date.now() + 5000) }), {
  settings: { DATA_DIR: folder },
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Retainer {
  id: string;
  periods: { starts_on: string; ends_on: string; invoice_id: string; result: string; why: string | null }[];
  credit_offer: { net_minor: number; credit: { id: string; number: string | null } | null } | null;
}
const [{ first, last, middle } = { first: "", last: "", middle: "" }] = await sql<
  { first: string; last: string; middle: string }[]
>`select date_trunc('month', public.office_today())::date::text as first, (date_trunc('month', public.office_today()) + interval '1 month - 1 day')::date::text as last,
  (date_trunc('month', public.office_today()) + interval '9 days')::date::text as middle`;
const started = async (lines: object[], mode: string) => {
  const { id } = await rpc<Retainer>("save_retainer", {
    retainer: {
      title: "Care of the archive",
      account_id: accountId,
      contact_id: contactId,
      currency: "EUR",
      starts_on: first,
      mode,
      lines,
    } as never,
  });
  return rpc<Retainer>("start_retainer", { retainer: id });
};
const record = (id: string) => rpc<Retainer>("retainer_record", { retainer: id });
const bill = async (id: string) => {
  await retainersJob({ sql, now: () => new Date() }).run(id, new AbortController().signal);
  return (await record(id)).periods[0]!;
};
const makeFiles = async () => {
  const job = site.jobs.get("invoice-files")!;
  for (const key of await job.findDue(100)) await job.run(key, new AbortController().signal);
};
const mailsOf = (invoice: string) => sql<{ state: string; to_address: string }[]>`
  select state, to_address from public.outbox where origin_kind = 'payment_request' and origin_id in (select id from public.payment_requests where invoice_id = ${invoice})`;

test("retainers 8, invoices 16: issue and send: the invoice has its number, its PDF, its request and one mail, which waits for the file and for the gate", async () => {
  await setOutboxGate(sql, false);
  const { id } = await started([{ title: "Care", unit_minor: 100_000 }], "issue_and_send");
  const period = await bill(id);
  expect(period).toMatchObject({ result: "invoiced", starts_on: first, ends_on: last, why: null });
  const issued = await house.find(period.invoice_id);
  expect(issued).toMatchObject({ type: "invoice", total_minor: 119_000 });
  expect(issued.number).toMatch(/^I-\d{4}-\d{3}$/);
  expect(await sql`select supply_from::text, supply_to::text from public.invoices where id = ${issued.id}`).toEqual([
    { supply_from: first, supply_to: last },
  ]);
  expect((await house.requestsOf(issued.id)).map(({ amount_minor: minor }) => minor)).toEqual([119_000]);
  // No mail before its file is there.
  expect(await mailsOf(issued.id)).toEqual([]);
  await makeFiles();
  expect(await mailsOf(issued.id)).toMatchObject([{ to_address: "ada@norrfall.example" }]);
  const answer = await site.ask(`/api/invoices/${issued.id}/files/pdf`, { headers: { authorization: "Bearer x" } });
  const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  expect(text).toContain("Care");
  expect(text).toContain("€1,190.00");
  // Run again, and pressed again: one invoice, one mail.
  await bill(id);
  await makeFiles();
  expect([(await record(id)).periods.length, (await mailsOf(issued.id)).length]).toEqual([1, 1]);
  await house.pay((await house.requestsOf(issued.id))[0]!.id, 119_000);
  expect(
    await sql`select bool_or(answer::boolean) as paid from private.call_hooks('invoice is paid', ${issued.id}) as answer`,
  ).toEqual([{ paid: true }]);
});

test("retainers 8: what cannot be issued stays a draft with its reason", async () => {
  await sql`update public.billing_profiles set city = null where account_id = ${accountId}`;
  const { id } = await started([{ title: "Care", unit_minor: 100_000 }], "issue");
  const period = await bill(id);
  await sql`update public.billing_profiles set city = 'Bremen' where account_id = ${accountId}`;
  expect(period.why).toContain("The billing address of Norrfall");
  expect(await sql`select count(*)::int as n from public.invoice_drafts where id = ${period.invoice_id}`).toEqual([
    { n: 1 },
  ]);
  // The task that asked for it is done with the draft, or goes with it.
  const task = async (draft: string) =>
    (
      await sql<{ title: string; done: boolean }[]>`
        select title, done_at is not null as done from public.tasks where id = private.task_about('draft ' || ${draft}::text)`
    )[0];
  expect(await task(period.invoice_id)).toMatchObject({ done: false });
  await rpc("issue_invoice", { draft: period.invoice_id });
  expect(await task(period.invoice_id)).toMatchObject({ done: true });
  const other = await bill((await started([{ title: "Care", unit_minor: 100_000 }], "draft")).id);
  expect((await task(other.invoice_id))!.title).toMatch(/^Look at a draft invoice: Care of the archive/);
  await rpc("delete_invoice_draft", { draft: other.invoice_id });
  expect(await task(other.invoice_id)).toBeUndefined();
});

test("retainers 6: the credit note of what was invoiced after the last day: one draft, spread over the rates, and a link once it is issued", async () => {
  const reduced = [{ name: "VAT", category: "S", rate_pcm: 7000 }];
  const { id } = await started(
    [
      { title: "Care", unit_minor: 100_000 },
      { title: "Books", unit_minor: 50_000, taxes: reduced },
    ],
    "issue",
  );
  const period = await bill(id);
  expect((await rpc<Retainer>("end_retainer", { retainer: id, on_day: middle })).credit_offer).toMatchObject({
    credit: null,
  });
  const { credit_offer: offer } = await record(id);
  const [note, again] = [
    await rpc<string>("credit_retainer_end", { retainer: id }),
    await rpc<string>("credit_retainer_end", { retainer: id }),
  ];
  expect(again).toBe(note);
  expect((await record(id)).credit_offer!.credit).toEqual({ id: note, number: null });
  await house.issue(note);
  const credit = await house.find(note);
  expect(credit).toMatchObject({ type: "credit" });
  expect(-credit.totals.net_minor).toBe(offer!.net_minor);
  expect(credit.totals.taxes.map(({ rate_pcm: rate }) => rate).toSorted()).toEqual([19_000, 7000].toSorted());
  const [{ left } = { left: 0 }] = await sql<
    { left: number }[]
  >`select open_minor::float8 as left from private.invoice_standings(array[${period.invoice_id}::uuid])`;
  expect(left).toBe((await house.find(period.invoice_id)).total_minor + credit.total_minor);
  expect((await record(id)).credit_offer!.credit).toEqual({ id: note, number: credit.number });
  expect(await rpc<string>("credit_retainer_end", { retainer: id })).toBe(note);
  // A draft of an invoice is changed, and not credited.
  const drafted = await started([{ title: "Care", unit_minor: 100_000 }], "draft");
  await bill(drafted.id);
  await rpc("end_retainer", { retainer: drafted.id, on_day: middle });
  await expect(rpc("credit_retainer_end", { retainer: drafted.id })).rejects.toThrow("Its invoice is a draft");
});
