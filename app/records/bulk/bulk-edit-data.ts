// Edits of many records: the preview, the edit itself, and all that would change as a file.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { Entity, FieldEntry } from "#domain/entity.ts";
import { callJson } from "#app/lib/typed-answers.ts";
import { csvLine } from "#domain/csv-text.ts";
import { exportFile } from "../csv/save-file.ts";
import { type KitRecord, titleOf } from "../entity.ts";
import { textOf } from "../field-kinds/kinds.ts";
import { readThese } from "../record-lists.ts";
import { edited, type FieldEdit } from "./field-edit.ts";

export const outcome = z.object({
  changed: z.number(),
  same: z.number(),
  /** Saved by someone after the preview. */
  later: z.number(),
  gone: z.number(),
  refused: z.array(z.object({ reason: z.string(), count: z.number(), ids: z.array(z.string()) })),
  /** The first that change, in the order of the list. */
  ids: z.array(z.string()),
  at: z.string(),
});
export type Outcome = z.infer<typeof outcome>;

/** How many of each are listed in the preview. */
export const maxListed = 50;

const plan = (entity: Entity, ids: readonly string[], { act, changes }: FieldEdit, listed: number) =>
  callJson("plan_edit", { kind: entity.table, ids: [...ids], act, changes, listed }, outcome);

/** What an edit would do, and the records that the preview names. */
export const editPlanQuery = (entity: Entity, ids: readonly string[], edit: FieldEdit, turn: number) =>
  queryOptions({
    queryKey: ["edit plan", entity.table, turn],
    queryFn: async ({ signal }) => {
      const planned = await plan(entity, ids, edit, maxListed);
      const named = [...planned.ids, ...planned.refused.flatMap((each) => each.ids.slice(0, 10))];
      const records = new Map<string, KitRecord>();
      for await (const some of readThese(entity, named, signal))
        for (const record of some) records.set(record.id, record);
      return { planned, records };
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** Every record that changes, from what to what; `onProgress` is told how many are written. */
export function useSavePlan(entity: Entity) {
  return useMutation({
    mutationFn: async (request: {
      entry: FieldEntry;
      ids: readonly string[];
      edit: FieldEdit;
      title: string;
      onProgress: (done: number, all: number) => void;
    }) => {
      const { entry, ids, edit, title, onProgress } = request;
      const planned = await plan(entity, ids, edit, ids.length);
      const lines = [csvLine([entity.fields[entity.title]?.label ?? "Name", "Result", "From", "To"])];
      const reasons = new Map(planned.refused.flatMap((each) => each.ids.map((id) => [id, each.reason])));
      const named = [...planned.ids, ...reasons.keys()];
      for await (const records of readThese(entity, named, new AbortController().signal)) {
        for (const record of records) {
          const reason = reasons.get(record.id);
          const to = reason ? "" : textOf(entry, edited(entry, record, edit, title));
          lines.push(csvLine([titleOf(entity, record), reason ?? "Changes", textOf(entry, record), to]));
        }
        onProgress(lines.length - 1, named.length);
      }
      await exportFile(entity.area, `${entity.table}-edit-preview.csv`, lines);
    },
  });
}

export function useEditRecords(entity: Entity) {
  const client = useQueryClient();
  return useMutation({
    // The id is chosen before it is sent, so that sending twice after a lost answer edits once.
    mutationFn: ({ id, ids, edit, seen }: { id: string; ids: readonly string[]; edit: FieldEdit; seen: string }) =>
      callJson("edit_records", { edit_id: id, kind: entity.table, ids: [...ids], ...edit, seen }, outcome),
    onSettled: () =>
      // A module whose lists are not the kit's keeps them under the name of its table.
      void Promise.all(
        [["records"], [entity.table], ["tags"]].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
