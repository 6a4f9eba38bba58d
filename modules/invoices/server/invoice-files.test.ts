// The files of an invoice: what is printed, the code that banks read, the XML and how it is inside, and what happens when it cannot be made.
import { afterAll, expect, test } from "vitest";
import { addUser } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { readPdf } from "#server/testing/read-pdf.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { serverWith } from "../server.ts";
import { invoicesHouse, reverse, vat19 } from "#server/testing/invoices-for-tests.ts";
import { pdfaMarks } from "../testing/pdfa.ts";
import { CannotBeSaid, makeXml } from "./e-invoice.ts";
import { looksLikeVatId, vatIdProblem } from "../vat-id.ts";

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

test("invoices 16: files are made once by the worker and kept with their hash: the same invoice, the same bytes", async () => {
  const bill = await house.issued();
  expect(await filesOf(bill.id)).toMatchObject([{ kind: "pdf", ready: false }]);
  expect((await site.ask(`/api/invoices/${bill.id}/files/pdf`, staff)).status).toBe(404);
  await Promise.all([job.run(bill.id, new AbortController().signal), job.run(bill.id, new AbortController().signal)]);
  const [file] = await filesOf(bill.id);
  expect(file).toMatchObject({ ready: true, tries: 1 });
  const first = await bytesOf(bill.id, "pdf");
  // As after a kill between making and keeping: made again, byte for byte the same.
  await sql`update public.invoice_files set file_id = null, sha256 = null, next_try_at = now() - interval '1 hour' where invoice_id = ${bill.id}`;
  await work();
  expect((await filesOf(bill.id))[0]!.sha256).toBe(file!.sha256);
  expect(Buffer.compare(first, await bytesOf(bill.id, "pdf"))).toBe(0);
  await sql`update public.firm set legal_name = 'Other'`;
  expect((await filesOf(bill.id))[0]!.sha256).toBe(file!.sha256);
  await sql`update public.firm set legal_name = 'Guidevane Advisory GmbH'`;
});

test("invoices 16: mail waits for the files, and is held in the safe mode; what cannot be made is a task, and the invoice stands", async () => {
  await profile("format = 'facturx'");
  const mails = async (id: string) =>
    (
      await sql<
        { state: string }[]
      >`select state from public.outbox where origin_kind = 'payment_request' and origin_id in (select id from public.payment_requests where invoice_id = ${id})`
    ).map(({ state }) => state);
  refuses = "The library is out of order.";
  const bill = await house.find(await house.rpc<string>("issue_invoice", { draft: await house.draft(), sends: true }));
  expect(await mails(bill.id)).toEqual([]);
  await work();
  expect(await filesOf(bill.id)).toMatchObject([
    { kind: "pdf", ready: true },
    { kind: "xml", ready: false, trouble: "The library is out of order." },
  ]);
  expect(await sql`select count(*)::int as n from public.tasks where title like ${`${bill.number}:%`}`).toEqual([
    { n: 1 },
  ]);
  expect((await house.standing(bill.id)).state).toBe("open");
  refuses = null;
  ahead += 30 * 3_600_000;
  await work();
  expect(await filesOf(bill.id)).toMatchObject([{ ready: true }, { ready: true, trouble: null }]);
  expect(await mails(bill.id)).toHaveLength(1);
  // A second one is not written while it waits.
  await expect(house.rpc("send_invoice", { invoice: bill.id })).rejects.toThrow("has not left");
  await profile("format = 'pdf'");
});

test("invoices 16: a request whose mail left before there was an invoice gets the mail of the invoice all the same", async () => {
  const bill = await house.find(await house.rpc<string>("issue_invoice", { draft: await house.draft(), sends: true }));
  // As an acceptance leaves it: the page was mailed yesterday.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`select private.mail_of_request(asked, 'payment_request', format('payment-request:%s:1', asked.id), 'request') from public.payment_requests as asked where invoice_id = ${bill.id}`;
    await tx`update public.outbox set state = 'sent', subject = 'Your page', body_text = 'Your page', mail_data = null, sent_at = now() - interval '1 day', finished_at = now() - interval '1 day', created_at = now() - interval '1 day'
      where origin_id in (select id from public.payment_requests where invoice_id = ${bill.id})`;
  });
  const mail = async () =>
    (await house.rpc<{ mail: { state: string } | null }>("invoice_record", { record: bill.id })).mail;
  // That is no word of the invoice's own mail.
  expect(await mail()).toBeNull();
  await work();
  expect(await mail()).toMatchObject({ state: "held" });
  const [written] = await sql<{ mail_kind: string; invoice: string }[]>`
    select mail_kind, mail_data ->> 'invoice' as invoice from public.outbox
    where state = 'held' and origin_id in (select id from public.payment_requests where invoice_id = ${bill.id})`;
  expect(written).toEqual({ mail_kind: "payments.request", invoice: bill.number });
});

