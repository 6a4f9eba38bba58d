// `npm run backup -- --continuous DIR`: follows a running server, so that any moment of the last days can be restored. One round a second:
// where the log ends is asked first, then files are copied, then the log up to there. So no row in the backup is without its file.
import { existsSync, rmSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { currentTime } from "#domain/clock.ts";
import type { Database } from "../database.ts";
import { isDatabaseAway } from "../connection-errors.ts";
import { OperatorError } from "../operator-error.ts";
import type { Sql } from "../sql.ts";
import {
  type Base,
  type History,
  inArchive,
  readBases,
  readHistory,
  readSegments,
  segmentsSince,
  type Status,
  writeWhole,
} from "./archive.ts";
import { takeBase } from "./base-backup.ts";
import { mirrorFiles, pruneMirror } from "./mirror-files.ts";
import { isLost, openWalArchive, slotName, type WalArchive } from "./wal-archive.ts";
import { parsePosition, segmentName } from "./wal-position.ts";

export interface ContinuousOptions {
  dataDir: string;
  directory: string;
  keepDays: number;
  /** Joins the running server's database; null while no server runs. */
  join: () => Database | null;
  tell?: (line: string) => void;
  now?: () => Date;
}

const roundMs = 1000;
const dayMs = 24 * 3_600_000;
const pruneEveryMs = 3_600_000;

/** Where the commands that look after a server find its continuous backup. */
export const noteFile = (dataDir: string): string => path.join(dataDir, "continuous.json");

export async function runContinuousBackup(options: ContinuousOptions, signal: AbortSignal): Promise<void> {
  const { dataDir, directory, tell = () => {} } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let following: Following | null = null;
  let syncedAt: string | null = null;
  let told = "";
  const report = async (isWaiting: boolean, trouble: string | null) => {
    const status: Status = { syncedAt, seenAt: currentTime().toISOString(), isWaiting, trouble };
    await writeWhole(inArchive.status(directory), `${JSON.stringify(status)}\n`).catch(() => undefined);
    const line = trouble ?? (isWaiting ? "No server runs in this data directory. Waiting for it." : "");
    if (line && line !== told) tell(line);
    told = line;
  };
  while (!signal.aborted) {
    try {
      if (!following) {
        following = await follow(options);
        if (following)
          await writeWhole(noteFile(dataDir), `${JSON.stringify({ directory: path.resolve(directory) })}\n`);
      }
      if (following) syncedAt = await following.round();
      await report(following === null, null);
    } catch (error) {
      await following?.close();
      following = null;
      if (error instanceof OperatorError) throw error;
      // Also files that are missing say ENOENT; they have a path.
      const isAway = isDatabaseAway(error) && !("path" in (error as object));
      await report(isAway, isAway ? null : (error as Error).message);
    }
    await sleep(roundMs, undefined, { signal }).catch(() => undefined);
  }
  await following?.close();
}

export interface Following {
  /** Brings the backup up to now; gives the moment up to which every commit is in it. */
  round(): Promise<string>;
  close(): Promise<void>;
}

export async function follow({
  dataDir,
  directory,
  keepDays,
  join,
  tell = () => {},
  now = currentTime,
}: ContinuousOptions): Promise<Following | null> {
  const database = join();
  if (!database) return null;
  const { sql } = database;
  const cluster = path.join(dataDir, "postgres");
  let wal: WalArchive;
  let bases: Base[];
  let history: History;
  try {
    history = await sameHistory(sql, directory);
    wal = await openWalArchive(sql, history, cluster, directory);
    bases = readBases(directory);
    const newest = bases.at(-1);
    // What is before a gap cannot be restored beyond it.
    if (!wal.isContinued || !newest || !segmentsSince(directory, history, newest).isUnbroken) bases = [];
  } catch (error) {
    await database.close();
    throw error;
  }
  const mirror = mirrorFiles(dataDir, directory);
  let taking: Promise<void> | null = null;
  let failed: Error | null = null;
  let prunedAt = 0;

  async function take(): Promise<void> {
    const base = await takeBase(sql, cluster, directory);
    bases.push(base);
    tell(`A copy of the database was taken: every moment since ${base.finishedAt} can be restored.`);
    prunedAt = 0;
  }

  return {
    async round() {
      if (failed) throw failed;
      if (await isLost(sql))
        throw new Error("PostgreSQL no longer has the log where the backup ended; it begins again");
      const newest = bases.at(-1);
      if (!taking && (!newest || now().getTime() - Date.parse(newest.finishedAt) > dayMs))
        taking = take().then(
          () => void (taking = null),
          (error: Error) => void (failed = error),
        );
      const [at] = await sql<{ moment: Date; position: string }[]>`
        select clock_timestamp() as moment, pg_current_wal_flush_lsn()::text as position`;
      await mirror.copy();
      await wal.fetchTo(parsePosition(at!.position));
      if (!taking && now().getTime() - prunedAt > pruneEveryMs) {
        prunedAt = now().getTime();
        await prune(history, dataDir, directory, keepDays, now());
      }
      return at!.moment.toISOString();
    },
    async close() {
      await database.close();
      await taking;
    },
  };
}

/** One directory is of one database, and of one course of it: a restored one begins another. */
async function sameHistory(sql: Sql, directory: string): Promise<History> {
  const [found] = await sql<{ systemId: string; timeline: number; segmentSize: number; level: string }[]>`
    select system_identifier::text as "systemId", timeline_id::int as timeline,
      (select setting::int from pg_settings where name = 'wal_segment_size') as "segmentSize", current_setting('wal_level') as level
    from pg_control_system(), pg_control_checkpoint()`;
  const { level, ...history } = found!;
  if (level !== "replica")
    throw new OperatorError(
      "The running server was started by an earlier release. Start it again, then start this again.",
    );
  const there = readHistory(directory);
  if (there && (there.systemId !== history.systemId || there.timeline !== history.timeline))
    throw new OperatorError(
      `${directory} holds the backup of another database, or of this one before it was restored. Choose an empty directory.`,
    );
  if (!there && (await readdir(directory)).some((name) => !name.startsWith("status.json")))
    throw new OperatorError(`${directory} is not empty and holds no continuous backup. Choose an empty directory.`);
  if (!there) await writeWhole(inArchive.history(directory), `${JSON.stringify(history)}\n`);
  return history;
}

/** Keeps what is needed to restore any moment of the last days: the newest base from before them, and the log since. */
export async function prune(
  history: History,
  dataDir: string,
  directory: string,
  keepDays: number,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - keepDays * dayMs);
  const bases = readBases(directory);
  const first = bases.findLast(({ finishedAt }) => new Date(finishedAt) <= before) ?? bases[0];
  if (!first) return;
  for (const base of bases.slice(0, bases.indexOf(first)))
    // First what makes it count.
    for (const name of [base.file.replace(/gz$/, "json"), base.file])
      await rm(path.join(inArchive.bases(directory), name), { force: true });
  for (const name of await readdir(inArchive.bases(directory)))
    if (name.endsWith(".partial") && name.slice(0, -8) < first.file)
      await rm(path.join(inArchive.bases(directory), name), { force: true });
  const size = BigInt(history.segmentSize);
  const oldest = segmentName(history.timeline, parsePosition(first.startPosition) / size, size);
  const { whole } = readSegments(directory);
  for (const name of await readdir(inArchive.wal(directory))) {
    const segment = name.slice(0, 24);
    if (segment < oldest || (name.endsWith(".partial") && whole.includes(segment)))
      await rm(path.join(inArchive.wal(directory), name), { force: true });
  }
  await pruneMirror(dataDir, directory, before, now);
}

/** Ends it for good: PostgreSQL keeps nothing for it any more. What is in the directory stays. */
export async function endContinuousBackup(sql: Sql, dataDir: string): Promise<void> {
  await sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${slotName}`;
  if (existsSync(noteFile(dataDir))) rmSync(noteFile(dataDir));
}
