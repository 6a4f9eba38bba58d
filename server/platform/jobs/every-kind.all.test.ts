// Every kind of job that the product has, on a queue whose waits never end: what needs a wait between two jobs is never done.
import pino from "pino";
import { expect, test } from "vitest";
import { readEnv } from "#server/env.ts";
import { loadModuleServers } from "#server/module-servers.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { stoppedClock } from "#server/testing/stopped-clock.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createStorage } from "../storage/storage.ts";
import { createJobs, type JobKind } from "./jobs.ts";

const { sql } = await testDatabase();

async function everyKind(): Promise<JobKind[]> {
  const settings = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
  const kinds = new Map<string, JobKind>();
  for (const [key, server] of Object.entries(await loadModuleServers()))
    for (const [name, kind] of moduleSite(sql, key, server, { settings }).jobs) kinds.set(name, kind);
  const { job } = testGate(sql);
  kinds.set(job.name, job);
  const { cleanUp } = createStorage(readEnv({}), sql);
  kinds.set(cleanUp.name, cleanUp);
  return [...kinds.values()];
}

const keys = Array.from({ length: 200 }, (_, at) => `row ${at}`);

test("a queue of 200 drains without a wait between jobs, whatever kind they are, and no more at once than the kind says", async () => {
  const kinds = await everyKind();
  expect(kinds.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["outbox", "inbound-events", "sequence-steps", "task-reminders"]),
  );
  const counted = new Map(kinds.map(({ name }) => [name, { done: new Set<string>(), running: 0, most: 0 }]));
  const jobs = createJobs(sql, pino({ level: "silent" }), stoppedClock);
  for (const { wokenBy: _, ...kind } of kinds) {
    const count = counted.get(kind.name)!;
    jobs.add({
      ...kind,
      findDue: async () => keys,
      async run(key) {
        count.running += 1;
        count.most = Math.max(count.most, count.running);
        await sql`select 1`;
        count.running -= 1;
        // On a slow machine a sweep may bring rows a second time.
        count.done.add(key);
      },
    });
  }
  await jobs.start();
  try {
    await expect
      .poll(() => Object.fromEntries([...counted].map(([name, { done }]) => [name, done.size])), { timeout: 120_000 })
      .toEqual(Object.fromEntries(kinds.map(({ name }) => [name, keys.length])));
    for (const { name, concurrency = 5 } of kinds)
      expect(counted.get(name)!.most, name).toBeLessThanOrEqual(concurrency);
  } finally {
    await jobs.stop();
  }
}, 150_000);
