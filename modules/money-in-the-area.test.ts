// Invoices, statements and receipts in the client's area, with the three modules that meet there.
import { rm } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { actAs } from "#server/testing/act-as.ts";
import { clientSite } from "#server/testing/client-site.ts";
import { readPdf } from "#server/testing/read-pdf.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "./client-area/server.ts";

const { sql } = await testDatabase();
const site = await clientSite(sql, (later) => serverWith({ later }));
afterAll(() => rm(site.dataDir, { recursive: true, force: true }));
await sql`update public.firm set legal_name = 'Guidevane GmbH', street = 'Speicherstraße 14', city = 'Hamburg', country = 'DE', vat_id = 'DE123456788', email = 'office@guidevane.test'`;
await sql`update public.office set currency = 'USD'`;
const admin = { role: "authenticated" as const, userId: site.house.noorId };
const today = (await sql<{ day: string }[]>`select public.office_today()::text as day`)[0]!.day;

async function billed(company: { account: string; contact: string }, title: string) {
  await sql`insert into public.billing_profiles (account_id, legal_name, street, city, country) values (${company.account}, 'Norrfall', 'Am Markt 1', 'Bremen', 'DE') on conflict do nothing`;
  const asked = JSON.stringify({
    account_id: company.account,
    contact_id: company.contact,
    title,
    currency: "USD",
    supply_from: today,
    lines: [{ description: title, unit_minor: 100_000, taxes: [{ name: "VAT", category: "S", rate_pcm: 19_000 }] }],
  });
  return actAs(sql, admin, async (tx) => {
    const [drafted] = await tx<{ id: string }[]>`select public.new_invoice_draft(${asked}::jsonb) as id`;
    await tx`select public.issue_invoice(${drafted!.id})`;
    const [made] = await tx<{ id: string; number: string; request: string }[]>`
      select bill.id, bill.number, request.id as request from public.invoices as bill join public.payment_requests as request on request.invoice_id = bill.id where bill.id = ${drafted!.id}`;
    return made!;
  });
}
const makeFiles = async () => {
  const job = site.jobs.get("invoice-files")!;
  await sql`update public.invoice_files set next_try_at = now() - interval '1 hour' where file_id is null`;
  for (const key of await job.findDue(100)) await job.run(key, new AbortController().signal);
};
const pay = (request: string, minor: number) =>
  actAs(
    sql,
    admin,
    (tx) => tx`select public.record_payment(${request}, gen_random_uuid(), ${minor}, public.office_today(), 'bank')`,
  );

test("invoices 21: a client's invoices are listed with their state and files; those of others, and of colleagues where the access is a person's own, are not there", async () => {
  const [north, south] = [await site.company("Norrfall"), await site.company("Sundvik")];
  const [mine, theirs] = [await billed(north, "Advice in March"), await billed(south, "Other work")];
  await makeFiles();
  await site.give(north.contact);
  const visitor = site.visitor();
  await visitor.signIn(north.email);
  const page = await visitor.text("/client/invoices");
  expect(page).toContain(`${mine.number} Advice in March`);
  expect(page).toContain("$1,190.00");
  expect(page).toContain("One invoice open, 0 settled.");
  expect(page).toContain(`href="/client/payments/${mine.request}"`);
  expect(page).not.toContain("Other work");
  expect(await visitor.text("/client")).toContain("Advice in March");
  const file = await visitor.get(`/client/invoices/${mine.id}/invoice.pdf`);
  expect(file.headers.get("content-disposition")).toContain(`${mine.number}.pdf`);
  expect((await readPdf(new Uint8Array(await file.arrayBuffer()))).text).toContain("Advice in March");
  expect((await visitor.get(`/client/invoices/${theirs.id}/invoice.pdf`)).status).toBe(404);
  expect((await visitor.get(`/client/invoices/${mine.id}/invoice.xml`)).status).toBe(404);
  expect(
    await sql`select from public.events where record_type = 'client' and account_id = ${north.account} and record_name = ${`Invoice ${mine.number}`}`,
  ).toHaveLength(1);

  await pay(mine.request, 119_000);
  expect(await visitor.text("/client/invoices")).toContain("No invoices open, 1 settled.");
  // Another person of the same company, who sees only what is addressed to them.
  const [other] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${north.account}, 'Own Only', 'own@norrfall.example') returning id`;
  await site.give(other!.id, "own");
  const own = site.visitor();
  await own.signIn("own@norrfall.example");
  expect(await own.text("/client/invoices")).not.toContain("Advice in March");
  expect((await own.get(`/client/invoices/${mine.id}/invoice.pdf`)).status).toBe(404);
  await sql`update public.modules set live = false where key = 'invoices'`;
  expect((await visitor.get("/client/invoices")).status).toBe(404);
  await sql`update public.modules set live = true where key = 'invoices'`;
});

test("payments 17: the statement of a year: what was open before, each request and payment, and what is open after; only for those who see all of the company", async () => {
  const company = await site.company("Vestmark");
  const bill = await billed(company, "Advice in April");
  await sql`update public.payment_requests set issued_on = issued_on - interval '1 year', due_on = due_on - interval '1 year' where id = ${company.request}`;
  await pay(bill.request, 19_000);
  await site.give(company.contact);
  const visitor = site.visitor();
  await visitor.signIn(company.email);
  const page = await visitor.text("/client/payments/statement");
  const cells = [...page.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text]) => text!.trim());
  const rows = Array.from({ length: cells.length / 5 }, (_, at) => cells.slice(at * 5, at * 5 + 5));
  // 1,200 from last year, 1,190 asked for, 190 paid: 2,200 open.
  expect(rows.map(([, what, ...money]) => [what!.replace(/ .*/, ""), ...money])).toEqual([
    ["Open", "", "", "$1,200.00"],
    ["Request", "$1,190.00", "", "$2,390.00"],
    ["Payment", "", "$190.00", "$2,200.00"],
  ]);
  expect(page).toContain("$2,200.00 open on");
  const file = await visitor.get("/client/payments/statement.pdf");
  const { text } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  expect(text).toContain("$2,390.00");
  expect(text).toContain("$2,200.00");
  const lastYear = Number(today.slice(0, 4)) - 1;
  expect(await visitor.text(`/client/payments/statement?year=${lastYear}`)).toContain("$1,200.00 open on");
  // The company of somebody else is not chosen by its address.
  const other = await site.company("Elsewhere");
  expect(await visitor.text(`/client/payments/statement?company=${other.account}`)).not.toContain("Elsewhere");
  await sql`update public.client_access set scope = 'own' where contact_id = ${company.contact}`;
  expect((await visitor.get("/client/payments/statement")).status).toBe(404);
  expect(await visitor.text("/client/payments")).not.toContain("Statement of the year");
});
