// What is in the directory of a continuous backup:
//   history.json   which database it is of
//   status.json    how far it has come, or what is wrong
//   base/          whole copies of the database directory, each with a .json beside it that makes it count
//   wal/           the write-ahead log since: whole segments packed, the current one as far as it has come
//   files/         stored files, drafts and mail of the data directory
//   keys.json      the server's keys
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { open, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { OperatorError } from "../operator-error.ts";
import { isSegmentName, parsePosition, segmentName } from "./wal-position.ts";

const historySchema = z.object({ systemId: z.string(), timeline: z.number(), segmentSize: z.number() });
export type History = z.infer<typeof historySchema>;

const base = z.object({
  /** Its file in `base/`. */
  file: z.string(),
  startPosition: z.string(),
  stopPosition: z.string(),
  startedAt: z.iso.datetime(),
  /** From this moment on it can be restored to. */
  finishedAt: z.iso.datetime(),
});
export type Base = z.infer<typeof base>;

const status = z.object({
  /** Every commit up to this moment is in the backup; null before the first round. */
  syncedAt: z.iso.datetime().nullable(),
  /** When the command was last at work. */
  seenAt: z.iso.datetime(),
  /** No server runs, so there is nothing to fetch. */
  isWaiting: z.boolean(),
  trouble: z.string().nullable(),
});
export type Status = z.infer<typeof status>;

export const inArchive = {
  history: (directory: string) => path.join(directory, "history.json"),
  status: (directory: string) => path.join(directory, "status.json"),
  bases: (directory: string) => path.join(directory, "base"),
  wal: (directory: string) => path.join(directory, "wal"),
  files: (directory: string) => path.join(directory, "files"),
  keys: (directory: string) => path.join(directory, "keys.json"),
};

function read<T>(file: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(file)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

export const readHistory = (directory: string): History | null => read(inArchive.history(directory), historySchema);
export const readStatus = (directory: string): Status | null => read(inArchive.status(directory), status);

/** Oldest first. */
export function readBases(directory: string): Base[] {
  const folder = inArchive.bases(directory);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => read(path.join(folder, name), base) ?? [])
    .sort((a, b) => a.finishedAt.localeCompare(b.finishedAt));
}

/** Names of whole segments, and of the one that is being written; in order. */
export function readSegments(directory: string): { whole: string[]; current: string | null } {
  const names = existsSync(inArchive.wal(directory)) ? readdirSync(inArchive.wal(directory)).sort() : [];
  const whole = names.filter((name) => name.endsWith(".gz")).map((name) => name.slice(0, -3));
  const partial = names.filter((name) => name.endsWith(".partial")).map((name) => name.slice(0, -8));
  const isWanted = (name: string) => isSegmentName(name) && name > (whole.at(-1) ?? "");
  return { whole: whole.filter(isSegmentName), current: partial.findLast(isWanted) ?? null };
}

export interface Segment {
  name: string;
  /** As far as it has come, or had come when the backup was interrupted. */
  isCurrent: boolean;
}

/** The log from this base on, up to its end or the first gap. `isUnbroken`: it goes on to where the backup ends now. */
export function segmentsSince(
  directory: string,
  history: History,
  from: Base,
): { segments: Segment[]; isUnbroken: boolean } {
  const size = BigInt(history.segmentSize);
  const there = (name: string) => existsSync(path.join(inArchive.wal(directory), name));
  const segments: Segment[] = [];
  for (let number = parsePosition(from.startPosition) / size; !segments.at(-1)?.isCurrent; number += 1n) {
    const name = segmentName(history.timeline, number, size);
    const isWhole = there(`${name}.gz`);
    if (!isWhole && !there(`${name}.partial`)) break;
    segments.push({ name, isCurrent: !isWhole });
  }
  const { whole, current } = readSegments(directory);
  const last = segments.at(-1)?.name;
  return { segments, isUnbroken: last !== undefined && last === (current ?? whole.at(-1)) };
}

/** Whole or not at all, also when the machine dies. */
export async function writeWhole(file: string, content: string): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, content, { mode: 0o600 });
  await sync(draft);
  await rename(draft, file);
}

export async function sync(file: string): Promise<void> {
  const handle = await open(file);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
