// `npm run restore -- DIR --to TIME`: the newest copy from before that moment, and the log up to it.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Log } from "#server/http/log.ts";
import { isStoredFile, keptFiles } from "../backed-up.ts";
import { giveTo } from "../cluster-directory.ts";
import { type Database, type DatabaseSettings, openDatabase } from "../database.ts";
import { databaseAccount } from "../embedded-account.ts";
import { OperatorError } from "../operator-error.ts";
import type { Sql } from "../sql.ts";
import {
  type Base,
  type History,
  inArchive,
  readBases,
  readHistory,
  readStatus,
  type Segment,
  segmentsSince,
} from "./archive.ts";
import { checkBase, unpackBase } from "./base-backup.ts";
import { unpackSegment } from "./wal-archive.ts";
import { parsePosition, segmentName } from "./wal-position.ts";

export interface RecoveryPlan {
  directory: string;
  history: History;
  base: Base;
  segments: Segment[];
  /** The log goes on to where the backup ends now; otherwise some of it is missing. */
  isUnbroken: boolean;
  /** Null: to the end. */
  to: Date | null;
  /** The moment that will be restored. */
  moment: Date;
}

/** Looks at everything before anything is written. */
export async function planRecovery(directory: string, to: Date | null): Promise<RecoveryPlan> {
  const history = readHistory(directory);
  const reachesTo = readStatus(directory)?.syncedAt;
  const bases = readBases(directory);
  const oldest = bases[0];
  if (!history || !reachesTo || !oldest)
    throw new OperatorError(
      `${directory} holds no continuous backup that can be restored: it has no copy of the database yet.`,
    );
  const range = `It holds every moment from ${oldest.finishedAt} to ${reachesTo}.`;
  if (to && to > new Date(reachesTo)) throw new OperatorError(`The backup ends before ${to.toISOString()}. ${range}`);
  const base = bases.findLast(({ finishedAt }) => !to || new Date(finishedAt) <= to);
  if (!base) throw new OperatorError(`The backup begins after ${to?.toISOString()}. ${range}`);
  await checkBase(directory, base);
  const { segments, isUnbroken } = segmentsSince(directory, history, base);
  const size = BigInt(history.segmentSize);
  const lastNeeded = segmentName(history.timeline, parsePosition(base.stopPosition) / size, size);
  if ((segments.at(-1)?.name ?? "") < lastNeeded)
    throw new OperatorError(`${directory} lacks a part of the log that belongs to ${base.file}. Nothing was changed.`);
  return { directory, history, base, segments, isUnbroken, to, moment: to ?? new Date(reachesTo) };
}

const notReached = "recovery ended before configured recovery target was reached";

/** Into a claimed, empty data directory. The database is left open, as it was at the moment, and takes writes. */
export async function recover(plan: RecoveryPlan, env: DatabaseSettings, log: Log): Promise<Database> {
  await unpack(plan, env.DATA_DIR);
  const settings = { restore_command: "false", hot_standby: "off", recovery_target_action: "promote" };
  const start = (target: Record<string, string>) =>
    openDatabase(env, log, { isRestore: true, recovery: { ...settings, ...target } });
  if (!plan.to) return start({});
  try {
    // PostgreSQL does not know the zone "Z" this early.
    return await start({ recovery_target_time: plan.to.toISOString().replace("T", " ").replace("Z", "+00") });
  } catch (error) {
    if (!(error instanceof OperatorError) || !error.message.includes(notReached)) throw error;
    if (!plan.isUnbroken)
      throw new OperatorError(
        `A part of the log before ${plan.to.toISOString()} is missing: the backup was interrupted for too long. Choose an earlier moment, or one after the next copy of the database.`,
      );
    // Nothing was committed between that moment and the end of the backup: the end is that moment.
    await unpack(plan, env.DATA_DIR);
    return start({});
  }
}

async function unpack({ directory, history, base, segments }: RecoveryPlan, dataDir: string): Promise<void> {
  const cluster = path.join(dataDir, "postgres");
  rmSync(cluster, { recursive: true, force: true });
  await unpackBase(directory, base, cluster);
  mkdirSync(path.join(cluster, "pg_wal"), { recursive: true, mode: 0o700 });
  for (const { name, isCurrent } of segments)
    await unpackSegment(directory, name, isCurrent, history.segmentSize, cluster);
  await mkdir(path.join(cluster, "pg_wal/archive_status"), { recursive: true, mode: 0o700 });
  await mkdir(path.join(cluster, "pg_wal/summaries"), { recursive: true, mode: 0o700 });
  await writeFile(path.join(cluster, "recovery.signal"), "", { mode: 0o600 });
  const account = databaseAccount(cluster);
  if (account) giveTo(cluster, account);
}

/** Stored files that rows know at that moment; drafts and mail as they are in the backup. */
export async function recoverFiles(sql: Sql, directory: string, dataDir: string): Promise<void> {
  const source = inArchive.files(directory);
  if (!existsSync(source)) return;
  const rows = await sql<{ key: string }[]>`select key from private.files where place = 'disk'`;
  const known = new Set(rows.map(({ key }) => key));
  for (const name of keptFiles(source)) {
    if (isStoredFile(name) && !known.has(path.basename(name))) continue;
    await mkdir(path.dirname(path.join(dataDir, name)), { recursive: true, mode: 0o700 });
    await copyFile(path.join(source, name), path.join(dataDir, name));
  }
}
