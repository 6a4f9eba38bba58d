// Asks a mail server for messages, without marking any of them. What it sends is not believed: only what was asked for counts, once.
import { createHash } from "node:crypto";
import type { FetchMessageObject, FetchQueryObject, ImapFlow } from "imapflow";
import { type ImapTimes, withinTime } from "../imap.ts";
import { failureOf } from "../mailbox-failed.ts";
import { namedHeaders, type ReadHeaders } from "./headers.ts";
import type { MailParser } from "./parser.ts";
import type { Bounce, CalendarPart } from "./reports.ts";
import { type Part, readStructure, type Structure } from "./structure.ts";
import type { PartBytes, Words } from "./words.ts";

export interface Connection {
  client: ImapFlow;
  times: ImapTimes;
}

/** As the database knows a message (modules/mailbox/sql/filing.sql). */
export interface Candidate extends Omit<ReadHeaders, "class" | "subject"> {
  class: ReadHeaders["class"] | "calendar" | "bounce";
  in_sent: boolean;
  labels: string[];
  files: Structure["files"];
  bounce?: Bounce;
  calendar?: CalendarPart[];
  words?: FetchedWords;
}

/** `hash` is of what this mailbox delivered: a copy whose body is another one gives its own words, and no others. */
export type FetchedWords = Words & { subject: string; hash: string };

export interface Message {
  uid: number;
  subject: string;
  structure: Structure;
  /** The server could not say what parts it has, or not so that anyone understands it. */
  hasNoStructure: boolean;
  candidate: Candidate;
}

export interface Fetched {
  messages: Message[];
  /** Which the server would not give, or no one can read. */
  troubled: number[];
}

const partBytes = { text: 400_000, html: 800_000, report: 100_000, calendar: 500_000 };
const sensitiveLabel = /^[\\$]?(?:private|privat|confidential)$/i;

/** An error of one command, after which the connection still stands. */
const isOfCommand = (error: unknown) => Boolean((error as { responseStatus?: string }).responseStatus);

async function fetchAll(
  { client, times }: Connection,
  uids: readonly number[],
  query: FetchQueryObject,
): Promise<FetchMessageObject[]> {
  const wanted = new Set(uids);
  const told = await withinTime(
    client,
    times.commandMs,
    client.fetchAll(uids.join(","), { uid: true, ...query }, { uid: true }),
  );
  const found = new Map<number, FetchMessageObject>();
  for (const message of told) if (wanted.has(message.uid) && !found.has(message.uid)) found.set(message.uid, message);
  return uids.flatMap((uid) => found.get(uid) ?? []);
}

/** Null when the server refuses. */
async function fetchOne(
  connection: Connection,
  uid: number,
  query: FetchQueryObject,
): Promise<FetchMessageObject[] | null> {
  try {
    return await fetchAll(connection, [uid], query);
  } catch (error) {
    if (!isOfCommand(error) || failureOf(error).reason === "throttled") throw error;
    return null;
  }
}

const maxMissing = 20;

/** Asked for together; if the server refuses, each alone. What it leaves out is asked for without its structure, which not every library can
 *  follow; what is still not there has been deleted meanwhile. */
async function fetchEach(connection: Connection, uids: readonly number[], query: FetchQueryObject) {
  const refused: number[] = [];
  let found: FetchMessageObject[] = [];
  const withoutStructure = { ...query, bodyStructure: false };
  try {
    found = await fetchAll(connection, uids, query);
  } catch (error) {
    if (!isOfCommand(error)) throw error;
    for (const uid of uids) {
      const alone = (await fetchOne(connection, uid, query)) ?? (await fetchOne(connection, uid, withoutStructure));
      if (alone === null) refused.push(uid);
      else found.push(...alone);
    }
  }
  const there = new Set([...refused, ...found.map(({ uid }) => uid)]);
  for (const uid of uids.filter((one) => !there.has(one)).slice(0, maxMissing))
    found.push(...((await fetchOne(connection, uid, withoutStructure)) ?? []));
  return { found, refused };
}

