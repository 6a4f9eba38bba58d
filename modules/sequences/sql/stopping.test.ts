// Who may be enrolled, and what ends it.
import { beforeEach, expect, test } from "vitest";
import { loadModuleServers } from "#server/module-servers.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { sequencesForTests } from "#server/testing/sequences-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { plannerJob } from "../server/planner.ts";

const { sql } = await testDatabase();
const setup = await sequencesForTests(sql);
const { addContact, addSequence, enrol, enrolOne, enrolment, mailStep, now, runs, setClock, taskStep } = setup;
const planner = plannerJob({ sql, siteUrl: "https://guidevane.test", senderAddress: "hello@guidevane.example", now });
const sweep = () => setup.sweep(planner);
const iso = (moment: Date | null | undefined) => moment?.toISOString().replace(":00.000Z", "Z");

beforeEach(async () => {
  await setup.openGate(false);
  await sql`update public.enrolments set state = 'stopped', ended_at = now(), next_at = null where state in ('active', 'paused')`;
  await sql`update public.sequence_settings set one_at_a_time = true, stop_whole_account = false`;
  setClock("2031-01-06T10:00:00Z");
});

const codes = (rows: readonly { reasons: { code: string }[] | null }[]) =>
  rows.map(({ reasons }) => reasons?.map(({ code }) => code) ?? null);
const stop = (address: string, reason: string) =>
  sql`select private.stop_sequences_for(${address}, ${reason}, 'event')`;
const messagesOf = (id: string) =>
  sql<{ id: string; state: string; gate_code: string | null; body_text: string; contact_id: string | null }[]>`
    select outbox.* from public.outbox where origin_id = ${id} order by created_at`;

test("sequences 1: everything that is against a person is said at once, with codes, and nobody is half enrolled", async () => {
  const text = await setup.addText("Dear {{ contact.title }} of {{ account.industry }}", [
    "account.industry",
    "contact.title",
  ]);
  const sequence = await addSequence([mailStep({ template_version_id: text })]);
  const other = await addSequence([mailStep()]);
  const good = await addContact({ title: "Dean" });
  await sql`update public.accounts set industry = 'Research'`;
  const [unsubscribed, bounced, complained, none, busy, inside, twin] = [
    await addContact({ title: "x" }),
    await addContact({ title: "x" }),
    await addContact({ title: "x" }),
    await addContact({ email: null }),
    await addContact({ title: "x" }),
    await addContact({ title: "x" }),
    await addContact({ title: "x", email: good.email!.toUpperCase() }),
  ];
  await sql`select private.record_suppression(${unsubscribed.email}, 'outreach', 'unsubscribe', 'recipient', 'e')`;
  await sql`select private.record_suppression(${bounced.email}, 'all', 'hard_bounce', 'smtp', 'e')`;
  await sql`select private.record_suppression(${complained.email}, 'all', 'complaint', 'postmark', 'e')`;
  await enrolOne(other, busy.id);
  await enrolOne(sequence, inside.id);
  const gone = crypto.randomUUID();
  const asked = [good, unsubscribed, bounced, complained, none, busy, inside, twin].map(({ id }) => id).concat(gone);
  const expected = [
    null,
    ["UNSUBSCRIBED"],
    ["BOUNCED"],
    ["COMPLAINED"],
    ["NO_ADDRESS", "MISSING_TAGS"],
    ["IN_OTHER_SEQUENCE"],
    ["ALREADY_ENROLLED"],
    ["SAME_ADDRESS"],
    ["NO_CONTACT"],
  ];
  expect(codes(await enrol(sequence, asked, true))).toEqual(expected);
  const before = await sql`select id from public.enrolments`;
  const refused = await enrol(sequence, asked);
  expect(codes(refused)).toEqual(expected);
  expect(refused.find(({ contact_id }) => contact_id === none.id)!.reasons![1]).toMatchObject({
    tags: ["contact.title"],
    message: "There is no value for contact.title.",
  });
  expect(refused.every(({ enrolled }) => enrolled === null)).toBe(true);
  expect(await sql`select id from public.enrolments`).toEqual(before);
  expect(codes(await enrol(sequence, [good.id]))).toEqual([null]);
  expect(codes(await enrol(sequence, [good.id]))).toEqual([["ALREADY_ENROLLED"]]);

  const draft = await setup.saveSequence({ name: "Empty", timezone: "UTC" });
  expect(codes(await enrol(draft, [(await addContact()).id]))).toEqual([["NO_VERSION", "NOT_RUNNING"]]);
  await expect(setup.setStatus(draft, "active")).rejects.toThrow("needs a step");
});

