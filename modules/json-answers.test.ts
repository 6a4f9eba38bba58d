// What the database answers as JSON is what the screens' schemas say, on data that fills every part of it. A function that answers JSON
// and is not asked here fails the last test.
import { readFileSync } from "node:fs";
import { afterAll, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { conversionSchema } from "#app/admin/settings/fields/fields-data.ts";
import { accessSchema } from "#app/lib/access.ts";
import { nextStateSchema } from "#app/lib/message-data.ts";
import { ownerDashboardSchema } from "#app/lib/owner-dashboard.ts";
import { publishingStateSchema } from "#app/lib/publishing.ts";
import { parsed } from "#app/lib/typed-answers.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { composeAll } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { boardSchema } from "./deals/board/board.ts";
import { moveAnswerSchema } from "./deals/moves/deal-moves-data.ts";
import { moreCardsSchema } from "./deals/deals-data.ts";
import { filesSchema, summarySchema } from "./outbox/outbox-data.ts";
import { totalsSchema } from "./payments/payment.ts";
import { repliesSchema } from "./sequences/sequences-data.ts";
import { outcome } from "#app/records/bulk/bulk-edit-data.ts";
import { leavingSchema } from "./team/team-data.ts";
import { pricesSchema, templateSchema } from "./catalogue/catalogue-data.ts";
import { templateWordsSchema } from "./catalogue/template.ts";
import { recordSchema, rowSchema } from "./retainers/retainers-data.ts";
import {
  linesSchema,
  overviewSchema as cashSchema,
  revenueRowsSchema,
  revenueSchema,
  statementSchema,
  taxRowsSchema,
  taxSchema,
} from "./cash/cash-data.ts";
import { countsSchema as bankCountsSchema } from "./cash/bank/bank-data.ts";
import { proofSchema, proposalListSchema, proposalRecordSchema } from "./proposals/proposals-data.ts";
import { draftSchema, issuedSchema } from "./invoices/invoice.ts";
import {
  billPreviewSchema,
  billStateSchema,
  cancelledSchema,
  creditPreviewSchema,
  recordSchema as invoiceSchema,
  sumsSchema,
  usualTaxesSchema,
  verifiedSchema,
} from "./invoices/invoices-data.ts";
import { overviewSchema } from "./invoices/settings/rates-data.ts";
import { invoicesHouse, vat19 } from "#server/testing/invoices-for-tests.ts";
import { beginSchema } from "./mailbox/mailbox-data.ts";
import { mail as written, startMailServer } from "./mailbox/testing/mail-server.ts";
import { firm as mailFirm, readOnce } from "./mailbox/testing/mailbox-for-tests.ts";
import { recordSchema as meetingSchema } from "./meetings/meetings-data.ts";
import { bookingForTests } from "./meetings/testing/booking-for-tests.ts";
import { networkSchema, relationshipStateSchema } from "./relationships/relationships-data.ts";

const { sql } = await testDatabase();
const { add, stage, account, person, noorId, call, sent, draft, answer, ask, leave } = await proposalsForTests(sql);
await sql`update public.modules set live = true`;

const deal = await add("Archive", { amount_minor: 1_200_00, owner_id: noorId, expected_close: "2027-02-01" });
await add("Index");
await sql`insert into public.tasks (title, deal_id, due_on, assignee_id) values ('Call', ${deal}, '2027-01-11', ${noorId})`;
const accepted = await sent();
await leave(accepted.id);
await answer(accepted.id);
const waiting = await sent();
await leave(waiting.id);
const open = await draft({ deal_id: deal });
const [mail] = await sql<{ id: string }[]>`select id from public.outbox where origin_kind = 'proposal' limit 1`;
const items = [{ title: "Reading", quantity_milli: 1000, unit_minor: 5000, tax_bp: 1900 }];

await call("add_own_field", { entity: "accounts", kind: "text", settings: { label: "Region" } });
const [service] = await sql<{ id: string }[]>`
  insert into public.services (code, name, currency, unit_minor) values ('A-1', 'Advisory day', 'USD', 1000) returning id`;
const [template] = await sql<{ kept: { id: string } }[]>`
  select private.save_proposal_template(${JSON.stringify({ name: "Desk", title: "Desk", intro: "", sections: [], terms: "", items: [], groups: [], schedule: [], currency: "USD", deposit_bp: 0, payment_days: 14 })}::jsonb, null, ${noorId}) as kept`;
const asks = await sent();
await ask(asks.id);
const [question] = await sql<{ id: string }[]>`select id from public.change_requests`;
const lines = [{ title: "Care", unit_minor: 1000 }];
const begun = { title: "Care", account_id: account, currency: "USD", starts_on: "2027-01-01", lines };
const { id: retainer } = await call<{ id: string }>("save_retainer", { retainer: begun });
const { id: waits } = await call<{ id: string }>("save_retainer", { retainer: begun });
await sql`insert into public.retainer_periods (retainer_id, starts_on, ends_on, result, why) values (${waits}, '2027-01-01', '2027-01-31', 'planned', 'x')`;
const [field] = await sql<{ id: string }[]>`select id from public.own_fields`;

/** Each function with its schema and what it is asked. */
const asked: [string, z.ZodMiniType, Record<string, unknown>][] = [
  ["deal_board", boardSchema, { filter: {}, per_stage: 1 }],
  [
    "plan_edit",
    outcome,
    { kind: "accounts", ids: `{${account}}`, act: "set", changes: { industry: "Banking" }, listed: 5 },
  ],
  [
    "edit_records",
    outcome,
    {
      edit_id: crypto.randomUUID(),
      kind: "accounts",
      ids: `{${account}}`,
      act: "set",
      changes: { industry: "Banking" },
    },
  ],
  ["deal_board_more", moreCardsSchema, { filter: {}, stage: stage.new, after: deal }],
  ["move_deal", moveAnswerSchema, { deal, to_stage: stage.discovery }],
  ["close_deal", moveAnswerSchema, { deal, outcome: "won" }],
  ["reopen_deal", moveAnswerSchema, { deal }],
  ["owner_dashboard", ownerDashboardSchema, {}],
  ["owner_dashboard", ownerDashboardSchema, { mine: true }],
  ["publishing_state", publishingStateSchema, {}],
  ["my_access", accessSchema, {}],
  ["leaving_preview", leavingSchema, { person: noorId }],
  ["next_message_state", nextStateSchema, { address: "maren@norrfall.example" }],
  ["outbox_summary", summarySchema, {}],
  ["outbox_summary", repliesSchema, {}],
  ["outbox_files", filesSchema, { id: mail!.id }],
  ["document_totals", totalsSchema, { items, currency: "USD" }],
  ["proposal_list", proposalListSchema, { filter: { account } }],
  ["proposal_record", proposalRecordSchema, { proposal: accepted.id }],
  ["proposal_record", proposalRecordSchema, { proposal: open.id }],
  ["save_proposal", proposalRecordSchema, { proposal: open.id, draft: { contact_id: person } }],
  ["send_proposal", proposalRecordSchema, { proposal: open.id }],
  ["resend_proposal", proposalRecordSchema, { proposal: waiting.id }],
  ["withdraw_proposal", proposalRecordSchema, { proposal: open.id }],
  ["revise_proposal", proposalRecordSchema, { proposal: open.id }],
  ["own_field_conversion", conversionSchema, { field: field!.id, kind: "number", settings: {} }],
  ["verify_proposal", proofSchema, { proposal: accepted.id }],
  ["relationship_state", relationshipStateSchema, {}],
  ["relationship_network", networkSchema, { of_kind: "account", of_id: account }],
  ["answer_change_request", proposalRecordSchema, { request: question!.id, answer: "Because." }],
  ["service_prices_of", pricesSchema, { service: service!.id }],
  ["set_service_price", pricesSchema, { service: service!.id, in_currency: "EUR", day: "2027-01-01", minor: "900" }],
  ["proposal_template_list", z.array(templateSchema), {}],
  [
    "open_proposal_template",
    templateWordsSchema,
    { template: template!.kept.id, in_currency: "USD", for_account: account, for_contact: person },
  ],
  ["save_retainer", recordSchema, { retainer: begun }],
  ["bill_retainer_period", recordSchema, { retainer: waits, period: "2027-01-01" }],
  ["set_retainer_price", recordSchema, { retainer, from_day: "2027-02-01", lines: JSON.stringify(lines) }],
  ["start_retainer", recordSchema, { retainer }],
  ["pause_retainer", recordSchema, { retainer, from_day: "2027-02-01" }],
  ["resume_retainer", recordSchema, { retainer, on_day: "2027-03-01" }],
  ["end_retainer", recordSchema, { retainer, on_day: "2027-06-30" }],
  ["retainer_record", recordSchema, { retainer }],
  ["retainer_list", z.array(rowSchema), {}],
];
await sql`update public.modules set live = true where key = 'relationships'`;

// Another firm, which counts in EUR. Invoices: one that was credited, one as it was issued, a draft, and a proposal of which half is billed.
const { sql: second } = await testDatabase();
const house = await invoicesHouse(second);
await second`update public.modules set live = true where key = 'cash'`;
const tenYears = { from_day: "2026-01-01", to_day: "2035-12-31" };
await second`insert into public.tax_rules (class_id, place, from_on, parts) select id, 'home', '2026-01-01', ${JSON.stringify(vat19)}::jsonb
  from public.tax_classes`;
await second`insert into public.exchange_rates (currency, day, source, per_eur) values ('USD', current_date - 1, 'ecb', 1.1)`;
const { id: bill } = await house.issued();
const { id: credited } = await house.issued();
await house.rpc("cancel_invoice", { invoice: credited, reason: "Wrong" });
const unsent = await house.draft();
const agreed = await house.accepted([{ title: "Desk", unit_minor: 100_000 }], { deposit_bp: 3000 });
await house.bill(agreed, { kind: "schedule", no: 1 });
await house.rpc("bill_proposal", { proposal: agreed, asked: JSON.stringify({ kind: "share", pcm: 10_000 }) });

// A mail in our mailbox, from a person and with a copy to another.
const imap = await startMailServer();
afterAll(() => imap.close());
const box = await (await mailFirm(second)).mailbox(imap.port, { owner_id: house.admin.userId });
imap.append(
  "INBOX",
  written({ from: "Ada Lind <ada@norrfall.example>", to: "dana@guidevane.example", cc: "Bo <bo@else.example>" }),
);
await readOnce(second, box);
const [received] = await second<{ id: string }[]>`select id from public.mails`;

// A meeting with its mails, a note and a copy in a calendar.
const booking = await bookingForTests(second);
const host = await booking.person("Espen Lunde");
const bookingPage = await booking.page({
  people: [host],
  who: "any",
  questions: [{ key: "why", label: "What do you have to decide?", kind: "text" }],
});
const { meeting } = await booking.book(bookingPage, "2031-03-04T09:00:00Z", { answers: { why: "The archive" } });
await second`insert into public.meeting_notes (meeting_id, staff_id, body) values (${meeting!}, ${host}, 'Bring the index')`;
await composeAll(second);

const askedOfSecond: typeof asked = [
  ["invoice_record", invoiceSchema, { record: bill }],
  ["invoice_record", issuedSchema, { record: credited }],
  ["invoice_record", draftSchema, { record: unsent }],
  ["save_invoice_draft", draftSchema, { draft: unsent, changes: { title: "Advice in December" } }],
  ["invoice_sums", sumsSchema, { filter: {} }],
  ["usual_taxes", usualTaxesSchema, { account: house.accountId }],
  ["bill_state", billStateSchema, { proposal: agreed }],
  ["bill_preview", billPreviewSchema, { proposal: agreed, asked: { kind: "share", pcm: 20_000 } }],
  ["credit_preview", creditPreviewSchema, { invoice: bill, asked: { kind: "whole", reason: "Wrong" } }],
  ["verify_invoice", verifiedSchema, { invoice: bill }],
  ["cancel_invoice", cancelledSchema, { invoice: bill, reason: "Wrong", again: true }],
  ["rate_overview", overviewSchema, {}],
  ["cash_overview", cashSchema, {}],
  ["cash_rows", linesSchema, { filter: {} }],
  ["revenue_report", revenueSchema, tenYears],
  ["revenue_rows", revenueRowsSchema, { filter: { from: "2026-01-01", to: "2035-12-31" } }],
  ["tax_report", taxSchema, tenYears],
  ["tax_rows", taxRowsSchema, { filter: { from: "2026-01-01", to: "2035-12-31" } }],
  ["bank_counts", bankCountsSchema, {}],
  ["cash_statement", statementSchema, { account: house.accountId, ...tenYears }],
  ["begin_mail_answer", beginSchema, { mail: received!.id }],
  ["meeting_record", meetingSchema, { meeting }],
];

const everyAsked = [
  ...asked.map(([name, schema, args]) => ({ name, schema, run: () => call(name, args) })),
  ...askedOfSecond.map(([name, schema, args]) => ({ name, schema, run: () => house.rpc(name, args as never) })),
];
test.each(everyAsked)("$name answers what its screens expect", async ({ name, schema, run }) => {
  expect(() => parsed(name, schema, undefined)).toThrow(`${name} answered something else`);
  expect(parsed(name, schema, await run())).toBeTypeOf("object");
});

/** Until the end of the test, the function says the second word where it said the first. */
async function renameIn(name: string, from: string, to: string) {
  const [{ text } = { text: "" }] = await sql<{ text: string }[]>`select pg_get_functiondef(${name}::regproc) as text`;
  expect(text).toContain(from);
  await sql.unsafe(text.replaceAll(from, to));
  onTestFinished(async () => void (await sql.unsafe(text)));
}

test("a key that is renamed in SQL fails with the names of the function and the key", async () => {
  await renameIn("public.outbox_summary", "'steps_due'", "'due_steps'");
  const summary = await call("outbox_summary", {});
  expect(() => parsed("outbox_summary", summarySchema, summary)).toThrow(
    'outbox_summary answered something else than this page expects: "steps_due" is missing (expected: number).',
  );
});

test("also one deep inside, where a part may have failed instead", async () => {
  await renameIn("private.dashboard_tasks", "'overdue'", "'late'");
  const dashboard = await call("owner_dashboard", {});
  expect(() => parsed("owner_dashboard", ownerDashboardSchema, dashboard)).toThrow('"tasks.overdue" is missing');
});

/** They say how it went; no screen reads it. */
const unread = ["accept_suggestion", "merge_accounts", "merge_contacts", "merge_records", "retire_stage"];
/** Asked by our own SQL, the server (which answers screens in its own words) or programs of the REST API alone. */
const unshown = [
  "bank_file_manner",
  "document_part",
  "look_at_bank_file",
  "rate_of_day",
  "take_bank_file",
  "write_mail_answer",
];

test("every function that answers JSON is asked here", () => {
  const types = readFileSync("app/lib/database.types.ts", "utf8");
  const functions = types.slice(types.indexOf("Functions: {")).split(/\n {6}(?=\w+: \{\n)/);
  const answering = functions.flatMap((text) =>
    text.includes("Returns: Json;") ? [text.slice(0, text.indexOf(":"))] : [],
  );
  expect(answering.length).toBeGreaterThan(20);
  expect([...new Set([...everyAsked.map(({ name }) => name), ...unread, ...unshown])].sort()).toEqual(answering.sort());
});
