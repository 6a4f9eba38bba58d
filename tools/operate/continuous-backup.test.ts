// A real server with its embedded database is followed by the command, both are killed, and seconds of its life are restored.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pino from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readEnv } from "#server/env.ts";
import { postmasterFile } from "#server/platform/database/cluster-processes.ts";
import { readStatus } from "#server/platform/database/continuous/archive.ts";
import { joinRunning, openDatabase } from "#server/platform/database/database.ts";
import { createStorage } from "#server/platform/storage/storage.ts";

vi.setConfig({ testTimeout: 600_000 });
const log = pino({ level: "silent" });
const home = mkdtempSync(path.join(os.tmpdir(), "guidevane-continuous-"));
const original = path.join(home, "original");
const backup = path.join(home, "backup");
const { PATH, NODE_COMPILE_CACHE } = process.env;
const environment = (dataDir: string) => ({ PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir });
const envOf = (dataDir: string) => readEnv({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: "2" });

const started = new Set<ChildProcess>();
function start(
  file: string,
  env: Record<string, string | undefined>,
  ...args: string[]
): { child: ChildProcess; said: () => string } {
  let said = "";
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece: Buffer) => (said += piece.toString()));
  started.add(child);
  return { child, said: () => said };
}
afterAll(async () => {
  for (const child of started)
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }
  rmSync(home, { recursive: true, force: true });
});

async function run(script: string, dataDir: string, ...args: string[]) {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [`tools/operate/${script}.ts`, ...args], {
      env: environment(dataDir),
    });
    return { ok: true, said: stdout };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { ok: false, said: stdout + stderr };
  }
}

