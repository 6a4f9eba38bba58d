// The whole process: what probes say while the database is there or not, and how it starts and ends.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { socketIn } from "./platform/database/database.ts";
import { eventually } from "./testing/eventually.ts";
import { doorTo, freePort, startMain } from "./testing/started-server.ts";
import { testDatabase } from "./testing/test-database.ts";

const { connection } = await testDatabase();
const door = await doorTo(socketIn(connection.host));
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-main-"));
afterAll(async () => {
  await door.shut();
  rmSync(dataDir, { recursive: true, force: true });
});

const key = "sb_secret_of_the_operator";
async function start(settings: Record<string, string> = {}) {
  const server = startMain({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${door.port}/${connection.database}`,
    SECRET_KEY: key,
    ...settings,
  });
  onTestFinished(() => server.stop());
  const get = async (target: string, headers: Record<string, string> = {}) => fetch(server.url + target, { headers });
  const status = async (target: string) =>
    get(target).then(
      (answer) => answer.status,
      () => 0,
    );
  return { ...server, get, status };
}

test("a database that is away is waited for, before and after the server was ready", async () => {
  await door.shut();
  const server = await start();
  await eventually(async () => expect(await server.status("/livez")).toBe(200));
  const notYet = await server.get("/readyz");
  expect([notYet.status, await notYet.json()]).toEqual([
    503,
    { ok: false, checks: { database: false, schema: false, jobs: false } },
  ]);
  const health = await server.get("/healthz");
  expect([health.status, await health.json()]).toMatchObject([503, { ok: false, version: "1.0.0" }]);
  expect(await server.status("/rest/v1/accounts")).toBe(503);
  await eventually(() => expect(server.output()).toContain("does not answer; asking again every second"));
  expect(server.child.exitCode).toBeNull();

  await door.open();
  await eventually(async () => expect(await server.status("/readyz")).toBe(200));
  expect(await (await server.get("/readyz")).json()).toEqual({
    ok: true,
    checks: { database: true, schema: true, jobs: true },
  });
  expect(await server.status("/healthz")).toBe(200);

  await door.shut();
  await eventually(async () => expect(await server.status("/readyz")).toBe(503));
  expect(await server.status("/livez")).toBe(200);
  const metrics = await server.get("/metrics", { apikey: key });
  expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringMatching(/^guidevane_database_up 0$/m)]);
  await eventually(() => expect(server.output()).toContain("the database does not answer; asking until it does"));

  await door.open();
  await eventually(async () => expect(await server.status("/readyz")).toBe(200));
  await eventually(() => expect(server.output()).toContain("the database answers again"));
  expect(server.child.exitCode).toBeNull();
});

test("SIGHUP ends it as SIGTERM does, with every line of the log written", async () => {
  const server = await start();
  await eventually(async () => expect(await server.status("/readyz")).toBe(200));
  const last = await server.get("/livez");
  server.child.kill("SIGHUP");
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.lines()).toContainEqual(expect.objectContaining({ msg: "shutting down", signal: "SIGHUP" }));
  expect(server.lines()).toContainEqual(
    expect.objectContaining({ path: "/livez", request: last.headers.get("x-request-id") }),
  );
});

test("it ends when it is told to, also while it waits for the database", async () => {
  await door.shut();
  const server = await start();
  await eventually(() => expect(server.output()).toContain("asking again every second"));
  server.child.kill("SIGTERM");
  expect(await server.exited).toEqual({ code: 0, signal: null });
  await door.open();
});

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
