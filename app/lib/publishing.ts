// Whether external publishing is on. The environment of the server may fix it; otherwise administrators switch it, and anyone who has a
// page open sees it follow.
import { queryOptions, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { useRestoredCopy } from "./restored-copy.ts";
import { runtimeSettings } from "./runtime-settings.ts";
import { callJson } from "./typed-answers.ts";

export const publishingStateSchema = z.object({
  is_on: z.boolean(),
  is_fixed: z.boolean(),
  /** Who switched it last, when and to what; null while no one has. */
  switched_at: z.nullable(z.string()),
  switched_by: z.nullable(z.string()),
  switched_on: z.nullable(z.boolean()),
  /** Messages that are held now: switching it on releases none of them. */
  held: z.number(),
});
export type PublishingState = z.output<typeof publishingStateSchema>;

export const publishingKey = ["publishing"] as const;

const readState = () => callJson("publishing_state", {}, publishingStateSchema);

export const publishingStateQuery = queryOptions({
  queryKey: [...publishingKey, "state"],
  queryFn: readState,
  enabled: runtimeSettings.serverHasDatabase,
});

const { flags, publishingIsFixed, serverHasDatabase } = runtimeSettings;

const publishingQuery = queryOptions({
  queryKey: [...publishingKey, "is-on"],
  queryFn: async () => (await readState()).is_on,
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
