// A signed proposal and its PDF outlive the machine they were made on.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { writeBackup } from "#server/platform/database/backup.ts";
import { checkBackup, loadBackup } from "#server/platform/database/restore.ts";
import { openPool, type Sql } from "#server/platform/database/sql.ts";
import { makePdf as pdf } from "#server/platform/pdf/pdf.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { afterAll, expect, test } from "vitest";
import { findPage, type ShownProposal } from "./find-page.ts";
import { makeProposalPdf } from "./proposal-pdf.ts";
import { verifyProposal } from "./verify-proposal.ts";

const { sql, connection } = await testDatabase();
const { sent, answer } = await proposalsForTests(sql);
const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), "proposals-"));
afterAll(async () => {
  rmSync(DATA_DIR, { recursive: true });
});
const shownOf = async (id: string) => (await findPage(sql, id, { at: new Date() })) as ShownProposal;

test("proposals 5, 7: restored from a backup in an empty place, a signed proposal still verifies, its deposit is asked for and paid, and who unsubscribed still has", async () => {
  const { id, number } = await sent();
  expect(await answer(id)).toBe("accepted");
  const signed = await makeProposalPdf({ sql, pdf }, await shownOf(id));
  const [asked] = await sql<{ id: string; number: string; amount_minor: number; currency: string }[]>`
    select id, number, amount_minor, currency from public.payment_requests where proposal_id = ${id}`;
  await sql`
    insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id, reference)
    values (${asked!.id}, 'payment', ${asked!.amount_minor}, ${asked!.currency}, 'bank', public.office_today(), 'entry', 'restored', 'T 1')`;
  await sql`select private.record_suppression('gone@norrfall.example', 'outreach', 'unsubscribe', 'recipient', 'e')`;
  // As after erasing the person: only the keyed hash of the address is left.
  await sql`update public.suppressions set address = null`;

  const file = path.join(DATA_DIR, "backup");
  await writeBackup({ sql, keys: null, dataDir: DATA_DIR }, file);
  const owner = openPool({ ...connection, database: "postgres", max: 1 });
  const name = `restored_${randomBytes(6).toString("hex")}`;
  await owner.unsafe(`create database ${name}`);
  const restored = openPool({ ...connection, database: name, max: 3 });
  try {
    const to = path.join(DATA_DIR, "restored");
    await loadBackup(restored, pino({ level: "silent" }), file, await checkBackup(file), null, to);
    const checks = await verifyProposal(restored, pdf, number);
    expect(checks!.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks!.map(({ what }) => what)).toContain("PDF: the same bytes as when it was first made");
    const again = (await findPage(restored, id, { at: new Date() })) as ShownProposal;
    expect(again.decision).toMatchObject({ kind: "accepted", typed_name: "Maren Oduya" });
    expect(Buffer.compare(await makeProposalPdf({ sql: restored, pdf }, again), signed)).toBe(0);
    const states = await restored`
      select number, state, received_minor from private.request_states(public.office_today()) where id = ${asked!.id}`;
    expect(states).toEqual([{ number: asked!.number, state: "paid", received_minor: asked!.amount_minor }]);
    // The next number goes on where it was: no number twice.
    const next = (on: Sql) => on`select series, year, last from private.number_series order by series, year`;
    expect(await next(restored)).toEqual(await next(sql));
    const reason = (address: string) =>
      restored`select private.suppression_code(${address}, 'outreach', false) as reason`;
    expect(await reason("Gone@norrfall.example ")).toEqual([{ reason: "unsubscribed" }]);
    expect(await reason("maren@norrfall.example")).toEqual([{ reason: null }]);
  } finally {
    await restored.end({ timeout: 1 });
    await owner.unsafe(`drop database ${name} with (force)`);
    await owner.end();
  }
});
