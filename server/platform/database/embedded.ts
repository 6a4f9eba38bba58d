// A real PostgreSQL as our child process: no port, no installation, its files in the data directory.
import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#server/http/log.ts";
import { checkCluster, clusterExists, directoryArgument, makeCluster } from "./cluster-directory.ts";
import { endLeftovers, postmasterFile } from "./cluster-processes.ts";
import { type DataDirectoryLock, lockDataDirectory } from "./data-directory-lock.ts";
import { type Account, databaseAccount } from "./embedded-account.ts";
import { embeddedBinaries } from "./embedded-binaries.ts";
import { OperatorError } from "./operator-error.ts";
import { makeSocketDirectory } from "./socket-directory.ts";

export interface EmbeddedPostgres {
  socketDirectory: string;
  /** PostgreSQL's main process now; it changes when PostgreSQL had to be started again. */
  processId(): number | undefined;
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: Log;
  maxConnections: number;
  /** How many of them superusers alone may take. */
  reservedConnections?: number;
  /** False only for throwaway databases: faster, but a power cut may lose or break them. */
  durable?: boolean;
  /** Further settings of PostgreSQL, for a start that recovers to a moment. */
  recovery?: Record<string, string>;
}

/** Small on purpose: the working set of a back office fits, and the whole stays under 100 MB. */
const settings = (options: Options, socketDirectory: string): Record<string, string> => ({
  listen_addresses: "",
  unix_socket_directories: socketDirectory,
  unix_socket_permissions: "0700",
  max_connections: String(options.maxConnections),
  superuser_reserved_connections: String(options.reservedConnections ?? 3),
  shared_buffers: "48MB",
  effective_cache_size: "128MB",
  maintenance_work_mem: "32MB",
  max_wal_size: "256MB",
  // Of one connection: a sort or a series that is larger than anything here ends before the disk does.
  temp_file_limit: "2GB",
  min_wal_size: "48MB",
  // A verbose plan names its query, as Supabase's does.
  compute_query_id: "on",
  io_method: "sync",
  // Enough for a continuous backup to begin beside a running server; what it has not fetched is kept up to a limit, so
  // that one that was forgotten does not fill the disk.
  wal_level: "replica",
  max_slot_wal_keep_size: "1GB",
  max_wal_senders: "0",
  max_worker_processes: "4",
  max_logical_replication_workers: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  // "log" leaves out failed statements: their texts could hold personal data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_line_prefix: "",
  ...(options.durable === false && {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    wal_level: "minimal",
  }),
  ...options.recovery,
});

