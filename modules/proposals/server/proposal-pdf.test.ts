// The PDF, what can be recomputed from it, and that every place shows the same cents.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { exactMoney } from "#domain/money.ts";
import { embeddedFiles } from "#server/platform/pdf/embed-files.ts";
import { createPdf, makePdf as pdf } from "#server/platform/pdf/pdf.ts";
import { createStorage, type StorageSettings } from "#server/platform/storage/storage.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { afterAll, expect, test } from "vitest";
import { findPage, type ShownProposal } from "./find-page.ts";
import { filingJob } from "./jobs.ts";
import { makeProposalPdf, proposalDocument } from "./proposal-pdf.ts";
import { renderPage } from "./proposal-page.ts";
import { verifyPdf } from "./verify-pdf.ts";
import { verifyProposal } from "./verify-proposal.ts";

const { sql } = await testDatabase();
const house = await proposalsForTests(sql);
const { sent, answer } = house;
const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), "proposals-"));
afterAll(async () => {
  rmSync(DATA_DIR, { recursive: true });
});
const shownOf = async (id: string) => (await findPage(sql, id, { at: new Date() })) as ShownProposal;
const broken = (bytes: Uint8Array) => verifyPdf(bytes).filter(({ ok }) => !ok);

test("proposals 7: the PDF is made when asked, the same bytes each time, also after another look at the page", async () => {
  const { id } = await sent();
  const open = await makeProposalPdf({ sql, pdf }, await shownOf(id));
  expect(Buffer.compare(await makeProposalPdf({ sql, pdf }, await shownOf(id)), open)).toBe(0);
  expect(await answer(id)).toBe("accepted");
  // No one waits for it: the answer is there, and no PDF was made.
  expect(await sql`select from private.proposal_files where proposal_id = ${id}`).toHaveLength(0);
  const first = await makeProposalPdf({ sql, pdf }, await shownOf(id));
  await sql`select private.proposal_was_seen(${id}, ${crypto.randomUUID()}, 'viewed', now())`;
  const other = createPdf();
  const second = await makeProposalPdf({ sql, pdf: other }, await shownOf(id));
  await other.close();
  expect(Buffer.compare(first, second)).toBe(0);
  expect(Buffer.compare(first, open)).not.toBe(0);
  const [kept] = await sql<
    { count: number }[]
  >`select count(*)::int from private.proposal_files where proposal_id = ${id}`;
  expect(kept).toEqual({ count: 1 });
});

test("first-run 2: the firm's logo is on the PDF; a signed one keeps the logo that it was first made with", async () => {
  const picture = (base64: string) => sql`update public.firm set logo = ${`data:image/png;base64,${base64}`}`;
  const hasPicture = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1").includes("/Subtype /Image");
  const { id, number } = await sent();
  expect(hasPicture(await makeProposalPdf({ sql, pdf }, await shownOf(id)))).toBe(false);
  await picture("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");
  expect(hasPicture(await makeProposalPdf({ sql, pdf }, await shownOf(id)))).toBe(true);
  await answer(id);
  const first = await makeProposalPdf({ sql, pdf }, await shownOf(id));
  expect(hasPicture(first)).toBe(true);
  await sql`update public.firm set logo = null`;
  expect(Buffer.compare(await makeProposalPdf({ sql, pdf }, await shownOf(id)), first)).toBe(0);
  expect((await verifyProposal(sql, pdf, number))!.filter(({ ok }) => !ok)).toEqual([]);
});

test("proposals 7: the signed PDF is filed once, by a job that may run twice, read-only", async () => {
  await sql`delete from private.proposal_filings`;
  const { id, number } = await sent();
  await answer(id);
  const storage = createStorage({ DATA_DIR, S3_REGION: "auto" } as StorageSettings, sql);
  const job = filingJob({ sql, storage, pdf, now: () => new Date() });
  expect(await job.findDue(100)).toContain(id);
  const { signal } = new AbortController();
  await Promise.all([job.run(id, signal), job.run(id, signal)]);
  expect(await job.findDue(100)).not.toContain(id);
  const filed = await sql`select title, read_only from public.documents where origin_id = ${id}`;
  expect(filed).toEqual([{ title: `${number} signed`, read_only: true }]);
});

