// What the headers of a message say, read in a thread (parse-thread.ts): nothing in them is trusted, and whatever cannot be read is left out.
import { createHash } from "node:crypto";
import PostalMime, { type Address, type Email } from "postal-mime";
import { isAutomaticMail } from "#server/platform/mail/automatic-mail.ts";

/** What is asked for, and no more. */
export const namedHeaders = [
  "message-id",
  "date",
  "from",
  "to",
  "cc",
  "reply-to",
  "subject",
  "in-reply-to",
  "references",
  "sensitivity",
  "auto-submitted",
  "x-autoreply",
  "x-autorespond",
  "x-autoresponder",
  "precedence",
  "return-path",
  "list-id",
  "list-unsubscribe",
  "authentication-results",
];

export interface Person {
  role: "from" | "to" | "cc" | "reply_to";
  address: string;
  name: string;
}

export interface RawHeaders {
  uid: number;
  headers: Uint8Array;
  /** When it arrived, by its server. */
  arrivedAt: string;
  partSizes: number[];
}

export interface ReadHeaders {
  uid: number;
  identity: string;
  message_id: string;
  refers_to: string[];
  at: string;
  arrived_at: string;
  is_time_doubtful: boolean;
  class: "person" | "automatic" | "list";
  is_private: boolean;
  people: Person[];
  subject: string;
  checks: "fail" | "none";
}

const maxHeaderBytes = 128_000;
const maxPeople = 200;
const maxRefers = 20;
const day = 24 * 3600 * 1000;

export const fold = (address: string) => address.normalize("NFKC").trim().toLowerCase();
/** No characters that end a line, turn it around or hide. */
export const oneLine = (text: string, most: number) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, most)
    .toWellFormed();

const idsIn = (text: string | undefined) => (text ?? "").match(/<[^<>\s]{1,990}>/g) ?? [];

export async function readHeaders(raw: RawHeaders): Promise<ReadHeaders> {
  const bytes = raw.headers.subarray(0, maxHeaderBytes);
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 10, maxHeadersSize: maxHeaderBytes + 1000 }).catch(
    () => null,
  );
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? "";
  const people = mail ? peopleOf(mail) : [];
  const messageId = (idsIn(header("message-id"))[0] ?? "").slice(0, 998);
  const arrived = new Date(raw.arrivedAt);
  const claimed = new Date(header("date"));
  // 2038 in a header is no news; before mail existed is none either.
  const fits =
    !Number.isNaN(claimed.getTime()) && claimed.getTime() <= arrived.getTime() + day && claimed.getFullYear() >= 1980;
  const refers = [...new Set([...idsIn(header("references")), ...idsIn(header("in-reply-to"))])];
  return {
    uid: raw.uid,
    identity: identityOf(header, messageId, people, raw.partSizes),
    message_id: messageId,
    refers_to: refers.slice(-maxRefers),
    at: (fits ? claimed : arrived).toISOString(),
    arrived_at: arrived.toISOString(),
    is_time_doubtful: !fits,
    class: classOf(mail),
    is_private: /^\s*(?:private|personal|company-confidential|confidential)\b/i.test(header("sensitivity")),
    people,
    subject: oneLine(mail?.subject ?? "", 1000),
    checks: checksOf(header("authentication-results")),
  };
}

function peopleOf(mail: Email): Person[] {
  const listed = (role: Person["role"], given: readonly Address[] | undefined, most: number) =>
    (given ?? [])
      .flatMap((one) => one.group ?? [one])
      .map(({ address, name }): Person => ({
        role,
        address: fold(oneLine(address ?? "", 320)),
        name: oneLine(name ?? "", 200),
      }))
      .filter(({ address }) => /^[^@\s<>]+@[^@\s<>]+$/.test(address))
      .slice(0, most);
  return [
    // Several writers: the first, as every program shows it.
    ...listed("from", mail.from && [mail.from], 1),
    ...listed("to", mail.to, maxPeople),
    ...listed("cc", mail.cc, maxPeople),
    ...listed("reply_to", mail.replyTo, 1),
  ].slice(0, maxPeople);
}

/** The same in every folder and mailbox. Without a Message-ID it takes more to tell two mails apart. */
function identityOf(
  header: (name: string) => string,
  messageId: string,
  people: readonly Person[],
  partSizes: readonly number[],
): string {
  const from = people.find(({ role }) => role === "from")?.address ?? header("from");
  const known = [messageId, header("date").trim(), from, header("subject").trim()];
  const more = messageId ? [] : [people.filter(({ role }) => role === "to").map(({ address }) => address), partSizes];
  return createHash("sha256")
    .update(JSON.stringify([...known, ...more]))
    .digest("hex");
}

function classOf(mail: Email | null): ReadHeaders["class"] {
  const headers = (mail?.headers ?? []).map(({ key, value }) => ({ Name: key, Value: value }));
  const has = (name: string) => headers.some(({ Name, Value }) => Name === name && Value.trim() !== "");
  if (
    has("list-id") ||
    has("list-unsubscribe") ||
    headers.some(({ Name, Value }) => Name === "precedence" && /^\s*list\b/i.test(Value))
  )
    return "list";
  return isAutomaticMail(headers) ? "automatic" : "person";
}

/** Only a failure is believed: who writes a pass into a header cannot be known here. The first is the last server's. */
const checksOf = (results: string): ReadHeaders["checks"] => (/\bdmarc\s*=\s*fail\b/i.test(results) ? "fail" : "none");