test("sequences 1: of a filter everyone can be chosen, and two who enrol at once enrol a person once", async () => {
  const found = await setup.asNoor(
    (tx) =>
      tx<{ id: string }[]>`select id from public.contacts_to_enrol(${tx.json({ account_id: setup.accountId })}::jsonb)`,
  );
  expect(found.length).toBeGreaterThan(5);
  const sequence = await addSequence([mailStep()]);
  const contact = await addContact();
  const answers = await Promise.all(Array.from({ length: 4 }, () => enrol(sequence, [contact.id])));
  expect(answers.filter(([row]) => row!.enrolled)).toHaveLength(1);
});

test("sequences 7: a task that is waited for stops the clock; the delay begins when it is done", async () => {
  const sequence = await addSequence([taskStep({ wait_for_task: true }), mailStep({ delay_days: 2 })]);
  const id = await enrolOne(sequence, (await addContact()).id);
  await sweep();
  const [run] = await runs(id);
  expect(await enrolment(id)).toMatchObject({ step_no: 1, next_at: null });
  setClock("2031-01-20T10:00:00Z");
  await sweep();
  expect(await runs(id)).toHaveLength(1);
  await sql`update public.tasks set done_at = '2031-01-21T14:00:00Z' where id = ${run!.task_id}`;
  expect(iso((await enrolment(id)).next_at)).toBe("2031-01-23T14:00Z");
});

test("sequences 7: deleting a task that is waited for asks; the answer decides how the sequence goes on", async () => {
  const sequence = await addSequence([taskStep({ wait_for_task: true }), mailStep({ delay_days: 1 })]);
  const [goesOn, stops, goes] = [await addContact(), await addContact(), await addContact()];
  const ids = [
    await enrolOne(sequence, goesOn.id),
    await enrolOne(sequence, stops.id),
    await enrolOne(sequence, goes.id),
  ];
  await sweep();
  const tasks = await Promise.all(ids.map(async (id) => (await runs(id))[0]!.task_id!));
  await expect(setup.asNoor((tx) => tx`delete from public.tasks where id = ${tasks[0]!}`)).rejects.toThrow(
    "A sequence waits for this task",
  );
  await setup.asNoor((tx) => tx`select public.drop_sequence_task(${tasks[0]!}, true)`);
  await setup.asNoor((tx) => tx`select public.drop_sequence_task(${tasks[1]!}, false)`);
  expect(iso((await enrolment(ids[0]!)).next_at)).toBe("2031-01-07T10:00Z");
  expect(await enrolment(ids[1]!)).toMatchObject({ state: "stopped", stop_reason: "task_deleted" });
  expect(await sql`select from public.tasks where id = any (${tasks.slice(0, 2)})`).toHaveLength(0);
  // With its person it goes without a word.
  await sql`delete from public.contacts where id = ${goes.id}`;
  expect(await sql`select from public.tasks where id = ${tasks[2]!}`).toHaveLength(0);
});

