// What the database does for tasks, as an administrator under row level security.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import type { TransactionSql } from "#server/platform/database/sql.ts";
import type { Task, TaskCounts } from "./task.ts";

const { sql } = await testDatabase();
const noorId = await addUser(sql, { admin: true });
const adaId = await addUser(sql, { admin: true });
await sql`update public.staff set name = 'Noor Marchetti' where user_id = ${noorId}`;
await sql`update public.staff set name = 'Ada Lind' where user_id = ${adaId}`;
const noor: Who = { role: "authenticated", userId: noorId };
const ada: Who = { role: "authenticated", userId: adaId };
const member: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };

const as = <T>(who: Who, work: (tx: TransactionSql) => Promise<T>) => actAs(sql, who, work);
const list = (who: Who, mine = false) => as(who, (tx) => tx<Task[]>`select * from public.task_list(mine => ${mine})`);
const counts = async (who: Who, mine = true) =>
  (await as(who, (tx) => tx<TaskCounts[]>`select * from public.task_counts(${mine})`))[0]!;
const add = async (task: Record<string, string | null>, who: Who = noor) => {
  const id = randomUUID();
  await as(who, (tx) => tx`select public.save_task(${JSON.stringify({ id, ...task })}::jsonb)`);
  return id;
};
/** Days from the office's today. */
const dayFrom = async (days: number) =>
  (await sql<{ day: string }[]>`select (public.office_today() + ${days}::int)::text as day`)[0]!.day;
const groupsByTitle = async (who: Who = noor) =>
  Object.fromEntries((await list(who)).map(({ title, task_group }) => [title, task_group]));

