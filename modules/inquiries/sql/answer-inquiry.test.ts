// What staff do with an inquiry: accept, answer, close, spam, block, assign; and what consent and erasure leave.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { composeAll } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "../server.ts";

const { sql } = await testDatabase();
const [adminId, colleagueId, memberId] = [
  await addUser(sql, { admin: true }),
  await addUser(sql, { admin: true }),
  await addUser(sql, { admin: false }),
];
const admin: Who = { role: "authenticated", userId: adminId };
const asked = { purpose: "newsletter", wording: "Send me new articles" };

interface Inquiry {
  id: string;
  state: string;
  reference: string;
  contact_id: string | null;
  account_id: string | null;
  task_id: string | null;
  due_at: Date | null;
  answered_at: Date | null;
  answered_by: string | null;
}
const receive = async (changed: Record<string, unknown> = {}) => {
  const sent = {
    id: randomUUID(),
    kind: "contact",
    subject: "AI Consult",
    name: "Ada Lind",
    email: "ada@norrfall.example",
    company: "Norrfall",
    message: "We have to decide by spring.",
    company_host: "norrfall.example",
    company_guess: "Norrfall",
    mails: { receipt: true, consents: [asked] },
    ...changed,
  };
  const [row] = await sql<Inquiry[]>`select * from public.receive_inquiry(${JSON.stringify(sent)}::jsonb)`;
  return row!;
};
const call = async (name: string, id: string, ...rest: (string | boolean | null)[]) => {
  const marks = rest.map((_, place) => `, $${place + 2}`).join("");
  const [row] = await actAs(sql, admin, (caller) =>
    caller.unsafe<Inquiry[]>(`select * from public.${name}($1${marks})`, [id, ...rest]),
  );
  return row!;
};
const find = async (id: string) => {
  const [row] = await sql<Inquiry[]>`select * from public.inquiries where id = ${id}`;
  return row!;
};
const taskOf = async (id: string) => {
  const [row] = await sql<{ done_at: Date | null; done_by: string | null; due_at: Date; assignee_id: string | null }[]>`
    select done_at, done_by, due_at, assignee_id from public.tasks where inquiry_id = ${id} and kind = 'reply'`;
  return row;
};

beforeEach(async () => {
  await sql`delete from public.tasks`;
  await sql`delete from public.inquiries`;
  await sql`delete from public.outbox`;
  await sql`delete from public.consents`;
  await sql`delete from public.accounts`;
  await sql`delete from public.blocked_senders`;
  await sql`truncate public.events`;
  await sql`update private.outbox_gate set is_open = false`;
  await sql`update public.modules set live = true where key in ('inquiries', 'tasks')`;
});

/** Everything a message became, without what is new each time. */
const became = async (id: string) => {
  const [row] = await sql`
    select inquiries.state, inquiries.due_at = public.business_deadline(received_at, 2) as in_time, contacts.name as person,
      accounts.name as company, accounts.domain, tasks.title, tasks.due_at = inquiries.due_at as task_in_time,
      (select array_agg(dedupe_key order by dedupe_key) from public.outbox) as outbox,
      (select count(*)::int from public.consents where state = 'asked') as asked, waiting_mails
    from public.inquiries
    left join public.contacts on contacts.id = contact_id left join public.accounts on accounts.id = inquiries.account_id
    left join public.tasks on tasks.id = task_id where inquiries.id = ${id}`;
  return row!;
};

