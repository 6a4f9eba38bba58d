// Every query and mutation of the trash. The database decides who sees what of it.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call, rowsOf, withJson } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";

export interface Deletion {
  id: string;
  /** The table that was deleted from. */
  kind: string;
  /** "payment_request". */
  record_type: string;
  /** The names of the first three. */
  titles: string[];
  /** How many are still in the trash. */
  records: number;
  /** Rows that went with it, by table. */
  along: Record<string, number>;
  at: string;
  until: string;
  actor_name: string | null;
  cause: "deleted" | "merged";
  merged_into: string | null;
  merged_into_title: string | null;
}

const key = ["records", "trash"] as const;
const pageSize = 50;
const alongSchema = z.object({ along: z.record(z.string(), z.number()) });

export const trashQuery = (kind: string, term: string) =>
  infiniteQueryOptions({
    queryKey: [...key, "list", kind, term],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Deletion[]> =>
      rowsOf<Deletion>(
        withJson(
          "trash_list",
          alongSchema,
          await call(
            "trash_list",
            {
              ...(kind && { of_kind: kind }),
              ...(term && { term }),
              ...(pageParam && { before: pageParam }),
              most: pageSize,
            },
            signal,
          ),
        ),
      ),
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.at),
    staleTime: 0,
  });

export const trashKindsQuery = queryOptions({
  queryKey: [...key, "kinds"],
  queryFn: async () => await call("trash_kinds", {}),
});

export const trashedRecordsQuery = (deletion: string) =>
  queryOptions({
    queryKey: [...key, "records", deletion],
    queryFn: async () => await call("trash_records", { deletion }),
    staleTime: 0,
  });

const failed = (title: string) => (error: Error) => void toast({ title, text: messageOf(error), tone: "danger" });

/** Whole deletions, or some records of one. */
export type Restoring = { deletions: readonly string[] } | { kind: string; ids: readonly string[] };

export function useRestoreDeleted() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (what: Restoring) => {
      if ("deletions" in what) return (await call("restore_deletions", { ids: [...what.deletions] }))[0];
      const [back] = await call("restore_records", { kind: what.kind, ids: [...what.ids] });
      return back && { ...back, refused: 0 };
    },
    onSuccess: (back) => {
      const refused = back?.refused ?? 0;
      toast({
        title: `${countOf(back?.restored ?? 0, "record")} restored`,
        text:
          refused > 0
            ? `${countOf(refused, "entry", "entries")} could not be: what they belong to is deleted as well.`
            : "With everything that was deleted along.",
      });
    },
    onError: failed("Failed to restore"),
    onSettled: () => void client.invalidateQueries({ queryKey: ["records"] }),
  });
}

export function usePurgeDeletions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => await call("purge_deletions", { ids: [...ids] }),
    onSuccess: (count) => void toast({ title: `${countOf(count, "entry", "entries")} deleted for good` }),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  });
}
