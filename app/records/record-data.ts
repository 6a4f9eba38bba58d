// One record: read, saved, deleted. The database checks and decides; this only asks and passes on what it answers.
import { queryOptions } from "@tanstack/react-query";
import { currentTime } from "#domain/clock.ts";
import type { Entity } from "#domain/entity.ts";
import { RequestError, unwrap } from "#app/lib/request-error.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import { fromTable } from "./any-table.ts";
import { isId, type KitRecord, selectOf } from "./entity.ts";
import type { Stored, Values } from "./field-kinds/field-kind.ts";
import { storedValues } from "./form-values.ts";

/** Someone saved (or deleted, then `current` is null) the record after it was opened. */
export class EditConflict extends Error {
  readonly current: KitRecord | null;
  constructor(current: KitRecord | null) {
    super(current ? "Someone else saved this record after you opened it." : "Someone else deleted this record.");
    this.current = current;
  }
}

export async function readRecord(entity: Entity, id: string): Promise<KitRecord | null> {
  // An address may hold anything; what is no id names no record, and the database need not be asked.
  if (!isId(id)) return null;
  const rows = unwrap(await fromTable(entity.table).select<string, KitRecord>(selectOf(entity)).eq("id", id));
  return rows[0] ?? null;
}

export const recordQuery = (entity: Entity, id: string) =>
  queryOptions({ queryKey: ["records", entity.table, "one", id], queryFn: () => readRecord(entity, id), staleTime: 0 });

/** Which of the two it is was decided when the form was opened. */
export type SaveRequest =
  /** The id is chosen here, so that sending twice after a lost answer makes one record. */
  | { opened: "new"; id: string; values: Values }
  /** `seen` is the updated_at that the editor saw. */
  | { opened: "existing"; id: string; values: Values; seen: string };

export const saveRecord = (entity: Entity, request: SaveRequest): Promise<KitRecord> =>
  request.opened === "new" ? addRecord(entity, request) : changeRecord(entity, request);

async function addRecord(entity: Entity, { id, values }: { id: string; values: Values }): Promise<KitRecord> {
  const record = { id, ...storedValues(entity, values) };
  const answer = await fromTable(entity.table).insert(record).select<string, KitRecord>(selectOf(entity));
  const sentBefore = answer.error?.code === "23505" ? await readRecord(entity, id) : null;
  // It may have been typed on since the answer was lost: what counts is what is on the screen now.
  if (sentBefore) return changeRecord(entity, { id, values, seen: sentBefore.updated_at });
  const rows = unwrap(answer);
  if (!rows[0]) throw new RequestError("The record was not saved", 500);
  return rows[0];
}

async function changeRecord(
  entity: Entity,
  { id, values, seen }: { id: string; values: Values; seen: string },
): Promise<KitRecord> {
  const changes = storedValues(entity, values);
  const update = fromTable(entity.table).update(changes).eq("id", id).eq("updated_at", seen);
  const rows = unwrap(await update.select<string, KitRecord>(selectOf(entity)));
  if (rows[0]) return rows[0];
  const current = await readRecord(entity, id);
  // Word for word what we send: saved by us before, and the answer was lost. There is nothing to decide.
  if (current && Object.entries(changes).every(([name, value]) => isSame(current[name], value))) return current;
  throw new EditConflict(current);
}

/** Some fields of a record, and the record as it was when someone began to change them. */
export interface FieldsChange {
  id: string;
  changes: Readonly<Record<string, Stored>>;
  seen: KitRecord;
}

/** What an amount says depends on its currency. */
const basisOf = (entity: Entity, name: string): string[] => {
  const field = entity.fields[name];
  return field?.kind === "money" && "column" in field.currency ? [name, field.currency.column] : [name];
};

/** The record right before and right after. */
export interface SavedFields {
  before: KitRecord;
  saved: KitRecord;
}

/** Saves these fields alone. A record that was saved in other fields since is no conflict: nothing of those is overwritten. */
export async function saveFields(entity: Entity, { id, changes, seen }: FieldsChange): Promise<SavedFields> {
  const update = fromTable(entity.table).update(changes).eq("id", id).eq("updated_at", seen.updated_at);
  const rows = unwrap(await update.select<string, KitRecord>(selectOf(entity)));
  if (rows[0]) return { before: seen, saved: rows[0] };
  const current = await readRecord(entity, id);
  const names = Object.keys(changes);
  if (current && names.every((name) => isSame(current[name], changes[name])))
    return { before: current, saved: current };
  const isUntouched = (name: string) => basisOf(entity, name).every((each) => isSame(current?.[each], seen[each]));
  if (current && current.updated_at !== seen.updated_at && names.every(isUntouched))
    return saveFields(entity, { id, changes, seen: current });
  throw new EditConflict(current);
}