test.each([
  ["replied", "replied"],
  ["booked", "booked"],
  ["unsubscribed", "unsubscribed"],
  ["bounced", "bounced"],
  ["complained", "unsubscribed"],
  ["accepted", "accepted"],
])(
  "sequences 8: %s ends all enrolments of the address in one transaction, and cancels what waits",
  async (reason, state) => {
    await setup.openGate(true);
    await sql`update public.sequence_settings set one_at_a_time = false`;
    const [one, other] = [
      await addSequence([mailStep(), mailStep({ delay_days: 1 })]),
      await addSequence([taskStep(), mailStep({ delay_days: 1 })]),
    ];
    const contact = await addContact();
    const ids = [await enrolOne(one, contact.id), await enrolOne(other, contact.id)];
    const bystander = await enrolOne(one, (await addContact()).id);
    await sweep();
    // Taken back with its transaction.
    await sql
      .begin(async (tx) => {
        await tx`select private.stop_sequences_for(${contact.email}, ${reason}, 'event')`;
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    expect((await enrolment(ids[0]!)).state).toBe("active");
    await stop(` ${contact.email!.toUpperCase()} `, reason);
    for (const id of ids) expect(await enrolment(id)).toMatchObject({ state, stop_reason: reason, next_at: null });
    expect((await messagesOf(ids[0]!))[0]).toMatchObject({
      state: "cancelled",
      gate_code: "sequence_stopped",
      gate_detail: reason,
    });
    expect((await enrolment(bystander)).state).toBe("active");
    await sweep();
    expect(await runs(ids[0]!)).toHaveLength(1);
    const told =
      await sql`select kind from public.events where record_type = 'sequence' and contact_id = ${contact.id} and kind = ${state}`;
    expect(told).toHaveLength(2);
  },
);

test("sequences 8: a setting extends a reply to the whole company; opting out stays one person's", async () => {
  await sql`update public.sequence_settings set stop_whole_account = true`;
  const sequence = await addSequence([mailStep({ delay_days: 1 })]);
  const [house] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Castelline') returning id`;
  const [first, second] = [await addContact({ account: house!.id }), await addContact({ account: house!.id })];
  const elsewhere = await enrolOne(sequence, (await addContact()).id);
  const ids = [await enrolOne(sequence, first.id), await enrolOne(sequence, second.id)];
  await stop(first.email!, "unsubscribed");
  expect([(await enrolment(ids[0]!)).state, (await enrolment(ids[1]!)).state]).toEqual(["unsubscribed", "active"]);
  await stop(second.email!, "replied");
  expect((await enrolment(ids[1]!)).state).toBe("replied");
  // A colleague's answer counts, also when their own sequence is over.
  const again = await enrolOne(sequence, first.id);
  await stop(second.email!, "replied");
  expect((await enrolment(again)).state).toBe("replied");
  expect((await enrolment(elsewhere)).state).toBe("active");
});

test("sequences 14: one person opting out stops no one else, not in the sequence and not in the company", async () => {
  await sql`update public.sequence_settings set stop_whole_account = true`;
  const sequence = await addSequence([mailStep()]);
  const people = [await addContact(), await addContact(), await addContact()];
  const ids = [];
  for (const { id } of people) ids.push(await enrolOne(sequence, id));
  await sql`select private.record_suppression(${people[0]!.email}, 'outreach', 'unsubscribe', 'recipient', 'e')`;
  await sweep();
  expect(await Promise.all(ids.map(async (id) => (await enrolment(id)).state))).toEqual([
    "unsubscribed",
    "finished",
    "finished",
  ]);
  const [{ status } = { status: "" }] = await sql<
    { status: string }[]
  >`select status from public.sequences where id = ${sequence}`;
  expect(status).toBe("active");
});

test("sequences 10: a reply is known by the Message-IDs it names, else by a sender that is proved, else by the button; one in doubt stops nothing", async () => {
  await setup.openGate(true);
  const sequence = await addSequence([mailStep(), mailStep({ delay_days: 3 })]);
  const [named, known, byHand] = [await addContact(), await addContact(), await addContact()];
  const ids = [];
  for (const { id } of [named, known, byHand]) ids.push(await enrolOne(sequence, id));
  await sweep();
  for (const id of ids) await setup.send((await runs(id))[0]!.outbox_id!);
  await sweep();
  const [{ message_id } = { message_id: "" }] = await sql<{ message_id: string }[]>`
    select message_id from public.outbox where id = ${(await runs(ids[0]!))[0]!.outbox_id}`;
  const noted = async (from: string | null, names: string[], checks: string) => {
    const [row] = await sql<{ doubt: string | null }[]>`
      select private.note_reply(${from}, ${names}::text[], false, 'r', ${checks}) ->> 'doubt' as doubt`;
    return row!.doubt;
  };
  expect(await noted("private.mailbox@elsewhere.example", ["<other@x>", message_id], "pass")).toBe("other_address");
  expect(await noted(named.email, [message_id], "fail")).toBe("failed_checks");
  expect((await enrolment(ids[0]!)).state).toBe("active");
  expect(await noted(named.email!.replace("@", "+work@").toUpperCase(), [message_id], "none")).toBeNull();
  expect(await enrolment(ids[0]!)).toMatchObject({ state: "replied", stop_reason: "replied" });
  expect(await noted(known.email, [], "none")).toBe("unproved");
  expect((await enrolment(ids[1]!)).state).toBe("active");
  expect(await noted(known.email, [], "pass")).toBeNull();
  expect((await enrolment(ids[1]!)).state).toBe("replied");
  await sql`select private.note_reply('stranger@nowhere.example', ${["<none@x>"]}, false, 'r3')`;
  expect((await enrolment(ids[2]!)).state).toBe("active");
  const [pressed] = await setup.asNoor((tx) => tx`select public.they_replied(${byHand.id}) as stopped`);
  expect(pressed).toEqual({ stopped: 1 });
  expect(await enrolment(ids[2]!)).toMatchObject({ state: "replied", stop_reason: "replied" });
});

test("sequences 11: answers as Postmark hands them over: the key in the address counts, what a machine sent does not", async () => {
  await setup.openGate(true);
  const { outbox } = await loadModuleServers();
  const login = "postmark:a-long-secret";
  const site = moduleSite(sql, "outbox", outbox!, { settings: { POSTMARK_WEBHOOK_LOGIN: login } });
  const sequence = await addSequence([mailStep(), mailStep({ delay_days: 3 })]);
  const people = await Promise.all(Array.from({ length: 6 }, () => addContact()));
  const ids: string[] = [];
  for (const { id } of people) ids.push(await enrolOne(sequence, id));
  await sweep();
  for (const id of ids) await setup.send((await runs(id))[0]!.outbox_id!);
  const receive = async (mail: object) => {
    const answer = await site.ask("/api/webhooks/postmark-inbound", {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(login).toString("base64")}`, "content-type": "application/json" },
      body: JSON.stringify({ MessageID: crypto.randomUUID(), Subject: "Re: Hello", TextBody: "Thank you", ...mail }),
    });
    expect(answer.status).toBe(200);
    const job = site.jobs.get("inbound-events")!;
    for (const key of await job.findDue(10)) await job.run(key, new AbortController().signal);
  };
  const header = (Name: string, Value: string) => ({ Headers: [{ Name, Value }] });
  const keyOf = async (at: number) => (await runs(ids[at]!))[0]!.outbox_id;
  await receive({ From: people[0]!.email, MailboxHash: await keyOf(0) });
  for (const [at, Headers] of [
    header("Auto-Submitted", "auto-replied"),
    header("X-Autoreply", "yes"),
    header("Precedence", "auto_reply"),
    header("Return-Path", "<>"),
  ].entries())
    await receive({ From: people[at + 1]!.email, MailboxHash: await keyOf(at + 1), ...Headers });
  // This header alone proves nothing: people's programs send it too.
  await receive({
    From: people[5]!.email,
    MailboxHash: await keyOf(5),
    ...header("X-Auto-Response-Suppress", "All"),
  });
  const states = await Promise.all(ids.map(async (id) => (await enrolment(id)).state));
  expect(states).toEqual(["replied", "active", "active", "active", "active", "replied"]);
});

test("sequences 10: without inbound mail the screen is told that replies are not seen", async () => {
  const replies = async () =>
    (
      await setup.asNoor(
        (tx) => tx<{ seen: boolean }[]>`select (public.outbox_summary() ->> 'replies_are_seen')::boolean as seen`,
      )
    )[0]!.seen;
  expect(await replies()).toBe(false);
  await sql`update private.outbox_gate set inbound_address = 'answers@in.guidevane.example'`;
  expect(await replies()).toBe(true);
  await sql`update private.outbox_gate set inbound_address = null`;
});

test("sequences 8: what failed its checks, comes from another address or is proved by nothing stops and pauses nothing, and is filed as doubtful", async () => {
  await setup.openGate(true);
  const { outbox } = await loadModuleServers();
  const login = "postmark:a-long-secret";
  const site = moduleSite(sql, "outbox", outbox!, { settings: { POSTMARK_WEBHOOK_LOGIN: login } });
  const sequence = await addSequence([mailStep(), mailStep({ delay_days: 3 })]);
  const clara = await addContact();
  const id = await enrolOne(sequence, clara.id);
  await sweep();
  const message = (await runs(id))[0]!.outbox_id!;
  await setup.send(message);
  const spf = (result: string, sender: string) => [
    { Name: "Received-SPF", Value: `${result} (x) identity=mailfrom; envelope-from=${sender}; receiver=in@x.example` },
  ];
  const forged = { Name: "Authentication-Results", Value: "mx.host.example; spf=fail; dmarc=fail (p=reject)" };
  const back = { Name: "Auto-Submitted", Value: "auto-replied" };
  const mails = [
    { From: clara.email, MailboxHash: message, Headers: [forged] },
    { From: clara.email, MailboxHash: message, Headers: spf("Pass", "stranger@elsewhere.example") },
    { From: "other@elsewhere.example", MailboxHash: message, Headers: spf("Pass", "other@elsewhere.example") },
    { From: clara.email, Headers: [] },
    { From: clara.email, TextBody: "Back on 2099-01-01", Headers: [forged, back] },
  ];
  for (const mail of mails) {
    const answer = await site.ask("/api/webhooks/postmark-inbound", {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(login).toString("base64")}`, "content-type": "application/json" },
      body: JSON.stringify({ MessageID: crypto.randomUUID(), Subject: "Re: Hello", TextBody: "Stop it", ...mail }),
    });
    expect(answer.status).toBe(200);
  }
  const job = site.jobs.get("inbound-events")!;
  for (const key of await job.findDue(10)) await job.run(key, new AbortController().signal);
  expect((await enrolment(id)).state).toBe("active");
  const filed = await sql`
    select from_address, real_sender, doubt from public.mail_replies where outbox_id = ${message} order by received_at, id`;
  expect(filed).toEqual([
    { from_address: clara.email, real_sender: null, doubt: "failed_checks" },
    { from_address: clara.email, real_sender: "stranger@elsewhere.example", doubt: "failed_checks" },
    { from_address: "other@elsewhere.example", real_sender: null, doubt: "other_address" },
    { from_address: clara.email, real_sender: null, doubt: "unproved" },
    { from_address: clara.email, real_sender: null, doubt: "failed_checks" },
  ]);
  const told = await sql<{ kind: string; actor_name: string }[]>`
    select distinct kind, actor_name from public.events where record_type = 'message' and record_id = ${message} and kind ~ 'answered|replied'`;
  expect(told).toEqual([{ kind: "answered in doubt", actor_name: "Unproved sender" }]);
});

