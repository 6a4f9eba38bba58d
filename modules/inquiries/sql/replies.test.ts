// A reply and its inquiry: the outbox row says what became of the mail, and the inquiry, its task and every figure follow it.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { type Who, addUser } from "#server/testing/act-as.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { type Inquiry, repliesForTests, type Reply } from "../testing/replies-for-tests.ts";

const { sql } = await testDatabase();
const [adminId, colleagueId, memberId] = [
  await addUser(sql, { admin: true }),
  await addUser(sql, { admin: true }),
  await addUser(sql, { admin: false }),
];
const admin: Who = { role: "authenticated", userId: adminId };

const { as, receive, write, replies, find } = repliesForTests(sql, admin);
const taskOf = async ({ task_id: id }: Inquiry) =>
  (
    await sql<{ done_at: Date | null; done_by: string | null; assignee_id: string | null }[]>`
    select done_at, done_by, assignee_id from public.tasks where id = ${id}`
  )[0]!;
const told = async (id: string) =>
  (
    await sql<{ kind: string; actor_name: string | null }[]>`
    select kind, actor_name from public.events where inquiry_id = ${id} and record_type = 'inquiry' and kind <> 'created' order by id`
  ).map(({ kind }) => kind);
/** Of all promises: how many were kept, as the report and the dashboard have it. */
const promise = async () => {
  const rows = await as<{ kept: boolean }>(`select kept from public.promise_rows(90)`, []);
  return [rows.filter(({ kept }) => kept).length, rows.length];
};

beforeEach(async () => {
  for (const table of ["tasks", "inquiries", "outbox", "consents", "accounts", "suppressions"])
    await sql.unsafe(`delete from public.${table}`);
  await sql`truncate private.suppression_facts, public.events`;
  await setOutboxGate(sql, false);
  await sql`update public.modules set live = true where key in ('inquiries', 'tasks', 'outbox', 'reports')`;
});

describe("while it is held", () => {
  test("inquiries 16: nothing is answered: the clock runs, the task is open, and the screens are told that SAFE holds it", async () => {
    const got = await receive();
    await write(got.id);
    expect(await find(got.id)).toMatchObject({ state: "new", answered_at: null });
    expect(await taskOf(got)).toMatchObject({ done_at: null });
    expect(await promise()).toEqual([0, 0]);
    expect(await told(got.id)).not.toContain("answered by mail");
    expect(await replies(got.id)).toMatchObject([
      { state: "held", held_by_safe: true, body_text: "Dear Ada, yes.", left_at: null },
    ]);
    const [row] = await as<{ last_reply: Reply }>(
      `select last_reply(inquiries) as last_reply from public.inquiries where id = $1`,
      [got.id],
    );
    expect(row!.last_reply).toMatchObject({ state: "held", held_by_safe: true });
    const [dashboard] = await as<{ of: { inquiries: object } }>(`select public.owner_dashboard() as of`, []);
    expect(dashboard!.of.inquiries).toMatchObject({ waiting: 1, rows: [{ last_reply: { state: "held" } }] });
    // Its time runs out: missed, whatever waits in the outbox.
    await sql`update public.inquiries set due_at = now() - interval '1 minute' where id = ${got.id}`;
    expect(await promise()).toEqual([0, 1]);
  });

  test("inquiries 16: released, it is answered at the moment the mail leaves, in the name of who wrote it", async () => {
    const got = await receive();
    await write(got.id);
    await sql`update public.inquiries set received_at = received_at - interval '3 hours' where id = ${got.id}`;
    await setOutboxGate(sql, true);
    // SAFE is off: it holds nothing any more, and nothing leaves by itself.
    expect(await replies(got.id)).toMatchObject([{ state: "held", held_by_safe: false }]);
    await as(`select public.release_outbox(array[$1::uuid])`, [(await replies(got.id))[0]!.id], {
      role: "authenticated",
      userId: colleagueId,
    });
    const gate = testGate(sql);
    gate.ahead(30);
    expect(await find(got.id)).toMatchObject({ state: "new" });
    await gate.sweep();
    expect(gate.sent).toHaveLength(1);
    const [reply] = await replies(got.id);
    expect(reply).toMatchObject({ state: "sent" });
    expect(await find(got.id)).toMatchObject({
      state: "answered",
      answered_at: reply!.left_at,
      answered_by: adminId,
      answer_id: reply!.id,
    });
    expect(await taskOf(got)).toMatchObject({ done_at: reply!.left_at, done_by: adminId });
    expect(await told(got.id)).toEqual(expect.arrayContaining(["reply written", "answered by mail"]));
    expect(await promise()).toEqual([1, 1]);
  });
});

