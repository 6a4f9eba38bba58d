// The figures of the dashboard (server/platform/sql/60-dashboard.sql) against the rows behind them.
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const noorId = await addUser(sql, { admin: true });
const adaId = await addUser(sql, { admin: true });
const noor: Who = { role: "authenticated", userId: noorId };

interface Answer {
  today: string;
  clock: string;
  tasks: { overdue: number; today: number; open: number; rows: { title: string }[]; error?: string } | null;
  inquiries: {
    waiting: number;
    late: number;
    oldest_due_at: string | null;
    rows: { name: string }[];
    promise: { kept: number; of: number };
    error?: string;
  } | null;
  contacts: { count: number };
}
const dashboard = async (mine = false, parts: string[] | null = null, who: Who = noor) => {
  const [row] = await actAs(
    sql,
    who,
    (tx) => tx<{ answer: Answer }[]>`select public.owner_dashboard(${mine}, ${parts}::text[]) as answer`,
  );
  return row!.answer;
};
const turn = (key: string, live: boolean) => sql`update public.modules set live = ${live} where key = ${key}`;
const addTask = (title: string, days: number, assignee = noorId) => sql`
  insert into public.tasks (title, due_on, assignee_id) values (${title}, public.office_today() + ${days}::int, ${assignee})`;
const addInquiry = (name: string, more: { due: string; answered?: string; state?: string; assignee?: string }) => sql`
  insert into public.inquiries (id, kind, state, name, email, due_at, answered_at, assignee_id)
  values (${randomUUID()}, 'contact', ${more.state ?? (more.answered ? "answered" : "new")}, ${name}, 'a@b.example',
    now() + ${more.due}::interval, ${more.answered === undefined ? null : more.answered}::interval + now(), ${more.assignee ?? null})`;

beforeEach(async () => {
  await sql`delete from public.tasks`;
  await sql`delete from public.inquiries`;
  await sql`delete from public.accounts`;
  await turn("tasks", true);
  await turn("inquiries", true);
});

test("a module that is off is null, and its neighbours are there", async () => {
  await turn("inquiries", false);
  expect(await dashboard()).toMatchObject({ inquiries: null, tasks: { open: 0 }, contacts: { count: 0 } });
  await turn("tasks", false);
  await turn("inquiries", true);
  expect(await dashboard()).toMatchObject({ tasks: null, inquiries: { waiting: 0 } });
});

test("dashboard 1: each figure is the number of rows behind its link", async () => {
  await addTask("Late", -2);
  await addTask("Late too", -1);
  await addTask("Today", 0);
  await addTask("Ada's", 0, adaId);
  await addTask("Tomorrow", 1);
  await addInquiry("Waiting", { due: "2 days" });
  await addInquiry("Late", { due: "-1 hour", assignee: noorId });
  await addInquiry("Kept", { due: "-3 days", answered: "-4 days" });
  await addInquiry("Missed", { due: "-3 days", answered: "-2 days", assignee: noorId });
  await addInquiry("Early", { due: "1 day", answered: "-1 hour" });
  await addInquiry("Long ago", { due: "-91 days", answered: "-92 days" });
  await addInquiry("Held", { due: "-1 day", state: "held" });
  for (const mine of [false, true]) {
    const { tasks, inquiries } = await dashboard(mine);
    const rowsOf = (group: string) =>
      actAs(sql, noor, (tx) => tx`select id from public.task_list(mine => ${mine}, in_groups => array[${group}])`);
    expect(tasks!.overdue).toBe((await rowsOf("overdue")).length);
    expect(tasks!.today).toBe((await rowsOf("today")).length);
    const promise = await actAs(
      sql,
      noor,
      (tx) => tx<{ kept: boolean }[]>`select kept from public.promise_rows(90, ${mine})`,
    );
    expect(inquiries!.promise).toEqual({ kept: promise.filter(({ kept }) => kept).length, of: promise.length });
  }
  expect(await dashboard()).toMatchObject({
    tasks: { overdue: 2, today: 2, open: 5 },
    // Late waits as well; Kept and Early were in time, Missed and Late were not, and the sender of Held was promised the same.
    inquiries: { waiting: 2, late: 1, held: 1, held_late: 1, promise: { kept: 2, of: 5 } },
  });
  expect(await dashboard(true)).toMatchObject({
    tasks: { overdue: 2, today: 1, open: 4 },
    inquiries: { waiting: 1, late: 1, promise: { kept: 0, of: 2 } },
  });
});

test("the oldest that waits is the one that is due first, and comes first", async () => {
  await addInquiry("Second", { due: "2 days" });
  await addInquiry("First", { due: "1 day" });
  const { inquiries } = await dashboard();
  expect(inquiries!.rows.map(({ name }) => name)).toEqual(["First", "Second"]);
  const [row] = await sql<{ same: boolean }[]>`
    select min(due_at) = ${inquiries!.oldest_due_at}::timestamptz as same from public.inquiries`;
  expect(row).toEqual({ same: true });
});

test("dashboard 4: a part that fails says so and leaves the others; asked again alone, it comes back", async () => {
  await addTask("Today", 0);
  await sql`alter function public.promise_rows(int, boolean) rename to promise_rows_away`;
  const broken = await dashboard();
  expect(broken.inquiries).toMatchObject({ error: expect.stringContaining("promise_rows") });
  expect(broken.tasks).toMatchObject({ today: 1 });
  await sql`alter function public.promise_rows_away(int, boolean) rename to promise_rows`;
  const again = await dashboard(false, ["inquiries"]);
  expect(again.inquiries).toMatchObject({ waiting: 0 });
  expect(again).not.toHaveProperty("tasks");
});

test("the day and the clock are the office's", async () => {
  await sql`update public.office set time_zone = 'Asia/Tokyo'`;
  const answer = await dashboard();
  const [row] = await sql<{ clock: string; today: string }[]>`
    select to_char(now() at time zone 'Asia/Tokyo', 'HH24') as clock, (now() at time zone 'Asia/Tokyo')::date::text as today`;
  expect(answer.today).toBe(row!.today);
  expect(answer.clock.slice(0, 2)).toBe(row!.clock);
  await sql`update public.office set time_zone = 'UTC'`;
});

test("only administrators are told anything", async () => {
  const member: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
  await expect(dashboard(false, null, member)).rejects.toMatchObject({ code: "42501" });
  await expect(dashboard(false, null, { role: "anon" })).rejects.toMatchObject({ code: "42501" });
});

test("an inquiry's task stands on its company, is named by it, and follows it to another", async () => {
  const [norrfall, castelline] = await sql<{ id: string }[]>`
    insert into public.accounts (name) values ('Norrfall'), ('Castelline') returning id`;
  const id = randomUUID();
  await sql`insert into public.inquiries (id, kind, state, name, due_at, account_id) values (${id}, 'contact', 'new', 'Dana', now(), ${norrfall!.id})`;
  await sql`insert into public.tasks (title, inquiry_id) values ('Answer Dana', ${id})`;
  const named = () =>
    actAs(sql, noor, (tx) => tx`select title, inquiry_name, account_name from public.task_list(of_inquiry => ${id})`);
  expect(await named()).toMatchObject([
    { title: "Answer Dana", account_name: "Norrfall", inquiry_name: expect.stringMatching(/^GV-\d{4}$/) },
  ]);
  await sql`update public.inquiries set account_id = ${castelline!.id} where id = ${id}`;
  expect(await named()).toMatchObject([{ account_name: "Castelline" }]);
});
