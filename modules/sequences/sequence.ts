// What a sequence is, on its screens: its states, the words for waits, and how people stand in it.
import { dateFormat } from "#domain/formats.ts";

export const statusWords: Record<Status, { badge: "Live" | "Beta" | "Draft"; word: string }> = {
  active: { badge: "Live", word: "On" },
  paused: { badge: "Beta", word: "Paused" },
  draft: { badge: "Draft", word: "Draft" },
  archived: { badge: "Draft", word: "Archived" },
};
export type Status = "draft" | "active" | "paused" | "archived";

/** How people are counted: always with the number beside it. */
export const shownStates = ["active", "waiting", "paused", "finished", "replied", "stopped"] as const;
export type ShownState = (typeof shownStates)[number];
export const shownWords: Record<ShownState, string> = {
  active: "Active",
  waiting: "Waiting",
  paused: "Paused",
  finished: "Finished",
  replied: "Replied",
  stopped: "Stopped",
};

/** "3 running with 32 people: 2 active, 30 waiting for their next step." Active and waiting as the columns below count them. */
export function figureWords(list: readonly { status: Status; active: number; waiting: number }[]): string {
  const running = list.filter(({ status }) => status === "active");
  const sum = (of: "active" | "waiting") => running.reduce((total, each) => total + each[of], 0);
  if (running.length === 0) return "None is running.";
  const people = sum("active") + sum("waiting");
  return `${running.length} running with ${people} ${people === 1 ? "person" : "people"}: ${sum("active")} active, ${sum("waiting")} waiting for their next step.`;
}

export interface Step {
  kind: "mail" | "task";
  delay_days: number;
  delay_business: boolean;
  delay_minutes: number;
  template_version_id: string | null;
  task_title: string | null;
  wait_for_task: boolean;
  same_thread: boolean;
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** "3 business days", "1 day and 2 hours", "90 minutes"; "" for none. */
export function delayWords({ delay_days: days, delay_business: business, delay_minutes: minutes }: Step): string {
  const parts: string[] = [];
  if (days > 0) parts.push(counted(days, business ? "business day" : "day"));
  if (minutes > 0) parts.push(minutes % 60 === 0 ? counted(minutes / 60, "hour") : counted(minutes, "minute"));
  return parts.join(" and ");
}

export const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export interface Window {
  window_start: string;
  window_end: string;
  weekdays: readonly number[];
  timezone: string;
  daily_cap: number;
  holidays: readonly string[];
}

const clock = (time: string) => time.slice(0, 5);

/** "Mon, Tue, Wed, Thu, Fri from 09:00 to 17:00". */
export const windowWords = ({ window_start, window_end, weekdays }: Window) =>
  `${[...weekdays]
    .sort((a, b) => a - b)
    .map((day) => weekdayNames[day - 1] ?? "")
    .join(", ")} from ${clock(window_start)} to ${clock(window_end)}`;

/** The hours of a day that a mail may leave in, as shares of each hour. */
export const openShare = ({ window_start, window_end }: Window, hour: number): number => {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const from = Math.max(minutes(window_start), hour * 60);
  const until = Math.min(minutes(window_end), hour * 60 + 60);
  return Math.max(0, until - from) / 60;
};

/** The keys of sequences, for the list of shortcuts. */
export const sequenceKeys = [
  { keys: ["J"], does: "Next sequence" },
  { keys: ["K"], does: "Sequence before" },
  { keys: ["N"], does: "New sequence" },
  { keys: ["E"], does: "Enrol people in the open sequence" },
] as const;

/** A moment by someone's own clock: "2026-12-05" and "09:00" as "Sat, Dec 5, 09:00". */
export function dayWords(day: string): string {
  return dateFormat({ weekday: "short", month: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** How a timeline tells of it: "Sequence ended, they replied". */
export const entryVerbs: Readonly<Record<string, string>> = {
  enrolled: "begun",
  resumed: "goes on",
  "moved to newest": "moved to its newest version",
  replied: "ended, they replied",
  booked: "ended, they booked a meeting",
  accepted: "ended, they accepted a proposal",
  unsubscribed: "ended, they unsubscribed",
  bounced: "ended, the address bounced",
  failed: "ended, it could not go on",
};

/** A subject with its tags as words: "What [account name] could begin with". */
export const subjectWords = (subject: string) =>
  subject
    .replaceAll(/\{%.*?%\}/g, "")
    .replaceAll(/\{\{\s*([\w.]+).*?\}\}/g, (_tag, path: string) => `[${path.replaceAll(/[._]/g, " ")}]`);