test("sequences 11: an automatic answer is no reply; one that names a day pauses until then", async () => {
  const sequence = await addSequence([mailStep({ delay_days: 1 })]);
  const [away, plain] = [await addContact(), await addContact()];
  const ids = [await enrolOne(sequence, away.id), await enrolOne(sequence, plain.id)];
  for (const { email } of [away, plain]) await sql`select private.note_reply(${email}, ${[]}::text[], true, 'r')`;
  expect((await enrolment(ids[0]!)).state).toBe("active");
  const [back] = await sql<{ day: string; words: string }[]>`
    select (public.office_today() + 10)::text as day, to_char(public.office_today() + 10, 'FMDD FMMonth YYYY') as words`;
  const answer = (from: string, body: string) => sql`
    insert into public.mail_replies (event_key, from_address, subject, body_text, is_automatic) values (${crypto.randomUUID()}, ${from}, 'Out of office', ${body}, true)`;
  await answer(away.email!, `I am away and will be back on ${back!.words}. In urgent cases call +44 20 7946 0000.`);
  await answer(plain.email!, "I am away, and read mail now and then.");
  expect(await enrolment(ids[0]!)).toMatchObject({ state: "paused", paused_until: new Date(`${back!.day}T00:00:00Z`) });
  expect((await enrolment(ids[1]!)).state).toBe("active");
});

