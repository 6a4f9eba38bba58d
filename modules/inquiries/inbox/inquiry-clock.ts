// The time left until an answer is due, computed when it is looked at. Always a point in time in words, never only a colour.
import { dateFormat } from "#domain/formats.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Less than this is left: amber. */
const nearUnder = 4 * hour;

export interface Clock {
  tone: "plain" | "near" | "late" | "done" | "none";
  words: string;
  /** The share of the time that is used, from 0 to 1. */
  used: number;
}

interface Dated {
  state: string;
  received_at: string;
  due_at: string | null;
  answered_at: string | null;
  /** The reply that answered it; null when a person marked it, who is named beside. */
  answer_id?: string | null;
  answerer?: { name: string } | null;
}

export function clockOf(dated: Dated, now: number, timeZone: string): Clock {
  const { state, received_at, due_at, answered_at, answer_id, answerer } = dated;
  const received = Date.parse(received_at);
  if (answered_at) {
    const took = span(Date.parse(answered_at) - received);
    // No mail of ours proves it: somebody said so.
    const words = answer_id
      ? `Answered in ${took}`
      : `Marked answered ${answerer ? `by ${answerer.name}` : `in ${took}`}`;
    return { tone: "done", words, used: 1 };
  }
  if (state === "closed") return { tone: "none", words: "Closed", used: 0 };
  if (state === "spam") return { tone: "none", words: "Spam", used: 0 };
  if (!due_at && state === "held") return { tone: "none", words: "Waiting for a check", used: 0 };
  if (!due_at) return { tone: "none", words: "Nothing to answer", used: 0 };
  const due = Date.parse(due_at);
  const left = due - now;
  if (left < 0) return { tone: "late", words: `Overdue ${span(-left)}`, used: 1 };
  const used = Math.min(1, Math.max(0, (now - received) / Math.max(1, due - received)));
  return { tone: left < nearUnder ? "near" : "plain", words: `Answer by ${pointInTime(due, now, timeZone)}`, used };
}

/** "40 min", "5 h", "2 days". */
export function span(ms: number): string {
  if (ms < hour) return `${Math.max(1, Math.floor(ms / minute))} min`;
  if (ms < 2 * day) return `${Math.floor(ms / hour)} h`;
  return `${Math.floor(ms / day)} days`;
}

const dayIn = (at: number, timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(at);

/** "today 17:00", "Tue 17:00", "Tue 24 Nov 17:00": in the office's zone, as the promise is. */
export function pointInTime(at: number, now: number, timeZone: string): string {
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat({ ...options, timeZone }, "en-GB").format(at);
  const clock = format({ hour: "2-digit", minute: "2-digit" });
  if (dayIn(at, timeZone) === dayIn(now, timeZone)) return `today ${clock}`;
  if (Math.abs(at - now) < 6 * day) return `${format({ weekday: "short" })} ${clock}`;
  return `${format({ weekday: "short" })} ${format({ day: "numeric", month: "short" })} ${clock}`;
}
