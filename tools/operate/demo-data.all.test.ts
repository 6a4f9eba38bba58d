import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readEnv } from "#server/env.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { addCompanies } from "#server/sample-firm/companies.ts";
import { switchEverythingOn } from "./demo-everything.ts";
import { fillWithDeals } from "./demo-deals.ts";
import { fillWithProposals } from "./demo-proposals.ts";
import { fillWithInquiries } from "./demo-inquiries.ts";
import { fillWithOutreach } from "./demo-outreach.ts";
import { fillWithDocuments } from "./demo-documents.ts";
import { fillWithEarlierInvoices, fillWithInvoices } from "./demo-invoices.ts";
import { fillWithMail } from "./demo-mail.ts";
import { fillWithMeetings } from "./demo-meetings.ts";
import { fillWithPayments } from "./demo-payments.ts";

const { sql } = await testDatabase();
let admin = "";

test("the demo's deals stand in every stage, and their history is of the past", async () => {
  admin = await addUser(sql, { admin: true });
  await addCompanies(sql);
  await fillWithDeals(sql);
  const stages = await sql<{ key: string; count: number }[]>`
    select key, count(deals.id)::int from public.deal_stages left join public.deals on stage_id = deal_stages.id group by key`;
  for (const { key, count } of stages) expect(count, key).toBeGreaterThan(3);
  const [told] = await sql<{ future: number; late: number }[]>`
    select (select count(*)::int from public.deal_stage_events where at > now()) as future,
      (select count(*)::int from public.events join public.deals on deals.id = deal_id
       where record_type = 'deal' and kind = 'created' and events.at <> deals.created_at) as late`;
  expect(told).toEqual({ future: 0, late: 0 });
  await fillWithInquiries(sql);
  const waiting = await sql`select state, task_id is not null as task from public.inquiries order by state, email`;
  expect(waiting.filter(({ state, task }) => state === "new" && task)).toHaveLength(4);
  expect(waiting.filter(({ state }) => state === "held")).toHaveLength(1);
});

test("the demo has a year of inquiries, so that every report has something to show", async () => {
  const { promise, subjects } = await actAs(sql, { role: "authenticated", userId: admin }, async (tx) => ({
    promise: await tx<{ due: number; kept: number }[]>`
      select due, kept from public.report_promise(public.office_today() - 364, public.office_today())`,
    subjects: await tx<{ deals: number; won_minor: number }[]>`
      select deals, won_minor::float from public.report_subjects(public.office_today() - 364, public.office_today())`,
  }));
  expect(promise.filter(({ due }) => due > 0).length).toBeGreaterThanOrEqual(11);
  const sum = (key: "due" | "kept") => promise.reduce((total, month) => total + month[key], 0);
  expect(sum("kept") / sum("due")).toBeGreaterThan(0.8);
  expect(sum("kept")).toBeLessThan(sum("due"));
  expect(subjects.filter(({ deals }) => deals > 0).length).toBeGreaterThan(5);
  expect(subjects.filter(({ won_minor }) => won_minor > 0).length).toBeGreaterThan(3);
  const [told] = await sql`
    select count(*)::int as wrong from public.events join public.inquiries on inquiries.id = record_id
    where record_type = 'inquiry' and events.at > inquiries.received_at + interval '1 minute' and inquiries.state = 'answered'`;
  expect(told).toEqual({ wrong: 0 });
  // Linking the two afterwards is no change that someone made.
  const [changed] = await sql`
    select count(*)::int as deals from public.events where record_type = 'deal' and kind = 'changed' and changes ? 'inquiry_id'`;
  expect(changed).toEqual({ deals: 0 });
});

test("the demo has proposals in every state that a list shows", async () => {
  await fillWithProposals(sql);
  const states = await sql<{ state: string }[]>`select distinct state from public.proposals order by 1`;
  expect(states.map(({ state }) => state)).toEqual(expect.arrayContaining(["accepted", "draft", "sent", "viewed"]));
  const broken = await sql`
    select number from public.proposals, jsonb_array_elements(private.verify_proposal(id) -> 'checks') as checked
    where not (checked ->> 'ok')::boolean`;
  expect(broken).toEqual([]);
});

test("the demo's documents have bytes, versions and links that were seen", async () => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), "demo-"));
  await fillWithDocuments(sql, readEnv({ DATA_DIR }));
  const [told] = await sql<{ documents: number; versions: number; open: number; future: number }[]>`
    select (select count(*)::int from public.documents) as documents, (select count(*)::int from public.document_versions) as versions,
      (select count(*)::int from public.share_settings join private.access_links as link on link.id = link_id where expires_at > now()) as open,
      (select count(*)::int from public.document_versions where created_at > now()) as future`;
  expect(told!.documents).toBeGreaterThan(15);
  expect(told!.versions).toBeGreaterThan(told!.documents);
  expect(told!.open).toBeGreaterThan(3);
  expect(told!.future).toBe(0);
  const [order] = await sql`
    select count(*)::int as wrong from (select at < lag(at) over (order by id) as earlier from public.events) as told where earlier`;
  expect(order).toEqual({ wrong: 0 });
  await rm(DATA_DIR, { recursive: true });
});