/** For as long as it takes on this machine, unless the process that is to do it has ended. */
async function until(what: () => boolean, { child, said }: ReturnType<typeof start>): Promise<void> {
  while (!what()) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended instead:\n${said()}`);
    await sleep(50);
  }
}

/** Works in the database that the running server has. */
async function beside<T>(
  work: (parts: { sql: NonNullable<ReturnType<typeof joinRunning>>["sql"] }) => Promise<T>,
): Promise<T> {
  const database = joinRunning(envOf(original), log)!;
  return work(database).finally(() => database.close());
}

/** A moment that lies after everything before it and before everything after it. */
const moment = () =>
  beside(async ({ sql }) => {
    const [at] = await sql<{ at: Date }[]>`select clock_timestamp() + interval '5 milliseconds' as at`;
    await sql`select pg_sleep(0.02)`;
    return at!.at;
  });

const addAccount = (name: string) =>
  beside(async ({ sql }) => void (await sql`insert into public.accounts (name) values (${name})`));

async function accountsIn(dataDir: string): Promise<string[]> {
  const database = await openDatabase(envOf(dataDir), log);
  const rows = await database.sql<{ name: string }[]>`select name from public.accounts order by name`;
  await database.close();
  return rows.map(({ name }) => name);
}

const filesIn = (dataDir: string) =>
  existsSync(path.join(dataDir, "files"))
    ? readdirSync(path.join(dataDir, "files"), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )
    : [];

let afterFirst: Date;
let afterSecond: Date;

/** Everything committed so far is in the backup. */
async function caughtUp(follower: ReturnType<typeof start>): Promise<void> {
  const now = await moment();
  await until(() => new Date(readStatus(backup)?.syncedAt ?? 0) > now, follower);
}

beforeAll(async () => {
  const settings = { ...environment(original), PORT: "0", HOST: "127.0.0.1", PAGES_BY_VITE: "1", LOG_LEVEL: "error" };
  let server = start("server/main.ts", settings);
  await until(() => server.said().includes("is ready"), server);
  let follower = start("tools/operate/backup.ts", environment(original), "--continuous", backup);
  await until(() => follower.said().includes("can be restored"), follower);

  await addAccount("First");
  const file = await beside(async ({ sql }) => {
    const storage = createStorage(envOf(original), sql);
    const stored = await storage.put(Readable.from([Buffer.from("a signed contract")]), 1000);
    await storage.confirm(stored.id);
    return stored;
  });
  await caughtUp(follower);
  afterFirst = await moment();
  await addAccount("Second");
  await beside(async ({ sql }) => createStorage(envOf(original), sql).remove(file.id));
  for (const entry of filesIn(original)) rmSync(path.join(entry.parentPath, entry.name));
  await caughtUp(follower);
  afterSecond = await moment();

  // The command is killed and started again: it goes on, also over a new segment of the log.
  const killed = once(follower.child, "exit");
  follower.child.kill("SIGKILL");
  await killed;
  await addAccount("While nobody followed");
  await beside(({ sql }) => sql`select pg_switch_wal()`);
  follower = start("tools/operate/backup.ts", environment(original), "--continuous", backup);
  await until(() => existsSync(path.join(backup, "status.json")), follower);
  await addAccount("Third");
  await caughtUp(follower);

  // The server and its database are killed amid work and started again; the command waits for them.
  const postgres = postmasterFile(path.join(original, "postgres"))!.pid;
  const ended = once(server.child, "exit");
  server.child.kill("SIGKILL");
  process.kill(postgres, "SIGKILL");
  await ended;
  server = start("server/main.ts", settings);
  await until(() => server.said().includes("is ready"), server);
  await addAccount("After the crash");
  await caughtUp(follower);

  for (const { child } of [server, follower]) {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }
}, 600_000);

test("a given second is restored after everything was killed: what came before it, nothing after it, and the file that was there", async () => {
  const target = path.join(home, "first");
  const restored = await run("restore", target, backup, "--to", afterFirst.toISOString());
  expect(restored.said).toContain(`Restored the moment ${afterFirst.toISOString()}`);
  expect(restored.said).toContain("1 files are there, 0 are missing.");
  expect(restored.ok).toBe(true);
  expect(await accountsIn(target)).toEqual(["First"]);
  const [file] = filesIn(target);
  expect(readFileSync(path.join(file!.parentPath, file!.name), "utf8")).toBe("a signed contract");
});

test("later moments have what came by then; without a moment it is the end, crash and all", async () => {
  const second = path.join(home, "second");
  expect(await run("restore", second, backup, "--to", afterSecond.toISOString())).toMatchObject({ ok: true });
  expect(await accountsIn(second)).toEqual(["First", "Second"]);
  expect(filesIn(second)).toEqual([]);
  const end = path.join(home, "end");
  expect(await run("restore", end, backup)).toMatchObject({ ok: true });
  expect(await accountsIn(end)).toEqual(["After the crash", "First", "Second", "Third", "While nobody followed"]);
});

test("a moment after the last commit and before the end of the backup is the end", async () => {
  const target = path.join(home, "quiet");
  const to = readStatus(backup)!.syncedAt!;
  expect(await run("restore", target, backup, "--to", to)).toMatchObject({ ok: true });
  expect(await accountsIn(target)).toHaveLength(5);
});

test("what is restored is a copy, keeps its keys, and with --new-keys gets none of the original", async () => {
  const target = path.join(home, "staging");
  expect(await run("restore", target, backup, "--new-keys")).toMatchObject({
    ok: true,
    said: expect.stringContaining("It is a copy"),
  });
  expect(existsSync(path.join(target, "keys.json"))).toBe(false);
  const database = await openDatabase(envOf(target), log);
  expect(await database.sql`select private.is_copy() as copy`).toEqual([{ copy: true }]);
  await database.close();
  expect(readFileSync(path.join(home, "end/keys.json"), "utf8")).toBe(
    readFileSync(path.join(original, "keys.json"), "utf8"),
  );
});

test("moments that the backup does not hold, and times that say nothing, are refused before anything is written", async () => {
  const target = path.join(home, "refused");
  const refused = async (to: string) => {
    const { ok, said } = await run("restore", target, backup, "--to", to);
    expect(ok).toBe(false);
    expect(existsSync(target)).toBe(false);
    return said;
  };
  expect(await refused("2020-01-01T00:00:00Z")).toContain("The backup begins after");
  expect(await refused("2099-01-01T00:00:00Z")).toContain("The backup ends before");
  expect(await refused("2026-11-18 10:00")).toContain("a moment with its zone");
  const damaged = path.join(home, "damaged");
  await promisify(execFile)("cp", ["-R", backup, damaged]);
  const base = readdirSync(path.join(damaged, "base")).findLast((name) => name.endsWith(".gz"))!;
  const bytes = readFileSync(path.join(damaged, "base", base));
  writeFileSync(path.join(damaged, "base", base), bytes.subarray(0, bytes.length - 1000));
  const { said } = await run("restore", target, damaged);
  expect(said).toContain("is damaged");
  expect(existsSync(target)).toBe(false);
});
