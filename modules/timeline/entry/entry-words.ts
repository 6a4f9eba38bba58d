// How an entry reads: "Contact changed: Ada Lind", and below it each field with what it was and is.
import { dateFormat, formatCount } from "#domain/formats.ts";
import { formatDay, isDay } from "#domain/days.ts";
import { capitalised } from "#domain/entity.ts";
import type { Changes, EntryWords } from "#domain/module.ts";
import { formatMoney } from "#domain/money.ts";
import type { Entry } from "../timeline-entry.ts";

export interface Line {
  label: string;
  /** Null: it was or is empty. Absent: only that it was edited is known. */
  from?: string | null;
  to?: string | null;
}

const isPair = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2;
const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

/** "due_on" is "Due on", "account_id" "Account". */
const plain = (field: string) => capitalised(field.replace(/_(id|by)$/, "").replaceAll("_", " "));

/** private.amount */
interface Amount {
  amount_minor: number;
  currency: string;
}
const isAmount = (value: unknown): value is Amount =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Amount).amount_minor === "number" &&
  /^[A-Z]{3}$/.test((value as Amount).currency);

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function inWords(value: unknown, names: Entry["names"], timeZone: string): string | null {
  if (isEmpty(value)) return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(", ");
  if (isAmount(value)) return formatMoney(value.amount_minor, value.currency);
  if (typeof value !== "string") return typeof value === "number" ? String(value) : JSON.stringify(value);
  if (moment.test(value))
    return dateFormat({ dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone }).format(new Date(value));
  if (isDay(value)) return formatDay(value);
  return names?.[value] ?? (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value) ? "a record that is gone" : value);
}

/** What the verb of an entry already says. */
const saidByTheVerb = new Set(["done_at", "done_by", "merged", "days", "outcome", "version"]);

/** Moments are told by the office's clock; the record whose page it is (`on`) need not be named there. */
export function linesOf(
  entry: Pick<Entry, "kind" | "changes" | "names" | "record_type">,
  words: EntryWords | undefined,
  timeZone = "UTC",
  on?: string,
): Line[] {
  if (entry.record_type === "import") return [];
  // In the order of the form, not in the one that the database keeps keys in.
  const order = Object.keys(words?.fields ?? {});
  const rank = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  const changes = Object.entries(entry.changes ?? {}).sort(([a], [b]) => rank(a) - rank(b));
  return changes.flatMap(([field, value]): Line[] => {
    if (saidByTheVerb.has(field)) return [];
    const label = words?.fields?.[field] ?? plain(field);
    const said = (given: unknown) =>
      inWords(typeof given === "string" ? (words?.value?.(field, given) ?? given) : given, entry.names, timeZone);
    if (value === true) return [{ label }];
    // No change of something, but a fact of what happened: "Why: they unsubscribed".
    if (typeof value === "string" || typeof value === "number") return [{ label, from: null, to: said(value) }];
    if (!isPair(value)) return [{ label }];
    if (entry.kind !== "changed" && value[1] === on) return [];
    const currency = words?.amounts?.[field];
    const [from, to] = value.map((each: unknown) =>
      currency && typeof each === "number" ? formatMoney(each, currency) : said(each),
    );
    return [{ label, from: from ?? null, to: to ?? null }];
  });
}

/** Done, reopened: the one field says more than "changed". */
function verbOf(kind: string, changes: Changes): string {
  const done = changes["done_at"];
  if (kind === "changed" && isPair(done) && isEmpty(done[0]) !== isEmpty(done[1]))
    return isEmpty(done[0]) ? "done" : "reopened";
  return kind;
}

const count = (value: unknown) => (typeof value === "number" ? value : 0);

/** "Contact changed"; the name follows where it is another record's. */
export function headlineOf(entry: Entry, words: EntryWords | undefined): string {
  const changes = entry.changes ?? {};
  const name = words?.name ?? capitalised(entry.record_type);
  if (entry.record_type === "import") {
    const others = count(changes["added"]) + count(changes["created"]) - 1;
    const along = others > 0 ? `, with ${formatCount(others)} ${others === 1 ? "other" : "others"}` : "";
    return `${entry.kind === "imported" ? "Imported" : "Import undone"}${along}`;
  }
  const merged = changes["merged"];
  if (entry.kind === "merged" && isPair(merged)) return `${String(merged[0])} merged into ${String(merged[1])}`;
  if (entry.kind === "merged") return "Two records merged";
  if (entry.kind === "unmerged") return isPair(merged) ? `Merge of ${String(merged[0])} undone` : "Merge undone";
  if (entry.kind === "erased") return "Person erased";
  return `${name} ${words?.verb?.(entry.kind, changes) ?? verbOf(entry.kind, changes)}`;
}

interface About {
  name: string;
  path: string | null;
}

/** The record that an entry is about, where that is not the one whose page it is on. */
export function aboutOf(
  entry: Entry,
  on: { type: string; id: string },
  wordsOf: (recordType: string) => EntryWords | undefined,
): About | null {
  if (["merged", "unmerged", "erased"].includes(entry.kind) || entry.record_type === "import") return null;
  if (entry.record_type === on.type && entry.record_id === on.id) return null;
  const ofPerson = entry.record_type === "contact" || entry.record_type === "note";
  if (!ofPerson) {
    const page = entry.kind === "deleted" ? undefined : wordsOf(entry.record_type)?.page;
    return entry.record_name ? { name: entry.record_name, path: page ? `${page}/${entry.record_id}` : null } : null;
  }
  if (entry.contact_id === null || (on.type === "contact" && entry.contact_id === on.id)) return null;
  const name = entry.contact_name ?? entry.record_name ?? "a person";
  if (entry.contact_gone) return { name: `${name} (deleted)`, path: null };
  const page = wordsOf("contact")?.page;
  return { name, path: page ? `${page}/${entry.contact_id}` : null };
}
