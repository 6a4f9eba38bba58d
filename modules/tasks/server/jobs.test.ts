// Reminders and digests on a real database, with the clock in the test's hand.
import { beforeEach, expect, test } from "vitest";
import { addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { Message } from "#server/platform/mail/mail.ts";
import type { Statements } from "#server/platform/database/sql.ts";
import { digestJob } from "./digest.ts";
import { reminderJob } from "./reminders.ts";

const { sql } = await testDatabase();
await sql`create table public.test_mails (recipient text, subject text, body text)`;
const [noor, ada] = [await addUser(sql, { admin: true }), await addUser(sql, { admin: true })];

// A mail is a row of the same transaction, as the real one is.
const mail = {
  send: async ({ to, subject, text }: Message, { within = sql }: { within?: Statements } = {}) => {
    await within`insert into public.test_mails values (${to}, ${subject}, ${text})`;
  },
};
const mails = () =>
  sql<{ recipient: string; subject: string; body: string }[]>`select * from public.test_mails order by recipient`;
const address = (user: string) => `${user}@example.com`;

let clock = new Date("2026-11-16T12:00:00Z");
const parts = { sql, mail, siteUrl: "https://guidevane.example", now: () => clock };
/** As the sweep does it: what is due is run, by two servers at the same time. */
async function sweep(...kinds: JobKind[]) {
  await Promise.all(
    kinds.map(async (kind) => {
      for (const key of await kind.findDue(100)) await kind.run(key, new AbortController().signal);
    }),
  );
}
const twoServers = (make: typeof digestJob) => sweep(make(parts), make(parts));

beforeEach(async () => {
  await sql`delete from public.tasks`;
  await sql`delete from private.task_digests`;
  await sql`delete from public.office_holidays`;
  await sql`truncate public.test_mails`;
  await sql`update public.office set time_zone = 'America/New_York'`;
  clock = new Date("2026-11-16T12:00:00Z");
});

const addTask = (task: {
  title: string;
  due_on?: string;
  due_at?: string;
  remind_at?: string;
  assignee?: string | null;
}) => sql`
  insert into public.tasks (title, due_on, due_at, remind_at, assignee_id)
  values (${task.title}, ${task.due_on ?? null}, ${task.due_at ?? null}, ${task.remind_at ?? null},
    ${task.assignee === undefined ? noor : task.assignee}) returning id`;

test("tasks 8: a reminder comes at its time and not before, once, with two servers at work and after a restart", async () => {
  await addTask({ title: "Call Maren", due_at: "2026-11-16T15:00:00Z", remind_at: "2026-11-16T14:00:00Z" });
  await twoServers(reminderJob);
  expect(await mails()).toEqual([]);
  clock = new Date("2026-11-16T14:00:00Z");
  await twoServers(reminderJob);
  await twoServers(reminderJob);
  expect(await mails()).toMatchObject([{ recipient: address(noor), subject: "Reminder: Call Maren" }]);
  expect((await mails())[0]!.body).toContain("Call Maren (Nov 16, 10:00)");
});

test("tasks 8: a server that was away sends what it missed; what was done meanwhile, and what is old, stays unsent", async () => {
  await addTask({ title: "Missed", remind_at: "2026-11-15T14:00:00Z" });
  await addTask({ title: "Ancient", remind_at: "2026-10-01T14:00:00Z" });
  await addTask({ title: "Done", remind_at: "2026-11-15T14:00:00Z" });
  await sql`update public.tasks set done_at = now() where title = 'Done'`;
  await twoServers(reminderJob);
  expect((await mails()).map(({ subject }) => subject)).toEqual(["Reminder: Missed"]);
});

test("tasks 8: a reminder that is moved is a new one", async () => {
  await addTask({ title: "Call", remind_at: "2026-11-16T11:00:00Z" });
  await twoServers(reminderJob);
  await sql`update public.tasks set remind_at = '2026-11-17T11:00:00Z'`;
  await twoServers(reminderJob);
  expect(await mails()).toHaveLength(1);
  clock = new Date("2026-11-17T11:00:00Z");
  await twoServers(reminderJob);
  expect(await mails()).toHaveLength(2);
});

test("tasks 8: a reminder leaves no trace in the history of the task", async () => {
  await addTask({ title: "Quiet", remind_at: "2026-11-16T11:00:00Z" });
  await sql`truncate public.events`;
  await twoServers(reminderJob);
  expect(await mails()).toHaveLength(1);
  expect(await sql`select kind from public.events`).toEqual([]);
});

test("tasks 8: the digest comes at eight by the office's clock, once a day for each person, and none when there is nothing", async () => {
  await addTask({ title: "Late", due_on: "2026-11-12" });
  await addTask({ title: "For today", due_on: "2026-11-16" });
  await addTask({ title: "For later", due_on: "2026-11-17" });
  clock = new Date("2026-11-16T12:59:00Z");
  await twoServers(digestJob);
  expect(await mails()).toEqual([]);
  clock = new Date("2026-11-16T13:00:00Z");
  await twoServers(digestJob);
  await twoServers(digestJob);
  expect(await mails()).toMatchObject([{ recipient: address(noor), subject: "Today: 1 task for today, 1 overdue" }]);
  const body = (await mails())[0]!.body;
  expect(body).toContain("- Late (overdue since Nov 12)");
  expect(body).toContain("- For today (today)");
  expect(body).not.toContain("For later");
  // What is added during the day waits for tomorrow.
  await addTask({ title: "Added at ten", due_on: "2026-11-16", assignee: ada });
  clock = new Date("2026-11-16T15:00:00Z");
  await twoServers(digestJob);
  expect(await mails()).toHaveLength(1);
});

test("tasks 8: no digest on a weekend or a holiday; after a start at ten it still comes, after closing time it does not", async () => {
  await addTask({ title: "Late", due_on: "2026-11-12" });
  clock = new Date("2026-11-15T13:30:00Z");
  await twoServers(digestJob);
  await sql`insert into public.office_holidays (day, name) values ('2026-11-16', 'Made up')`;
  clock = new Date("2026-11-16T13:30:00Z");
  await twoServers(digestJob);
  expect(await mails()).toEqual([]);
  await sql`delete from public.office_holidays`;
  clock = new Date("2026-11-16T22:30:00Z");
  await twoServers(digestJob);
  expect(await mails()).toEqual([]);
  clock = new Date("2026-11-16T15:00:00Z");
  await twoServers(digestJob);
  expect(await mails()).toHaveLength(1);
});

test("tasks 8: a task of nobody is in everybody's digest; someone who left gets none", async () => {
  const gone = await addUser(sql, { admin: true });
  await sql`delete from public.user_roles where user_id = ${gone}`;
  await addTask({ title: "Nobody's", due_on: "2026-11-16", assignee: null });
  clock = new Date("2026-11-16T13:00:00Z");
  await twoServers(digestJob);
  expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual([address(noor), address(ada)].sort());
});

test("notices 4: the digest rests while notices have the morning's mail", async () => {
  await addTask({ title: "Call Maren", due_on: "2026-11-16" });
  clock = new Date("2026-11-16T14:00:00Z");
  await sql`update public.modules set live = true where key = 'notices'`;
  await twoServers(digestJob);
  await sql`update public.modules set live = false where key = 'notices'`;
  expect(await mails()).toEqual([]);
  await twoServers(digestJob);
  expect(await mails()).toHaveLength(1);
});
