// Who is told of what, in the database.
import { beforeEach, describe, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import type { TransactionSql } from "#server/platform/database/sql.ts";
import { type Notice, noticePath, noticeTitle } from "./notice.ts";

const { sql } = await testDatabase();
const person = async (name: string, admin = true) => {
  const id = await addUser(sql, { admin });
  await sql`update public.staff set name = ${name} where user_id = ${id}`;
  return id;
};
const [noor, ada, lars] = [await person("Noor Marchetti"), await person("Ada Lind"), await person("Lars Berg")];
const who = (userId: string): Who => ({ role: "authenticated", userId });
const as = <T>(user: string, work: (tx: TransactionSql) => Promise<T>) => actAs(sql, who(user), work);

const noticesOf = (user: string) => as(user, (tx) => tx<Notice[]>`select * from public.my_notices()`);
const told = async (user: string) => (await noticesOf(user)).map(({ what, name, more }) => ({ what, name, more }));
const unread = async (user: string) =>
  (await as(user, (tx) => tx<{ n: number }[]>`select public.my_unread_notices() as n`))[0]!.n;

async function company(owner: string | null = null) {
  const [row] = await sql<{ id: string }[]>`
    insert into public.accounts (name, owner_id) values ('Norrfall', ${owner}) returning id`;
  return row!.id;
}
const newDeal = async (by: string, deal: { name: string; owner: string; account?: string }) => {
  const account = deal.account ?? (await company());
  const [row] = await as(
    by,
    (tx) => tx<{ id: string }[]>`
      insert into public.deals (name, account_id, owner_id, stage_id)
      values (${deal.name}, ${account}, ${deal.owner}, (select id from public.deal_stages where kind = 'open' order by sort limit 1))
      returning id`,
  );
  return row!.id;
};
const addTask = (by: string, title: string, assignee: string, account: string | null = null) =>
  as(
    by,
    (tx) => tx`insert into public.tasks (title, assignee_id, account_id) values (${title}, ${assignee}, ${account})`,
  );

beforeEach(async () => {
  await sql`update public.modules set live = true`;
  await sql`truncate public.accounts, public.tasks, public.inquiries, public.outbox, public.notes cascade`;
  await sql`truncate public.notices, public.notice_choices, public.follows, public.events`;
});

describe("kinds", () => {
  test("notices 1: a task, a deal and an inquiry that are given to me", async () => {
    await addTask(noor, "Call Maren", ada);
    await newDeal(noor, { name: "Rollout", owner: ada });
    expect(await told(ada)).toEqual([
      { what: "given", name: "Rollout", more: 0 },
      { what: "given", name: "Call Maren", more: 0 },
    ]);
    expect(await told(noor)).toEqual([]);
    const deal = await newDeal(noor, { name: "Yard", owner: noor });
    await as(noor, (tx) => tx`select public.assign_deals(${[deal]}, ${lars})`);
    expect(await told(lars)).toEqual([{ what: "given", name: "Yard", more: 0 }]);
  });

  test("notices 1: a note that names me, once, also when it is edited", async () => {
    const account = await company();
    const [note] = await as(
      noor,
      (tx) => tx<{ id: string }[]>`
        insert into public.notes (body, mentions, account_id) values ('@Ada Lind, the exit clause is yours', ${[ada]}, ${account}) returning id`,
    );
    const [notice] = await noticesOf(ada);
    expect(notice).toMatchObject({ kind: "named", record_type: "account", record_id: account, about: "Norrfall" });
    expect(notice!.words).toContain("exit clause");
    await as(
      noor,
      (tx) =>
        tx`update public.notes set body = '@Ada Lind and @Lars Berg', mentions = ${[ada, lars]} where id = ${note!.id}`,
    );
    expect(await told(ada)).toHaveLength(1);
    expect(await told(lars)).toHaveLength(1);
  });

  test("notices 1: what I own or follow is won, lost, or changes hands", async () => {
    const account = await company();
    const deal = await newDeal(noor, { name: "Rollout", owner: ada, account });
    await sql`truncate public.notices`;
    await as(lars, (tx) => tx`insert into public.follows (record_type, record_id) values ('account', ${account})`);
    await as(noor, (tx) => tx`select public.close_deal(${deal}, 'won', '{"amount_minor": 100000, "currency": "USD"}')`);
    expect(await told(ada)).toEqual([{ what: "won", name: "Rollout", more: 0 }]);
    expect(await told(lars)).toEqual([{ what: "won", name: "Rollout", more: 0 }]);
    await sql`truncate public.notices`;
    await as(noor, (tx) => tx`select public.assign_deals(${[deal]}, ${noor})`);
    expect(await told(ada)).toEqual([{ what: "handed over", name: "Rollout", more: 0 }]);
    expect(await told(lars)).toEqual([{ what: "handed over", name: "Rollout", more: 0 }]);
    expect(await told(noor)).toEqual([]);
  });

  test("notices 1: a message that fails, comes back or is uncertain: its writer, or everyone where it has none", async () => {
    const message = async (state: string, by: string | null) => {
      const [row] = await sql<{ id: string }[]>`
        insert into public.outbox (class, dedupe_key, origin_kind, to_address, subject, body_text, created_by, state)
        values ('transactional', ${`test:${state}:${by}`}, 'test', 'maren@norrfall.example', ${`Offer ${state}`}, 'Hello', ${by}, 'queued') returning id`;
      await sql`update public.outbox set state = ${state}, taken_at = now(), finished_at = now() where id = ${row!.id}`;
    };
    await message("bounced", ada);
    expect(await told(ada)).toEqual([{ what: "bounced", name: "Offer bounced", more: 0 }]);
    expect(await told(noor)).toEqual([]);
    await message("failed", null);
    expect(await told(noor)).toEqual([{ what: "failed", name: "Offer failed", more: 0 }]);
    await message("sent", ada);
    expect(await told(ada)).toHaveLength(2);
  });

  test("notices 1: a promise that breaks within two hours: once, its owner, or everyone while it has none", async () => {
    const inquiry = (reference: string, owner: string | null, hours: number) => sql`
      insert into public.inquiries (id, kind, reference, name, email, message, state, assignee_id, due_at)
      values (gen_random_uuid(), 'contact', ${reference}, 'Maren Holt', ${`${reference}@norrfall.example`}, 'Hello', 'new', ${owner}, now() + ${`${hours} hours`}::interval)`;
    await inquiry("GV-9001", ada, 1.5);
    await inquiry("GV-9002", null, 1);
    await inquiry("GV-9003", ada, 3);
    await sql`truncate public.notices`;
    await sql`select private.notice_promises()`;
    await sql`select private.notice_promises()`;
    const references = await sql<{ reference: string }[]>`select reference from public.inquiries order by due_at`;
    const [unowned, adas] = references.map(({ reference }) => reference);
    const [line, ...more] = await told(ada);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ what: "promise", more: 1 });
    expect([unowned, adas]).toContain(line!.name);
    expect(await told(noor)).toEqual([{ what: "promise", name: unowned, more: 0 }]);
  });

  test("notices 1: a new inquiry reaches everyone; one in quarantine no one", async () => {
    await sql`insert into public.inquiries (id, kind, reference, name, email, message, state, due_at)
      values (gen_random_uuid(), 'contact', 'GV-9101', 'Maren Holt', 'maren@norrfall.example', 'Hello', 'new', now() + interval '2 days'),
        (gen_random_uuid(), 'contact', 'GV-9102', 'Spam', 'spam@spam.example', 'Hello', 'held', now() + interval '2 days')`;
    const [open] = await sql<{ reference: string }[]>`select reference from public.inquiries where state = 'new'`;
    for (const one of [noor, ada, lars])
      expect(await told(one)).toEqual([{ what: "new", name: open!.reference, more: 0 }]);
  });
});

