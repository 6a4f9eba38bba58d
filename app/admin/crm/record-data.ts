// Reads and writes of any CRM record. The database checks and decides; this only asks and passes on what it answers.
import type { SupabaseClient } from "@supabase/supabase-js";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import type { CrmRecord, Entity } from "./entity.ts";
import { recordOf, type Values } from "./fields.ts";
import type { ListView } from "./list-view.ts";

// The table is known only at run time here, so the generated types end and each entity's own take over.
const database = () => supabase() as unknown as SupabaseClient;

export interface RecordList {
  rows: CrmRecord[];
  count: number;
}

/** Someone saved (or deleted, then `current` is null) the record after it was opened. */
export class EditConflict extends Error {
  readonly current: CrmRecord | null;
  constructor(current: CrmRecord | null) {
    super(current ? "Someone else saved this record after you opened it." : "Someone else deleted this record.");
    this.current = current;
  }
}

const asRecords = (rows: unknown) => rows as CrmRecord[];

/** The request behind a list, without its page: also what an export walks through. */
function selection(entity: Entity, view: ListView, counted: boolean) {
  const options = counted ? { count: "exact" as const } : {};
  const found = view.search.trim()
    ? database()
        .rpc(entity.search, { term: view.search }, { get: true, ...options })
        .select(entity.select)
    : database().from(entity.table).select(entity.select, options);
  const ofType = view.type ? found.eq("type", view.type) : found;
  const filtered = view.account ? ofType.eq("account_id", view.account) : ofType;
  const ordered = filtered.order(entity.sortBy?.[view.sort] ?? view.sort, { ascending: !view.descending });
  return ordered.order("id", { ascending: true });
}

export async function readPage(entity: Entity, view: ListView, signal?: AbortSignal): Promise<RecordList> {
  const from = (view.page - 1) * view.size;
  const request = selection(entity, view, true).range(from, from + view.size - 1);
  const answer = await (signal ? request.abortSignal(signal) : request);
  // A page past the end, such as an old link: the list offers the way back to the first.
  if (answer.error?.code === "PGRST103") return { rows: [], count: answer.count ?? 0 };
  return { rows: asRecords(unwrap(answer)), count: answer.count ?? 0 };
}

export const listQuery = (entity: Entity, view: ListView) =>
  queryOptions({
    queryKey: ["crm", entity.table, "list", view],
    queryFn: ({ signal }) => readPage(entity, view, signal),
    placeholderData: keepPreviousData,
  });

export const countQuery = (entity: Entity) =>
  queryOptions({
    queryKey: ["crm", entity.table, "count"],
    queryFn: async () => {
      const answer = await database().from(entity.table).select("id", { count: "exact", head: true });
      unwrap({ ...answer, data: true });
      return answer.count ?? 0;
    },
  });

export async function readRecord(entity: Entity, id: string): Promise<CrmRecord | null> {
  const answer = await database().from(entity.table).select(entity.select).eq("id", id);
  return asRecords(unwrap(answer))[0] ?? null;
}

export const recordQuery = (entity: Entity, id: string) =>
  queryOptions({ queryKey: ["crm", entity.table, "one", id], queryFn: () => readRecord(entity, id), staleTime: 0 });

/** All rows of a view, however many; the API answers at most a thousand at a time. */
export async function* readAll(entity: Entity, view: ListView): AsyncGenerator<CrmRecord[]> {
  const step = 1000;
  for (let from = 0; ; from += step) {
    const answer = await selection(entity, view, false).range(from, from + step - 1);
    if (answer.error?.code === "PGRST103") return;
    const rows = asRecords(unwrap(answer));
    if (rows.length > 0) yield rows;
    if (rows.length < step) return;
  }
}

/** These records, a hundred per request so that addresses stay short. */
export async function* readThese(entity: Entity, ids: string[]): AsyncGenerator<CrmRecord[]> {
  for (let from = 0; from < ids.length; from += 100) {
    const some = ids.slice(from, from + 100);
    yield asRecords(unwrap(await database().from(entity.table).select(entity.select).in("id", some)));
  }
}

export interface SaveRequest {
  /** Of a new record it is chosen here, so that sending twice after a lost answer makes one record. */
  id: string;
  values: Values;
  /** Null for a new record; else the updated_at that the editor saw, or "any" to overwrite knowingly. */
  seen: string | null;
}

export async function saveRecord(entity: Entity, { id, values, seen }: SaveRequest): Promise<CrmRecord> {
  const record = recordOf(entity.fields, values);
  if (seen === null) {
    const answer = await database()
      .from(entity.table)
      .insert({ id, ...record })
      .select(entity.select);
    const sentBefore = answer.error?.code === "23505" ? await readRecord(entity, id) : null;
    return sentBefore ?? onlyRecord(unwrap(answer));
  }
  const update = database().from(entity.table).update(record).eq("id", id);
  const answer = await (seen === "any" ? update : update.eq("updated_at", seen)).select(entity.select);
  const [saved] = asRecords(unwrap(answer));
  if (saved) return saved;
  throw new EditConflict(await readRecord(entity, id));
}

function onlyRecord(rows: unknown): CrmRecord {
  const [record] = asRecords(rows);
  if (!record) throw new RequestError("The record was not saved", 500);
  return record;
}

export async function deleteRecord(entity: Entity, id: string): Promise<void> {
  const rows = unwrap(await database().from(entity.table).delete().eq("id", id).select("id"));
  // Gone already is as good as deleted; still there means we were not allowed to.
  if (rows.length === 0 && (await readRecord(entity, id))) throw new RequestError("Nothing was deleted", 403);
}

/** All of them in one transaction. */
export async function deleteRecords(entity: Entity, ids: string[]): Promise<void> {
  unwrap(await database().rpc(entity.deleteMany, { ids }));
}
