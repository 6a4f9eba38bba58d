// When a task is due, in the few words of a row. Days and hours are the office's, so every browser says the same.
import { dateFormat } from "#domain/formats.ts";
import { addDays, daysBetween } from "./day-words.ts";
import type { Task } from "./task.ts";

const weekday = dateFormat({ weekday: "short", timeZone: "UTC" });
const dated = dateFormat({ weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
const datedFar = dateFormat({ month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });
const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** "Wed, Dec 4"; with the year when it is another. */
export const dayWords = (day: string, today: string) =>
  (day.slice(0, 4) === today.slice(0, 4) ? dated : datedFar).format(at(day));

/** "Today", "Tomorrow", "Wed, Dec 4", "Wed, Dec 4, 16:00": what quick add understood. */
export function understoodWords(day: string, time: string | null, today: string): string {
  const words =
    day === today ? "Today" : day === addDays(today, 1) ? `Tomorrow, ${dayWords(day, today)}` : dayWords(day, today);
  return time ? `${words}, ${time}` : words;
}

type Due = Pick<Task, "due_on" | "due_at" | "due_time" | "task_group" | "today">;

/** "40 min late", "3 h late", "Mon, 1 day late", "12:00", "Today", "Wed, 10:00", "Wed, Dec 4". */
export function dueWords(
  { due_on: day, due_at: moment, due_time: time, task_group: group, today }: Due,
  now: Date,
): string {
  if (!day) return "No day";
  if (group === "overdue") {
    const days = daysBetween(day, today);
    if (days > 0)
      return `${days < 7 ? weekday.format(at(day)) : dayWords(day, today)}, ${days} ${days === 1 ? "day" : "days"} late`;
    const minutes = Math.max(1, Math.floor((now.getTime() - Date.parse(moment ?? "")) / 60_000));
    return minutes < 60 ? `${minutes} min late` : `${Math.floor(minutes / 60)} h late`;
  }
  if (day === today) return time ?? "Today";
  if (time && daysBetween(today, day) < 7) return `${weekday.format(at(day))}, ${time}`;
  return time ? `${dayWords(day, today)}, ${time}` : dayWords(day, today);
}

/** For `time` elements. */
export const dueTitle = ({ due_on: day, due_time: time }: Pick<Task, "due_on" | "due_time">) =>
  day ? `${datedFar.format(at(day))}${time ? `, ${time}` : ""}` : undefined;