describe("one act, one notice", () => {
  test("notices 2: my own acts never notify me", async () => {
    const account = await company();
    await as(noor, (tx) => tx`update public.accounts set owner_id = ${noor} where id = ${account}`);
    const deal = await newDeal(noor, { name: "Rollout", owner: noor, account });
    await as(noor, (tx) => tx`select public.close_deal(${deal}, 'won', '{"amount_minor": 100000, "currency": "USD"}')`);
    await addTask(noor, "Call", noor);
    expect(await told(noor)).toEqual([]);
  });

  test("notices 2: what belongs together within a minute is one line, the most important first; later it is another", async () => {
    const account = await company();
    await addTask(noor, "Prepare", ada, account);
    const deal = await newDeal(noor, { name: "Rollout", owner: ada, account });
    await as(noor, (tx) => tx`select public.close_deal(${deal}, 'won', '{"amount_minor": 100000, "currency": "USD"}')`);
    expect(await told(ada)).toEqual([{ what: "won", name: "Rollout", more: 1 }]);
    await sql`update public.notices set at = at - interval '61 seconds'`;
    await addTask(noor, "Follow up", ada, account);
    expect(await told(ada)).toHaveLength(2);
  });

  test("notices 2: 200 deals given at once are one line, another colleague's are another", async () => {
    await company();
    const deals = await as(
      noor,
      (tx) => tx<{ id: string }[]>`
        insert into public.deals (name, account_id, owner_id, stage_id)
        select 'Deal ' || n, made.id, ${noor}, (select id from public.deal_stages where kind = 'open' order by sort limit 1)
        from generate_series(1, 200) as n, (select id from public.accounts limit 1) as made returning id`,
    );
    const ids = deals.map(({ id }) => id);
    await as(noor, (tx) => tx`select public.assign_deals(${ids}, ${ada})`);
    const other = await newDeal(noor, { name: "Other", owner: noor });
    await as(lars, (tx) => tx`select public.assign_deals(${[other]}, ${ada})`);
    expect((await told(ada)).map(({ what, more }) => ({ what, more }))).toEqual([
      { what: "given", more: 0 },
      { what: "given", more: 199 },
    ]);
    expect(await unread(ada)).toBe(2);
  });

  test("notices 2: a notice that was read is not reopened", async () => {
    await addTask(noor, "One", ada);
    await as(ada, (tx) => tx`select public.read_notices()`);
    await addTask(noor, "Two", ada);
    expect(await unread(ada)).toBe(1);
  });
});

