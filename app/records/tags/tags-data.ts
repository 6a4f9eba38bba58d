// Tags of records: given and taken, renamed, merged, deleted. The database keeps one spelling of each.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { TagColor } from "#domain/entity.ts";
import type { TableName } from "#domain/table-name.ts";
import type { Json } from "#app/lib/database.types.ts";
import { call, rowsOf, withJson } from "#app/lib/typed-answers.ts";

export interface CountedTag {
  id: string;
  name: string;
  color: TagColor;
  /** How many records have it, by their table. */
  uses: Record<string, number>;
}

const uses = z.object({ uses: z.record(z.string(), z.number()) });

export const countedTagsQuery = queryOptions({
  queryKey: ["tags", "counted"],
  queryFn: async (): Promise<CountedTag[]> =>
    withJson("tag_list", uses, rowsOf<Omit<CountedTag, "uses"> & { uses: Json }>(await call("tag_list", {}))),
});

export interface TagChange {
  kind: TableName;
  ids: readonly string[];
  add?: readonly string[];
  remove?: readonly string[];
}

/** What one call takes. */
const maxIds = 20_000;

/** Answers how many records changed. */
export function useTagRecords() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, ids, add = [], remove = [] }: TagChange) => {
      let changed = 0;
      for (let from = 0; from < ids.length; from += maxIds)
        changed += await call("tag_records", { kind, ids: ids.slice(from, from + maxIds), add, remove });
      return changed;
    },
    // A module whose lists are not the kit's keeps them under the name of its table.
    onSuccess: (_, { kind }) =>
      Promise.all([["tags"], ["records"], [kind]].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export type TagEdit =
  | { act: "save"; tag: string | null; name: string; color: TagColor }
  | { act: "merge"; keep: string; gone: string }
  | { act: "delete"; tag: string };

export function useEditTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (edit: TagEdit): Promise<void> => {
      if (edit.act === "save") await call("save_tag", { tag: edit.tag, name: edit.name, color: edit.color });
      else if (edit.act === "merge") await call("merge_tags", { keep: edit.keep, gone: edit.gone });
      else await call("delete_tag", { tag: edit.tag });
    },
    // Tags are shown everywhere.
    onSuccess: () => client.invalidateQueries(),
  });
}