test("invoices 12: the language is the client's, with its formats; the XML is not translated", async () => {
  await profile("language = 'de'");
  const german = await house.issued({ lines: [{ description: "Beratung", unit_minor: 123_456, taxes: reverse }] });
  await profile("language = 'fr', format = 'ubl'");
  const french = await house.issued({ lines: [{ description: "Conseil", unit_minor: 123_456, taxes: vat19 }] });
  await profile("language = 'en', format = 'pdf'");
  await work();
  const de = await readPdf(await bytesOf(german.id, "pdf"));
  expect(de.text).toContain("Rechnungsdatum");
  expect(de.text).toContain("Deutschland");
  expect(de.text).toMatch(/1\.234,56 €/);
  expect(de.text).toContain("Steuerschuldnerschaft des Leistungsempfängers");
  const fr = await readPdf(await bytesOf(french.id, "pdf"));
  expect(fr.text).toMatch(/1 234,56 €/);
  const xml = new TextDecoder().decode(await bytesOf(french.id, "xml"));
  expect(xml).toContain(">1234.56<");
  expect(xml).not.toContain("Facture");
});

test("invoices 17: the XML is inside the PDF, byte for byte, and says what the invoice says", async () => {
  await profile("format = 'facturx'");
  const bill = await house.issued({
    discount_bp: 1000,
    lines: [
      {
        description: "Advice",
        quantity_milli: 2500,
        unit: "hours",
        unit_minor: 12_345,
        discount_bp: 777,
        taxes: vat19,
      },
      { description: "Book", unit_minor: 1999, taxes: [{ name: "VAT", rate_pcm: 7000 }] },
    ],
  });
  await profile("format = 'pdf'");
  await work();
  const { attachments, metadata } = await readPdf(await bytesOf(bill.id, "pdf"));
  const xml = await bytesOf(bill.id, "xml");
  expect(attachments.map(({ name }) => name)).toEqual(["factur-x.xml"]);
  expect(Buffer.from(attachments[0]!.content).equals(Buffer.from(xml))).toBe(true);
  const text = new TextDecoder().decode(xml);
  const money = (minor: number) => (minor / 100).toFixed(2);
  expect(text).toContain(`<ram:GrandTotalAmount>${money(bill.total_minor)}<`);
  for (const tax of bill.totals.taxes) expect(text).toContain(`<ram:CalculatedAmount>${money(tax.tax_minor)}<`);
  expect(text).toContain("HUR");
  expect(JSON.stringify(metadata.info)).toContain("PDFFormatVersion");
  const file = await bytesOf(bill.id, "pdf");
  const marks = pdfaMarks(file);
  expect(marks.wrong).toEqual([]);
  expect(marks.embedded!.bytes.equals(Buffer.from(xml))).toBe(true);
  // The reader sees what is wrong: each mark taken away by itself.
  const spoilt = (from: string, to: string) => {
    const plain = Buffer.from(file).toString("latin1");
    if (!plain.includes(from)) throw new Error(`there is no ${from}`);
    return pdfaMarks(Buffer.from(plain.replaceAll(from, to), "latin1")).wrong.length;
  };
  for (const [from, to] of [
    ["%PDF-1.7", "%PDF-1.4"],
    ["/GTS_PDFA1", "/GTS_PDFX1"],
    ["/AFRelationship /Alternative", "/AFRelationship /Unspecified"],
    ["/FontFile", "/FontNone"],
    ["/text#2Fxml", "/text#2Ftxt"],
    ["pdfaExtension:schemas", "pdfaExtension:nothing"],
  ] as const)
    expect(spoilt(from, to), from).toBeGreaterThan(0);
});