/** The zone in which it is now about `hour` o'clock; whole hours only. */
async function officeAtHour(hour: number) {
  const utc = new Date().getUTCHours();
  const ahead = ((hour - utc + 36) % 24) - 12;
  // Etc/GMT-5 is five hours ahead of UTC.
  await sql`update public.office set time_zone = ${ahead === 0 ? "Etc/GMT" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`}`;
}

beforeEach(async () => {
  await sql`delete from public.tasks`;
  await sql`delete from public.accounts`;
  await sql`delete from public.office_holidays`;
  await sql`update public.office set time_zone = 'UTC'`;
  await sql`truncate public.events`;
});

async function norrfall() {
  const [account] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Norrfall') returning id`;
  const [contact] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name) values (${account!.id}, 'Maren Holt') returning id`;
  return { account: account!.id, contact: contact!.id };
}

describe("records", () => {
  test("tasks 1: on an account, on a contact, or free; each list names its record", async () => {
    const { account, contact } = await norrfall();
    await add({ title: "Free" });
    await add({ title: "Of the company", account_id: account });
    await add({ title: "Of the person", contact_id: contact });
    const found = Object.fromEntries((await list(noor)).map((task) => [task.title, task]));
    expect(found.Free).toMatchObject({ account_name: null, contact_name: null });
    expect(found["Of the company"]).toMatchObject({ account_name: "Norrfall", contact_name: null });
    expect(found["Of the person"]).toMatchObject({ account_name: "Norrfall", contact_name: "Maren Holt" });
  });

  test("tasks 2: the company's page shows the tasks of its people, also after one changed company", async () => {
    const { account, contact } = await norrfall();
    await add({ title: "Of the person", contact_id: contact });
    await add({ title: "Another's" });
    const ofAccount = (id: string) =>
      as(noor, (tx) => tx<Task[]>`select title from public.task_list(of_account => ${id})`);
    expect(await ofAccount(account)).toEqual([{ title: "Of the person" }]);
    const [other] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Castelline') returning id`;
    await sql`truncate public.events`;
    await sql`update public.contacts set account_id = ${other!.id} where id = ${contact}`;
    expect(await ofAccount(account)).toEqual([]);
    expect(await ofAccount(other!.id)).toEqual([{ title: "Of the person" }]);
    // That the person moved is news; that the task went along is none.
    expect(await sql`select record_type from public.events`).toEqual([{ record_type: "contact" }]);
  });

  test("tasks 10: deleting a record says how many open tasks go, and they go", async () => {
    const { account, contact } = await norrfall();
    await add({ title: "One", contact_id: contact });
    await add({ title: "Two", account_id: account });
    const done = await add({ title: "Done", contact_id: contact });
    await as(noor, (tx) => tx`select public.complete_task(${done})`);
    const dependents = (kind: string, id: string) =>
      as(noor, (tx) => tx`select * from public.count_dependents(${kind}, ${[id]}::uuid[])`);
    expect(await dependents("contacts", contact)).toContainEqual({ dependents: "tasks", count: 1, deleted: true });
    expect(await dependents("accounts", account)).toContainEqual({ dependents: "tasks", count: 2, deleted: true });
    await as(noor, (tx) => tx`delete from public.accounts where id = ${account}`);
    expect(await sql`select title from public.tasks`).toEqual([]);
    // What was done lives on in the history.
    const history = await sql<
      { record_name: string }[]
    >`select record_name from public.events where record_type = 'task'`;
    expect(history.map(({ record_name: name }) => name)).toContain("Done");
  });

  test("tasks 11: merging two contacts, and two accounts, moves their tasks", async () => {
    const { account, contact } = await norrfall();
    const [twin] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name) values (${account}, 'M. Holt') returning id`;
    await add({ title: "Of the twin", contact_id: twin!.id });
    await as(noor, (tx) => tx`select public.merge_contacts(${contact}, ${twin!.id})`);
    expect(await sql`select contact_id, account_id from public.tasks`).toEqual([
      { contact_id: contact, account_id: account },
    ]);
    const [other] = await sql<
      { id: string }[]
    >`insert into public.accounts (name) values ('Norrfall Ltd') returning id`;
    await as(noor, (tx) => tx`select public.merge_accounts(${other!.id}, ${account})`);
    expect(await sql`select contact_id, account_id from public.tasks`).toEqual([
      { contact_id: contact, account_id: other!.id },
    ]);
  });

  test("erasing a person empties the words of their tasks", async () => {
    const { contact } = await norrfall();
    await add({ title: "Ask Maren about her illness", notes: "private", contact_id: contact });
    await as(noor, (tx) => tx`select public.erase_contact(${contact})`);
    expect(await sql`select title, notes from public.tasks`).toEqual([{ title: "Erased", notes: null }]);
  });

  test("a task is about one person, deal or inquiry at most", async () => {
    const { contact } = await norrfall();
    await expect(
      sql`insert into public.tasks (title, contact_id, deal_id) values ('Both', ${contact}, ${randomUUID()})`,
    ).rejects.toThrow("a task is about one person, deal or inquiry at most");
  });
});

describe("groups", () => {
  test("tasks 3: by office day, in their order, with the week ending on Sunday", async () => {
    const [row] = await sql<{ isodow: number }[]>`
      select extract(isodow from public.office_today())::int as isodow`;
    const isodow = row!.isodow;
    const sunday = 7 - isodow;
    await add({ title: "Yesterday", due_on: await dayFrom(-1) });
    await add({ title: "Today", due_on: await dayFrom(0) });
    await add({ title: "Tomorrow", due_on: await dayFrom(1) });
    await add({ title: "Next Monday", due_on: await dayFrom(sunday + 1) });
    await add({ title: "In a month", due_on: await dayFrom(31) });
    await add({ title: "Some day" });
    const done = await add({ title: "Done", due_on: await dayFrom(9) });
    await as(noor, (tx) => tx`select public.complete_task(${done})`);
    const found = await groupsByTitle();
    expect(found).toMatchObject({
      Yesterday: "overdue",
      Today: "today",
      Tomorrow: "tomorrow",
      "In a month": "later",
      "Some day": "undated",
      Done: "done",
      "Next Monday": sunday === 0 ? "tomorrow" : "later",
    });
    expect((await list(noor)).map(({ title }) => title).filter((title) => title !== "Next Monday")).toEqual([
      "Yesterday",
      "Today",
      "Tomorrow",
      "In a month",
      "Some day",
      "Done",
    ]);
  });

  // The whole table of days, whatever today is: the function is told it.
  test.each([
    // Monday 16 November.
    ["2026-11-16", { "2026-11-17": "tomorrow", "2026-11-18": "week", "2026-11-22": "week", "2026-11-23": "later" }],
    // Saturday.
    ["2026-11-21", { "2026-11-22": "tomorrow", "2026-11-23": "later" }],
    // Sunday: tomorrow is Monday, and not also "this week".
    ["2026-11-22", { "2026-11-22": "today", "2026-11-23": "tomorrow", "2026-11-24": "later", "2026-11-21": "overdue" }],
    // The last day of a year.
    ["2026-12-31", { "2027-01-01": "tomorrow", "2027-01-03": "week", "2027-01-04": "later" }],
  ])("tasks 4: seen from %s", async (today, expected) => {
    for (const [day, group] of Object.entries(expected)) {
      const [row] = await sql`select private.task_group(${day}::date, null, ${today}::date) as found`;
      expect(row, day).toEqual({ found: group });
    }
  });

  test("tasks 3: the same moment is another day in another office", async () => {
    await add({ title: "Moment" });
    // Two and a half hours from now: in an office where it is 22 o'clock that is tomorrow, also when the hour ends amid this test; where
    // it is noon it is today.
    await officeAtHour(12);
    await sql`update public.tasks set due_at = now() + interval '150 minutes'`;
    expect(await groupsByTitle()).toEqual({ Moment: "today" });
    await officeAtHour(22);
    expect(await groupsByTitle()).toEqual({ Moment: "tomorrow" });
    const [row] = await sql`select due_on = public.office_day(due_at) as follows from public.tasks`;
    expect(row).toEqual({ follows: true });
  });

  test("tasks 6: due today is not overdue before the day ends; with an hour, after the hour", async () => {
    await officeAtHour(12);
    await add({ title: "Today", due_on: await dayFrom(0) });
    await add({ title: "In a minute" });
    await add({ title: "A minute ago" });
    await sql`update public.tasks set due_at = now() + interval '1 minute' where title = 'In a minute'`;
    await sql`update public.tasks set due_at = now() - interval '1 minute' where title = 'A minute ago'`;
    expect(await groupsByTitle()).toEqual({ Today: "today", "In a minute": "today", "A minute ago": "overdue" });
    // Late in the evening is still that day, also when the hour ends amid this test.
    await officeAtHour(22);
    await sql`update public.tasks set due_on = public.office_today() where title = 'Today'`;
    expect((await groupsByTitle()).Today).toBe("today");
  });

  test("hours are the office's clocks, both when saved and when read", async () => {
    await sql`update public.office set time_zone = 'America/New_York'`;
    await add({ title: "Winter", due_on: "2027-01-15", due_time: "16:00" });
    await add({ title: "Summer", due_on: "2027-07-15", due_time: "16:00" });
    const rows = await sql<{ title: string; at: string }[]>`
      select title, to_char(due_at at time zone 'UTC', 'HH24:MI') as at from public.tasks order by due_on`;
    expect(rows).toEqual([
      { title: "Winter", at: "21:00" },
      { title: "Summer", at: "20:00" },
    ]);
    expect((await list(noor)).map(({ due_time: time }) => time)).toEqual(["16:00", "16:00"]);
  });
});

describe("counts", () => {
  test("tasks 7: the count is overdue and today of mine, and equals the list, for each person", async () => {
    await add({ title: "Late", due_on: await dayFrom(-3) });
    await add({ title: "Today", due_on: await dayFrom(0) });
    await add({ title: "Ada's", due_on: await dayFrom(0), assignee_id: adaId });
    await add({ title: "Nobody's", due_on: await dayFrom(0), assignee_id: null });
    await add({ title: "Later", due_on: await dayFrom(40) });
    for (const [who, expected] of [
      [noor, { overdue: 1, today: 2, later: 1 }],
      [ada, { overdue: 0, today: 2, later: 0 }],
    ] as const) {
      const counted = await counts(who);
      expect(counted).toMatchObject(expected);
      const rows = await list(who, true);
      for (const group of ["overdue", "today", "tomorrow", "week", "later", "undated", "done"] as const)
        expect(rows.filter(({ task_group: of }) => of === group).length, group).toBe(counted[group]);
    }
    expect(await counts(noor, false)).toMatchObject({ overdue: 1, today: 3, later: 1 });
  });

  test("a priority narrows list and counts alike", async () => {
    await add({ title: "High", priority: "high", due_on: await dayFrom(0) });
    await add({ title: "Low", priority: "low", due_on: await dayFrom(0) });
    const [row] = await as(noor, (tx) => tx`select today from public.task_counts(true, 'high')`);
    expect(row).toEqual({ today: 1 });
    expect(await as(noor, (tx) => tx`select title from public.task_list(of_priority => 'high')`)).toEqual([
      { title: "High" },
    ]);
  });
});

describe("work", () => {
  test("tasks 13: two people tick the same task at the same time: one did it, the other is told who", async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const id = await add({ title: "Send the scope" });
      const tick = (who: Who) =>
        as(
          who,
          (tx) =>
            tx<{ first: boolean; done_by_name: string }[]>`select first, done_by_name from public.complete_task(${id})`,
        );
      const [[byNoor], [byAda]] = await Promise.all([tick(noor), tick(ada)]);
      expect([byNoor!.first, byAda!.first].filter(Boolean)).toHaveLength(1);
      expect(byNoor!.done_by_name).toBe(byAda!.done_by_name);
      expect(byNoor!.done_by_name).toBe(byNoor!.first ? "Noor Marchetti" : "Ada Lind");
    }
    const ticks = await sql`select from public.events where record_type = 'task' and kind = 'changed'`;
    expect(ticks).toHaveLength(10);
  });

  test("tasks 5: undo reopens, and the task is where it was", async () => {
    const day = await dayFrom(1);
    const id = await add({ title: "Back", due_on: day });
    await as(noor, (tx) => tx`select public.complete_task(${id})`);
    await as(noor, (tx) => tx`select public.reopen_tasks(${[id]}::uuid[])`);
    expect(await list(noor)).toMatchObject([{ title: "Back", task_group: "tomorrow", done_at: null, due_on: day }]);
  });

  test("tasks 9: bulk done, bulk reassign, and who gets it sees it", async () => {
    const ids = [await add({ title: "One" }), await add({ title: "Two" }), await add({ title: "Three" })];
    await as(noor, (tx) => tx`select public.reassign_tasks(${ids.slice(0, 2)}::uuid[], ${adaId})`);
    expect((await list(ada, true)).map(({ title }) => title).sort()).toEqual(["One", "Two"]);
    const completed = await as(ada, (tx) => tx`select first from public.complete_tasks(${ids}::uuid[])`);
    expect([...completed]).toEqual([{ first: true }, { first: true }, { first: true }]);
    expect(await counts(ada, false)).toMatchObject({ done: 3, undated: 0 });
  });

  test("tasks 9: bulk snooze to the next working day passes weekends and holidays, and keeps the hour", async () => {
    const ids = [await add({ title: "A day" }), await add({ title: "An hour" })];
    await sql`update public.office set time_zone = 'America/New_York'`;
    await sql`update public.tasks set due_at = '2026-11-16T14:30:00-05:00', remind_at = '2026-11-16T14:00:00-05:00' where title = 'An hour'`;
    const [next] = await sql<{ day: string }[]>`select public.next_work_day(public.office_today())::text as day`;
    await sql`insert into public.office_holidays (day, name) values (${next!.day}, 'Made up')`;
    const [expected] = await sql<{ day: string }[]>`select public.next_work_day(public.office_today())::text as day`;
    expect(expected!.day > next!.day).toBe(true);
    const moved = await as(
      noor,
      (tx) => tx<{ was_due_on: string | null }[]>`select * from public.snooze_tasks(${ids}::uuid[])`,
    );
    expect(moved).toHaveLength(2);
    const rows = await sql`
      select title, due_on::text as due_on, to_char(due_at at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') as at,
        to_char(remind_at at time zone 'America/New_York', 'HH24:MI') as remind from public.tasks order by title`;
    expect(rows).toEqual([
      { title: "A day", due_on: expected!.day, at: null, remind: null },
      { title: "An hour", due_on: expected!.day, at: `${expected!.day} 14:30`, remind: "14:00" },
    ]);
  });

  test("tasks 9: a snooze says the group and can be taken back to the minute", async () => {
    const id = await add({ title: "An hour", due_on: "2027-03-01", due_time: "09:30" });
    const before = await sql`select due_on, due_at, remind_at from public.tasks`;
    const [moved] = await as(
      noor,
      (tx) => tx<Record<string, unknown>[]>`select * from public.snooze_task(${id}, '2030-01-01')`,
    );
    expect(moved).toMatchObject({ task_group: "later", due_on: "2030-01-01", was_due_on: "2027-03-01" });
    const days = [{ id, due_on: moved!.was_due_on, due_at: moved!.was_due_at, remind_at: moved!.was_remind_at }];
    await as(noor, (tx) => tx`select public.restore_task_days(${JSON.stringify(days)}::jsonb)`);
    expect(await sql`select due_on, due_at, remind_at from public.tasks`).toEqual(before);
    await as(noor, (tx) => tx`select public.snooze_tasks(${[id]}::uuid[], no_day => true)`);
    expect(await groupsByTitle()).toEqual({ "An hour": "undated" });
  });

  test("the same new task sent twice is one; an edit of what someone else saved meanwhile is refused", async () => {
    const id = randomUUID();
    const send = (title: string, seen: string | null) =>
      as(noor, (tx) => tx`select public.save_task(${JSON.stringify({ id, title })}::jsonb, ${seen}::timestamptz)`);
    await send("Once", null);
    await send("Once", null);
    const [row] = await sql<{ seen: string }[]>`select updated_at::text as seen from public.tasks`;
    const seen = row!.seen;
    await send("Theirs", seen);
    await expect(send("Mine", seen)).rejects.toMatchObject({ code: "PT409" });
    expect(await sql`select title from public.tasks`).toEqual([{ title: "Theirs" }]);
  });

  test("one save is one entry in the history, shown on the task, the person and the company", async () => {
    const { account, contact } = await norrfall();
    await sql`truncate public.events`;
    const id = await add({ title: "Call", contact_id: contact });
    expect(await sql`select kind, record_type, account_id, contact_id, task_id, actor_id from public.events`).toEqual([
      { kind: "created", record_type: "task", account_id: account, contact_id: contact, task_id: id, actor_id: noorId },
    ]);
  });
});

test("only administrators see or change a task, whatever is called", async () => {
  const id = await add({ title: "Secret", due_on: await dayFrom(0) });
  expect(await list(member)).toEqual([]);
  expect(await as(member, (tx) => tx`select * from public.complete_task(${id})`)).toEqual([]);
  expect(await as(member, (tx) => tx`select * from public.reassign_tasks(${[id]}::uuid[], null)`)).toEqual([]);
  expect(await as(member, (tx) => tx`select * from public.snooze_tasks(${[id]}::uuid[], '2030-01-01')`)).toEqual([]);
  await expect(
    as(member, (tx) => tx`select public.save_task(${JSON.stringify({ id: randomUUID(), title: "Mine" })}::jsonb)`),
  ).rejects.toMatchObject({ code: "42501" });
  await expect(as({ role: "anon" }, (tx) => tx`select * from public.tasks`)).rejects.toMatchObject({ code: "42501" });
  await expect(as({ role: "anon" }, (tx) => tx`select * from public.task_list()`)).rejects.toMatchObject({
    code: "42501",
  });
  expect(await sql`select title, done_at from public.tasks`).toEqual([{ title: "Secret", done_at: null }]);
});

test("a colleague who leaves keeps their tasks by name", async () => {
  const gone = await addUser(sql, { admin: true });
  await sql`update public.staff set name = 'Sofia Aldana' where user_id = ${gone}`;
  await add({ title: "Hers", assignee_id: gone });
  await sql`delete from auth.users where id = ${gone}`;
  expect(await list(noor)).toMatchObject([{ title: "Hers", assignee_name: "Sofia Aldana" }]);
});
