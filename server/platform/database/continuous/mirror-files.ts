// Files of the data directory beside the database. Stored files never change under their random names; a file that is gone is kept for
// as long as someone may restore a moment at which it was there.
import { constants, existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { currentMillis } from "#domain/clock.ts";
import { isKeptFile, keptFolders } from "../backed-up.ts";
import { inArchive, sync, writeWhole } from "./archive.ts";

/** Directories whose last change is older than this are not read again: no file can have come at the same tick of the clock. */
const settledMs = 2000;

export interface Mirror {
  /** Copies what is new or changed. */
  copy(): Promise<void>;
}

export function mirrorFiles(dataDir: string, directory: string): Mirror {
  const target = inArchive.files(directory);
  const seen = new Map<string, number>();

  async function copyFolder(name: string): Promise<void> {
    const { mtimeMs } = await stat(path.join(dataDir, name));
    const entries = await readdir(path.join(dataDir, name), { withFileTypes: true });
    const isSettled = seen.get(name) === mtimeMs;
    for (const entry of entries) {
      const inner = `${name}/${entry.name}`;
      if (entry.isDirectory()) await unlessGone(copyFolder(inner));
      else if (!isSettled && entry.isFile() && isKeptFile(inner))
        await unlessGone(copyIfNew(path.join(dataDir, inner), path.join(target, inner)));
    }
    if (currentMillis() - mtimeMs > settledMs) seen.set(name, mtimeMs);
  }

  return {
    async copy() {
      for (const name of keptFolders) if (existsSync(path.join(dataDir, name))) await unlessGone(copyFolder(name));
      await unlessGone(copyIfNew(path.join(dataDir, "keys.json"), inArchive.keys(directory)));
    },
  };
}

async function unlessGone(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

async function copyIfNew(source: string, target: string): Promise<void> {
  const { size, mtime } = await stat(source);
  const there = await stat(target).catch(() => null);
  if (there?.size === size && Math.abs(there.mtimeMs - mtime.getTime()) < 1) return;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await copyFile(source, `${target}.partial`, constants.COPYFILE_FICLONE);
  await utimes(`${target}.partial`, mtime, mtime);
  await sync(`${target}.partial`);
  await rename(`${target}.partial`, target);
}

/** Removes copies of files that have been gone for longer than a moment can be restored. */
export async function pruneMirror(dataDir: string, directory: string, before: Date, now: Date): Promise<void> {
  const target = inArchive.files(directory);
  if (!existsSync(target)) return;
  const list = path.join(directory, "gone.json");
  const known = existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as Record<string, string>) : {};
  const gone: Record<string, string> = {};
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const name = path.relative(target, path.join(entry.parentPath, entry.name));
    if (existsSync(path.join(dataDir, name))) continue;
    const since = known[name] ?? now.toISOString();
    if (new Date(since) < before) await rm(path.join(target, name), { force: true });
    else gone[name] = since;
  }
  await writeWhole(list, `${JSON.stringify(gone)}\n`);
}
