// The code for a bank's app, on the page to pay on and in its PDF, read back as a phone does.
import { expect, test } from "vitest";
import { codeOfPage, readPdf } from "#server/testing/read-pdf.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { paymentsForTests, visitors } from "../testing/payments-site.ts";

const { sql } = await testDatabase();
const house = await paymentsForTests(sql);
const { pageOf, look, site, from } = visitors(sql, null);
await sql`update public.firm set bank_account = 'DE89 3704 0044 0532 0130 00', bank_bic = 'COBADEFFXXX'`;
const pdfOf = async (path: string) =>
  readPdf(new Uint8Array(await (await site.ask(`${path}/document.pdf`, { from: from() })).arrayBuffer()));
const transfer = (amount: string, number: string) =>
  `BCD\n002\n1\nSCT\nCOBADEFFXXX\nGuidevane Advisory LLC\nDE89370400440532013000\nEUR${amount}\n\n\n${number}`;

test("payments 16, invoices 14: the page and its PDF have a code with what is open now; none where it is no euro, no IBAN, or paid", async () => {
  const id = await house.ask({ currency: "EUR", amount_minor: 119_000 });
  const { number } = await house.row(id);
  const path = await pageOf(id);
  expect(codeOfPage((await look(path)).html)).toBe(transfer("1190.00", number));
  expect((await pdfOf(path)).code).toBe(transfer("1190.00", number));
  await house.record(id, 19_001);
  expect(codeOfPage((await look(path)).html)).toBe(transfer("999.99", number));
  expect((await pdfOf(path)).code).toBe(transfer("999.99", number));
  await house.record(id, 99_999);
  expect(codeOfPage((await look(path)).html)).toBeNull();
  expect((await pdfOf(path)).code).toBeNull();

  const dollars = await pageOf(await house.ask());
  expect(codeOfPage((await look(dollars)).html)).toBeNull();
  await sql`update public.firm set bank_account = '370400440532013000'`;
  const other = await pageOf(await house.ask({ currency: "EUR" }));
  expect(codeOfPage((await look(other)).html)).toBeNull();
  expect((await pdfOf(other)).text).toContain("By bank transfer");
});
