// A thread as it is read: mails, and answers that were written here and are not among them yet, by time; older ones folded.
import type { Mail, WrittenAnswer } from "../mailbox-data.ts";

export type Item =
  | { kind: "mail"; id: string; at: string; mail: Mail; answer: WrittenAnswer | null }
  | { kind: "answer"; id: string; at: string; answer: WrittenAnswer };

export function itemsOf(mails: readonly Mail[], answers: readonly WrittenAnswer[]): Item[] {
  const byMessage = new Map(answers.map((answer) => [answer.outbox_id, answer]));
  const filed = new Set(mails.flatMap(({ outbox_id: id }) => id ?? []));
  const items: Item[] = [
    ...mails.map((mail): Item => ({
      kind: "mail",
      id: mail.id,
      at: mail.at,
      mail,
      answer: mail.outbox_id ? (byMessage.get(mail.outbox_id) ?? null) : null,
    })),
    ...answers
      .filter(({ outbox_id: id, message }) => !filed.has(id) && message.state !== "cancelled")
      .map((answer): Item => ({ kind: "answer", id: answer.outbox_id, at: answer.written_at, answer })),
  ];
  return items.toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id));
}

const shownFolded = 3;

/** The newest is open; of those before it the first two and the last one have a line each, what is between is one line. */
export function foldItems(
  items: readonly Item[],
  open: ReadonlySet<string>,
  all: boolean,
): (Item | { between: Item[] })[] {
  const older = items.slice(0, -1);
  const newest = items.slice(-1);
  const hidden = all || older.length <= shownFolded + 1 ? [] : older.slice(2, -1).filter(({ id }) => !open.has(id));
  if (hidden.length < 2) return [...items];
  const [first] = hidden;
  return [...older, ...newest].flatMap((item): (Item | { between: Item[] })[] =>
    item === first ? [{ between: hidden }] : hidden.includes(item) ? [] : [item],
  );
}

export const writerOf = ({ people }: Mail) => people.find(({ role }) => role === "from");
export const namesIn = ({ people }: Mail, role: string) =>
  people.filter((person) => person.role === role).map(({ name, address }) => name ?? (address || "Erased person"));
