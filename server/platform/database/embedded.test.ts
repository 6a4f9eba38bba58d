import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startWriter, stopWriter } from "#server/testing/kill-writers.ts";
import { isDatabaseAway } from "./connection-errors.ts";
import { holderOf } from "./data-directory-lock.ts";
import { joinDatabase, openDatabase } from "./database.ts";
import { foldRepeats } from "./embedded.ts";

const log = pino({ level: "silent" });
const home = mkdtempSync(path.join(os.tmpdir(), "guidevane-embedded-"));
const dataDir = path.join(home, "data");
const settings = (DATA_DIR: string) => ({ DATA_DIR, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" as const });

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function until(what: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(20)) if (await what()) return;
  throw new Error("It did not happen in time.");
}

/** One number for every file, its content, owner and rights. */
function fingerprint(directory: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" }).sort()) {
    const file = path.join(directory, name);
    const { mode, uid, mtimeMs } = statSync(file);
    hash.update(`${name} ${mode} ${uid} ${mtimeMs}\n`);
    if (statSync(file).isFile()) hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}

function copyOfData(): string {
  const copy = mkdtempSync(path.join(home, "copy-"));
  execFileSync("cp", ["-a", path.join(dataDir, "postgres"), copy]);
  return copy;
}

beforeAll(async () => {
  const database = await openDatabase(settings(dataDir), log);
  await database.close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

vi.setConfig({ testTimeout: 60_000 }); // Disks of busy machines are slow to sync a new directory.

describe("the data directory", () => {
  test("is held by one process, which the second start names, and which commands may join", async () => {
    const holder = startWriter(dataDir);
    await holder.postgresPid;
    await expect(openDatabase(settings(dataDir), log)).rejects.toThrow(`in use by the process ${holder.process.pid}`);
    const beside = await joinDatabase(settings(dataDir), log);
    expect(await beside.sql`select count(*)::int as accounts from public.accounts`).toEqual([{ accounts: 0 }]);
    await beside.close();
    expect(holder.process.exitCode).toBeNull();
    await stopWriter(holder);
  });

  test("listens on no port, and on a socket that only its owner reaches", async () => {
    const database = await openDatabase(settings(dataDir), log);
    const [row] = await database.sql`
      select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync, current_setting('data_checksums') as checksums`;
    expect(row).toMatchObject({ addresses: "", fsync: "on", checksums: "on" });
    const socket = holderOf(dataDir)!.socketDirectory!;
    expect(statSync(socket).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
    if (process.getuid?.() === 0) expect(statSync(path.join(dataDir, "postgres")).uid).not.toBe(0);
    await database.close();
    expect(existsSync(socket)).toBe(false);
  });

  test.each([
    [
      "a newer PostgreSQL",
      (d: string) => writeFileSync(path.join(d, "PG_VERSION"), "19\n"),
      /written by PostgreSQL 19/,
    ],
    ["a lost version file", (d: string) => rmSync(path.join(d, "PG_VERSION")), /not a whole PostgreSQL directory/],
    [
      "a lost control file",
      (d: string) => rmSync(path.join(d, "global/pg_control")),
      /not a whole PostgreSQL directory/,
    ],
  ])("with %s is refused with a reason, unharmed", async (_, damage, reason) => {
    const copy = copyOfData();
    damage(path.join(copy, "postgres"));
    const base = path.join(copy, "postgres/base");
    const before = fingerprint(base);
    await expect(openDatabase(settings(copy), log)).rejects.toThrow(reason);
    expect(fingerprint(base)).toBe(before);
  });

  test("with a lost catalog is refused with PostgreSQL's reason", async () => {
    const copy = copyOfData();
    rmSync(path.join(copy, "postgres/global/1262"));
    await expect(openDatabase(settings(copy), log)).rejects.toThrow(
      'starts, but it cannot be used: could not open file "global/1262"',
    );
  });

  test("that was half made is made again", async () => {
    const fresh = mkdtempSync(path.join(home, "half-"));
    mkdirSync(path.join(fresh, "postgres.unfinished/base"), { recursive: true });
    const database = await openDatabase(settings(fresh), log);
    expect(await database.answers()).toBe(true);
    await database.close();
  });

  test("starts although a stranger now has the process id of the old PostgreSQL", async () => {
    const first = await openDatabase(settings(dataDir), log);
    const place = holderOf(dataDir)!.socketDirectory!;
    await first.close();
    // One of the same account: PostgreSQL takes others, and those that started it, for what they are.
    const { uid, gid } = statSync(path.join(dataDir, "postgres"));
    const stranger = spawn("sleep", ["600"], { uid, gid, cwd: "/" });
    onTestFinished(() => void stranger.kill("SIGKILL"));
    const lock = `${stranger.pid}\n${dataDir}\n1\n5432\n${place}\n\n  1 1\nready   \n`;
    writeFileSync(path.join(dataDir, "postgres/postmaster.pid"), lock, { mode: 0o600 });
    mkdirSync(place);
    writeFileSync(path.join(place, ".s.PGSQL.5432.lock"), lock, { mode: 0o600 });
    for (const name of [place, path.join(place, ".s.PGSQL.5432.lock")]) chownSync(name, uid, gid);
    const database = await openDatabase(settings(dataDir), log);
    await until(() => database.answers());
    await database.close();
  });
});

describe("kill -9", () => {
  test("of the server ends PostgreSQL too", async () => {
    const writer = startWriter(dataDir);
    const pid = await writer.postgresPid;
    writer.process.kill("SIGKILL");
    await writer.exited;
    await until(() => !alive(pid));
  });

  test("audit-4 O12: what each connection complains of is one line and its number, with words; our own stop is silent", async () => {
    const lines: { level: number; msg?: string; postgres?: string; times?: number }[] = [];
    const noted = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
    const say = foldRepeats(noted, 20);
    for (let count = 0; count < 300; count += 1) say("FATAL:  the database system is in recovery mode");
    await until(() => lines.length === 2);
    expect(lines).toMatchObject([{ msg: "PostgreSQL complains" }, { msg: "PostgreSQL complained again", times: 299 }]);
    lines.length = 0;
    const database = await openDatabase({ ...settings(dataDir), DATABASE_POOL_SIZE: 5 }, noted);
    await Promise.all(Array.from({ length: 5 }, () => database.sql`select pg_sleep(0.05)`));
    await database.close();
    expect(lines).toEqual([]);
  });

  test("of PostgreSQL is answered with a restart; calls in between fail as 'away'", async () => {
    const database = await openDatabase(settings(dataDir), log);
    const pid = Number(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
    // Under way when it happens: a quick restart on a busy machine may be over before the next call.
    const cut = database.sql`select pg_sleep(600)`.then(String, (error: unknown) => error);
    await until(async () => {
      const [row] = await database.sql<
        { asleep: boolean }[]
      >`select exists (select from pg_stat_activity where wait_event = 'PgSleep') as asleep`;
      return row!.asleep;
    });
    const begun = () => database.sql<{ at: string }[]>`select pg_postmaster_start_time()::text as at`;
    const [first] = await begun();
    process.kill(pid, "SIGKILL");
    const error = await cut;
    expect(isDatabaseAway(error), String(error)).toBe(true);
    // The other connection's process may answer once more before it notices that its PostgreSQL is gone.
    await until(() =>
      begun().then(
        ([now]) => now!.at !== first!.at,
        (again: unknown) => {
          expect(isDatabaseAway(again), String(again)).toBe(true);
          return false;
        },
      ),
    );
    await until(() => database.answers());
    await database.close();
  });
});