describe("what did not arrive", () => {
  const leave = (gate = testGate(sql)) => {
    gate.ahead(30);
    return gate.sweep();
  };

  test("inquiries 16: a bounce after it left makes the inquiry wait again, with its task and its old time", async () => {
    await setOutboxGate(sql, true);
    const got = await receive();
    await write(got.id);
    await leave();
    expect((await find(got.id)).state).toBe("answered");
    const [reply] = await replies(got.id);
    await sql`select private.note_outbox_news(${reply!.id}, 'bounce-1', 'bounced', now(), 'no such mailbox')`;
    expect(await find(got.id)).toMatchObject({ state: "new", answered_at: null, answered_by: null, answer_id: null });
    expect(await taskOf(got)).toMatchObject({ done_at: null, done_by: null });
    expect(await told(got.id)).toContain("reply bounced");
    expect(await replies(got.id)).toMatchObject([{ state: "bounced", left_at: null }]);
  });

  test("inquiries 16: after a bounce, another reply that left still answers it", async () => {
    await setOutboxGate(sql, true);
    const got = await receive();
    await write(got.id);
    await leave();
    await write(got.id, { text: "One thing more." });
    await leave();
    const [first, second] = await replies(got.id);
    await sql`select private.note_outbox_news(${first!.id}, 'bounce-2', 'bounced', now())`;
    expect(await find(got.id)).toMatchObject({
      state: "answered",
      answer_id: second!.id,
      answered_at: second!.left_at,
    });
    expect((await taskOf(got)).done_at).not.toBeNull();
  });

  test("inquiries 16: cancelled, expired, failed, stopped or uncertain, it never was an answer; settled as sent, it is", async () => {
    await setOutboxGate(sql, true);
    for (const state of ["cancelled", "expired", "failed", "suppressed", "uncertain"]) {
      const got = await receive();
      await write(got.id);
      await sql`update public.outbox set state = ${state}, finished_at = now() where origin_id = ${got.id} and dedupe_key like 'reply:%'`;
      expect(await find(got.id), state).toMatchObject({ state: "new", answered_at: null });
      expect((await taskOf(got)).done_at, state).toBeNull();
      expect(await told(got.id), state).toContain(`reply ${state}`);
      expect(await replies(got.id), state).toMatchObject([{ state, left_at: null }]);
      if (state !== "uncertain") continue;
      await as(`select public.settle_outbox($1, 'sent')`, [(await replies(got.id))[0]!.id]);
      expect(await find(got.id)).toMatchObject({ state: "answered" });
    }
  });

  test("inquiries 16: a late word of the provider does not answer what was opened again", async () => {
    await setOutboxGate(sql, true);
    const got = await receive();
    await write(got.id);
    await leave();
    await as(`select public.reopen_inquiry($1)`, [got.id]);
    await sql`select private.note_outbox_news(${(await replies(got.id))[0]!.id}, 'delivery-1', 'delivered', now())`;
    expect(await find(got.id)).toMatchObject({ state: "new" });
  });
});

