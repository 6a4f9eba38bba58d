import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { createJobs, type JobKind, type Jobs } from "./jobs.ts";

const { sql } = await testDatabase();
const log = pino({ level: "silent" });
await sql`create table public.chores (key text primary key, due_at timestamptz not null default now(), done int not null default 0,
  lease_until timestamptz, trouble text)`;

/** As every kind of job does it: the row is claimed first, and says itself whether it is due. */
const chores = (): JobKind => ({
  name: "chores",
  async findDue(limit) {
    const rows = await sql<{ key: string }[]>`
      select key from public.chores where done = 0 and due_at <= now() and (lease_until is null or lease_until <= now()) limit ${limit}`;
    return rows.map(({ key }) => key);
  },
  async run(key) {
    const [row] = await sql<{ trouble: string | null }[]>`
      update public.chores set lease_until = now() + interval '30 seconds'
      where key = ${key} and done = 0 and (lease_until is null or lease_until <= now()) returning trouble`;
    if (!row) return;
    if (row.trouble) {
      await sql`update public.chores set lease_until = null where key = ${key}`;
      throw new Error(row.trouble);
    }
    await sql`update public.chores set done = done + 1, lease_until = null where key = ${key}`;
  },
});

const open: Jobs[] = [];
async function started(...kinds: JobKind[]): Promise<Jobs> {
  const jobs = createJobs(sql, log);
  for (const kind of kinds) jobs.add(kind);
  await jobs.start();
  open.push(jobs);
  return jobs;
}
const done = async () => {
  const rows = await sql<{ key: string; done: number }[]>`select key, done from public.chores order by key`;
  return Object.fromEntries(rows.map((row) => [row.key, row.done]));
};

beforeEach(async () => {
  await sql`truncate public.chores`;
});
afterEach(async () => {
  for (const jobs of open.splice(0)) await jobs.stop();
  await sql`drop schema if exists pgboss cascade`;
});

test("what is due at the start is done, what is due later is not", async () => {
  await sql`insert into public.chores (key, due_at) values ('a', now()), ('b', now() + interval '1 hour')`;
  await started(chores());
  await expect.poll(done).toEqual({ a: 1, b: 0 });
});

test("a row that is woken within a transaction is done after its commit, and never when it is rolled back", async () => {
  const jobs = await started(chores());
  await sql
    .begin(async (within) => {
      await within`insert into public.chores (key) values ('undone')`;
      await jobs.wake("chores", "undone", within);
      throw new Error("no");
    })
    .catch(() => undefined);
  await sql.begin(async (within) => {
    await within`insert into public.chores (key) values ('kept')`;
    await jobs.wake("chores", "kept", within);
  });
  await expect.poll(done).toEqual({ kept: 1 });
  const [waiting] = await sql<{ count: number }[]>`
    select count(*)::int as count from pgboss.job where data ->> 'key' = 'undone'`;
  expect(waiting!.count).toBe(0);
});

test("two instances that sweep the same rows do each of them once", async () => {
  await sql`insert into public.chores (key) select 'row ' || n from generate_series(1, 200) n`;
  const [one, other] = await Promise.all([started(chores()), started(chores())]);
  await Promise.all([one!.sweep(), other!.sweep(), one!.sweep()]);
  await expect
    .poll(async () => Object.values(await done()).every((count) => count === 1), { timeout: 60_000 })
    .toBe(true);
});

test("a lost queue loses nothing: the next sweep finds all that is due", async () => {
  const jobs = await started(chores());
  await sql`insert into public.chores (key) values ('a'), ('b')`;
  await jobs.wake("chores", "a");
  await sql`delete from pgboss.job`;
  await jobs.sweep();
  await expect.poll(done).toEqual({ a: 1, b: 1 });
});

test("work that a killed server left behind starts again when its lease is over", async () => {
  // As kill -9 leaves it: claimed in its row, active in the queue, and no one at work.
  const jobs = await started(chores());
  await sql`insert into public.chores (key, lease_until) values ('left', now() - interval '1 second')`;
  await sql`insert into pgboss.job (name, data, state, policy, singleton_key) values ('chores', '{"key": "left"}', 'active', 'short', 'left')`;
  await jobs.sweep();
  await expect.poll(done).toEqual({ left: 1 });
});

test("what fails is listed once with its reason, and can be run again", async () => {
  await sql`insert into public.chores (key, trouble) values ('a', 'the printer is on fire')`;
  const jobs = await started(chores());
  const failed = async () => (await jobs.list()).filter(({ state }) => state === "failed");
  await expect.poll(failed).toHaveLength(1);
  await jobs.sweep();
  await expect.poll(async () => (await jobs.list()).filter(({ state }) => state !== "failed")).toHaveLength(0);
  const [report, ...others] = await failed();
  expect(others).toHaveLength(0);
  expect(report).toMatchObject({ kind: "chores", key: "a", reason: "the printer is on fire" });
  expect(await jobs.runAgain("nothing of ours", report!.id)).toBe(false);
  await sql`update public.chores set trouble = null`;
  expect(await jobs.runAgain("chores", report!.id)).toBe(true);
  await expect.poll(done).toEqual({ a: 1 });
  await expect.poll(() => jobs.list()).toEqual([]);
});

test("a kind whose rows cannot be looked up does not hold up the others", async () => {
  await sql`insert into public.chores (key) values ('a')`;
  const broken: JobKind = {
    name: "broken",
    findDue: () => Promise.reject(new Error("no such table")),
    run: async () => {},
  };
  await started(broken, chores());
  await expect.poll(done).toEqual({ a: 1 });
});
