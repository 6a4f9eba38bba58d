// One folder: new messages by their UIDs, then earlier ones, newest first. The cursor moves in the transaction that files, so whatever ends the
// process leaves nothing half done: it is read again, and what was filed is known by its identity.
import type { Sql } from "#server/platform/database/sql.ts";
import { withinTime } from "../imap.ts";
import {
  type Candidate,
  type Connection,
  fetchBounce,
  fetchCalendar,
  fetchMessages,
  fetchWords,
  type Message,
} from "./fetch-messages.ts";
import { type Cursor, fileMails, type FolderRow, judgeMails, type MailboxRow, NoLongerOurs } from "./folder-rows.ts";
import type { MailParser } from "./parser.ts";

export interface ReadingParts {
  sql: Sql;
  holder: string;
  box: MailboxRow;
  parser: MailParser;
  connection: Connection;
  /** Rejects when the disk is too full to file anything. */
  requireRoom(): Promise<void>;
  signal: AbortSignal;
}

const windowSize = 200;
/** Of earlier mail, with a pause after it: two hundred at once keep database and site busy for seconds, every ten seconds. */
export const portionSize = 40;
/** In one transaction. */
const batchSize = 50;
const maxTries = 3;
const compareEveryMs = 12 * 3600 * 1000;

export interface OpenFolder {
  row: FolderRow;
  uidNext: number;
}

/** Opened for reading only (EXAMINE). Null for a folder that cannot be opened: it is named, and the others go on. */
export async function openFolder(parts: ReadingParts, folder: FolderRow): Promise<OpenFolder | null> {
  const { sql, holder, connection } = parts;
  const { client, times } = connection;
  let opened;
  try {
    opened = await withinTime(client, times.commandMs, client.mailboxOpen(folder.path, { readOnly: true }));
  } catch (error) {
    const told = error as { responseStatus?: string; mailboxMissing?: boolean };
    if (!told.responseStatus && !told.mailboxMissing) throw error;
    await sql`select private.shut_folder(${folder.id}, ${told.mailboxMissing ? "gone" : "shut"})`;
    return null;
  }
  const validity = String(opened.uidValidity ?? 0);
  const uidNext = Number(opened.uidNext) || 1;
  const [row] = await sql<FolderRow[]>`
    select id, mailbox_id, path, special_use, state, uid_validity::text, next_uid::text, back_uid::text, compared_at
    from private.open_mail_folder(${folder.id}, ${holder}, ${validity}, ${uidNext})`;
  if (!row) throw new NoLongerOurs();
  return { row, uidNext };
}

async function search(
  { client, times }: Connection,
  query: { uid?: string; since?: Date; all?: true },
): Promise<number[]> {
  const found = await withinTime(client, times.commandMs, client.search(query, { uid: true }));
  return [...new Set(found || [])]
    .filter((uid) => Number.isSafeInteger(uid) && uid > 0)
    .toSorted((one, other) => one - other);
}

/** Reads what is at or past the cursor and below UIDNEXT; `n:*` would give the last message again, and some servers do so anyway. */
export async function readNew(parts: ReadingParts, { row, uidNext }: OpenFolder): Promise<void> {
  const from = Number(row.next_uid);
  await readTroubled(parts, row);
  if (from >= uidNext) return;
  const uids = (await search(parts.connection, { uid: `${from}:${uidNext - 1}` })).filter(
    (uid) => uid >= from && uid < uidNext,
  );
  for (let start = 0; start < uids.length; start += windowSize)
    await readWindow(parts, row, uids.slice(start, start + windowSize), {
      earlier: row.state === "recount",
      forward: true,
    });
  await fileMails(parts.sql, parts.holder, row, [], false, { nextUid: uidNext });
}

/** UIDs of earlier mail that are still to be read, newest first. */
export const searchEarlier = async (parts: ReadingParts, { row }: OpenFolder): Promise<number[]> => {
  const back = Number(row.back_uid);
  if (back < 1) return [];
  const found = await search(parts.connection, {
    uid: `1:${back}`,
    since: new Date(`${parts.box.read_since}T00:00:00Z`),
  });
  return found.filter((uid) => uid <= back).toReversed();
};

