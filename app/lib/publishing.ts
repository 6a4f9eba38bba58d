// Whether external publishing is on. The environment of the server may fix it; otherwise administrators switch it, and whoever has a
// page open sees it follow.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { unwrap } from "./request-error.ts";
import { useRestoredCopy } from "./restored-copy.ts";
import { runtimeSettings } from "./runtime-settings.ts";
import { anyTable } from "./supabase.ts";

export interface PublishingState {
  is_on: boolean;
  is_fixed: boolean;
  /** Who switched it last, when and to what; null while nobody has. */
  switched_at: string | null;
  switched_by: string | null;
  switched_on: boolean | null;
  /** Messages that are held now: switching it on releases none of them. */
  held: number;
}

export const publishingKey = ["publishing"] as const;

export const publishingStateQuery = queryOptions({
  queryKey: [...publishingKey, "state"],
  queryFn: async () => unwrap(await anyTable().rpc("publishing_state")) as PublishingState,
  enabled: runtimeSettings.serverHasDatabase,
});

const { flags, publishingIsFixed, serverHasDatabase } = runtimeSettings;

const publishingQuery = queryOptions({
  queryKey: [...publishingKey, "is-on"],
  queryFn: async () => (unwrap(await anyTable().rpc("publishing_state")) as PublishingState).is_on,
  // The page came with it; from then on it is looked at again.
  initialData: flags.autoPublish,
  staleTime: 15_000,
  refetchInterval: 15_000,
  enabled: serverHasDatabase && !publishingIsFixed,
});

/** Also for pages that are open while someone else switches it. */
export const usePublishing = (): boolean => useQuery(publishingQuery).data;

/** Whether messages leave by themselves: from a copy none does, whatever the switch says. */
export function useMessagesLeave(): boolean {
  const copy = useRestoredCopy();
  return usePublishing() && !copy?.is_copy;
}

/** Where it is switched, or said to be fixed. */
export const publishingSettings = "/admin/settings?tab=flags";