describe("a quarantined message", () => {
  test("inquiries 10: accepted gives the same records as one that passed, with the clock from when it came", async () => {
    const direct = await became((await receive()).id);
    await sql`delete from public.tasks`;
    await sql`delete from public.inquiries`;
    await sql`delete from public.outbox`;
    await sql`delete from public.consents`;
    await sql`delete from public.accounts`;

    const held = await receive({ held_because: ["trap"] });
    expect(held).toMatchObject({ state: "held", contact_id: null, account_id: null, task_id: null });
    // It has waited since last week.
    await sql`update public.inquiries set received_at = received_at - interval '7 days',
      due_at = public.business_deadline(received_at - interval '7 days', 2) where id = ${held.id}`;
    await call("accept_inquiry", held.id);
    expect(await became(held.id)).toEqual(direct);
    expect((await taskOf(held.id))!.due_at.getTime()).toBeLessThan(Date.now());
  });

  test("inquiries 10: accepted by two at once is one person, one task, one receipt", async () => {
    const held = await receive({ held_because: ["links"] });
    await Promise.all(Array.from({ length: 5 }, () => call("accept_inquiry", held.id)));
    const [row] = await sql`select (select count(*)::int from public.contacts) as contacts,
      (select count(*)::int from public.tasks) as tasks, (select count(*)::int from public.outbox) as outbox`;
    expect(row).toEqual({ contacts: 1, tasks: 1, outbox: 2 });
  });

  test("inquiries 12: is kept until a person has decided; spam goes thirty days after it was marked, words and all", async () => {
    const [held, spam, kept] = [
      await receive({ held_because: ["trap"] }),
      await receive({ email: "b@other.example", company_host: "other.example", message: "Other words" }),
      await receive({ email: "c@third.example", company_host: "third.example", message: "Third words" }),
    ];
    // It came long ago: what counts is when it was marked.
    await sql`update public.inquiries set received_at = now() - interval '1 year'`;
    await call("mark_spam", spam.id);
    let days = 0;
    const later = () => new Date(Date.now() + days * 86_400_000);
    const { jobs } = moduleSite(sql, "inquiries", serverWith({ now: later }));
    const purge = jobs.get("inquiries-purge")!;
    const left = async () => {
      for (const one of await purge.findDue(10))
        await purge.run(one, { signal: new AbortController().signal } as never);
      return (await sql<{ id: string }[]>`select id from public.inquiries order by number`).map(({ id }) => id);
    };
    days = 29;
    expect(await left()).toEqual([held.id, spam.id, kept.id]);
    days = 31;
    expect(await left()).toEqual([held.id, kept.id]);
    days = 1000;
    expect(await left()).toEqual([held.id, kept.id]);
    const [words] = await sql<{ found: boolean }[]>`
      select coalesce(bool_or(e::text like '%b@other%'), false) as found from public.events e where inquiry_id = ${spam.id}`;
    expect(words!.found).toBe(false);
  });

  test("inquiries 12: is counted with what waits, and keeps its clock on every screen that counts", async () => {
    await receive({ held_because: ["links"] });
    await sql`update public.inquiries set due_at = now() - interval '1 hour'`;
    const [counted] = await actAs(
      sql,
      admin,
      (caller) => caller`select held, due, overdue from public.inquiry_counts()`,
    );
    expect(counted).toEqual({ held: 1, due: 0, overdue: 1 });
    const [shown] = await actAs(
      sql,
      admin,
      (caller) => caller<{ part: object }[]>`select public.owner_dashboard(false) -> 'inquiries' as part`,
    );
    expect(shown!.part).toMatchObject({ waiting: 0, held: 1, held_late: 1, promise: { kept: 0, of: 1 } });
    // No one's yet, so anyone who looks at their own sees it too.
    const [mine] = await actAs(
      sql,
      admin,
      (caller) =>
        caller<{ held: number }[]>`select (public.owner_dashboard(true) -> 'inquiries' -> 'held')::int as held`,
    );
    expect(mine!.held).toBe(1);
  });

  test("inquiries 12: is told to the team's chat once an hour, without a word of it", async () => {
    await sql`update private.outbox_gate set has_chat = true`;
    await sql`update public.modules set live = true where key = 'outbox'`;
    const first = await receive({ held_because: ["trap"] });
    for (let n = 0; n < 5; n += 1) await receive({ held_because: ["trap"], message: `Another ${n}` });
    await composeAll(sql);
    const told = await sql<{ channel: string; subject: string; body_text: string }[]>`
      select channel, subject, body_text from public.outbox`;
    expect(told.map(({ subject }) => subject)).toEqual([`Waiting for a check: ${first.reference}`]);
    expect(told[0]!.body_text).toMatch(
      /^Others may have come in the same hour.*\nAI Consult\nAnswer by \w+day, [A-Z]\w+ \d+, \d\d:\d\d$/,
    );
    expect(told[0]!.body_text).not.toMatch(/Ada|spring/);
    await sql`update private.outbox_gate set has_chat = false`;
  });
});