/** Several choices are a list. */
export const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);

export async function deleteRecord(entity: Entity, id: string): Promise<void> {
  const rows: unknown[] = unwrap(await fromTable(entity.table).delete().eq("id", id).select("id"));
  // Gone already is as good as deleted; still there means we were not allowed to.
  if (rows.length === 0 && (await readRecord(entity, id))) throw new RequestError("Nothing was deleted", 403);
}

/** A hundred per request, so that addresses stay short. */
export async function archiveRecords(entity: Entity, ids: readonly string[], archive: boolean): Promise<void> {
  const archived_at = archive ? currentTime().toISOString() : null;
  for (let from = 0; from < ids.length; from += 100)
    unwrap(
      await fromTable(entity.table)
        .update({ archived_at })
        .in("id", ids.slice(from, from + 100))
        .select("id"),
    );
}

/** What one call takes. */
const maxIds = 20_000;

export async function deleteRecords(entity: Entity, ids: readonly string[]): Promise<void> {
  for (const some of inParts(ids)) await call("delete_records", { kind: entity.table, ids: some });
}

/** Brings deleted records back, with everything that went along. */
export async function restoreRecords(entity: Pick<Entity, "table">, ids: readonly string[]): Promise<void> {
  for (const some of inParts(ids)) await call("restore_records", { kind: entity.table, ids: some });
}

export interface DeletedRecord {
  id: string;
  title: string;
  at: string;
  actor_name: string | null;
  /** As long as it can be brought back. */
  until: string;
}

/** Which of these records were deleted and can be brought back. */
export const deletedRecordsQuery = (entity: Pick<Entity, "table" | "undoable">, ids: readonly string[]) =>
  queryOptions({
    queryKey: ["records", entity.table, "deleted", ids],
    queryFn: async (): Promise<DeletedRecord[]> =>
      rowsOf<DeletedRecord>(await call("deleted_records", { kind: entity.table, ids })),
    enabled: entity.undoable === true && ids.length > 0,
    staleTime: 0,
    retry: false,
  });

export interface Dependents {
  /** Their table. */
  dependents: string;
  count: number;
  /** They are deleted too; otherwise they keep the record from being deleted. */
  deleted: boolean;
}

/** What refers to these records. */
export const dependentsQuery = (entity: Entity, ids: readonly string[]) =>
  queryOptions({
    queryKey: ["records", entity.table, "dependents", ids],
    queryFn: async (): Promise<Dependents[]> => {
      const sums = new Map<string, Dependents>();
      for (const some of inParts(ids)) {
        const found: Dependents[] = await call("count_dependents", { kind: entity.table, ids: some });
        for (const each of found)
          sums.set(each.dependents, { ...each, count: each.count + (sums.get(each.dependents)?.count ?? 0) });
      }
      return [...sums.values()].filter(({ count }) => count > 0);
    },
    enabled: ids.length > 0,
    staleTime: 0,
    retry: false,
  });

function* inParts(ids: readonly string[]): Generator<string[]> {
  for (let from = 0; from < ids.length; from += maxIds) yield ids.slice(from, from + maxIds);
}

export interface Duplicate {
  id: string;
  title: string;
  field: string;
}

/** Records that may be the same as what is in a form. */
export const duplicatesQuery = (entity: Entity, values: Values, exceptId: string | null) => {
  const known = Object.fromEntries((entity.sameBy ?? []).map((name) => [name, values[name]?.trim() || null]));
  return queryOptions({
    queryKey: ["records", entity.table, "duplicates", known, exceptId],
    queryFn: async ({ signal }): Promise<Duplicate[]> => {
      const args = { kind: entity.table, record: known, ...(exceptId && { except_id: exceptId }) };
      return call("find_duplicates", args, signal);
    },
    enabled: Object.values(known).some((value) => value !== null),
    // A warning that cannot be had keeps no one from saving.
    retry: false,
  });
};
