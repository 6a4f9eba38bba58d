import os from "node:os";
import { expect, test } from "vitest";
import { readEnv } from "../env.ts";
import { testDatabase } from "../testing/test-database.ts";
import { putMessage } from "../testing/outbox-for-tests.ts";
import { outboxFigures } from "../platform/operations/outbox-figures.ts";
import { healthRoutes } from "./healthz.ts";

const { sql } = await testDatabase();

const health = (answers: boolean, isOperator = false) =>
  healthRoutes({
    env: readEnv({ DATA_DIR: os.tmpdir(), AUTO_PUBLISH: "true" }),
    answers: async () => answers,
    isOperator: () => isOperator,
    outbox: () => outboxFigures(sql),
  }).request("/", {}, { addressSource: "proxy without address" });

test("without a database: ok is false with status 503", async () => {
  const response = await health(false);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ ok: false, version: "1.0.0", features: { autoPublish: true } });
});

test("only operators see database, mail and disk", async () => {
  expect(await (await health(true)).json()).not.toHaveProperty("operations");
  expect(await (await health(true, true)).json()).toMatchObject({
    operations: {
      database: { answers: true },
      mail: { provider: "outbox", outbox: { queued: { count: 0, oldestSeconds: null } } },
      request: { address: "proxy without address" },
      disk: { freeBytes: expect.any(Number) as number, reserveBytes: 256_000_000 },
    },
  });
});

test("it is only read", async () => {
  const answer = await healthRoutes({
    env: readEnv({}),
    answers: undefined,
    isOperator: undefined,
  }).request("/", { method: "POST" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("messages are counted by state, with the age of the oldest", async () => {
  const put = async (state: string, minutes: number) => {
    const id = await putMessage(sql);
    const at = new Date(Date.now() - minutes * 60_000);
    await sql`update public.outbox set state = ${state}, created_at = ${at}, not_before = ${at}, taken_at = ${at},
      finished_at = case when ${state} = 'failed' then ${at}::timestamptz end where id = ${id}`;
  };
  for (const [state, minutes] of [
    ["queued", 5],
    ["queued", 1],
    ["held", 90],
    ["uncertain", 2],
    ["failed", 3],
    ["sent", 600],
  ] as const)
    await put(state, minutes);
  const { operations } = (await (await health(true, true)).json()) as {
    operations: { mail: { outbox: Record<string, { count: number; oldestSeconds: number }> } };
  };
  const { outbox } = operations.mail;
  expect(Object.entries(outbox).map(([state, { count }]) => [state, count])).toEqual([
    ["queued", 2],
    ["held", 1],
    ["uncertain", 1],
    ["failed", 1],
  ]);
  for (const [state, minutes] of [
    ["queued", 5],
    ["held", 90],
    ["uncertain", 2],
    ["failed", 3],
  ] as const)
    expect(Math.floor((outbox[state]?.oldestSeconds ?? 0) / 60)).toBeGreaterThanOrEqual(minutes);
  expect(outbox.held?.oldestSeconds).toBeGreaterThan(outbox.queued?.oldestSeconds ?? Infinity);
});

test("a message that is planned for later has no age yet", async () => {
  await sql`delete from public.outbox`;
  const id = await putMessage(sql);
  await sql`update public.outbox set state = 'queued', not_before = now() + interval '1 day' where id = ${id}`;
  expect((await outboxFigures(sql)).queued).toEqual({ count: 1, oldestSeconds: 0 });
});

test("a message that its provider does not take grows old, however often it is planned again", async () => {
  await sql`delete from public.outbox`;
  const id = await putMessage(sql);
  await sql`update public.outbox set state = 'queued', attempts = 1, not_before = now() + interval '5 minutes' where id = ${id}`;
  await sql`insert into public.outbox_attempts (outbox_id, no, phase, started_at) values (${id}, 1, 'done', now() - interval '1 hour')`;
  expect((await outboxFigures(sql)).queued.oldestSeconds).toBeGreaterThanOrEqual(3600);
});
