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

/** Modules begin their keys with the name of their area, or of a table. */
export const isConcerned = (key: QueryKey, names: ReadonlySet<string>): boolean =>
  shared.has(key[0]) || names.has(String(key[0]));

export interface LiveQueries {
  changed(change: Pick<LiveChange, "table" | "area">): void;
  /** Anything may have changed. */
  missed(): void;
  stop(): void;
}

/** `areas`: every area of the modules. */
export function followChanges(client: QueryClient, areas: ReadonlySet<string>): LiveQueries {
  let names = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  function refresh(): void {
    timer = undefined;
    // What is being saved is shown already; an answer from before would take it back for a moment.
    if (client.isMutating() > 0) return plan(gatherMs);
    const concerned = names;
    names = new Set();
    last = performance.now();
    void client.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey, concerned) });
  }
  function plan(least: number): void {
    timer ??= setTimeout(refresh, Math.max(least, last + restMs - performance.now()));
  }
  return {
    changed({ table, area }) {
      names.add(table);
      if (area !== undefined) names.add(area);
      plan(gatherMs);
    },
    missed: () => void client.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey, areas) }),
    stop: () => clearTimeout(timer),
  };
}