test.each([
  ["back on 20 January 2031", "2031-01-20"],
  ["until Jan 20th", "2031-01-20"],
  ["returning 2031-02-03.", "2031-02-03"],
  ["I return on the 3rd of February", "2031-02-03"],
  ["until 31 February 2031", null],
  ["back 2 January", null],
  ["call 0049 555 2031", null],
  ["back on 20 January 2045", null],
])("sequences 11: %j names %s", async (words, day) => {
  const [row] = await sql`select private.day_of_return(${words}, '2031-01-06')::text as day`;
  expect(row).toEqual({ day });
});

test("sequences 12: deleting a contact cancels what waits, erasing one too and forgets the address", async () => {
  await setup.openGate(true);
  const sequence = await addSequence([mailStep(), mailStep({ delay_days: 1 })]);
  const [deleted, erased] = [await addContact(), await addContact()];
  const ids = [await enrolOne(sequence, deleted.id), await enrolOne(sequence, erased.id)];
  await sweep();
  const messages = await Promise.all(ids.map(async (id) => (await runs(id))[0]!.outbox_id!));
  await sql`delete from public.contacts where id = ${deleted.id}`;
  await setup.asNoor((tx) => tx`select public.erase_contact(${erased.id})`);
  const states = await sql`select state from public.outbox where id = any (${messages})`;
  expect(states).toEqual([{ state: "cancelled" }, { state: "cancelled" }]);
  const [kept] = await sql`select state, to_key, stop_event from public.enrolments where id = ${ids[1]!}`;
  expect(kept).toEqual({ state: "stopped", to_key: null, stop_event: null });
  await sweep();
});