describe("the same words", () => {
  test("inquiries 19: to the same person within a day are written once, unless the writer says so", async () => {
    const got = await receive();
    await write(got.id);
    await expect(write(got.id, { text: "  Dear Ada,\n\nyes.  " })).rejects.toMatchObject({
      code: "PT409",
      detail: "same text",
    });
    // Another inquiry of the same person.
    const second = await receive({ email: got.email.toUpperCase(), message: "And one question more." });
    await expect(write(second.id)).rejects.toThrow("The same text was written to this person");
    expect([...(await replies(got.id)), ...(await replies(second.id))]).toHaveLength(1);
    await write(got.id, { again: true });
    expect(await replies(got.id)).toHaveLength(2);
    // Another text, another person, another day.
    await write(got.id, { text: "Dear Ada, no." });
    await write((await receive({ message: "Somebody else." })).id);
    await sql`update public.outbox set created_at = created_at - interval '25 hours'`;
    await write(got.id);
    expect(await replies(got.id)).toHaveLength(4);
  });

  test("inquiries 19: after one that was taken back or bounced they are no repetition; a lost answer asks nothing", async () => {
    const got = await receive();
    const id = randomUUID();
    await write(got.id, { id });
    await write(got.id, { id });
    expect(await replies(got.id)).toHaveLength(1);
    await as(`select public.take_back_reply($1, $2)`, [got.id, id]);
    await write(got.id);
    expect((await replies(got.id)).map(({ state }) => state)).toEqual(["cancelled", "held"]);
  });
});

test("inquiries 20: answering an inquiry without an owner makes one its owner, with its task; a colleague's stays theirs", async () => {
  const [written, marked, taken] = [
    await receive(),
    await receive({ message: "Two" }),
    await receive({ message: "Three" }),
  ];
  await write(written.id);
  await as(`select public.answer_inquiry($1)`, [marked.id]);
  await as(`select public.assign_inquiry($1, $2)`, [taken.id, colleagueId]);
  await write(taken.id);
  expect([await find(written.id), await find(marked.id), await find(taken.id)].map((one) => one.assignee_id)).toEqual([
    adminId,
    adminId,
    colleagueId,
  ]);
  expect([await taskOf(written), await taskOf(taken)].map((one) => one.assignee_id)).toEqual([adminId, colleagueId]);
});

test("reports: a late inquiry that is closed without an answer counts as missed; closed in time it was promised nothing", async () => {
  const [late, early] = [await receive(), await receive({ message: "Two" })];
  await sql`update public.inquiries set due_at = now() - interval '1 hour' where id = ${late.id}`;
  for (const { id } of [late, early]) await as(`select public.close_inquiry($1)`, [id]);
  await sql`update public.inquiries set due_at = now() - interval '1 minute', closed_at = now() - interval '1 hour' where id = ${early.id}`;
  expect(await promise()).toEqual([0, 1]);
  const [report] = await as<{ due: number; kept: number; answered: number }>(
    `select sum(due)::int as due, sum(kept)::int as kept, sum(answered)::int as answered
     from public.report_promise(public.office_today() - 40, public.office_today())`,
    [],
  );
  expect(report).toEqual({ due: 1, kept: 0, answered: 0 });
  // Opened again, it waits and is still late.
  await as(`select public.reopen_inquiry($1)`, [late.id]);
  expect(await promise()).toEqual([0, 1]);
});

test("what becomes of a mail is told before it is written: held, waiting, stopped or leaving; to staff alone", async () => {
  const next = async (address = "ada@norrfall.example") =>
    (await as<{ next: { state: string } }>(`select public.next_message_state($1) as next`, [address]))[0]!.next.state;
  expect(await next()).toBe("held");
  await setOutboxGate(sql, true);
  expect(await next()).toBe("leaving");
  await as(`select public.suppress_address('ada@norrfall.example', 'all', 'They asked for it')`, []);
  expect(await next()).toBe("suppressed");
  await as(`select public.set_outbox_paused(true)`, []);
  expect(await next("bo@norrfall.example")).toBe("queued");
  await as(`select public.set_outbox_paused(false)`, []);
  const member: Who = { role: "authenticated", userId: memberId };
  const { id } = await receive();
  for (const [statement, ...values] of [
    [`select public.next_message_state('ada@norrfall.example')`],
    [`select * from public.inquiry_replies($1)`, id],
    [`select public.take_back_reply($1, 'x')`, id],
  ] as [string, ...string[]][])
    await expect(as(statement, values, member), statement).rejects.toThrow(/permission denied|admin privileges/);
});
