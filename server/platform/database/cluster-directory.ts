// The directory of PostgreSQL's files: made once, checked before every start, never changed by hand.
import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { type Account, namedAccount } from "./embedded-account.ts";
import { killCluster } from "./cluster-processes.ts";
import { OperatorError } from "./operator-error.ts";

const majorVersion = "18";

/** How the programs are told where the files are. Root enters the directory for them, so that they work under folders
 *  that their account may not enter (a clone under /root): they know it only as their working directory. */
export const directoryArgument = (directory: string, account: Account | null): string =>
  account && process.platform === "linux" ? "/proc/self/cwd" : directory;

export const clusterExists = (directory: string): boolean => existsSync(directory) && readdirSync(directory).length > 0;

/** Throws, and touches nothing, when the directory is not one that this PostgreSQL may open. */
export function checkCluster(directory: string, account: Account | null): void {
  const untouched = "Nothing was changed.";
  const versionFile = path.join(directory, "PG_VERSION");
  const owner = statSync(directory).uid;
  const uid = account?.uid ?? process.getuid?.();
  if (owner !== uid)
    throw new OperatorError(
      `${directory} belongs to the account ${owner}, and PostgreSQL would run as ${uid}. ` +
        `Start as the account that made it, or give it to this one with chown -R. ${untouched}`,
    );
  if (!existsSync(versionFile) || !existsSync(path.join(directory, "global/pg_control")))
    throw new OperatorError(
      `${directory} is not empty but is not a whole PostgreSQL directory (PG_VERSION or global/pg_control is missing). ` +
        `Restore a backup into an empty data directory, or set DATA_DIR to another one. ${untouched}`,
    );
  const version = readFileSync(versionFile, "utf8").trim();
  if (version !== majorVersion)
    throw new OperatorError(
      `${directory} was written by PostgreSQL ${version}, and this is PostgreSQL ${majorVersion}. Start the release of ` +
        `Guidevane that wrote it, take a backup with npm run backup, and restore that into an empty data directory. ${untouched}`,
    );
}

/** Made under another name first: a half-made directory is never taken for a whole one. */
export async function makeCluster(directory: string, initdb: string, account: Account | null, durable: boolean) {
  const unfinished = `${directory}.unfinished`;
  await killCluster(unfinished);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  chmodSync(unfinished, 0o700);
  const maker = account ? namedAccount : null;
  try {
    if (maker) chownSync(unfinished, maker.uid, maker.gid);
    await promisify(execFile)(initdb, ["-D", directoryArgument(unfinished, maker), ...initOptions(durable)], {
      cwd: unfinished,
      env: { LC_ALL: "C", PATH: process.env.PATH },
      ...maker,
    });
    if (account) giveTo(unfinished, account);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    const said = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
    throw new OperatorError(`PostgreSQL could not make its directory ${directory}: ${said}${adviceOn(said)}`, {
      cause: error,
    });
  }
  if (existsSync(directory)) rmdirSync(directory); // Refuses unless it is empty.
  renameSync(unfinished, directory);
}

const initOptions = (durable: boolean): string[] => [
  "--username=postgres",
  "--auth-local=trust",
  "--auth-host=reject",
  "--encoding=UTF8",
  "--data-checksums",
  // Names sort as people expect, and the same on every machine: the rules come with the packaged ICU library.
  "--locale=C",
  "--locale-provider=icu",
  "--icu-locale=und",
  ...(durable ? [] : ["--no-sync"]),
];

function adviceOn(said: string): string {
  if (said.includes("could not look up effective user ID"))
    return "\nPostgreSQL needs a named account to make its directory: start as one that stands in /etc/passwd.";
  if (said.includes("EPERM") && process.getuid?.() === 0)
    return "\nRoot may not act for other accounts here (a container with few capabilities?): start as a named account.";
  return "";
}

export function giveTo(directory: string, account: Account): void {
  lchownSync(directory, account.uid, account.gid);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const inner = path.join(directory, entry.name);
    if (entry.isDirectory()) giveTo(inner, account);
    else lchownSync(inner, account.uid, account.gid);
  }
}
