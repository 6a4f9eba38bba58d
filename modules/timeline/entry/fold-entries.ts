// Stored whole, shown folded: what one person changes in one field within five minutes is one entry to the reader.
import type { Changes } from "#domain/module.ts";
import type { Entry } from "../timeline-entry.ts";

export interface Shown extends Entry {
  /** How many saves stand in it. */
  saves: number;
}

const minutes = 5;

const isPair = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2;

/** From what it was before the first save to what it is after the last. */
function combined(newer: Changes, older: Changes): Changes {
  const sum: Record<string, unknown> = { ...older, ...newer };
  for (const field of Object.keys(newer)) {
    const [from, to] = [older[field], newer[field]];
    if (isPair(from) && isPair(to)) sum[field] = [from[0], to[1]];
  }
  return sum;
}

function belongs(newer: Shown, older: Entry): boolean {
  return (
    newer.kind === "changed" &&
    older.kind === "changed" &&
    newer.record_type === older.record_type &&
    newer.record_id === older.record_id &&
    newer.actor_id === older.actor_id &&
    newer.actor_name === older.actor_name &&
    newer.day === older.day &&
    Date.parse(newer.at) - Date.parse(older.at) <= minutes * 60_000 &&
    Object.keys(newer.changes ?? {}).some((field) => field in (older.changes ?? {}))
  );
}

const isAnswer = ({ kind }: Entry) => kind === "replied" || kind.startsWith("answered");

/** A mail is told once with its words, by its newest entry; that it was written goes without saying once it has left. */
function eachMailOnce(entries: readonly Entry[]): Entry[] {
  const told = new Set<string | null>();
  return entries.flatMap((entry) => {
    if (entry.record_type !== "message" || isAnswer(entry)) return [entry];
    if (!told.has(entry.record_id)) {
      told.add(entry.record_id);
      return [entry];
    }
    return entry.kind === "written" ? [] : [{ ...entry, mail: null }];
  });
}

/** Newest first, as they come. The newest entry of each fold keeps its id and time. */
export function foldEntries(entries: readonly Entry[]): Shown[] {
  const shown: Shown[] = [];
  for (const entry of eachMailOnce(entries)) {
    const last = shown.at(-1);
    if (last && belongs(last, entry))
      shown[shown.length - 1] = {
        ...last,
        changes: combined(last.changes ?? {}, entry.changes ?? {}),
        names: { ...entry.names, ...last.names },
        saves: last.saves + 1,
      };
    else shown.push({ ...entry, saves: 1 });
  }
  return shown;
}