/** One portion of earlier mail. */
export const readEarlier = (parts: ReadingParts, row: FolderRow, uids: readonly number[]): Promise<void> =>
  readWindow(parts, row, uids.slice(0, portionSize), { earlier: true, forward: false });

/** Everything has been read: from now on what comes is new. Twice a day what is there is compared with what was filed. */
export async function levelFolder(parts: ReadingParts, row: FolderRow, now: Date): Promise<void> {
  await parts.sql`select private.level_folder(${row.id}, ${parts.holder}, ${row.uid_validity}, ${now})`;
  if (row.compared_at && now.getTime() - row.compared_at.getTime() < compareEveryMs) return;
  const uids = await search(parts.connection, { all: true });
  await parts.sql`select private.compare_folder(${row.id}, ${parts.holder}, ${row.uid_validity}, ${uids})`;
}

/** What was set aside is tried again, three times in all. */
async function readTroubled(parts: ReadingParts, row: FolderRow): Promise<void> {
  const troubled = await parts.sql<{ uid: string }[]>`
    select uid::text from public.mail_trouble where mailbox_id = ${row.mailbox_id} and folder = ${row.path}
      and uid_validity = ${row.uid_validity} and uid is not null and tries < ${maxTries} order by uid limit 50`;
  if (troubled.length > 0)
    await readWindow(
      parts,
      row,
      troubled.map(({ uid }) => Number(uid)),
      { earlier: true, forward: null },
    );
}

interface How {
  earlier: boolean;
  /** Which cursor moves: null is none. */
  forward: boolean | null;
}

async function readWindow(
  parts: ReadingParts,
  row: FolderRow,
  uids: readonly number[],
  { earlier, forward }: How,
): Promise<void> {
  const { sql, holder, connection, parser } = parts;
  const { messages, troubled } = await fetchMessages(connection, parser, uids, row.special_use === "sent");
  for (const uid of troubled)
    await sql`select private.set_aside(${parts.box.id}, ${row.path}, ${row.uid_validity}, ${uid}, 'not_read')`;
  const byUid = new Map(messages.map((message) => [message.uid, message]));
  for (let start = 0; start < uids.length; start += batchSize) {
    parts.signal.throwIfAborted();
    await parts.requireRoom();
    const batch = uids.slice(start, start + batchSize);
    const described = await describe(
      parts,
      batch.flatMap((uid) => byUid.get(uid) ?? []),
    );
    const last = batch.at(-1)!;
    const cursor: Cursor = forward === null ? {} : forward ? { nextUid: last + 1 } : { backUid: last - 1 };
    await fileMails(sql, holder, row, described, earlier, cursor);
  }
}

/** Decided by headers alone; words are asked for of what will be filed. */
async function describe(
  { sql, box, connection, parser }: ReadingParts,
  messages: readonly Message[],
): Promise<Candidate[]> {
  for (const message of messages) {
    const bounce = message.candidate.is_private ? null : await fetchBounce(connection, parser, message);
    if (bounce) message.candidate.bounce = bounce;
  }
  if (messages.length === 0) return [];
  const verdicts = await judgeMails(
    sql,
    box.id,
    messages.map(({ candidate }) => candidate),
  );
  const judged = new Map(verdicts.map((one) => [one.uid, one]));
  for (const message of messages) {
    const { verdict, words } = judged.get(message.uid) ?? {};
    if (verdict === "file" && message.structure.calendars.length > 0)
      message.candidate.calendar = await fetchCalendar(connection, parser, message);
    if (words && words !== "headers") {
      const read = await fetchWords(connection, parser, message);
      message.candidate.words = words === "text" ? read : { ...read, text: "", html: null };
    }
  }
  return messages.map(({ candidate }) => candidate);
}
