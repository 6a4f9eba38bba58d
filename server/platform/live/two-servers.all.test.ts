// Two processes on one database, as behind a proxy: what one writes, the other tells.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { socketIn } from "#server/platform/database/database.ts";
import { eventually } from "#server/testing/eventually.ts";
import { readLiveStream } from "#server/testing/live-stream.ts";
import { doorTo, freePort, startMain } from "#server/testing/started-server.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { connection } = await testDatabase();
const door = await doorTo(socketIn(connection.host));
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-live-"));
const admin = { email: "admin@guidevane.example", password: "correct horse 9" };
afterAll(async () => {
  await door.shut();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start() {
  const server = startMain({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${door.port}/${connection.database}`,
    PUBLISHABLE_KEY: "sb_publishable_of_the_test",
    SECRET_KEY: "sb_secret_of_the_operator",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  onTestFinished(() => server.stop());
  await eventually(() => expect(server.output()).toContain("Guidevane is ready"));
  return server;
}

test("records 12: a change through one server is told by the other; a server that stops ends its streams", async () => {
  const writing = await start();
  const telling = await start();
  const apikey = "sb_publishable_of_the_test";
  const json = { "Content-Type": "application/json" };
  const signIn = await fetch(`${writing.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, ...json },
    body: JSON.stringify(admin),
  });
  const { access_token: token } = (await signIn.json()) as { access_token: string };
  const headers = { apikey, Authorization: `Bearer ${token}` };
  const stream = await fetch(`${telling.url}/api/live`, { headers });
  expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const heard = readLiveStream(stream);
  await heard.next("open");

  const added = await fetch(`${writing.url}/rest/v1/accounts`, {
    method: "POST",
    headers: { ...headers, ...json, Prefer: "return=representation" },
    body: JSON.stringify({ name: "Norrfall", type: "Customer" }),
  });
  const [account] = (await added.json()) as { id: string }[];
  const change = await heard.next("changed");
  expect(change).toMatchObject({ table: "accounts", op: "insert", ids: [account?.id] });

  // A database that goes away and comes back: readers are told that they missed something.
  await door.shut();
  await door.open();
  await heard.next("missed");

  telling.child.kill("SIGTERM");
  expect(await telling.exited).toEqual({ code: 0, signal: null });
  await eventually(() => expect(heard.hasEnded()).toBe(true));
  const seconds = telling.lines().find(({ path: target }) => target === "/api/live");
  expect(seconds).toMatchObject({ status: 200 });
});
