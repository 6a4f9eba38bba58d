// Whether this database was restored from a backup, and what a person still has to decide about it.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { may } from "./access.ts";
import { runtimeSettings } from "./runtime-settings.ts";
import { call } from "./typed-answers.ts";

export const restoredCopyKey = ["restored-copy"] as const;

/** Null: nothing was restored, or everything about it is settled. */
export const restoredCopyQuery = queryOptions({
  queryKey: restoredCopyKey,
  queryFn: async () => (await call("restored_copy", {}))[0] ?? null,
  staleTime: 60_000,
  // Only where there is something to follow: a database becomes a copy while no server runs.
  refetchInterval: ({ state }) => (state.data ? 15_000 : false),
  enabled: runtimeSettings.serverHasDatabase,
});

export type RestoredCopy = NonNullable<ReturnType<typeof useRestoredCopy>>;

export const useRestoredCopy = () =>
  useQuery({ ...restoredCopyQuery, enabled: runtimeSettings.serverHasDatabase && may("settings", "read") }).data ??
  null;
