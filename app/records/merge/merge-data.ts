// Two records that become one, and the list of those that may be the same.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Entity } from "#domain/entity.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";

/** From which record a field is taken. Both: long texts, one below the other. */
export type Choice = "keep" | "gone" | "both";
export type Choices = Readonly<Record<string, Choice>>;

export interface Merge {
  kind: string;
  keep: string;
  gone: string;
  choices: Choices;
  /** "A. Lind merged into Ada Lind". */
  said: string;
}

export function useMergeRecords() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ["records"] });
  const undo = async (kind: string, gone: string) => {
    try {
      await call("undo_merge", { kind, gone });
      toast({ title: "Merge undone", text: "Both records are as they were." });
    } catch (error) {
      toast({ title: "Failed to undo the merge", text: messageOf(error), tone: "danger" });
    }
    refresh();
  };
  return useMutation({
    mutationFn: async ({ kind, keep, gone, choices }: Merge) => {
      await call("merge_records", { kind, keep, gone, choices });
    },
    onSuccess: (_done, { kind, gone, said }) => {
      toast({
        title: said,
        text: "It can be undone from the trash for 30 days.",
        seconds: 10,
        action: { label: "Undo", run: () => void undo(kind, gone) },
      });
      refresh();
    },
  });
}

/** What merging would move. */
export const mergedCountsQuery = (kind: string, gone: string) =>
  queryOptions({
    queryKey: ["records", kind, "merged", gone],
    queryFn: async (): Promise<{ moved: string; count: number }[]> => await call("count_merged", { kind, gone }),
    enabled: gone !== "",
    staleTime: 0,
  });

export interface Pair {
  one_id: string;
  one_title: string;
  one_detail: string | null;
  one_created: string;
  other_id: string;
  other_title: string;
  other_detail: string | null;
  other_created: string;
  reason: "email" | "host" | "name" | "name and company" | "near name";
}

export const reasonWords: Record<Pair["reason"], string> = {
  email: "Same email",
  host: "Same domain",
  name: "Same name",
  "name and company": "Same name and company",
  "near name": "Similar name",
};

/** At most this many are listed at once; further ones follow when these are decided. */
export const maxPairs = 100;

export const duplicatePairsQuery = (kind: string) =>
  queryOptions({
    queryKey: ["records", kind, "pairs"],
    queryFn: async ({ signal }): Promise<Pair[]> =>
      rowsOf<Pair>(await call("duplicate_list", { of_kind: kind, most: maxPairs }, signal)),
    staleTime: 0,
  });

/** Remembered for everyone; the message offers the way back. */
export function useNotDuplicates({ table: kind, many }: Pick<Entity, "table" | "many">) {
  const client = useQueryClient();
  const { queryKey } = duplicatePairsQuery(kind);
  const refresh = () => client.invalidateQueries({ queryKey });
  const pairs = () => supabase().from("not_duplicates");
  const takeBack = async ({ one_id, other_id }: Pair) => {
    try {
      unwrap({ ...(await pairs().delete().match({ kind, one_id, other_id })), data: true });
    } catch (error) {
      toast({ title: "Failed to take it back", text: messageOf(error), tone: "danger" });
    }
    await refresh();
  };
  return useMutation({
    mutationFn: async ({ one_id, other_id }: Pair) => {
      const answer = await pairs().insert({ kind, one_id, other_id });
      // Someone else said so a moment ago.
      if (answer.error?.code === "23505") return;
      unwrap({ ...answer, data: true });
    },
    onSuccess: (_done, pair) => {
      client.setQueryData(queryKey, (before) => before?.filter((each) => each !== pair));
      toast({
        title: `Remembered as two ${many}`,
        seconds: 10,
        action: { label: "Undo", run: () => void takeBack(pair) },
      });
    },
    onError: (error) => void toast({ title: "Failed to remember it", text: messageOf(error), tone: "danger" }),
    onSettled: () => void refresh(),
  });
}
