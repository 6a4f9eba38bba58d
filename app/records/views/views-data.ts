// Saved views: read, counted, saved.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Entity } from "#domain/entity.ts";
import { type ViewDefinition, viewDefinitionSchema } from "#domain/saved-view.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import type { FunctionName } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import { changeListView, definitionChanges, readListView } from "../list/list-view.ts";
import { roughCountQuery } from "../record-lists.ts";

export interface SavedView {
  id: string;
  entity: string;
  name: string;
  owner_id: string;
  shared: boolean;
  is_default: boolean;
  definition: ViewDefinition;
}

const key = ["views"] as const;

/** All that the caller sees, by name. One whose definition cannot be read is not a view. */
export const viewsQuery = queryOptions({
  queryKey: key,
  queryFn: async (): Promise<SavedView[]> => {
    const columns = "id, entity, name, owner_id, shared, is_default, definition";
    const rows = unwrap(await supabase().from("views").select(columns).order("name").order("id"));
    return rows.flatMap((row) => {
      const read = viewDefinitionSchema.safeParse(row.definition);
      if (!read.success) console.error(`The view "${row.name}" cannot be read:`, read.error);
      return read.success ? [{ ...row, definition: read.data }] : [];
    });
  },
  staleTime: 60_000,
});

export const viewsOf = (views: readonly SavedView[] | undefined, entity: Entity) =>
  (views ?? []).filter((view) => view.entity === entity.table);

/** A person's own default comes before the office's. */
export const defaultOf = (views: readonly SavedView[]) =>
  views.find(({ is_default, shared }) => is_default && !shared) ?? views.find(({ is_default }) => is_default);

/** Where a saved view is shown: its list, and in the address all that it says. */
export function viewAddress(entity: Entity, list: string, { id, definition }: SavedView): string {
  const [path, query = ""] = (entity.list ?? list).split("?");
  return `${path}?${changeListView(new URLSearchParams(query), definitionChanges(entity, definition, id))}`;
}

/** How many records a view has, roughly. */
export function viewCountQuery(entity: Entity, { definition }: SavedView) {
  const address = changeListView(new URLSearchParams(), definitionChanges(entity, definition, null));
  const view = readListView(address, entity, entity.narrowing?.params);
  const from = entity.narrowing?.from(address);
  const asked = from ? { ...view, search: "", from: { ...from, call: from.call as FunctionName } } : view;
  return { ...roughCountQuery(entity, asked), staleTime: 60_000 };
}

/** Below what the server counts to (server/supabase/rest/answer-read.ts). */
const maxCounted = 999;
export const countWords = (count: number) => (count > maxCounted ? `${maxCounted}+` : String(count));

export interface ViewToSave {
  id: string | null;
  entity: string;
  name: string;
  shared: boolean;
  is_default: boolean;
  definition: ViewDefinition;
}

export function useSaveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, entity, name, shared, is_default, definition }: ViewToSave): Promise<string> => {
      const view = { name, shared, is_default, definition };
      const table = supabase().from("views");
      const answer =
        id === null
          ? await table.insert({ entity, ...view }).select("id")
          : await table.update(view).eq("id", id).select("id");
      const [row] = unwrap(answer);
      if (!row) throw new Error("This view belongs to someone else, or is gone.");
      return row.id;
    },
    onSuccess: (_id, { name }) => void toast({ title: "View saved", text: name }),
    onError: (error) => void toast({ title: "Failed to save the view", text: messageOf(error), tone: "danger" }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useDeleteView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: SavedView) => {
      const gone = unwrap(await supabase().from("views").delete().eq("id", id).select("id"));
      if (gone.length === 0) throw new Error("This view belongs to someone else, or is gone.");
    },
    onSuccess: (_done, { name }) => void toast({ title: "View deleted", text: name }),
    onError: (error) => void toast({ title: "Failed to delete the view", text: messageOf(error), tone: "danger" }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
