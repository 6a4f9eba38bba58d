// When steps happen, and that each happens once. The clock is the test's. What `npm test -- all` adds.
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import type { Sql } from "#server/platform/database/sql.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { sequencesForTests } from "#server/testing/sequences-for-tests.ts";
import { stoppedClock } from "#server/testing/stopped-clock.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { plannerJob } from "../server/planner.ts";

const { sql } = await testDatabase();
const setup = await sequencesForTests(sql);
const { addSequence, mailStep, now, setClock, taskStep } = setup;
const plannerOn = (on: Sql) =>
  plannerJob({ sql: on, siteUrl: "https://guidevane.test", senderAddress: "hello@guidevane.example", now });
const planner = plannerOn(sql);

beforeEach(async () => {
  await setup.openGate(false);
  await sql`update public.enrolments set state = 'stopped', ended_at = now(), next_at = null where state in ('active', 'paused')`;
  await sql`delete from public.office_holidays`;
  setClock("2031-01-06T10:00:00Z");
});

test("sequences 13: a thousand steps that are due are planned from one look at what is due, without a wait between them", async () => {
  const sequence = await addSequence([mailStep(), taskStep({ delay_days: 2 })], { daily_cap: 1000 });
  const people = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email)
    select ${setup.accountId}, 'Person ' || n, 'person' || n || '@crowd' || n || '.example' from generate_series(1, 1000) as n returning id`;
  for (let from = 0; from < people.length; from += 200)
    await setup.enrol(
      sequence,
      people.slice(from, from + 200).map(({ id }) => id),
    );
  const planned = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from public.step_runs join public.enrolments on enrolments.id = enrolment_id
      where sequence_id = ${sequence}`;
    return row!.count;
  };
  // Looked for once: what the first look does not find is never planned, however slow the machine is.
  let looks = 0;
  const jobs = createJobs(sql, pino({ level: "silent" }), stoppedClock);
  jobs.add({
    ...planner,
    findDue: async (limit) => {
      looks += 1;
      return looks === 1 ? planner.findDue(limit) : [];
    },
  });
  await jobs.start();
  try {
    await expect.poll(planned, { timeout: 240_000 }).toBe(1000);
  } finally {
    await jobs.stop();
  }
}, 300_000);