test("the demo's year of invoices has numbers in a row, one in dispute, and drafts; each adds up", async () => {
  await fillWithEarlierInvoices(sql);
  await fillWithPayments(sql);
  await fillWithInvoices(sql);
  const rows = await sql<{ state: string; seq: number; series: string }[]>`
    select stands.state, seq, series from public.invoices as bill cross join lateral private.invoice_standings(array[bill.id]) as stands order by issued_on, seq`;
  const numbers = rows.filter(({ series }) => series === "I").map(({ seq }) => seq);
  expect(numbers.length).toBeGreaterThan(15);
  for (const state of ["paid", "open", "disputed", "cancelled", "credit"])
    expect(rows.map((row) => row.state)).toContain(state);
  const [drafts] = await sql<{ n: number }[]>`select count(*)::int as n from public.invoice_drafts`;
  expect(drafts!.n).toBe(2);
});

test("the demo's payment requests are of every age, some of them paid", async () => {
  const found = await sql<{ state: string; bucket: string | null }[]>`
    select distinct state, bucket from private.request_states(public.office_today())`;
  const states = new Set(found.map(({ state }) => state));
  for (const state of ["open", "partly_paid", "paid", "overpaid", "overdue"]) expect(states, state).toContain(state);
  expect(new Set(found.flatMap(({ bucket }) => bucket ?? [])).size).toBeGreaterThanOrEqual(4);
  const [told] = await sql<{ future: number }[]>`select count(*)::int as future from public.events where at > now()`;
  expect(told).toEqual({ future: 0 });
});

test("the demo's sequences have people in every state, and nothing of its outbox waits to leave", async () => {
  await fillWithOutreach(sql);
  const states = await sql<{ state: string }[]>`select distinct state from public.enrolments order by state`;
  expect(states.map(({ state }) => state)).toEqual(["active", "finished", "paused", "replied", "stopped"]);
  const [waiting] = await sql<{ count: number }[]>`
    select count(*)::int from public.outbox where state in ('queued', 'sending')`;
  expect(waiting).toEqual({ count: 0 });
});

test("the demo has a year of mail, mailboxes in every state that a list shows, and an answer that waits", async () => {
  await fillWithMail(sql);
  const states = await sql<{ state: string }[]>`select distinct state from public.mailboxes order by state`;
  expect(states.map(({ state }) => state)).toEqual(["live", "reading_back", "signed_out"]);
  const [told] = await sql<{ mails: number; months: number; future: number; answers: number }[]>`
    select count(*)::int as mails, count(distinct date_trunc('month', at))::int as months, count(*) filter (where at > now())::int as future,
      (select count(*)::int from public.mail_answers) as answers from public.mails`;
  expect(told!.mails).toBeGreaterThan(200);
  expect(told!.months).toBeGreaterThanOrEqual(11);
  expect(told).toMatchObject({ future: 0, answers: 1 });
});

test("the demo has a full fortnight of meetings, in every state, of who signs in as of their colleagues", async () => {
  await fillWithMeetings(sql);
  const [mine] = await sql<{ days: number; meetings: number; future: number; states: string[] }[]>`
    select count(distinct local_start::date)::int as days, count(*)::int as meetings, count(*) filter (where starts_at > now())::int as future,
      array_agg(distinct state order by state) as states
    from public.meetings where host_id = ${admin}`;
  // Seven days behind and nine before them have eleven to thirteen working days.
  expect(mine!.days).toBeGreaterThanOrEqual(10);
  expect(mine!.meetings).toBeGreaterThanOrEqual(18);
  expect(mine!.future).toBeGreaterThanOrEqual(6);
  expect(mine!.states).toEqual(expect.arrayContaining(["confirmed", "met", "requested"]));
  const [all] = await sql<{ hosts: number; busy: number }[]>`
    select count(distinct host_id)::int as hosts, (select count(*)::int from public.occupied where staff_id = ${admin} and kind = 'block') as busy
    from public.meetings`;
  expect(all!.hosts).toBe(3);
  expect(all!.busy).toBeGreaterThanOrEqual(5);
});

test("after all of that every module of the demo is on", async () => {
  await switchEverythingOn(sql);
  expect(await sql`select key from public.modules where not live`).toEqual([]);
});
