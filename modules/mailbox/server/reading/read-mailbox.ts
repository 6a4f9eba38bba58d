// One mailbox while this server has it: connect, look at every folder, read earlier mail, wait for news. Ends when the lease is lost, the
// mailbox is paused or the server stops; an error ends it with its reason in the row, and the row says when it is tried again.
import type { ImapFlow } from "imapflow";
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { Platform } from "#server/platform/module-server.ts";
import { type ImapTimes, usualTimes, withinTime } from "../imap.ts";
import { failureOf, MailboxFailed } from "../mailbox-failed.ts";
import { foldersOf } from "../connecting/folders.ts";
import { type FolderRow, type MailboxRow, NoLongerOurs } from "./folder-rows.ts";
import { mailParser } from "./parser.ts";
import {
  levelFolder,
  type OpenFolder,
  openFolder,
  portionSize,
  readEarlier,
  readNew,
  type ReadingParts,
  searchEarlier,
} from "./read-folder.ts";

export interface Pace {
  imap: ImapTimes;
  sweepMs: number;
  headersPerSecond: number;
  leaseSeconds: number;
  renewMs: number;
}

export const usualPace: Pace = {
  imap: usualTimes,
  sweepMs: 5 * 60_000,
  headersPerSecond: 20,
  // Another server takes over within a minute: this, and the time between two sweeps of jobs.
  leaseSeconds: 35,
  renewMs: 10_000,
};

export interface ReaderParts {
  sql: Sql;
  log: Pick<Platform["log"], "warn">;
  holder: string;
  connect(box: MailboxRow): Promise<ImapFlow>;
  hasRoom(): Promise<boolean>;
  pace: Pace;
}

/** The mailbox is claimed. Resolves when it is no longer read here; never rejects. */
export async function readMailbox(parts: ReaderParts, box: MailboxRow, stopped: AbortSignal): Promise<void> {
  const { sql, log, holder, pace } = parts;
  const ending = new AbortController();
  const signal = AbortSignal.any([stopped, ending.signal]);
  const news = newsOf(signal);
  const parser = mailParser(box.id);
  let lookAsked = box.look_asked_at?.getTime() ?? 0;
  let client: ImapFlow | null = null;

  const renew = async () => {
    const [row] = await sql<{ look_asked_at: Date | null }[]>`
      select look_asked_at from private.renew_mailbox(${box.id}, ${holder}, ${pace.leaseSeconds})`;
    if (!row) return ending.abort();
    const asked = row.look_asked_at?.getTime() ?? 0;
    if (asked > lookAsked) {
      lookAsked = asked;
      news.tell("look");
    }
  };
  const renewing = setInterval(() => void renew().catch(() => undefined), pace.renewMs);
  // Nothing waits for a server that was told to go.
  signal.addEventListener("abort", () => client?.close(), { once: true });

  try {
    client = await parts.connect(box);
    signal.throwIfAborted();
    client.on("exists", () => news.tell("message"));
    client.on("close", () => news.tell("message"));
    const { folders, hasIdle } = await foldersOf(client, pace.imap);
    await sql`select private.see_mailbox(${box.id}, ${holder}, ${hasIdle}, ${JSON.stringify(folders)}::jsonb)`;
    const requireRoom = async () => {
      if (!(await parts.hasRoom())) throw new MailboxFailed("no_room");
    };
    const reading: ReadingParts = {
      sql,
      holder,
      box,
      parser,
      connection: { client, times: pace.imap },
      requireRoom,
      signal,
    };
    await readOn(reading, client, { pace, news, hasIdle });
  } catch (error) {
    await ended(error);
  } finally {
    clearInterval(renewing);
    client?.close();
    await sql`select private.release_mailbox(${box.id}, ${holder})`.catch(() => undefined);
  }

  async function ended(why: unknown): Promise<void> {
    if (signal.aborted || why instanceof NoLongerOurs) return;
    // What our own database says is for the log alone.
    const failure = why instanceof Error && "severity" in why ? new MailboxFailed("server_trouble") : failureOf(why);
    // Counts and codes: what a server says may name people.
    log.warn(
      { mailbox: box.id, reason: failure.reason, code: (why as { code?: string }).code },
      "a mailbox could not be read",
    );
    await sql`select private.fail_mailbox(${box.id}, ${holder}, ${failure.reason}, ${failure.detail}, ${failure.isFinal}, ${failure.pauseSeconds})`.catch(
      () => undefined,
    );
  }
}

/** A message came, or someone asked to look at everything. */
type Heard = "message" | "look";

interface News {
  tell(what: Heard): void;
  /** What was heard, after `ms` nothing. Resolves at once when the mailbox is no longer read. */
  wait(ms: number): Promise<Heard | null>;
}