export async function startEmbedded(options: Options): Promise<EmbeddedPostgres> {
  const lock = lockDataDirectory(options.dataDir);
  try {
    return await startLocked(options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(options: Options, lock: DataDirectoryLock): Promise<EmbeddedPostgres> {
  const { log } = options;
  const directory = path.join(realpathSync(options.dataDir), "postgres");
  const account = databaseAccount(directory);
  const binaries = embeddedBinaries(account !== null);
  if (!clusterExists(directory)) {
    log.info({ directory }, "making the database directory");
    await makeCluster(directory, binaries.initdb, account, options.durable !== false);
  }
  checkCluster(directory, account);
  const { socketDirectory, told } = await makeSocketDirectory(directory, account);
  const flags = Object.entries(settings(options, told)).flatMap(([key, value]) => ["-c", `${key}=${value}`]);

  let child: ChildProcess;
  let stopping = false;
  let starting: Promise<void>;

  const start = async () => {
    await endLeftovers(directory, socketDirectory);
    const started = spawn(binaries.postgres, ["-D", directoryArgument(directory, account), ...flags], {
      cwd: directory,
      env: { LC_ALL: "C" },
      stdio: ["ignore", "ignore", "pipe"],
      detached: true, // Ctrl-C reaches us alone: requests finish before PostgreSQL is stopped.
      ...account,
    });
    child = started;
    const heard = listenTo(started, log, () => stopping);
    const ending = new Promise<string>((resolve) => {
      started.once("error", (error) => resolve(error.message));
      started.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    const watcher = started.pid === undefined ? null : stopWhenWeDie(started.pid, account);
    void ending.then(() => watcher?.kill("SIGKILL"));
    if (!(await becomesReady(directory, started, log)))
      throw new OperatorError(
        `PostgreSQL did not start (${await ending}):\n${heard.join("\n").replaceAll("/proc/self/cwd", directory)}\nIts files were not changed.`,
      );
    const endedUnasked = (how: string) => {
      log.error({ how }, "PostgreSQL ended; starting it again");
      starting = startAgain();
    };
    void ending.then((how) => stopping || endedUnasked(how));
  };

  const startAgain = async (): Promise<void> => {
    if (stopping) return;
    try {
      await start();
      log.info("PostgreSQL is back");
    } catch (error) {
      log.error({ err: error }, "PostgreSQL does not start; trying again in a second");
      await sleep(1000);
      await startAgain();
    }
  };

  starting = start();
  await starting;
  lock.announce({ pid: process.pid, socketDirectory });
  return {
    socketDirectory,
    processId: () => child.pid,
    async stop() {
      stopping = true;
      await starting; // A start under way is finished first: half a start would leave an orphan.
      await stopChild(child);
      rmSync(socketDirectory, { recursive: true, force: true });
      lock.release();
    },
  };
}

/** Passes PostgreSQL's words to our log and keeps the last ones, for the message when it does not start. */
function listenTo(child: ChildProcess, log: Log, isStopping: () => boolean): string[] {
  const heard: string[] = [];
  const complaints = foldRepeats(log);
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    for (const line of text.split("\n").filter(Boolean)) {
      if (heard.push(line) > 20) heard.shift();
      // Each connection says it once when we stop PostgreSQL ourselves.
      if (/^(FATAL|PANIC):/.test(line) && !isStopping()) complaints(line);
      // Its complaints quote what someone typed.
      else log.debug({ postgres: line.replace(/"[^"]*"/g, '"..."') });
    }
  });
  return heard;
}

const foldMs = 5000;

/** What is lost with PostgreSQL says every connection for itself: the first at once, the rest in one line with their number. */
export function foldRepeats(log: Pick<Log, "warn">, waitMs = foldMs): (line: string) => void {
  const waiting = new Map<string, number>();
  return (line) => {
    const count = waiting.get(line);
    waiting.set(line, (count ?? 0) + 1);
    if (count !== undefined) return;
    log.warn({ postgres: line }, "PostgreSQL complains");
    setTimeout(() => {
      const times = waiting.get(line)! - 1;
      waiting.delete(line);
      if (times > 0) log.warn({ postgres: line, times }, "PostgreSQL complained again");
    }, waitMs).unref();
  };
}

const ended = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/** False when it ends instead. Recovery after a crash may take its time, so there is no time limit. */
async function becomesReady(directory: string, child: ChildProcess, log: Log): Promise<boolean> {
  for (let waited = 0; !ended(child); waited += 10) {
    const file = postmasterFile(directory);
    if (file?.ready && file.pid === child.pid) return true;
    if (waited > 0 && waited % 10_000 === 0) log.info("PostgreSQL is still starting");
    await sleep(10);
  }
  return false;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (ended(child)) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  const impatience = setTimeout(() => child.kill("SIGQUIT"), 20_000); // Safe: the next start recovers from the log.
  await exited;
  clearTimeout(impatience);
}

/** A shell waits on a pipe that only we hold: it ends when we do, however we end, and then it stops PostgreSQL. */
function stopWhenWeDie(postmaster: number, account: Account | null): ChildProcess {
  const watcher = spawn("/bin/sh", ["-c", 'read -r _; kill -INT "$1" 2>/dev/null', "sh", String(postmaster)], {
    cwd: "/",
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    ...account,
  });
  watcher.unref();
  return watcher;
}
