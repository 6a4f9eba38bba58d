// One server per data directory. The lock is the kernel's (SQLite's file lock), so it ends with the process however the
// process ends: there is never a stale lock, not even in containers, where process ids repeat.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "./operator-error.ts";

/** What the holder of a data directory tells others: its process and where its PostgreSQL listens. */
export interface Holder {
  pid: number;
  socketDirectory: string | null;
}

export class DataDirectoryHeld extends OperatorError {
  readonly holder: Holder | null;
  constructor(dataDir: string, holder: Holder | null) {
    const who = holder ? `the process ${holder.pid}` : "another process";
    super(`The data directory ${dataDir} is in use by ${who}. Stop it first, or set DATA_DIR to another directory.`);
    this.holder = holder;
  }
}

export interface DataDirectoryLock {
  announce(holder: Holder): void;
  release(): void;
}

export function lockDataDirectory(dataDir: string): DataDirectoryLock {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new OperatorError(`The data directory ${dataDir} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const announcement = path.join(dataDir, "running.json");
  let lock: DatabaseSync;
  try {
    lock = new DatabaseSync(path.join(dataDir, "running.lock"), { timeout: 0 });
    lock.exec("begin immediate");
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) throw new DataDirectoryHeld(dataDir, readHolder(announcement));
    throw new OperatorError(`The data directory ${dataDir} is not writable: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return {
    announce: (holder) => writeFileSync(announcement, `${JSON.stringify(holder)}\n`, { mode: 0o600 }),
    release() {
      rmSync(announcement, { force: true });
      lock.close();
    },
  };
}

/** What the last holder announced; one that was killed may have left it behind. */
export const holderOf = (dataDir: string): Holder | null => readHolder(path.join(dataDir, "running.json"));

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return null; // The holder has the lock but has not announced itself yet.
  }
}
