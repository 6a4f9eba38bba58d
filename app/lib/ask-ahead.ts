// What a page shows first may be asked for while it is still being found out who looks and which modules are on: row level security
// answers either way. A route says so by its handle: `export const handle: AsksAhead = { askAhead(queries, params) {...} }`.
import type { QueryClient } from "@tanstack/react-query";
import { useMatches } from "react-router";

export interface AsksAhead {
  askAhead(queries: QueryClient, params: URLSearchParams): void;
}

export function useAskAhead(): AsksAhead["askAhead"] {
  const matches = useMatches();
  return (queries, params) => {
    for (const { handle } of matches) (handle as Partial<AsksAhead> | undefined)?.askAhead?.(queries, params);
  };
}
