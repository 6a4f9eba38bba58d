// Who a mail goes to, who is left out and why, and what each of them gets.
import { signed } from "#domain/signature.ts";

/** public.mail_recipients */
export interface Recipient {
  /** The record it was begun for: the person, their company or a deal. */
  of_id: string;
  of_name: string | null;
  contact_id: string | null;
  name: string | null;
  email: string | null;
  account_id: string | null;
  account_name: string | null;
  deal_id: string | null;
  skipped: string | null;
}

export interface Sendable extends Recipient {
  contact_id: string;
  name: string;
  email: string;
}

const skipWords: Record<string, string> = {
  nobody: "No person to write to",
  no_address: "No e-mail address",
  opted_out: "They opted out of outreach",
  address_bounced: "The address bounced",
  complained: "They complained",
  stop_list: "On the stop list",
  duplicate: "The same address is above",
};

export const whySkipped = (code: string) =>
  code.startsWith("missing: ") ? `No value for ${code.slice("missing: ".length)}` : (skipWords[code] ?? code);

/** An address gets one mail: the first of those who have it. */
export function withoutDuplicates(people: readonly Recipient[]): Recipient[] {
  const seen = new Set<string>();
  return people.map((person) => {
    const address = person.email?.trim().toLowerCase();
    if (!address || (person.skipped !== null && person.skipped !== "opted_out")) return person;
    if (seen.has(address)) return { ...person, skipped: "duplicate" };
    seen.add(address);
    return person;
  });
}

const isSendable = (person: Recipient): person is Sendable =>
  person.contact_id !== null && person.name !== null && person.email !== null;

/** Someone who opted out is written to only if they are the only one, with a reason. */
export function sendable(people: readonly Recipient[]): Sendable[] {
  const listed = withoutDuplicates(people);
  const isAlone = listed.length === 1;
  return listed.filter(
    (person): person is Sendable =>
      isSendable(person) && (person.skipped === null || (isAlone && person.skipped === "opted_out")),
  );
}

export interface Words {
  subject: string;
  text: string;
}

/** What the server made of tags for one person (POST /api/templates/fill-words). */
export interface FilledWords extends Words {
  contact_id: string;
  /** Tags that have no value for this person. */
  missing: string[];
}

export interface Letter extends Words {
  to: Sendable;
}

export const hasTags = ({ subject, text }: Words) => /\{\{|\{%/.test(subject + text);

/** A mail for each; `filled` only where the words have tags. Those who lack a value are left out. */
export function lettersFor(
  people: readonly Sendable[],
  words: Words,
  signature: string,
  filled: readonly FilledWords[] | null,
): { letters: Letter[]; skipped: Recipient[] } {
  const letters: Letter[] = [];
  const skipped: Recipient[] = [];
  for (const person of people) {
    const own = filled ? filled.find(({ contact_id: id }) => id === person.contact_id) : { ...words, missing: [] };
    if (!own) skipped.push({ ...person, skipped: "nobody" });
    else if (own.missing.length > 0) skipped.push({ ...person, skipped: `missing: ${own.missing.join(", ")}` });
    else letters.push({ to: person, subject: own.subject.trim(), text: signed(own.text, signature) });
  }
  return { letters, skipped };
}

/** More are no letters but a campaign: sequences have a way to unsubscribe. */
export const maxPeople = 100;
