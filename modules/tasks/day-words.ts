// Days as people type them, relative to the office's today: "tomorrow", "fri", "in 3 days", "17 nov", "next week". Days are text
// ("2026-11-15"); a Date here is only a way to count, always in UTC.
import { isDay } from "#domain/days.ts";

const dayMs = 86_400_000;
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);
export const addDays = (day: string, count: number) => dayOf(new Date(dateOf(day).getTime() + count * dayMs));
/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: string) => dateOf(day).getUTCDay() || 7;
export const daysBetween = (from: string, to: string) =>
  Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / dayMs);

/** The same day of a later month, or the month's last when it has no such day. */
function addMonths(day: string, count: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + count + 1, 0));
  return dayOf(new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate()))));
}

const weekdays = "mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?";
const weekdayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const weekdayNumber = (word: string) => weekdayNames.indexOf(word.slice(0, 3).toLowerCase()) + 1;
const months =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthNumber = (word: string) => monthNames.indexOf(word.slice(0, 3).toLowerCase()) + 1;
const small = ["a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const numberOf = (word: string) => {
  const place = small.indexOf(word.toLowerCase());
  return place < 0 ? (word.toLowerCase() === "an" ? 1 : Number(word)) : Math.max(place, 1);
};

/** A day of the year; without a year, the next one that comes. */
function dated(today: string, day: string, month: number, year?: string): string | null {
  const written = (of: string) => {
    const text = `${of}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
    return isDay(text) ? text : null;
  };
  if (year) return written(year.length === 2 ? `20${year}` : year);
  const thisYear = Number(today.slice(0, 4));
  // February 29 may be up to eight years away.
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const found = written(String(thisYear + ahead));
    if (found && found >= today) return found;
  }
  return null;
}

type Read = (today: string, words: RegExpExecArray) => string | null;

/** Each form of a day, whole words only; "on", "by", "due" and "until" before one belong to it. */
const forms: readonly [pattern: string, read: Read][] = [
  ["today", (today) => today],
  ["tomorrow|tmrw?", (today) => addDays(today, 1)],
  ["(?:the )?day after tomorrow", (today) => addDays(today, 2)],
  ["next week", (today) => addDays(today, 8 - weekdayOf(today))],
  ["next month", (today) => `${addMonths(today, 1).slice(0, 8)}01`],
  ["end of (?:the )?week|eow", (today) => addDays(today, (5 - weekdayOf(today) + 7) % 7)],
  ["end of (?:the )?month|eom", (today) => addDays(`${addMonths(today, 1).slice(0, 8)}01`, -1)],
  // Friday of next week, whatever today is.
  [`next (${weekdays})`, (today, [, name]) => addDays(today, 7 - weekdayOf(today) + weekdayNumber(name!))],
  // The next one after today: anyone who means today says so.
  [
    `(?:this )?(${weekdays})`,
    (today, [, name]) => addDays(today, ((weekdayNumber(name!) - weekdayOf(today) + 6) % 7) + 1),
  ],
  [
    `in (\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten) (day|week|month)s?`,
    (today, [, count, unit]) => {
      const many = numberOf(count!);
      return unit!.toLowerCase() === "month"
        ? addMonths(today, many)
        : addDays(today, many * (unit!.toLowerCase() === "week" ? 7 : 1));
    },
  ],
  [
    `(\\d{1,2})(?:st|nd|rd|th)?\\.? (?:of )?(${months})(?:,? (\\d{4}))?`,
    (today, [, day, month, year]) => dated(today, day!, monthNumber(month!), year),
  ],
  [
    `(${months}) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![:\\d])`,
    (today, [, month, day, year]) => dated(today, day!, monthNumber(month!), year),
  ],
  ["(\\d{4})-(\\d{2})-(\\d{2})", (today, [, year, month, day]) => dated(today, day!, Number(month), year)],
  [
    "(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d{2})?",
    (today, [, day, month, year]) => dated(today, day!, Number(month), year),
  ],
  [
    "(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?",
    (today, [, month, day, year]) => dated(today, day!, Number(month), year),
  ],
];
const before = "(?:(?:on|by|due|until) )?";

export interface FoundDay {
  from: number;
  to: number;
  day: string;
}

/** Every day in a text, in their order; where two forms fit the same words, the longer one. */
export function daysIn(text: string, today: string): FoundDay[] {
  const found: FoundDay[] = [];
  for (const [pattern, read] of forms) {
    const whole = new RegExp(`(?<![\\p{L}\\p{N}@#!])${before}(?:${pattern})(?![\\p{L}\\p{N}])`, "giu");
    for (let words = whole.exec(text); words; words = whole.exec(text)) {
      const day = read(today, words);
      if (day) found.push({ from: words.index, to: words.index + words[0].length, day });
    }
  }
  found.sort((one, other) => one.from - other.from || other.to - one.to);
  return found.filter(
    (each) =>
      !found.some(
        (other) =>
          other !== each &&
          other.from <= each.from &&
          other.to >= each.to &&
          (other.to - other.from > each.to - each.from || found.indexOf(other) < found.indexOf(each)),
      ),
  );
}

/** A single day, as the field of a day takes it: the whole text must be one. */
export function readDay(text: string, today: string): string | null {
  const words = text.trim().replaceAll(/\s+/g, " ");
  const [found] = daysIn(words, today);
  return found && found.from === 0 && found.to === words.length ? found.day : null;
}
