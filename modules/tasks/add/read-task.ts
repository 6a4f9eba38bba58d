// A task in plain words: "Call Maren wednesday 16:00 about the committee #norrfall @noor !high". What was understood is marked and
// shown; nothing is guessed silently, and what someone says is plain text stays plain text.
import { daysIn } from "../day-words.ts";
import type { Priority } from "../task.ts";

export type MarkKind = "day" | "time" | "priority" | "person" | "record";
export interface Tag {
  from: number;
  to: number;
  kind: MarkKind;
  /** The words, as typed. */
  text: string;
}

export interface ReadTask {
  /** What is left when the tags are taken out. */
  title: string;
  /** "2026-11-18", or null. */
  day: string | null;
  /** "16:00", or null. */
  time: string | null;
  priority: Priority | null;
  /** What follows the @. */
  person: string | null;
  /** What follows the #. */
  record: string | null;
  /** In the order of the text. */
  tags: Tag[];
}

const times =
  /(?<![\p{L}\p{N}:.])(?:at )?(?:(\d{1,2}):(\d{2})(?: ?([ap])\.?m\.?)?|(\d{1,2}) ?([ap])\.?m\.?|(noon))(?![\p{L}\p{N}:])/giu;
const priorities = /(?<!\S)!(high|medium|low|h|m|l)(?!\S)/giu;
const people = /(?<!\S)@([\p{L}\p{N}._-]+)/gu;
const records = /(?<!\S)#([\p{L}\p{N}._-]+)/gu;
const priorityOf = { h: "high", m: "medium", l: "low" } as const;

function clock(words: RegExpExecArray): string | null {
  if (words[6]) return "12:00";
  let hour = Number(words[1] ?? words[4]);
  const minute = Number(words[2] ?? 0);
  const half = (words[3] ?? words[5])?.toLowerCase();
  if (half && (hour < 1 || hour > 12)) return null;
  if (half) hour = (hour % 12) + (half === "p" ? 12 : 0);
  return hour < 24 && minute < 60 ? `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}` : null;
}

interface Understood extends Tag {
  value: string;
}

function all(text: string, pattern: RegExp, kind: MarkKind, read: (words: RegExpExecArray) => string | null) {
  return [...text.matchAll(pattern)].flatMap((words): Understood[] => {
    const value = read(words);
    return value === null
      ? []
      : [{ from: words.index, to: words.index + words[0].length, kind, text: words[0], value }];
  });
}

/** `today` is the office's; `plain` holds words that are not to be understood. Of several days the last one counts. */
export function readTask(text: string, today: string, plain: ReadonlySet<string> = new Set()): ReadTask {
  const found = [
    ...daysIn(text, today).map(({ from, to, day }): Understood => ({
      from,
      to,
      kind: "day",
      text: text.slice(from, to),
      value: day,
    })),
    ...all(text, times, "time", clock),
    ...all(text, priorities, "priority", (words) => priorityOf[words[1]![0]!.toLowerCase() as "h" | "m" | "l"]),
    ...all(text, people, "person", (words) => words[1]!),
    ...all(text, records, "record", (words) => words[1]!),
  ].filter((each) => !plain.has(each.text.toLowerCase()));
  const last = (kind: MarkKind) => found.findLast((each) => each.kind === kind);
  const day = last("day");
  // "17.11." is a day and no time; a time within a day's words is none.
  const time = found.findLast(
    (each) =>
      each.kind === "time" &&
      !found.some((other) => other.kind === "day" && other.from < each.to && each.from < other.to),
  );
  const tags = [day, time, last("priority"), last("person"), last("record")]
    .filter((tag) => tag !== undefined)
    .sort((one, other) => one.from - other.from);
  const title = tags
    .toReversed()
    .reduce((left, { from, to }) => `${left.slice(0, from)} ${left.slice(to)}`, text)
    .replaceAll(/\s+/g, " ")
    .trim();
  return {
    title,
    // An hour without a day is today's.
    day: day?.value ?? (time ? today : null),
    time: time?.value ?? null,
    priority: (last("priority")?.value as Priority | undefined) ?? null,
    person: last("person")?.value ?? null,
    record: last("record")?.value ?? null,
    tags: tags.map(({ from, to, kind, text: words }) => ({ from, to, kind, text: words })),
  };
}