describe("spam", () => {
  test("inquiries 11: what routing made and no one touched disappears", async () => {
    const got = await receive();
    expect(await call("mark_spam", got.id)).toMatchObject({
      state: "spam",
      contact_id: null,
      account_id: null,
      task_id: null,
    });
    const [left] =
      await sql`select (select count(*)::int from public.contacts) as contacts, (select count(*)::int from public.accounts) as accounts,
      (select count(*)::int from public.tasks) as tasks, (select count(*)::int from public.outbox where state in ('held', 'queued')) as mails`;
    expect(left).toEqual({ contacts: 0, accounts: 0, tasks: 0, mails: 0 });
    // And back again.
    expect(await call("accept_inquiry", got.id)).toMatchObject({ state: "new" });
    expect(await became(got.id)).toMatchObject({ person: "Ada Lind", title: "Reply to Ada Lind" });
  });

  test("inquiries 11: what someone touched or uses stays", async () => {
    const got = await receive();
    await sql`update public.contacts set title = 'Chief' where id = ${got.contact_id}`;
    await sql`update public.tasks set priority = 'low' where id = ${got.task_id}`;
    expect(await call("mark_spam", got.id)).toMatchObject({
      contact_id: got.contact_id,
      account_id: got.account_id,
      task_id: got.task_id,
    });

    const other = await receive({
      email: "bo@sydfall.example",
      company_host: "sydfall.example",
      company: "Sydfall",
      message: "Another",
    });
    await sql`insert into public.notes (body, account_id) values ('Called them', ${other.account_id})`;
    const spam = await call("mark_spam", other.id);
    expect(spam).toMatchObject({ contact_id: null, account_id: other.account_id, task_id: null });
  });

  test("inquiries 11: a person who was known before stays as they were", async () => {
    const [account] = await sql<{ id: string }[]>`
      insert into public.accounts (name, domain) values ('Norrfall', 'norrfall.example') returning id`;
    const [person] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${account!.id}, 'Ada', 'ada@norrfall.example') returning id`;
    const got = await receive({ fields: { phone: "+46 666" } });
    expect(got.contact_id).toBe(person!.id);
    await call("mark_spam", got.id);
    const [kept] = await sql`select name, phone from public.contacts where id = ${person!.id}`;
    expect(kept).toEqual({ name: "Ada", phone: null });
  });

  test("inquiries 11: a blocked sender is spam from then on; a host of free mail cannot be blocked whole", async () => {
    const got = await receive();
    await call("block_sender", got.id, true);
    expect(await receive({ email: "other@norrfall.example", message: "Once more" })).toMatchObject({ state: "spam" });
    const free = await receive({ email: "x@gmail.com", company_host: "gmail.com", message: "Hello from x" });
    await expect(call("block_sender", free.id, true)).rejects.toThrow("Many people have an address at gmail.com");
    expect((await find(free.id)).state).toBe("new");
  });

  test("inquiries 12: a flood of one text is marked at once", async () => {
    for (let n = 0; n < 6; n += 1)
      await receive({ email: `a${n}@x${n}.example`, message: "Buy our pills", held_because: ["flood"] });
    const [key] = await sql<{ content_key: string }[]>`select distinct content_key from public.inquiries`;
    const [marked] = await actAs(
      sql,
      admin,
      (caller) => caller<{ count: number }[]>`
      select public.mark_group_as_spam(${key!.content_key}) as count`,
    );
    expect(marked!.count).toBe(6);
  });
});

describe("an answer", () => {
  test("inquiries 16: marked by a person ends inquiry and task in one step, and taking it back opens both", async () => {
    const got = await receive();
    const answered = await call("answer_inquiry", got.id, "Called her", null);
    expect(answered).toMatchObject({ state: "answered", answered_by: adminId });
    expect(await taskOf(got.id)).toMatchObject({ done_by: adminId, done_at: answered.answered_at });
    const [note] = await sql`select body, account_id from public.notes where inquiry_id = ${got.id}`;
    expect(note).toEqual({ body: "Called her", account_id: got.account_id });
    expect(await call("reopen_inquiry", got.id)).toMatchObject({ state: "new", answered_at: null });
    expect(await taskOf(got.id)).toMatchObject({ done_at: null, done_by: null });
  });

  test("inquiries 16: by mail waits ten seconds in the outbox; taken back it never leaves, and too late it says so", async () => {
    await sql`update private.outbox_gate set is_open = true`;
    const got = await receive({ mails: null });
    const reply = JSON.stringify({ id: "first", subject: "About\r\nBcc: x@evil.example", text: "Dear Ada, yes." });
    await call("answer_inquiry", got.id, null, reply);
    const rows = () => sql<{ state: string; subject: string; to_address: string; waits: boolean }[]>`
      select state, subject, to_address, not_before > created_at + interval '9 seconds' as waits from public.outbox order by id`;
    expect(await rows()).toEqual([
      { state: "queued", subject: "About Bcc: x@evil.example", to_address: "ada@norrfall.example", waits: true },
    ]);
    expect((await find(got.id)).state).toBe("new");
    await call("take_back_reply", got.id, "first");
    expect(await rows()).toMatchObject([{ state: "cancelled" }]);

    await call(
      "answer_inquiry",
      got.id,
      null,
      JSON.stringify({ id: "second", subject: "Yes", text: "Dear Ada, yes." }),
    );
    await sql`update public.outbox set state = 'sending', phase = 'handing_over', lease_until = now() + interval '1 minute' where state = 'queued'`;
    await expect(call("take_back_reply", got.id, "second")).rejects.toThrow("The reply has left already");
  });

  test("inquiries 16: given twice is given once, and says what it found when it is too late", async () => {
    const got = await receive();
    const first = await call("answer_inquiry", got.id);
    expect((await call("answer_inquiry", got.id)).answered_at).toEqual(first.answered_at);
    await call("mark_spam", got.id);
    await expect(call("answer_inquiry", got.id)).rejects.toThrow(`${got.reference} is spam now`);
  });

  test("inquiries 16: closing and assigning take the task along", async () => {
    const got = await receive();
    await call("assign_inquiry", got.id, colleagueId);
    expect(await taskOf(got.id)).toMatchObject({ assignee_id: colleagueId });
    expect(await call("close_inquiry", got.id)).toMatchObject({ state: "closed" });
    expect((await taskOf(got.id))!.done_at).not.toBeNull();
    await sql`update public.staff set active = false where user_id = ${colleagueId}`;
    await expect(call("assign_inquiry", got.id, colleagueId)).rejects.toThrow("not with us any more");
    await sql`update public.staff set active = true where user_id = ${colleagueId}`;
  });
});

describe("consent", () => {
  const states = () => sql<{ state: string; wording: string; form: string | null; decided: boolean }[]>`
    select state, wording, form, decided_at is not null as decided from public.consents order by id`;
  const question = async () => {
    const [row] = await sql<
      { id: string }[]
    >`select id from public.consents where state = 'asked' order by id desc limit 1`;
    return row!.id;
  };
  const give = async (id: string) => {
    const [row] = await sql<{ given: boolean }[]>`select private.give_consent(${id}) as given`;
    return row!.given;
  };
  const outreach = () =>
    sql`select private.put_in_outbox(${JSON.stringify({
      class: "outreach",
      dedupe_key: randomUUID(),
      origin_kind: "newsletter",
      to_address: "Ada@norrfall.example",
      subject: "A new article",
      body_text: "Read it",
      consent_purpose: "newsletter",
    })}::jsonb)`;

  test("inquiries 13: is asked, given by the link, and withdrawn; the proof keeps wording, time and form", async () => {
    await receive();
    expect(await give(await question())).toBe(true);
    expect(await give(await question())).toBe(true);
    // Anyone who has agreed is not asked again.
    await receive({ message: "A second message" });
    await actAs(sql, admin, (caller) => caller`select public.withdraw_consent('ADA@norrfall.example', 'newsletter')`);
    const proof = { wording: "Send me new articles", form: "contact" };
    expect(await states()).toEqual([
      { state: "asked", decided: false, ...proof },
      { state: "given", decided: true, ...proof },
      { state: "withdrawn", decided: true, ...proof },
    ]);
  });

  test("inquiries 13: withdrawn blocks sending at once, also what waits already", async () => {
    await receive();
    await give(await question());
    await sql`update private.outbox_gate set is_open = true`;
    await outreach();
    await sql`select private.withdraw_consent('ada@norrfall.example', 'newsletter')`;
    const [row] = await sql`select state, gate_code from public.outbox where class = 'outreach'`;
    expect(row).toEqual({ state: "suppressed", gate_code: "consent_withdrawn" });
  });

  test("inquiries 13: an old link does not give what was taken back since, nor does one that has ended", async () => {
    await receive();
    const old = await question();
    await sql`select private.withdraw_consent('ada@norrfall.example', 'newsletter')`;
    expect(await give(old)).toBe(false);
    await receive({ message: "Once more, please" });
    const fresh = await question();
    await sql`update public.consents set expires_at = now() where id = ${fresh}`;
    expect(await give(fresh)).toBe(false);
  });
});

describe("erasing", () => {
  const everything = async () => {
    const [row] = await sql<{ text: string }[]>`
      select concat((select string_agg(i::text, ' ') from public.inquiries i), (select string_agg(e::text, ' ') from public.events e),
        (select string_agg(t::text, ' ') from public.tasks t), (select string_agg(o::text, ' ') from public.outbox o),
        (select string_agg(c::text, ' ') from public.consents c), (select string_agg(s::text, ' ') from private.inquiries_search s)) as text`;
    return row!.text;
  };
  const secrets = /ada lind|ada@norrfall|by spring|Norrfall/i;

  test("inquiries 14: a person empties their words in inquiries, diffs, tasks and mails, and keeps the counts", async () => {
    const got = await receive();
    await call(
      "answer_inquiry",
      got.id,
      null,
      JSON.stringify({ subject: "Dear Ada Lind", text: "About spring: ada@norrfall.example" }),
    );
    await sql`select private.correct_inquiry(${got.id}, '{"name": "Ada Lind-Ek", "company": "Norrfall B"}'::jsonb)`;
    await sql`update public.accounts set name = 'N', domain = null where id = ${got.account_id}`;
    const before =
      await sql`select (select count(*)::int from public.inquiries) as inquiries, (select count(*)::int from public.tasks) as tasks`;
    expect(await everything()).toMatch(secrets);
    await actAs(sql, admin, (caller) => caller`select public.erase_contact(${got.contact_id})`);
    await sql`update public.events set record_name = null, changes = null where record_type = 'account'`;
    expect(await everything()).not.toMatch(secrets);
    expect(
      await sql`select (select count(*)::int from public.inquiries) as inquiries, (select count(*)::int from public.tasks) as tasks`,
    ).toEqual(before);
    const [kept] = await sql`select state, kind, received_at is not null as dated from public.inquiries`;
    expect(kept).toEqual({ state: "closed", kind: "contact", dated: true });
  });

  test("inquiries 14: by the sender removes what routing made and nobody used", async () => {
    const got = await receive();
    await sql`select private.erase_inquiry(${got.id})`;
    await sql`update public.events set record_name = null, changes = null where record_type in ('account', 'contact')`;
    expect(await everything()).not.toMatch(secrets);
    expect(await sql`select from public.contacts`).toHaveLength(0);
    const [entry] =
      await sql`select actor_name, kind from public.events where record_type = 'inquiry' order by id desc limit 1`;
    expect(entry).toEqual({ actor_name: "Sender", kind: "erased" });
  });

  test("inquiries 14: by a sender we knew leaves their contact to us, with a task to decide", async () => {
    const [account] = await sql<{ id: string }[]>`
      insert into public.accounts (name, domain) values ('Kept', 'norrfall.example') returning id`;
    await sql`insert into public.contacts (account_id, name, email) values (${account!.id}, 'Known', 'ada@norrfall.example')`;
    const got = await receive();
    await sql`select private.erase_inquiry(${got.id})`;
    const [task] = await sql<{ title: string }[]>`select title from public.tasks where kind = 'todo'`;
    expect(task!.title).toContain(`${got.reference} was erased by its sender`);
  });

  test("inquiries 14: merging two people takes inquiries, consents and mails along", async () => {
    const got = await receive();
    const [keep] = await sql<{ id: string; account_id: string }[]>`
      with a as (insert into public.accounts (name) values ('Stays') returning id)
      insert into public.contacts (account_id, name) select id, 'Ada' from a returning id, account_id`;
    await actAs(sql, admin, (caller) => caller`select public.merge_contacts(${keep!.id}, ${got.contact_id})`);
    expect(await find(got.id)).toMatchObject({ contact_id: keep!.id, account_id: keep!.account_id });
    const [moved] =
      await sql`select (select count(*)::int from public.consents where contact_id = ${keep!.id}) as consents,
      (select count(*)::int from public.outbox where contact_id = ${keep!.id}) as mails`;
    expect(moved).toEqual({ consents: 1, mails: 2 });
  });
});

describe("the data API", () => {
  const tables = ["inquiries", "consents", "subjects", "free_mail_hosts", "blocked_senders", "outbox"];
  const functions = [
    `public.receive_inquiry('{}')`,
    `public.accept_inquiry(gen_random_uuid())`,
    `public.answer_inquiry(gen_random_uuid())`,
    `public.reopen_inquiry(gen_random_uuid())`,
    `public.take_back_reply(gen_random_uuid(), 'x')`,
    `public.inquiry_replies(gen_random_uuid())`,
    `public.close_inquiry(gen_random_uuid())`,
    `public.assign_inquiry(gen_random_uuid(), null)`,
    `public.mark_spam(gen_random_uuid())`,
    `public.mark_group_as_spam('x')`,
    `public.block_sender(gen_random_uuid())`,
    `public.settle_suggestion(gen_random_uuid(), 'name', 'contact', true)`,
    `public.link_inquiry_contact(gen_random_uuid())`,
    `public.link_inquiry_deal(gen_random_uuid())`,
    `public.add_inquiry_task(gen_random_uuid())`,
    `public.link_inquiry_task(gen_random_uuid(), gen_random_uuid())`,
    `public.withdraw_consent('ada@norrfall.example', 'newsletter')`,
    `public.release_outbox('{}')`,
    `private.put_in_outbox('{}')`,
    `private.erase_inquiry(gen_random_uuid())`,
    `private.give_consent(gen_random_uuid())`,
    `private.form_secret`,
  ];

  test("inquiries 9: gives visitors nothing to read, write or call", async () => {
    await receive();
    for (const table of tables) {
      for (const statement of [
        `select * from public.${table}`,
        `insert into public.${table} default values`,
        `update public.${table} set ${table === "free_mail_hosts" ? "host" : table === "blocked_senders" ? "key" : table === "subjects" ? "key" : "state"} = 'x'`,
        `delete from public.${table}`,
      ])
        await expect(actAs(sql, { role: "anon" }, (caller) => caller.unsafe(statement))).rejects.toThrow(
          "permission denied",
        );
    }
    for (const called of functions)
      await expect(
        actAs(sql, { role: "anon" }, (caller) => caller.unsafe(`select * from ${called}`)),
        called,
      ).rejects.toThrow("permission denied");
  });

  test("inquiries 9: gives members without the role nothing either, and administrators no way past the functions", async () => {
    const got = await receive();
    const member: Who = { role: "authenticated", userId: memberId };
    for (const table of tables)
      expect(
        await actAs(sql, member, (caller) =>
          caller.unsafe(`select ${table === "outbox" ? "id" : "*"} from public.${table}`),
        ),
        table,
      ).toHaveLength(0);
    for (const called of functions)
      await expect(
        actAs(sql, member, (caller) => caller.unsafe(`select * from ${called}`)),
        called,
      ).rejects.toThrow(/permission denied|admin privileges/);
    for (const statement of [
      `insert into public.inquiries (id, kind, state) values (gen_random_uuid(), 'contact', 'new')`,
      `update public.inquiries set message = 'x' where id = '${got.id}'`,
      `delete from public.inquiries`,
      `update public.consents set state = 'given'`,
      `delete from public.consents`,
      `update public.outbox set state = 'queued'`,
      `select public.receive_inquiry('{}')`,
    ])
      await expect(
        actAs(sql, admin, (caller) => caller.unsafe(statement)),
        statement,
      ).rejects.toThrow("permission denied");
  });
});
