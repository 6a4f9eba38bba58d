import os from "node:os";
import { expect, test } from "vitest";
import { readEnv } from "../env.ts";
import { healthRoutes } from "./healthz.ts";

const health = (answers: boolean, isOperator = false) =>
  healthRoutes({
    env: readEnv({ DATA_DIR: os.tmpdir(), AUTO_PUBLISH: "true" }),
    answers: async () => answers,
    isOperator: () => isOperator,
  }).request("/");

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
      mail: { provider: "outbox", outboxFiles: 0, oldestSeconds: null },
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
