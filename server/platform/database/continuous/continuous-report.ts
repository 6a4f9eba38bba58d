// What `npm run doctor` says of a continuous backup.
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { currentTime } from "#domain/clock.ts";
import { readBases, readStatus } from "./archive.ts";
import { noteFile } from "./continuous-backup.ts";

export interface ContinuousReport {
  mark: "ok" | "note" | "fix";
  words: string;
}

const lateMs = 60_000;
const oldBaseMs = 2 * 24 * 3_600_000;

/** Null where none was ever started. */
export function reportContinuous(dataDir: string, now = currentTime()): ContinuousReport | null {
  if (!existsSync(noteFile(dataDir))) return null;
  const { directory } = z.object({ directory: z.string() }).parse(JSON.parse(readFileSync(noteFile(dataDir), "utf8")));
  const again = `npm run backup -- --continuous ${directory}`;
  const status = existsSync(directory) ? readStatus(directory) : null;
  if (!status) return { mark: "fix", words: `the continuous backup in ${directory} cannot be read` };
  const age = (iso: string) => now.getTime() - Date.parse(iso);
  if (age(status.seenAt) > lateMs)
    return { mark: "fix", words: `the continuous backup has not run since ${status.seenAt}; start it: ${again}` };
  if (status.trouble) return { mark: "fix", words: `the continuous backup fails: ${status.trouble}` };
  if (status.isWaiting) return { mark: "note", words: "the continuous backup waits for the server to start" };
  if (!status.syncedAt || age(status.syncedAt) > lateMs)
    return { mark: "fix", words: `the continuous backup is behind: it stands at ${status.syncedAt ?? "nothing yet"}` };
  const bases = readBases(directory);
  const [oldest, newest] = [bases[0], bases.at(-1)];
  if (!oldest || !newest) return { mark: "note", words: "the continuous backup takes its first copy of the database" };
  if (age(newest.finishedAt) > oldBaseMs)
    return { mark: "fix", words: `the continuous backup has taken no copy of the database since ${newest.finishedAt}` };
  return {
    mark: "ok",
    words: `every moment from ${oldest.finishedAt} to ${status.syncedAt} can be restored from ${directory}`,
  };
}
