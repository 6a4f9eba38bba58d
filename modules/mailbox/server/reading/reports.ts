// Parts of messages that machines write for machines: reports of delivery, and calendars.
import { fold, oneLine } from "./headers.ts";

export interface Bounce {
  /** Of the message that the report is about. */
  message_ids: string[];
  /** "5.1.1". */
  status: string;
  said: string;
}

/** Null when it names no message or did not fail. */
export function readBounce(status: string, original: string): Bounce | null {
  const field = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, "im").exec(status)?.[1]?.trim() ?? "";
  const action = field("Action").toLowerCase();
  if (action !== "failed" && action !== "delayed") return null;
  const code = /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(field("Status"))?.[1];
  const ids = [...original.slice(0, 64_000).matchAll(/^message-id:\s*(<[^<>\s]{1,990}>)/gim)].map(([, id]) => id!);
  if (!code || ids.length === 0) return null;
  // A delay is none for good, whatever its code says.
  return {
    message_ids: ids.slice(0, 1),
    status: action === "delayed" ? code.replace(/^5/, "4") : code,
    said: oneLine(field("Diagnostic-Code").replace(/^\w+;\s*/, ""), 300),
  };
}

export interface CalendarPart {
  uid: string;
  sequence: number;
  method: string;
  start: string | null;
  end: string | null;
  cancelled: boolean;
  organizer: string | null;
  answers: { address: string; status: string }[];
}

const maxEvents = 20;

/** The first entries of a calendar part: nine properties of each, and nothing else of it. Days and times without a zone are left to the reader. */
export function readCalendar(text: string): CalendarPart[] {
  const lines = text
    .slice(0, 500_000)
    .replaceAll(/\r?\n[ \t]/g, "")
    .split(/\r?\n/);
  const found: CalendarPart[] = [];
  let method = "";
  let event: CalendarPart | null = null;
  let depth = 0;
  for (const line of lines) {
    const [, name = "", parameters = "", value = ""] =
      /^([\w-]+)((?:;[^:;"]*(?:"[^"]*"[^:;"]*)*)*):(.*)$/.exec(line) ?? [];
    const key = name.toUpperCase();
    if (key === "METHOD" && !event) method = oneLine(value, 30).toUpperCase();
    else if (key === "BEGIN" && value.toUpperCase() === "VEVENT" && found.length < maxEvents && !event)
      event = {
        uid: "",
        sequence: 0,
        method,
        start: null,
        end: null,
        cancelled: method === "CANCEL",
        organizer: null,
        answers: [],
      };
    else if (!event) continue;
    else if (key === "BEGIN") depth += 1;
    else if (key === "END" && value.toUpperCase() === "VEVENT") {
      if (event.uid) found.push(event);
      event = null;
      depth = 0;
    } else if (key === "END") depth -= 1;
    else if (depth > 0) continue;
    else if (key === "UID") event.uid = oneLine(value, 500);
    else if (key === "SEQUENCE") event.sequence = Math.min(Math.max(Math.trunc(Number(value)) || 0, 0), 1_000_000);
    else if (key === "STATUS" && value.toUpperCase() === "CANCELLED") event.cancelled = true;
    else if (key === "DTSTART") event.start = moment(value, parameters);
    else if (key === "DTEND") event.end = moment(value, parameters);
    else if (key === "ORGANIZER") event.organizer = addressOf(value);
    else if (key === "ATTENDEE" && event.answers.length < 200) {
      const address = addressOf(value);
      const status = /;PARTSTAT="?([\w-]{1,30})/i.exec(parameters)?.[1]?.toUpperCase() ?? "NEEDS-ACTION";
      if (address) event.answers.push({ address, status });
    }
  }
  return found;
}

const addressOf = (value: string): string | null => {
  const address = fold(value.replace(/^mailto:/i, "")).slice(0, 320);
  return /^[^@\s<>]+@[^@\s<>]+$/.test(address) ? address : null;
};

/** "2026-11-18T09:00:00Z", "2026-11-18T09:00:00[Europe/Paris]" or "2026-11-18". */
function moment(value: string, parameters: string): string | null {
  const [, y, mo, d, h, mi, s, z] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/i.exec(value.trim()) ?? [];
  if (!y) return null;
  const day = `${y}-${mo}-${d}`;
  if (!h) return day;
  const zone = /;TZID="?([\w/+-]{1,60})/i.exec(parameters)?.[1];
  return `${day}T${h}:${mi}:${s}${z ? "Z" : zone ? `[${zone}]` : ""}`;
}