test("proposals 5: a PDF proves itself without a database, and says what was changed in it", async () => {
  const { id } = await sent();
  await answer(id);
  const bytes = await makeProposalPdf({ sql, pdf }, await shownOf(id));
  expect(broken(bytes)).toEqual([]);
  // With the database: rows, PDF, and the PDF as it was first made.
  const whole = await verifyProposal(sql, pdf, (await shownOf(id)).number);
  expect(whole!.filter(({ ok }) => !ok)).toEqual([]);
  expect(whole!.map(({ what }) => what)).toContain("PDF: the same bytes as when it was first made");
  expect(await verifyProposal(sql, pdf, "P-1999-001")).toBeNull();
  expect([...embeddedFiles(bytes).keys()]).toEqual(["proposal.json", "decision.json", "events.json"]);
  const text = Buffer.from(bytes).toString("latin1");
  const changed = (from: string, to: string) => {
    expect(text).toContain(from);
    return broken(Buffer.from(text.replaceAll(from, to), "latin1")).map(({ what }) => what);
  };
  expect(changed("Archive reading", "Archive Reading")).toContain("PDF: what was answered is what is inside");
  expect(changed('"typed_name": "Maren Oduya"', '"typed_name": "Maren Other"')).toContain("PDF: who, when and how");
  expect(changed('"kind":"written"', '"kind":"wrecked"').join()).toContain("chain");
  // Another total, with a hash to match, breaks the chain.
  expect(changed('"total_minor": 15588999', '"total_minor": 15588000').join()).toContain("what was answered");

  const file = path.join(DATA_DIR, "signed.pdf");
  writeFileSync(file, bytes);
  const run = () => spawnSync(process.execPath, ["tools/operate/verify.ts", file], { encoding: "utf8" });
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining("everything holds") });
  writeFileSync(file, Buffer.from(text.replaceAll("Maren Oduya", "Maren 0duya"), "latin1"));
  expect(run()).toMatchObject({ status: 1, stdout: expect.stringContaining("DIFFERS") });
});

test("proposals 12: cents are equal in the editor, on the page, in the PDF and at the cashier's for random proposals, 15 through the whole product", async () => {
  // Ten thousand pass through everything that prints a number in modules/cents.all.test.tsx. Here: written, sent, shown, printed, accepted, asked for.
  const item = fc.record({
    title: fc.constantFrom("Reading", "Desk", "Teaching"),
    quantity_milli: fc.integer({ min: 1, max: 20_000 }),
    unit_minor: fc.integer({ min: 0, max: 9_999_999 }),
    discount_bp: fc.integer({ min: 0, max: 5000 }),
    tax_bp: fc.constantFrom(0, 700, 1900, 998),
    optional: fc.boolean(),
    selected: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 5 }),
      fc.constantFrom("USD", "JPY", "KWD"),
      fc.integer({ min: 0, max: 2500 }),
      fc.integer({ min: 0, max: 10_000 }),
      async (items, currency, discount_bp, deposit_bp) => {
        const record = await sent({ items, currency, discount_bp, deposit_bp });
        const { total_minor: total, deposit_minor: deposit } = record.totals;
        const open = await shownOf(record.id);
        expect([open.content.totals.total_minor, record.version.total_minor]).toEqual([total, total]);
        const page = await renderPage(open, { token: "t", path: "/p/t", preview: false });
        expect(page).toContain(`<p class="big">${exactMoney(total, currency)}</p>`);
        const printed = proposalDocument(open, []).blocks.find((block) => block.kind === "totals");
        expect(printed?.kind === "totals" && printed.rows.find(({ grand }) => grand)?.value).toBe(
          exactMoney(total, currency),
        );
        expect(await answer(record.id)).toBe("accepted");
        const [asked] = await sql<
          { amount_minor: number }[]
        >`select amount_minor from public.payment_requests where proposal_id = ${record.id}`;
        expect(asked?.amount_minor ?? 0).toBe(deposit);
      },
    ),
    { numRuns: 15 },
  );
});