test("invoices 18: a VAT id is checked without asking anyone; the Union's service by a press, through the gate", async () => {
  for (const right of [
    "DE136695976",
    "FR40303265045",
    "ATU13585627",
    "BE0428759497",
    "IT00743110157",
    "DK13585628",
    "LU15027442",
    "NL004495445B01",
  ])
    expect(looksLikeVatId(right), right).toBeNull();
  for (const wrong of ["DE136695977", "FR41303265045", "ATU13585628", "BE0428759498", "DE12345", "XX123", ""])
    expect(looksLikeVatId(wrong), wrong).not.toBeNull();
  // As it is typed, those of other countries are not judged.
  expect(vatIdProblem("de 136 695 976")).toBeNull();
  expect(vatIdProblem("de 136 695 977")).toContain("mistyped");
  for (const other of ["", "D", "CHE-123.456.788", "NO974760673"]) expect(vatIdProblem(other), other).toBeNull();
  const ask = (vat_id: string) =>
    site.ask("/api/invoices/vat-id", {
      method: "POST",
      headers: { ...staff.headers, "content-type": "application/json" },
      body: JSON.stringify({ vat_id }),
    });
  await sql`update private.outbox_gate set paused_at = null`;
  const { setOutboxGate } = await import("#server/platform/outbox/hand-over.ts");
  await setOutboxGate(sql, false);
  expect((await ask("DE136695976")).status).toBe(403);
  await setOutboxGate(sql, true);
  expect((await ask("DE136695977")).status).toBe(422);
  expect(await (await ask("de 136 695 976")).json()).toEqual({ vat_id: "DE136695976", answer: "valid" });
  expect(await (await ask("ATU13585627")).json()).toMatchObject({ answer: "no answer" });
  await house.rpc("note_vat_answer", { account: house.accountId, asked_vat_id: "DE136695976", answer: "valid" });
  expect(
    await sql`select vat_answer, vat_answered_at is not null as dated from public.billing_profiles where account_id = ${house.accountId}`,
  ).toEqual([{ vat_answer: "valid", dated: true }]);
});

test("invoices 4: a draft has a preview of its PDF, without a number", async () => {
  const draft = await house.draft({ title: "Preview of advice" });
  const answer = await site.ask(`/api/invoices/${draft}/preview.pdf`, staff);
  const { text, code } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  expect(text).toContain("Preview of advice");
  expect(code).toBeNull();
  const instalments = [
    { amount_minor: 60_000, due_on: "2030-01-31" },
    { amount_minor: 59_000, due_on: "2030-02-28" },
  ];
  await house.rpc("save_invoice_draft", { draft, changes: { instalments } as never });
  const inParts = await site.ask(`/api/invoices/${draft}/preview.pdf`, staff);
  const words = (await readPdf(new Uint8Array(await inParts.arrayBuffer()))).text.replaceAll(/\s+/g, " ");
  expect(words).toContain("Please pay in 2 instalments.");
  expect(words).toContain("28 February 2030");
});

test("invoices 19: lines that go on on a further page carry their sum over, below the one and above the other, to the cent", async () => {
  const lines = Array.from({ length: 70 }, (_, place) => ({
    description: `Day ${place + 1}`,
    unit_minor: 10_001 + place,
    taxes: vat19,
  }));
  const bill = await house.issued({ lines });
  const short = await house.issued({ lines: lines.slice(0, 3) });
  await work();
  const long = await readPdf(await bytesOf(bill.id, "pdf"));
  expect(long.pages).toBeGreaterThan(2);
  const amounts = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, amount]) => Number(amount!.replaceAll(/\D/g, "")));
  let sum = 0;
  let placed = 0;
  for (const [page, text] of long.pageTexts.entries()) {
    const before = sum;
    const shown = lines.filter((__, place) => new RegExp(`Day ${place + 1}\\b`).test(text));
    placed += shown.length;
    sum += shown.reduce((all, line) => all + line.unit_minor, 0);
    // The sums may have a page to themselves: nothing is carried to it.
    const goesOn = placed < lines.length;
    expect(amounts(text, /Carried forward, net: €([\d.,]+)/g), `page ${page + 1}`).toEqual(goesOn ? [sum] : []);
    expect(amounts(text, /Brought forward, net: €([\d.,]+)/g), `page ${page + 1}`).toEqual(
      page > 0 && shown.length > 0 ? [before] : [],
    );
  }
  expect(placed).toBe(lines.length);
  expect((await readPdf(await bytesOf(short.id, "pdf"))).text).not.toMatch(/forward/);
});
