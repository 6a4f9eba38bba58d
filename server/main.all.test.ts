// The whole process: what probes say while the database is there or not, and how it ends.
import { expect, test } from "vitest";
import { eventually } from "./testing/eventually.ts";
import { key, mainForTests } from "./testing/main-for-tests.ts";
import { freePort } from "./testing/started-server.ts";

const { door, start } = await mainForTests();

test("a database that is away is waited for, before and after the server was ready", async () => {
  await door.shut();
  const server = await start();
  await eventually(async () => expect(await server.status("/livez")).toBe(200));
  const notYet = await server.get("/readyz");
  expect([notYet.status, await notYet.json()]).toEqual([
    503,
    { ok: false, checks: { database: false, schema: false, jobs: false, disk: true } },
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
    checks: { database: true, schema: true, jobs: true, disk: true },
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
