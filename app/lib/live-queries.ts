// What is on the screen follows what happens: a change makes the queries old that may show it. Nothing is written into them, and
// nothing that is being typed is touched.
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { LiveChange } from "#domain/live.ts";

/** Changes within this are one. */
const gatherMs = 150;
/** Between two refreshes: with `gatherMs` and the request itself well within two seconds. */
const restMs = 1000;
/** While changes are not heard. */
export const refreshMs = 30_000;

/** Names of records are shown in lists of others, and figures count all of them. */
const shared = new Set<unknown>(["records", "dashboard", "figure-rows", "timeline"]);

/** Modules begin their keys with the name of their area, which most often is that of the table. */
const areas: Readonly<Record<string, string>> = {
  payment_requests: "payments",
  enrolments: "sequences",
  mail_templates: "templates",
  client_messages: "client-area",
  ties: "relationships",
  suggestions: "relationships",
  introductions: "relationships",
};
export const isConcerned = (key: QueryKey, tables: ReadonlySet<string>): boolean =>
  shared.has(key[0]) || [...tables].some((table) => key[0] === table || key[0] === areas[table]);

export interface LiveQueries {
  changed(change: Pick<LiveChange, "table">): void;
  /** Anything may have changed. */
  missed(): void;
  stop(): void;
}

export function followChanges(client: QueryClient): LiveQueries {
  let tables = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  function refresh(): void {
    timer = undefined;
    // What is being saved is shown already; an answer from before would take it back for a moment.
    if (client.isMutating() > 0) return plan(gatherMs);
    const concerned = tables;
    tables = new Set();
    last = performance.now();
    void client.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey, concerned) });
  }
  function plan(least: number): void {
    timer ??= setTimeout(refresh, Math.max(least, last + restMs - performance.now()));
  }
  return {
    changed({ table }) {
      tables.add(table);
      plan(gatherMs);
    },
    missed: () => void client.invalidateQueries({ predicate: ({ queryKey }) => shared.has(queryKey[0]) }),
    stop: () => clearTimeout(timer),
  };
}