test("sequences 12: two contacts that become one are in a sequence once, and go on", async () => {
  const sequence = await addSequence([mailStep({ delay_days: 1 })]);
  const [keep, gone, alone] = [await addContact(), await addContact(), await addContact()];
  const ids = [
    await enrolOne(sequence, keep.id),
    await enrolOne(sequence, gone.id),
    await enrolOne(sequence, alone.id),
  ];
  await setup.asNoor((tx) => tx`select public.merge_contacts(${keep.id}, ${gone.id})`);
  expect([(await enrolment(ids[0]!)).state, (await enrolment(ids[1]!)).state]).toEqual(["active", "stopped"]);
  const fresh = await addContact();
  await setup.asNoor((tx) => tx`select public.merge_contacts(${fresh.id}, ${alone.id})`);
  const [moved] = await sql`select state, contact_id, to_key from public.enrolments where id = ${ids[2]!}`;
  expect(moved).toEqual({ state: "active", contact_id: fresh.id, to_key: fresh.email });
});

test("sequences 12: archiving ends what runs; what has ended stays as it is", async () => {
  const sequence = await addSequence([mailStep({ delay_days: 1 })]);
  const [running, over] = [
    await enrolOne(sequence, (await addContact()).id),
    await enrolOne(sequence, (await addContact()).id),
  ];
  await setup.asNoor((tx) => tx`select public.stop_enrolments(${[over]}, 'They moved')`);
  await setup.setStatus(sequence, "archived");
  expect(await enrolment(running)).toMatchObject({ state: "stopped", stop_reason: "sequence_archived" });
  expect(await enrolment(over)).toMatchObject({ state: "stopped", stop_reason: "They moved" });
  await expect(setup.setStatus(sequence, "active")).rejects.toThrow("cannot become active");
});

test("sequences 1: a person whose value went after enrolling gets no mail with a gap; the reason names person and tag", async () => {
  const text = await setup.addText("Dear {{ contact.title }}", ["contact.title"]);
  const sequence = await addSequence([mailStep({ template_version_id: text })]);
  const contact = await addContact({ title: "Dean" });
  const id = await enrolOne(sequence, contact.id);
  await sql`update public.contacts set title = null where id = ${contact.id}`;
  await sweep();
  expect(await enrolment(id)).toMatchObject({
    state: "failed",
    stop_reason: expect.stringContaining("no value for contact.title") as string,
  });
  expect(await messagesOf(id)).toHaveLength(0);
});
