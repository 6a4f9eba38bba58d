// Files of invoices: deposits and credit notes as XML, the code that banks read.
import { addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { afterAll, test, expect } from "vitest";
import { rmSync, mkdtempSync } from "node:fs";
import path from "node:path";
import os from "node:os";
import { moduleSite } from "#server/testing/module-site.ts";
import { serverWith } from "../server.ts";
import { CannotBeSaid, makeXml } from "./e-invoice.ts";
import { invoicesHouse } from "#server/testing/invoices-for-tests.ts";
import { readPdf } from "#server/testing/read-pdf.ts";
import { epcText, isIban } from "#domain/epc-code.ts";

const { sql } = await testDatabase();
const house = await invoicesHouse(sql);
const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-invoices-"));
/** Ahead of the database's clock: what was made due now is due. */
let ahead = 5000;
let refuses: string | null = null;
const site = moduleSite(
  sql,
  "invoices",
  serverWith({
    now: () => new Date(Date.now() + ahead),
    xml: (bill) => (refuses ? Promise.reject(new CannotBeSaid(refuses)) : makeXml(bill)),
    vies: (vatId) => Promise.resolve(vatId === "DE136695976" ? "valid" : "no answer"),
  }),
  { settings: { DATA_DIR: folder } },
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
await addUser(sql, { admin: true });
const job = site.jobs.get("invoice-files")!;
const work = async () => {
  for (const key of await job.findDue(100)) await job.run(key, new AbortController().signal);
};
const staff = { headers: { authorization: "Bearer x" } };
const bytesOf = async (id: string, kind: string) =>
  new Uint8Array(await (await site.ask(`/api/invoices/${id}/files/${kind}`, staff)).arrayBuffer());
const filesOf = (id: string) => sql<
  { kind: string; ready: boolean; sha256: string | null; trouble: string | null; tries: number }[]
>`
  select kind, file_id is not null as ready, sha256, trouble, tries from public.invoice_files where invoice_id = ${id} order by kind`;
const profile = (fields: string) =>
  sql.unsafe(`update public.billing_profiles set ${fields} where account_id = '${house.accountId}'`);

test("invoices 14: the code of a transfer: euro and a right IBAN only, and nothing that a bank cannot read", () => {
  const transfer = {
    holder: "Guidevane GmbH",
    iban: "DE89 3704 0044 0532 0130 00",
    bic: "COBADEFFXXX",
    minor: 119_000,
    currency: "EUR",
    text: "I-2026-001",
  };
  expect(epcText(transfer)).toBe(
    "BCD\n002\n1\nSCT\nCOBADEFFXXX\nGuidevane GmbH\nDE89370400440532013000\nEUR1190.00\n\n\nI-2026-001",
  );
  expect(isIban("DE89 3704 0044 0532 0130 01")).toBe(false);
  for (const wrong of [
    { currency: "USD" },
    { iban: "DE00370400440532013000" },
    { iban: "1234567" },
    { minor: 0 },
    { holder: " " },
  ])
    expect(epcText({ ...transfer, ...wrong })).toBeNull();
  const long = epcText({ ...transfer, holder: "ü".repeat(90), text: "ß".repeat(200) });
  expect(long === null || new TextEncoder().encode(long).length <= 331).toBe(true);
});

test("invoices 14: the code is in the PDF and read back from it; the amount is what is payable at issue", async () => {
  const bill = await house.issued({ withheld_pcm: 15_000 });
  await work();
  const { code, text } = await readPdf(await bytesOf(bill.id, "pdf"));
  expect(code).toBe(
    `BCD\n002\n1\nSCT\nCOBADEFFXXX\nGuidevane Advisory GmbH\nDE89370400440532013000\nEUR1040.00\n\n\n${bill.number}`,
  );
  expect(text).toContain(bill.number);
  const dollars = await (async () => {
    await sql`insert into public.exchange_rates (currency, day, source, per_eur) values ('USD', public.office_today(), 'ecb', 1.25)`;
    return house.issued({ currency: "USD" });
  })();
  await work();
  const other = await readPdf(await bytesOf(dollars.id, "pdf"));
  expect(other.code).toBeNull();
  expect(other.text).toContain("Tax in the seller's currency");
});

test("invoices 17: deposits, final invoices and credit notes; what EN 16931 cannot say is refused with the reason", async () => {
  await profile("format = 'ubl'");
  const proposal = await house.accepted([
    { unit_minor: 1003, tax_bp: 1900 },
    { unit_minor: 20_000, tax_bp: 700 },
  ]);
  const deposit = await house.bill(proposal, { kind: "share", pcm: 30_000 });
  const final = await house.bill(proposal, { kind: "rest" });
  const { credit } = await house.rpc<{ credit: string }>("cancel_invoice", { invoice: final.id, reason: "Wrong" });
  const two = await house.issued({
    lines: [
      {
        description: "x",
        unit_minor: 100,
        taxes: [
          { name: "GST", rate_pcm: 5000 },
          { name: "QST", rate_pcm: 9975 },
        ],
      },
    ],
  });
  await work();
  await profile("format = 'xrechnung', e_address = null");
  await expect(house.issued()).rejects.toThrow("XRechnung names it");
  await profile("format = 'pdf'");
  await work();
  const xmlOf = async (id: string) => new TextDecoder().decode(await bytesOf(id, "xml"));
  expect(await xmlOf(deposit.id)).toContain("386");
  expect(await xmlOf(final.id)).toContain(`>${(final.total_minor / 100).toFixed(2)}<`);
  const note = await xmlOf(credit);
  expect(note).toContain("381");
  expect(note).toContain(final.number);
  expect(note).not.toMatch(/PayableAmount[^>]*>-/);
  expect((await filesOf(two.id))[1]).toMatchObject({
    ready: false,
    trouble: "Line 1 has two taxes, and a line of EN 16931 has one.",
  });
  expect((await filesOf(two.id))[0]).toMatchObject({ kind: "pdf", ready: true });
});
