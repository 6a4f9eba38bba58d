// A proposal and its mail: what was written is not sent until the mail has left, in the record, the list and the history.
import { afterAll, beforeEach, expect, test } from "vitest";
import { openPool } from "#server/platform/database/sql.ts";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { composeAll, testGate } from "#server/testing/outbox-for-tests.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { server } from "../server.ts";

const { sql, connection } = await testDatabase();
const many = openPool({ ...connection, max: 10 });
afterAll(() => many.end({ timeout: 1 }));
const house = await proposalsForTests(sql);
const { account, sent, draft, call, record, answer, leave } = house;
await sql`update public.modules set live = true where key = 'outbox'`;
beforeEach(() => setOutboxGate(sql, false));

interface List {
  rows: { id: string; shown_state: string; mail: { state: string; held_by_safe: boolean } | null }[];
  tabs: Record<string, number>;
  open_sums: { total_minor: number }[];
}
const list = (filter: object = {}) => call<List>("proposal_list", { filter });
const told = async (id: string) =>
  (
    await sql<{ kind: string }[]>`
      select kind from public.events where record_type = 'proposal' and record_id = ${id} order by id`
  ).map(({ kind }) => kind);

test("proposals 10: held, it is written and not sent: in its record, in the list, in sums and in every history", async () => {
  const before = await list();
  const { id } = await sent();
  expect(await record(id)).toMatchObject({
    shown_state: "written",
    mail: { state: "held", held_by_safe: true, left_at: null },
  });
  const now = await list();
  expect(now.tabs).toEqual({ ...before.tabs, all: before.tabs.all! + 1, written: before.tabs.written! + 1 });
  expect(now.open_sums).toEqual(before.open_sums);
  expect((await list({ tab: "written" })).rows).toMatchObject([
    { id, shown_state: "written", mail: { state: "held" } },
  ]);
  expect(await told(id)).toEqual(["created", "written"]);
  expect((await record(id)).events.map(({ kind }) => kind)).toEqual(["written", "created"]);
});

test("proposals 10: released, it is sent at the moment the mail leaves; then its reminders are written", async () => {
  const { id } = await sent({ valid_until: null });
  await setOutboxGate(sql, true);
  await house.as((tx) => tx`select public.release_all_outbox(${JSON.stringify({ origin_id: id })}::jsonb)`);
  expect(await record(id)).toMatchObject({ shown_state: "written", mail: { state: "queued" } });
  await testGate(sql).sweep();
  const now = await record(id);
  expect(now).toMatchObject({ shown_state: "sent", mail: { state: "sent" } });
  expect(now.events.map(({ kind }) => kind)).toEqual(["sent", "written", "created"]);
  expect(await told(id)).toEqual(["created", "written", "sent"]);
  expect((now.versions as { left_at: string }[])[0]!.left_at).toBe((now.mail as { left_at: string }).left_at);
  const waits =
    await sql`select from public.outbox where origin_id = ${id} and dedupe_key like '%reminder%' and state = 'queued'`;
  expect(waits).toHaveLength(2);
  const checks = await call<{ checks: { ok: boolean }[] }>("verify_proposal", { proposal: id });
  expect(checks.checks.every(({ ok }) => ok)).toBe(true);
});

test("proposals 10: bounced, cancelled, expired, failed, stopped or uncertain, it is not sent; written again, it can be", async () => {
  for (const state of ["cancelled", "expired", "failed", "suppressed", "uncertain"]) {
    const { id } = await sent();
    await sql`update public.outbox set state = ${state}, finished_at = now() where origin_id = ${id}`;
    expect(await record(id), state).toMatchObject({ shown_state: "written", mail: { state } });
  }
  const { id } = await sent({ valid_until: null });
  await leave(id);
  const [mail] = await sql<
    { id: string }[]
  >`select id from public.outbox where origin_id = ${id} and dedupe_key like '%:sent:1'`;
  await sql`select private.note_outbox_news(${mail!.id}, 'bounced-proposal', 'bounced', now(), 'no such mailbox')`;
  expect(await record(id)).toMatchObject({ shown_state: "written", mail: { state: "bounced" } });
  expect(await told(id)).toEqual(["created", "written", "sent", "bounced"]);
  const states = () => sql<{ key: string; state: string }[]>`
    select substring(dedupe_key from 'reminder.*') as key, state from public.outbox where origin_id = ${id} and dedupe_key like '%reminder%' order by 1`;
  expect((await states()).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
  await call("resend_proposal", { proposal: id });
  await leave(id);
  expect(await record(id)).toMatchObject({ shown_state: "sent", mail: { state: "sent" } });
  expect(await told(id)).toEqual(["created", "written", "sent", "bounced", "written again", "sent again"]);
  expect(await states()).toMatchObject([
    { key: "reminder:3", state: "cancelled" },
    { key: "reminder:3:2", state: "held" },
    { key: "reminder:7", state: "cancelled" },
    { key: "reminder:7:2", state: "held" },
  ]);
});

test("proposals 10: while its mail is held the page can be read and answered, and then the mail never leaves", async () => {
  const { id } = await sent();
  expect(await answer(id)).toBe("accepted");
  expect(await record(id)).toMatchObject({ shown_state: "accepted", mail: { state: "cancelled" } });
});

test("the covering mail is shown before it is written, word for word, and only to staff", async () => {
  const { id } = await draft({ title: "Desk {{sneaky}}" }, { account, contact: house.person });
  const site = moduleSite(sql, "proposals", server);
  const path = `/api/proposals/${id}/mail`;
  expect((await site.ask(path)).status).toBe(401);
  const shown = (await (await site.ask(path, { headers: { authorization: "yes" } })).json()) as { text: string };
  await call("send_proposal", { proposal: id });
  await composeAll(sql);
  const [written] =
    await sql`select to_address as to, subject, body_text as text from public.outbox where origin_id = ${id}`;
  expect(written).toEqual(shown);
  expect(shown.text).toContain("Our proposal “Desk { {sneaky} }” is ready.");
});
