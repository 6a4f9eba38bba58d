// What a continuous backup does when it was away, when time passes, and what the doctor is told of it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, joinRunning, openDatabase } from "../database.ts";
import { inArchive, readBases, readHistory, readStatus, writeWhole } from "./archive.ts";
import {
  type ContinuousOptions,
  endContinuousBackup,
  follow,
  noteFile,
  prune,
  runContinuousBackup,
} from "./continuous-backup.ts";
import { reportContinuous } from "./continuous-report.ts";
import { planRecovery } from "./recover.ts";
import { slotName } from "./wal-archive.ts";
import { formatPosition, parsePosition, segmentName, segmentNumber } from "./wal-position.ts";

vi.setConfig({ testTimeout: 120_000 });
const log = pino({ level: "silent" });
const home = mkdtempSync(path.join(os.tmpdir(), "guidevane-follow-"));
const dataDir = path.join(home, "data");
const env = { DATA_DIR: dataDir, DATABASE_POOL_SIZE: 3, DATABASE_TLS: "off" as const };
const day = 24 * 3_600_000;
let server: Database;
/** Who may do with the log and its slots what the server may not. */
let operator: Database;

beforeAll(async () => {
  server = await openDatabase(env, log);
  operator = joinRunning(env, log)!;
  await server.sql`create table notes (text text)`;
});
afterAll(async () => {
  await operator.close();
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

let directories = 0;
function options(more: Partial<ContinuousOptions> = {}): ContinuousOptions {
  const directory = path.join(home, `backup-${(directories += 1)}`);
  mkdirSync(directory);
  return { dataDir, directory, keepDays: 7, join: () => joinRunning(env, log), ...more };
}
const fill = () => server.sql`insert into notes select repeat('x', 1000) from generate_series(1, 2000)`;

/** Rounds until there is a copy of the database. */
async function withBase(of: ContinuousOptions, count = 1) {
  const following = (await follow(of))!;
  await vi.waitFor(
    async () => {
      await following.round();
      expect(readBases(of.directory)).toHaveLength(count);
    },
    { timeout: 60_000, interval: 100 },
  );
  await following.round();
  return following;
}

test("places in the log and names of its files are PostgreSQL's", async () => {
  const [row] = await server.sql<{ at: string; name: string }[]>`
    select pg_current_wal_lsn()::text as at, pg_walfile_name(pg_current_wal_lsn()) as name`;
  const position = parsePosition(row!.at);
  expect(formatPosition(position)).toBe(row!.at);
  expect(segmentName(1, position / 0x1000000n, 0x1000000n)).toBe(row!.name);
  expect(segmentName(1, 0x1_0000_0005n / 0x1000000n, 0x1000000n)).toBe("000000010000000100000000");
  expect(segmentNumber("000000010000000100000000", 0x1000000n)).toBe(256n);
});

test("a backup whose log was given up begins again with a new copy, and says what cannot be restored", async () => {
  const of = options();
  const first = await withBase(of);
  await first.close();
  const lastBefore = readBases(of.directory)[0]!;
  await operator.sql`select pg_drop_replication_slot(${slotName})`;
  for (let times = 0; times < 3; times++) {
    await fill();
    await operator.sql`select pg_switch_wal()`;
  }
  await operator.sql`checkpoint`;
  const second = await withBase(of, 2);
  const syncedAt = await second.round();
  await second.close();
  await writeWhole(
    inArchive.status(of.directory),
    JSON.stringify({ syncedAt, seenAt: syncedAt, isWaiting: false, trouble: null }),
  );
  const before = await planRecovery(of.directory, new Date(lastBefore.finishedAt));
  expect(before).toMatchObject({ base: lastBefore, isUnbroken: false });
  expect(await planRecovery(of.directory, null)).toMatchObject({ base: readBases(of.directory)[1], isUnbroken: true });
  await endContinuousBackup(operator.sql, dataDir);
});

test("what is older than the days to keep goes, except what the oldest of them needs; files that are gone stay as long", async () => {
  let days = 0;
  const started = Date.now();
  const now = () => new Date(started + days * day);
  const of = options({ now, keepDays: 2 });
  mkdirSync(path.join(dataDir, "files/ab"), { recursive: true });
  const stored = `files/ab/${"ab".repeat(16)}`;
  writeFileSync(path.join(dataDir, stored), "bytes");
  const following = await withBase(of);
  expect(existsSync(path.join(inArchive.files(of.directory), stored))).toBe(true);
  rmSync(path.join(dataDir, stored));
  const history = readHistory(of.directory)!;
  await prune(history, dataDir, of.directory, 2, now());
  await following.close();
  // Two more copies, a log apart; then the second is made to be three days old and the first four.
  for (const count of [2, 3]) {
    await fill();
    await operator.sql`select pg_switch_wal()`;
    days += 2;
    const again = await withBase(of, count);
    await again.close();
  }
  const [oldest, second, newest] = readBases(of.directory);
  const segmentOf = (base: typeof oldest) =>
    segmentName(
      history.timeline,
      parsePosition(base!.startPosition) / BigInt(history.segmentSize),
      BigInt(history.segmentSize),
    );
  const dated = async (base: typeof oldest, ago: number) =>
    writeWhole(
      path.join(inArchive.bases(of.directory), base!.file.replace("gz", "json")),
      JSON.stringify({ ...base, finishedAt: new Date(now().getTime() - ago * day).toISOString() }),
    );
  await dated(oldest, 4);
  await dated(second, 3);
  await dated(newest, 1);
  await prune(history, dataDir, of.directory, 2, now());
  expect(readBases(of.directory).map(({ file }) => file)).toEqual([second!.file, newest!.file]);
  expect(existsSync(path.join(inArchive.bases(of.directory), oldest!.file))).toBe(false);
  const segments = readdirSync(inArchive.wal(of.directory))
    .map((name) => name.slice(0, 24))
    .sort();
  expect(segments[0]).toBe(segmentOf(second));
  expect(segmentOf(oldest) < segmentOf(second)).toBe(true);
  // Gone for four days by now.
  expect(existsSync(path.join(inArchive.files(of.directory), stored))).toBe(false);
  await endContinuousBackup(operator.sql, dataDir);
});

test("directories of another database, or with other things in them, are refused", async () => {
  const of = options();
  writeFileSync(path.join(of.directory, "holiday.jpg"), "");
  await expect(follow(of)).rejects.toThrow("is not empty and holds no continuous backup");
  const other = options();
  await writeWhole(
    inArchive.history(other.directory),
    JSON.stringify({ systemId: "1", timeline: 1, segmentSize: 16777216 }),
  );
  await expect(follow(other)).rejects.toThrow("holds the backup of another database");
});

test("doctor: a backup that runs is well; one that stopped, fails or falls behind is to be fixed; none is not spoken of", async () => {
  expect(reportContinuous(dataDir)).toBeNull();
  const of = options();
  const stopping = new AbortController();
  const running = runContinuousBackup(of, stopping.signal);
  await vi.waitFor(() => expect(reportContinuous(dataDir)?.mark).toBe("ok"), { timeout: 60_000, interval: 100 });
  expect(reportContinuous(dataDir)?.words).toMatch(/^every moment from .* to .* can be restored from/);
  // Its disk goes away while it runs.
  rmSync(inArchive.wal(of.directory), { recursive: true });
  writeFileSync(inArchive.wal(of.directory), "no directory");
  await fill();
  await vi.waitFor(
    () =>
      expect(reportContinuous(dataDir)).toEqual({
        mark: "fix",
        words: expect.stringContaining("the continuous backup fails: E"),
      }),
    {
      timeout: 60_000,
      interval: 20,
    },
  );
  stopping.abort();
  await running;
  const status = readStatus(of.directory)!;
  const at = (ms: number) => new Date(Date.now() + ms);
  expect(reportContinuous(dataDir, at(120_000))).toMatchObject({
    mark: "fix",
    words: expect.stringContaining("has not run since"),
  });
  await writeWhole(
    inArchive.status(of.directory),
    JSON.stringify({ ...status, trouble: null, seenAt: at(300_000).toISOString() }),
  );
  expect(reportContinuous(dataDir, at(300_000))).toMatchObject({
    mark: "fix",
    words: expect.stringContaining("is behind"),
  });
  rmSync(of.directory, { recursive: true });
  expect(reportContinuous(dataDir)).toMatchObject({ mark: "fix", words: expect.stringContaining("cannot be read") });
  await endContinuousBackup(operator.sql, dataDir);
  expect(existsSync(noteFile(dataDir))).toBe(false);
});
