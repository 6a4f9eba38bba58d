// Saves and deletes show at once and are taken back when the server says no.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { capitalised, type Entity } from "#domain/entity.ts";
import { countOf } from "#app/lib/formats.ts";
import { toast } from "#app/ui/toast.ts";
import type { KitRecord } from "./entity.ts";
import { storedValues } from "./form-values.ts";
import {
  archiveRecords,
  deleteRecord,
  deleteRecords,
  EditConflict,
  type FieldsChange,
  restoreRecords,
  saveFields,
  saveRecord,
  type SaveRequest,
} from "./record-data.ts";
import type { RecordList } from "./record-lists.ts";

/** Changes every cached list of the entity; returns how to take it back. */
async function changeLists(client: QueryClient, entity: Entity, change: (list: RecordList) => RecordList) {
  const queryKey = ["records", entity.table, "list"];
  await client.cancelQueries({ queryKey });
  const before = client.getQueriesData<RecordList>({ queryKey });
  client.setQueriesData<RecordList>({ queryKey }, (list) => list && change(list));
  return () => {
    for (const [key, list] of before) client.setQueryData(key, list);
  };
}

/** Names of records show in lists of others, and records go with what they belong to: any change refreshes all of them. */
const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: ["records"] });

export function useSaveRecord(entity: Entity) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: SaveRequest) => saveRecord(entity, request),
    onMutate: async ({ opened, id, values }) => {
      if (opened === "new") return undefined;
      const edited = storedValues(entity, values);
      return changeLists(client, entity, (list) => withRow(list, id, edited));
    },
    onError: (error, _request, takeBack) => {
      takeBack?.();
      // Their version is what the list must show now.
      if (error instanceof EditConflict) void refresh(client);
    },
    onSuccess: (saved, { opened }) => {
      client.setQueryData(["records", entity.table, "one", saved.id], saved);
      toast({ title: `${capitalised(entity.one)} ${opened === "new" ? "created" : "updated"}` });
      void refresh(client);
    },
  });
}

const withRow = (list: RecordList, id: string, changed: object): RecordList => ({
  ...list,
  rows: list.rows.map((row): KitRecord => (row.id === id ? { ...row, ...changed } : row)),
});

/** Some fields of a record in a list. `shown` is how the row looks until it is read again: names of records that it refers to. */
export function useSaveFields(entity: Entity) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: FieldsChange & { shown?: object }) => saveFields(entity, change),
    onMutate: ({ id, changes, shown }) =>
      changeLists(client, entity, (list) => withRow(list, id, { ...changes, ...shown })),
    onError: (_error, _change, takeBack) => takeBack?.(),
    onSuccess: ({ saved }) => {
      client.setQueryData(["records", entity.table, "one", saved.id], saved);
      // The next edit of this row compares with what was saved, before the list has been read again.
      client.setQueriesData<RecordList>(
        { queryKey: ["records", entity.table, "list"] },
        (list) => list && withRow(list, saved.id, saved),
      );
    },
    // Not waited for: the saved row is there already.
    onSettled: () => void refresh(client),
  });
}

/** Put aside, with a way back. */
export function useArchiveRecords(entity: Entity) {
  const client = useQueryClient();
  const said = (ids: readonly string[]) =>
    ids.length === 1 ? capitalised(entity.one) : countOf(ids.length, entity.one, entity.many);
  const failed = (word: string) => (error: Error) =>
    void toast({ title: `Failed to ${word}`, text: error.message, tone: "danger" });
  const restore = (ids: readonly string[]) =>
    archiveRecords(entity, ids, false)
      .then(() => toast({ title: `${said(ids)} restored` }), failed("restore"))
      .finally(() => void refresh(client));
  const archive = useMutation({
    mutationFn: (ids: readonly string[]) => archiveRecords(entity, ids, true),
    onSuccess: (_done, ids) =>
      void toast({
        title: `${said(ids)} archived`,
        seconds: 10,
        action: { label: "Undo", run: () => void restore(ids) },
      }),
    onError: failed("archive"),
    onSettled: () => void refresh(client),
  });
  return { archive, restore };
}

/** What was deleted comes back, and with it what went along. */
export function useRestoreRecords(entity: Pick<Entity, "table" | "one" | "many">) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => restoreRecords(entity, ids),
    onSuccess: (_done, ids) => {
      const what =
        ids.length === 1 ? `${capitalised(entity.one)} is` : `${countOf(ids.length, entity.one, entity.many)} are`;
      toast({ title: `${what} back`, text: "With everything that was deleted along." });
    },
    onError: (error) => void toast({ title: "Failed to bring back", text: error.message, tone: "danger" }),
    onSettled: () => void refresh(client),
  });
}

export function useDeleteRecords(entity: Entity) {
  const client = useQueryClient();
  const restore = useRestoreRecords(entity);
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const [only] = ids;
      if (ids.length === 1 && only) await deleteRecord(entity, only);
      else await deleteRecords(entity, ids);
    },
    onMutate: (ids) => {
      const gone = new Set(ids);
      return changeLists(client, entity, (list) => {
        const rows = list.rows.filter((row) => !gone.has(row.id));
        const count = list.count === null ? null : list.count - (list.rows.length - rows.length);
        return { rows, count };
      });
    },
    onError: (error, ids, takeBack) => {
      takeBack?.();
      console.error(`Deleting ${ids.length} of ${entity.table} failed:`, error);
      const what = ids.length === 1 ? entity.one : entity.many;
      toast({ title: `Failed to delete ${what}`, text: error.message, tone: "danger" });
    },
    onSuccess: (_done, ids) => {
      const what = ids.length === 1 ? capitalised(entity.one) : countOf(ids.length, entity.one, entity.many);
      toast({
        title: `${what} deleted`,
        ...(entity.undoable && { seconds: 10, action: { label: "Undo", run: () => restore.mutate(ids) } }),
      });
    },
    // Not waited for: the selection is over when the records are gone, not when the list has been read again.
    onSettled: () => void refresh(client),
  });
}