describe("reading", () => {
  test("notices 3: a page at a time, newest first; read by id or all; the bell counts to a hundred", async () => {
    for (const n of [1, 2, 3]) {
      await addTask(noor, `Task ${n}`, ada);
      await sql`update public.notices set at = at - interval '2 minutes'`;
    }
    const first = await as(ada, (tx) => tx<{ id: string }[]>`select id from public.my_notices(most => 2)`);
    const rest = await as(ada, (tx) => tx<Notice[]>`select * from public.my_notices(before => ${first[1]!.id})`);
    expect(rest.map(({ name }) => name)).toEqual(["Task 1"]);
    await as(ada, (tx) => tx`select public.read_notices(${[first[0]!.id]})`);
    expect(await unread(ada)).toBe(2);
    await as(ada, (tx) => tx`select public.read_notices()`);
    expect(await unread(ada)).toBe(0);
    await sql`insert into public.notices (user_id, kind, what, record_type, record_id, about_id, mail)
      select ${ada}, 'given', 'given', 'task', gen_random_uuid(), gen_random_uuid(), 'never' from generate_series(1, 150)`;
    expect(await unread(ada)).toBe(100);
  });

  test("notices 3: another's notices are neither read nor marked", async () => {
    await addTask(noor, "Secret", ada);
    const [notice] = await noticesOf(ada);
    expect(await as(lars, (tx) => tx`select * from public.notices`)).toEqual([]);
    expect(await as(lars, (tx) => tx<{ n: number }[]>`select public.read_notices(${[notice!.id]}) as n`)).toEqual([
      { n: 0 },
    ]);
    await expect(as(ada, (tx) => tx`update public.notices set user_id = ${lars}`)).rejects.toThrow(/permission denied/);
  });

  test("notices 5: who loses the right sees no trace, in the list, the count or the table", async () => {
    await addTask(noor, "Secret", ada);
    expect(await unread(ada)).toBe(1);
    await sql`delete from public.user_roles where user_id = ${ada}`;
    try {
      expect(await told(ada)).toEqual([]);
      expect(await unread(ada)).toBe(0);
      expect(await as(ada, (tx) => tx`select * from public.notices`)).toEqual([]);
      await addTask(noor, "More", noor);
    } finally {
      await sql`insert into public.user_roles (user_id, role) values (${ada}, 'admin')`;
    }
  });

  test("notices 1: a release that a colleague asks for", async () => {
    await sql`update public.staff set active = false where user_id = ${lars}`;
    await as(noor, (tx) => tx`select public.ask_for_release('outbox', 'Release the offer')`);
    await sql`update public.staff set active = true where user_id = ${lars}`;
    expect(await noticesOf(ada)).toMatchObject([{ kind: "approval", what: "release", name: "Release the offer" }]);
  });

  test("notices 5: a Reader of other areas hears of no inquiry, and sees only what the role may read", async () => {
    const reader = await addUser(sql, { admin: false });
    const [role] = await sql<
      { id: string }[]
    >`insert into public.roles (key, name) values ('only_tasks', 'Only tasks') returning id`;
    await sql`insert into public.role_grants (role_id, area, action) values (${role!.id}, 'tasks', 'read')`;
    await sql`insert into public.user_roles (user_id, role) values (${reader}, 'only_tasks')`;
    await sql`insert into public.inquiries (id, kind, name, email, message, state, due_at)
      values (gen_random_uuid(), 'contact', 'Maren Holt', 'maren@norrfall.example', 'Hello', 'new', now() + interval '2 days')`;
    await addTask(noor, "Count chairs", reader, await company());
    await newDeal(noor, { name: "Secret deal", owner: reader });
    const seen = await noticesOf(reader);
    expect(seen.map(({ what, name, about }) => ({ what, name, about }))).toEqual([
      { what: "given", name: "Count chairs", about: null },
    ]);
    await sql`delete from public.role_grants where role_id = ${role!.id}`;
    expect(await noticesOf(reader)).toEqual([]);
    await sql`delete from public.user_roles where user_id = ${reader}`;
  });

  test("notices 5: a colleague who has left is not told", async () => {
    await sql`update public.staff set active = false where user_id = ${lars}`;
    await addTask(noor, "Call", lars);
    await sql`update public.staff set active = true where user_id = ${lars}`;
    expect(await told(lars)).toEqual([]);
  });

  test("notices 8: read ones go after 180 days, others stay", async () => {
    await addTask(noor, "Old", ada);
    await sql`update public.notices set read_at = now() - interval '181 days'`;
    await addTask(noor, "Unread", ada);
    await sql`select private.tidy_notices()`;
    expect(await told(ada)).toEqual([{ what: "given", name: "Unread", more: 0 }]);
  });
});

