// PostgreSQL goes away and comes back, as in a restart: requests get a 503 that says when to try again, nothing crashes.
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { eventually } from "#server/testing/eventually.ts";
import { isConnectionLost } from "#server/platform/database/connection-errors.ts";
import { socketIn } from "#server/platform/database/database.ts";
import { openPool } from "#server/platform/database/sql.ts";
import { createLog } from "#server/http/log.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createRest } from "./rest.ts";
import { headersFor } from "./testing/rest-for-tests.ts";

const database = await testDatabase();
const directory = await mkdtemp(path.join(tmpdir(), "outage-"));
const door = socketIn(directory);
const sockets = new Set<Socket>();

/** A door to PostgreSQL that can be shut. */
function open(): Promise<Server> {
  const server = createServer((near) => {
    const far = createConnection(socketIn(database.connection.host));
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => (near.destroy(), far.destroy()));
    }
    near.pipe(far).pipe(near);
  });
  return new Promise((resolve) => server.listen(door, () => resolve(server)));
}
async function shut(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
}

let server = await open();
const sql = openPool({ ...database.connection, host: directory, max: 3, connectionTimeoutMillis: 2000 });
const rest = await createRest({
  sql,
  env: { REST_SCHEMAS: ["public"], REST_MAX_ROWS: 1000, STATEMENT_TIMEOUT_MS: 60_000 },
  log: createLog({ LOG_LEVEL: "silent" }),
  identify: async (headers) => {
    const role = headers.get("x-role") === "authenticated" ? "authenticated" : "service_role";
    return { role, claims: { role }, userId: null, sessionId: null };
  },
});
afterAll(async () => {
  await rest.close().catch(() => {});
  await shut(server);
  await sql.end({ timeout: 1 });
  await rm(directory, { recursive: true });
});

const get = (url = "/rest/v1/accounts?select=id") =>
  Promise.resolve(rest.routes.request(url, { headers: headersFor({}) }));

/** So many connections are busy with a statement that sleeps. */
const sleepers = (count: number) =>
  eventually(async () =>
    expect(
      await database.sql`
          select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    ).toHaveLength(count),
  );
/** PostgreSQL would sleep on: it notices only then that no one waits any more. */
const endSleepers = () =>
  database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`;

const signedIn = () =>
  Promise.resolve(rest.routes.request("/rest/v1/accounts?select=id", { headers: { "x-role": "authenticated" } }));

test("requests during a restart, and after it", async () => {
  const lost: unknown[] = [];
  const note = (reason: unknown) => lost.push(reason);
  process.on("unhandledRejection", note);
  await database.sql.unsafe(`create function public.nap() returns void language sql as 'select pg_sleep(60)';
    grant execute on function public.nap() to service_role`);
  await rest.reload();
  expect((await get()).status).toBe(200);
  expect((await signedIn()).status).toBe(200);

  const napping = [1, 2, 3].map(() => get("/rest/v1/rpc/nap"));
  const waiting = [1, 2, 3, 4].map(() => get());
  await sleepers(3);
  await shut(server);
  for (const response of await Promise.all(napping)) {
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(await response.json()).toMatchObject({ code: "PGRST001", message: expect.any(String) });
  }
  for (const response of await Promise.all(waiting)) expect([200, 503]).toContain(response.status);
  expect((await get()).status).toBe(503);
  expect((await signedIn()).status).toBe(503);
  const write = await rest.routes.request("/rest/v1/accounts", {
    method: "POST",
    body: '{"name":"x"}',
    headers: { "content-type": "application/json" },
  });
  expect(write.status).toBe(503);

  server = await open();
  await eventually(async () => expect((await get()).status).toBe(200));
  const many = await Promise.all(Array.from({ length: 20 }, () => get()));
  for (const response of many) expect(response.status).toBe(200);
  for (const response of await Promise.all(Array.from({ length: 20 }, signedIn))) expect(response.status).toBe(200);
  const [left] = await database.sql`select count(*)::int as n from public.accounts`;
  expect(left).toEqual({ n: 0 });
  process.off("unhandledRejection", note);
  expect(lost).toEqual([]);
  await endSleepers();
}, 30_000);

test("transactions of others lose their connection, and only that", async () => {
  const work = sql.begin(async (transaction) => {
    await transaction`select pg_backend_pid()`;
    await transaction`select pg_sleep(60)`;
  });
  const outcome = work.then(
    () => "done",
    (error: unknown) => (isConnectionLost(error) ? "lost" : error),
  );
  await sleepers(1);
  await shut(server);
  expect(await outcome).toBe("lost");
  await endSleepers();
  server = await open();
  const again = () => sql.begin((transaction) => transaction`select 1 as one`);
  await eventually(async () => expect(await again()).toEqual([{ one: 1 }]));
}, 30_000);

test("no question waits for ever, however often connections break under many of them", async () => {
  // Broken by a reset, as by a process that is killed: an error first, then the end; questions come in between.
  const between = createServer((near) => {
    const far = createConnection(socketIn(database.connection.host));
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    near.on("close", () => far.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  const { port } = between.address() as AddressInfo;
  const other = openPool({ ...database.connection, host: "127.0.0.1", port, max: 2 });
  let answered = 0;
  const over = new AbortController();
  const asking = Array.from({ length: 16 }, async () => {
    while (!over.signal.aborted) {
      const answer = await other`select 1 as one`.catch(() => null);
      if (answer) answered++;
    }
  });
  for (let round = 1; round <= 8; round++) {
    await eventually(() => expect(answered).toBeGreaterThan(round * 30));
    for (const socket of sockets) if (socket.remoteFamily) socket.resetAndDestroy();
  }
  over.abort();
  await Promise.all(asking); // A question that no one answers or refuses would end the test here.
  await other.end({ timeout: 1 });
  await new Promise((resolve) => between.close(resolve));
}, 60_000);

test("connections that PostgreSQL itself ends", async () => {
  const running = get("/rest/v1/rpc/nap");
  await sleepers(1);
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.catch(() => {});
  const response = await running;
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  const everyone = async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => [get(), signedIn()]).flat());
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  };
  await eventually(everyone);
}, 30_000);

test("the catalog follows `notify pgrst`", async () => {
  await database.sql.unsafe(
    "create table public.later (id int primary key); grant select on public.later to service_role",
  );
  expect((await get("/rest/v1/later")).status).toBe(404);
  await eventually(
    async () => {
      await database.sql`notify pgrst, 'reload schema'`;
      expect((await get("/rest/v1/later")).status).toBe(200);
    },
    // Each time the catalog is read again.
    500,
  );
});