export async function fetchMessages(
  connection: Connection,
  parser: MailParser,
  uids: readonly number[],
  inSent: boolean,
): Promise<Fetched> {
  if (uids.length === 0) return { messages: [], troubled: [] };
  const hasLabels = connection.client.capabilities.has("X-GM-EXT-1");
  const { found, refused } = await fetchEach(connection, uids, {
    headers: namedHeaders,
    bodyStructure: true,
    internalDate: true,
    flags: true,
    ...(hasLabels && { labels: true }),
  });
  const structures = new Map(found.map((message) => [message.uid, readStructure(message.bodyStructure)]));
  const read = await parser.headers(
    found.map((message) => ({
      uid: message.uid,
      headers: message.headers ?? new Uint8Array(),
      arrivedAt: arrival(message.internalDate),
      partSizes: sizesOf(structures.get(message.uid)!),
    })),
  );
  const byUid = new Map(read.map((one) => [one.uid, one]));
  const messages = found.flatMap((message): Message[] => {
    const told = byUid.get(message.uid);
    if (!told) return [];
    const structure = structures.get(message.uid)!;
    const labels = [...(message.labels ?? []), ...(message.flags ?? [])]
      .map((label) => label.slice(0, 200))
      .slice(0, 50);
    const { subject, ...headers } = told;
    const candidate: Candidate = {
      ...headers,
      class: structure.report ? "bounce" : structure.calendars.length > 0 ? "calendar" : headers.class,
      is_private: headers.is_private || labels.some((label) => sensitiveLabel.test(label)),
      // What lies among deleted or unfinished mail under another name is not read either.
      ...(labels.some((label) => /^\\(?:trash|junk|spam|draft|drafts)$/i.test(label)) && { is_private: true }),
      in_sent: inSent || labels.some((label) => /^\\sent$/i.test(label)),
      labels,
      files: structure.files,
    };
    return [{ uid: message.uid, subject, structure, hasNoStructure: !message.bodyStructure, candidate }];
  });
  const there = new Set(messages.map(({ uid }) => uid));
  return { messages, troubled: [...refused, ...found.map(({ uid }) => uid).filter((uid) => !there.has(uid))] };
}

const arrival = (date: Date | string | undefined): string => {
  const at = new Date(date ?? 0);
  return Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString();
};

const sizesOf = ({ text, html, calendars, files }: Structure): number[] =>
  [text, html, ...calendars, ...files].map((part) => part?.size ?? 0);

interface Wanted {
  part: Part;
  most: number;
}

async function fetchParts(
  connection: Connection,
  uid: number,
  wanted: readonly Wanted[],
): Promise<(PartBytes | null)[]> {
  const [message] = await fetchAll(connection, [uid], {
    bodyParts: wanted.map(({ part, most }) => ({ key: part.part, start: 0, maxLength: most })),
  });
  return wanted.map(({ part, most }) => {
    const bytes = message?.bodyParts?.get(part.part) ?? message?.bodyParts?.get(part.part.toLowerCase());
    if (!bytes) return null;
    return { type: part.type, encoding: part.encoding, charset: part.charset, bytes, isCut: bytes.length >= most };
  });
}

const unreadable: Words = { snippet: "", text: "", html: null, answer: "", is_cut: false, unreadable: true };

/** The words of a message that will be filed; one that the server does not give is filed without. */
export async function fetchWords(
  connection: Connection,
  parser: MailParser,
  { uid, subject, structure, hasNoStructure }: Message,
): Promise<FetchedWords> {
  const { text, html, files } = structure;
  const delivered = (words: Words): FetchedWords => ({
    ...words,
    subject,
    hash: createHash("sha256")
      .update(JSON.stringify([words.text, words.html, files]))
      .digest("hex"),
  });
  const wanted = [
    ...(text ? [{ part: text, most: partBytes.text }] : []),
    ...(html ? [{ part: html, most: partBytes.html }] : []),
  ];
  if (wanted.length === 0) return delivered({ ...unreadable, unreadable: hasNoStructure });
  try {
    const parts = await fetchParts(connection, uid, wanted);
    if (parts.every((part) => part === null)) return delivered(unreadable);
    const of = (type: string) => parts.find((part) => part?.type === type) ?? null;
    return delivered(await parser.words(text && of("text/plain"), html && of("text/html")));
  } catch (error) {
    if (!isOfCommand(error)) throw error;
    return delivered(unreadable);
  }
}

export async function fetchBounce(
  connection: Connection,
  parser: MailParser,
  { uid, structure }: Message,
): Promise<Bounce | null> {
  if (!structure.report) return null;
  const { status, original } = structure.report;
  const wanted = [status, ...(original ? [original] : [])].map((part) => ({ part, most: partBytes.report }));
  try {
    const [report, about] = await fetchParts(connection, uid, wanted);
    return report ? await parser.bounce(report, about ?? null) : null;
  } catch (error) {
    if (!isOfCommand(error)) throw error;
    return null;
  }
}

export async function fetchCalendar(
  connection: Connection,
  parser: MailParser,
  { uid, structure }: Message,
): Promise<CalendarPart[]> {
  const wanted = structure.calendars.slice(0, 3).map((part) => ({ part, most: partBytes.calendar }));
  if (wanted.length === 0) return [];
  try {
    return await parser.calendar((await fetchParts(connection, uid, wanted)).filter((part) => part !== null));
  } catch (error) {
    if (!isOfCommand(error)) throw error;
    return [];
  }
}
