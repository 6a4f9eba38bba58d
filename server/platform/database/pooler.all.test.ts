// DATABASE_URL through PgBouncer. Needs Debian's (apt-get install pgbouncer); without it these tests are skipped, and say so.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

const pgbouncer = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find(existsSync);
if (!pgbouncer)
  process.stderr.write("PgBouncer is not installed (apt-get install pgbouncer): its tests are skipped.\n");
const { connection } = await testDatabase();
const log = pino({ level: "silent" });
const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-pooler-"));
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Settings that lead to the test's database through a pooler. */
async function throughPooler(mode: "transaction" | "statement" | "session", size: number) {
  const port = await freePort();
  const configuration = path.join(folder, `${mode}-${size}.ini`);
  writeFileSync(
    configuration,
    `[databases]
* = host=${connection.host} user=${connection.user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
ignore_startup_parameters = extra_float_digits
`,
  );
  // The one account that may use the test's socket. PgBouncer refuses to be root, too.
  const { uid, gid } = statSync(connection.host);
  for (const name of [folder, configuration]) chownSync(name, uid, gid);
  const child = spawn(pgbouncer!, [configuration], { uid, gid, stdio: "ignore" });
  running.push(child);
  await expect.poll(() => accepts(port)).toBe(true);
  return {
    DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`,
    DATABASE_TLS: "off" as const,
    DATABASE_POOL_SIZE: 3,
    DATA_DIR: "unused",
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
  });

test.skipIf(!pgbouncer).for([
  ["transaction", 20],
  ["transaction", 1],
] as const)("a pooler in %s mode with %i connections is refused, with what to use instead", async ([mode, size]) => {
  const opening = openDatabase(await throughPooler(mode, size), log);
  await expect(opening).rejects.toThrow(/pooler in transaction mode .* use its session mode, or connect to PostgreSQL/);
  await expect(opening).rejects.toMatchObject({ forOperator: true });
});

test.skipIf(!pgbouncer)("a pooler in session mode is used like PostgreSQL itself", async () => {
  const database = await openDatabase(await throughPooler("session", 20), log);
  await migrate(database.sql, log);
  expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }]);
  await database.close();
});
