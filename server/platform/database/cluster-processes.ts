// Which PostgreSQL processes work in a directory, and ending those that a killed server left behind.
import { readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OperatorError } from "./operator-error.ts";

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}

/** What postmaster.pid says, if it is there. */
export function postmasterFile(
  directory: string,
): { pid: number; socketDirectory: string | undefined; ready: boolean } | null {
  try {
    const lines = readFileSync(path.join(directory, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), socketDirectory: lines[4], ready: lines[7]?.startsWith("ready") ?? false };
  } catch {
    return null;
  }
}

/** Every PostgreSQL process works inside its cluster's directory, which tells it from a stranger with a reused id. */
function processesIn(directory: string): number[] {
  if (process.platform !== "linux") {
    const pid = postmasterFile(directory)?.pid;
    return pid && alive(pid) ? [pid] : [];
  }
  let real: string;
  try {
    real = realpathSync(directory);
  } catch {
    return [];
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return pid !== process.pid && readlinkSync(`/proc/${pid}/cwd`) === real;
      } catch {
        return false; // Ended in the meantime, or not ours to look at.
      }
    });
}

async function gone(directory: string, seconds: number): Promise<boolean> {
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(20))
    if (processesIn(directory).length === 0) return true;
  return false;
}

export async function killCluster(directory: string): Promise<void> {
  for (const pid of processesIn(directory)) end(pid, "SIGKILL");
  if (!(await gone(directory, 10)))
    throw new OperatorError(`Processes ${processesIn(directory).join(", ")} still use ${directory} and do not end.`);
}

/** Call only while holding the data directory: whatever still runs in it has lost its server. */
export async function endLeftovers(directory: string, socketDirectory: string): Promise<void> {
  const leftovers = processesIn(directory);
  const postmaster = postmasterFile(directory)?.pid;
  if (postmaster !== undefined && leftovers.includes(postmaster)) {
    end(postmaster, "SIGINT");
    await gone(directory, 10);
  }
  if (leftovers.length > 0) await killCluster(directory);
  if (process.platform !== "linux") return;
  // A stranger that got the old process id, or the old process while no one has taken note of its end, would make PostgreSQL
  // refuse to start. No one works here: the files are stale.
  rmSync(path.join(directory, "postmaster.pid"), { force: true });
  for (const name of readdirSync(socketDirectory)) rmSync(path.join(socketDirectory, name), { force: true });
}
