// The whole process: how it starts, and what it tells an operator.
import { expect, test } from "vitest";
import { eventually } from "./testing/eventually.ts";
import { key, mainForTests } from "./testing/main-for-tests.ts";
import { freePort } from "./testing/started-server.ts";

const { connection, door, start } = await mainForTests();

test.each([
  [
    "a database that does not exist",
    { DATABASE_URL: "nowhere" },
    /cannot be used: database "nowhere" does not exist\n$/,
  ],
  ["a setting that cannot be read", { METRICS_PORT: "many" }, /METRICS_PORT: must be a whole number/],
  ["traces by an unknown way", { OTEL_TRACES_EXPORTER: "smoke" }, /OTEL_TRACES_EXPORTER is smoke/],
])("a wrong configuration ends it with one sentence: %s", async (_name, settings, sentence) => {
  const address = `postgres://${connection.user}@127.0.0.1:${door.port}/nowhere`;
  const server = await start({ ...settings, ...("DATABASE_URL" in settings && { DATABASE_URL: address }) });
  expect(await server.exited).toEqual({ code: 1, signal: null });
  expect(server.output()).toMatch(sentence);
  expect(server.output()).not.toContain("    at ");
});

test("figures are for who has the key, or on a port of this machine", async () => {
  const port = await freePort();
  const server = await start({ METRICS_PORT: String(port) });
  await eventually(async () => expect(await server.status("/readyz")).toBe(200));
  expect(await server.status("/metrics")).toBe(401);
  expect((await server.get("/metrics", { apikey: "sb_secret_of_somebody_else" })).status).toBe(401);
  const withKey = await (await server.get("/metrics", { apikey: key })).text();
  const local = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  for (const text of [withKey, local]) {
    expect(text).toMatch(/^guidevane_ready 1$/m);
    expect(text).toContain('guidevane_outbox_messages{state="held"} 0');
    expect(text).toMatch(/^guidevane_jobs\{kind="outbox",state="failed"\} 0$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/guidevane_database_connections_max\{pool="data"\} 10/);
    expect(text).toMatch(/^guidevane_disk_free_bytes \d/m);
  }
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
});