describe("choices", () => {
  const choose = (user: string, kind: string, screen: boolean, mail: string) =>
    as(user, (tx) => tx`select public.choose_notice(${kind}, ${screen}, ${mail})`);

  test("notices 4: everyone who may answer hears of a new inquiry on screen and by mail at once, until they choose otherwise", async () => {
    const kinds = await as(
      ada,
      (tx) => tx<{ kind: string; screen: boolean; mail: string }[]>`select * from public.my_notice_choices()`,
    );
    expect(kinds.find(({ kind }) => kind === "inquiry")).toEqual({ kind: "inquiry", screen: true, mail: "at_once" });
    await choose(ada, "given", false, "never");
    await addTask(noor, "One", ada);
    expect(await sql`select * from public.notices`).toEqual([]);
    await choose(ada, "given", false, "daily");
    await addTask(noor, "Two", ada);
    expect(await told(ada)).toEqual([]);
    expect(await sql`select mail from public.notices`).toEqual([{ mail: "daily" }]);
  });

  test("notices 4: unknown kinds and ways are refused", async () => {
    await expect(choose(ada, "everything", true, "daily")).rejects.toThrow(/no kind of notice/);
    await expect(choose(ada, "given", true, "hourly")).rejects.toThrow(/never, at once or daily/);
  });

  test("notices 7: the team's chat hears of chosen kinds, once an act, without names unless chosen", async () => {
    await sql`update private.outbox_gate set has_chat = true`;
    const sent = () =>
      sql<{ mail_data: object }[]>`select mail_data from public.outbox where mail_kind = 'notices.team' order by id`;
    const account = await company();
    const win = async () => {
      const deal = await newDeal(noor, { name: "Rollout", owner: ada, account });
      await as(lars, (tx) => tx`insert into public.follows (record_type, record_id) values ('deal', ${deal})`);
      await as(
        noor,
        (tx) => tx`select public.close_deal(${deal}, 'won', '{"amount_minor": 100000, "currency": "USD"}')`,
      );
    };
    await win();
    expect(await sent()).toEqual([]);
    await as(noor, (tx) => tx`update public.notice_chat set kinds = '{record}'`);
    await win();
    expect(await sent()).toEqual([{ mail_data: { what: "won", record_type: "deal", name: null } }]);
    await as(noor, (tx) => tx`update public.notice_chat set with_names = true`);
    await win();
    expect((await sent())[1]).toEqual({ mail_data: { what: "won", record_type: "deal", name: "Rollout" } });
    await sql`update public.notice_chat set kinds = '{}', with_names = false`;
  });

  test("while the module is off nothing is written", async () => {
    await sql`update public.modules set live = false where key = 'notices'`;
    await addTask(noor, "Call", ada);
    await sql`select private.notice_promises()`;
    expect(await sql`select * from public.notices`).toEqual([]);
  });
});

test("notices 1: whatever can be news has words, and leads to its own place", async () => {
  const rules = await sql<{ record_type: string; what: string }[]>`
    select record_type, what from private.notice_events union select record_type, 'given' from private.notice_records order by 1, 2`;
  expect(rules.length).toBeGreaterThan(20);
  const one = { more: 0, actor_name: null, record_id: "1", name: null };
  expect(rules.filter((rule) => /^News of|a record/i.test(noticeTitle({ ...one, ...rule })))).toEqual([]);
  expect(rules.filter((rule) => noticePath({ ...one, ...rule }) === "/admin")).toEqual([]);
});
