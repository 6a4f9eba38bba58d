// What was deleted, in words.
import { capitalised, type Entity } from "#domain/entity.ts";
import { countOf } from "#app/lib/formats.ts";
import type { Deletion } from "./trash-data.ts";

type Words = Pick<Entity, "table" | "one" | "many">;

const list = new Intl.ListFormat("en-US");

/** "payment_request" is "payment request", "payment requests". */
const plainWords = (recordType: string) => {
  const one = recordType.replaceAll("_", " ");
  return { one, many: one.endsWith("y") ? `${one.slice(0, -1)}ies` : `${one}s` };
};

export const kindName = (recordType: string) => capitalised(plainWords(recordType).many);

/** "Norrfall", or "12 contacts: Ada Lind, Bo Berg, Cleo Day and 9 more". */
export function nameOf({ titles, records, record_type }: Deletion): string {
  if (records === 1) return titles[0] ?? "";
  const { one, many } = plainWords(record_type);
  const more = records - titles.length;
  return `${countOf(records, one, many)}: ${list.format(more > 0 ? [...titles, `${more} more`] : titles)}`;
}

/** "2 tasks and 1 place on a deal": what a person has a word for; parts of records go unsaid. */
export function alongWords(along: Readonly<Record<string, number>>, words: readonly Words[]): string {
  const known = Object.entries(along).flatMap(([table, count]) => {
    const said = words.find((each) => each.table === table);
    // Done ones go along as well.
    return said ? [countOf(count, said.one.replace(/^open /, ""), said.many.replace(/^open /, ""))] : [];
  });
  return known.length > 0 ? list.format(known) : "";
}

/** "in 12 days", "within a day": when it goes by itself. */
export function daysLeft(until: string, now: Date): string {
  const days = Math.ceil((Date.parse(until) - now.getTime()) / 86_400_000);
  return days <= 1 ? "within a day" : `in ${countOf(days, "day")}`;
}