function newsOf(signal: AbortSignal): News {
  let heard: Heard | null = null;
  let wake: (() => void) | null = null;
  const tell = (what: Heard) => {
    if (heard !== "look") heard = what;
    wake?.();
  };
  signal.addEventListener("abort", () => tell("look"), { once: true });
  return {
    tell,
    async wait(ms) {
      if (!heard && !signal.aborted && ms > 0) {
        const waiting = Promise.withResolvers<void>();
        wake = waiting.resolve;
        const timer = setTimeout(waiting.resolve, ms);
        await waiting.promise;
        clearTimeout(timer);
        wake = null;
      }
      const told = heard;
      heard = null;
      return told;
    },
  };
}

interface Waiting {
  pace: Pace;
  news: News;
  hasIdle: boolean;
}

/** UIDs of earlier mail that are still to be read, newest first, as long as the connection lasts and the folder is the same. */
type Earlier = Map<string, { validity: string; uids: number[] }>;

/** Until something ends it, which is an error: the server goes away, or the signal is aborted. */
async function readOn(parts: ReadingParts, client: ImapFlow, waiting: Waiting): Promise<never> {
  const { pace, news } = waiting;
  const earlier: Earlier = new Map();
  for (;;) {
    const folders = await foldersToRead(parts);
    for (const folder of folders) {
      requireConnection(client, parts.signal);
      const opened = await openFolder(parts, folder);
      if (opened) await readNews(parts, opened, earlier);
    }
    const nextSweep = performance.now() + pace.sweepMs;
    while (performance.now() < nextSweep) {
      requireConnection(client, parts.signal);
      const first = folders[0];
      const heard = (await readOnePortion(parts, folders, earlier))
        ? await news.wait(earlierPause(pace))
        : await waitForNews(parts, client, first, nextSweep - performance.now(), waiting);
      if (heard === "look") break;
      // New mail comes before earlier mail.
      const opened = first && (await openFolder(parts, first));
      if (opened) await readNews(parts, opened, earlier);
    }
  }
}

async function readNews(parts: ReadingParts, opened: OpenFolder, earlier: Earlier): Promise<void> {
  const { row } = opened;
  await readNew(parts, opened);
  const known = earlier.get(row.id);
  const left =
    row.back_uid === "0" ? [] : known?.validity === row.uid_validity ? known.uids : await searchEarlier(parts, opened);
  if (left.length > 0) earlier.set(row.id, { validity: row.uid_validity, uids: left });
  else {
    earlier.delete(row.id);
    await levelFolder(parts, row, currentTime());
  }
}

const earlierPause = (pace: Pace) => (portionSize / pace.headersPerSecond) * 1000;

const foldersToRead = ({ sql, box }: ReadingParts) => sql<FolderRow[]>`
  select id, mailbox_id, path, special_use, state, uid_validity::text, next_uid::text, back_uid::text, compared_at
  from private.folders_to_read(${box.id})`;

/** Whether there was earlier mail to read. */
async function readOnePortion(parts: ReadingParts, folders: readonly FolderRow[], earlier: Earlier): Promise<boolean> {
  const folder = folders.find(({ id }) => (earlier.get(id)?.uids.length ?? 0) > 0);
  if (!folder) return false;
  const opened = await openFolder(parts, folder);
  const left = earlier.get(folder.id)!;
  earlier.delete(folder.id);
  if (!opened || opened.row.uid_validity !== left.validity) return true;
  const back = Number(opened.row.back_uid);
  const uids = left.uids.filter((uid) => uid <= back);
  await readEarlier(parts, opened.row, uids);
  const rest = uids.slice(portionSize);
  if (rest.length > 0) earlier.set(folder.id, { validity: left.validity, uids: rest });
  else await levelFolder(parts, opened.row, currentTime());
  return true;
}

/** IDLE on the first folder, if the server knows it; else until the next look. */
async function waitForNews(
  parts: ReadingParts,
  client: ImapFlow,
  first: FolderRow | undefined,
  ms: number,
  { pace, news, hasIdle }: Waiting,
): Promise<Heard | null> {
  const opened = hasIdle && first ? await openFolder(parts, first) : null;
  if (!opened) return news.wait(ms);
  // It came while we looked elsewhere.
  if (Number(opened.row.next_uid) < opened.uidNext) return "message";
  const idling = client.idle().catch(() => false);
  const heard = await news.wait(ms);
  requireConnection(client, parts.signal);
  // Ends IDLE; a server that has gone silent is noticed here.
  await withinTime(client, pace.imap.commandMs, client.noop());
  await withinTime(client, pace.imap.commandMs, idling);
  return heard;
}

function requireConnection(client: ImapFlow, signal: AbortSignal): void {
  signal.throwIfAborted();
  if (!client.usable) throw new MailboxFailed("stalled", "The connection was closed");
}
