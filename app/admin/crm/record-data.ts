// One CRM record: read, saved, deleted. The database checks and decides; this only asks and passes on what it answers.
import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import type { CrmRecord, Entity } from "./entity.ts";
import { recordOf, type Values } from "./fields.ts";

// The table is known only at run time here, so the generated types end and each entity's own take over.
export const database = () => supabase() as unknown as SupabaseClient;

/** Someone saved (or deleted, then `current` is null) the record after it was opened. */
export class EditConflict extends Error {
  readonly current: CrmRecord | null;
  constructor(current: CrmRecord | null) {
    super(current ? "Someone else saved this record after you opened it." : "Someone else deleted this record.");
    this.current = current;
  }
}

export const asRecords = (rows: unknown) => rows as CrmRecord[];

export async function readRecord(entity: Entity, id: string): Promise<CrmRecord | null> {
  const answer = await database().from(entity.table).select(entity.select).eq("id", id);
  return asRecords(unwrap(answer))[0] ?? null;
}

export const recordQuery = (entity: Entity, id: string) =>
  queryOptions({ queryKey: ["crm", entity.table, "one", id], queryFn: () => readRecord(entity, id), staleTime: 0 });

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
    // It may have been typed on since the answer was lost: what counts is what is on the screen now.
    return sentBefore ? saveRecord(entity, { id, values, seen: sentBefore.updated_at }) : onlyRecord(unwrap(answer));
  }
  const update = database().from(entity.table).update(record).eq("id", id);
  const answer = await (seen === "any" ? update : update.eq("updated_at", seen)).select(entity.select);
  const [saved] = asRecords(unwrap(answer));
  if (saved) return saved;
  const current = await readRecord(entity, id);
  // Word for word what we send: saved by us before, and the answer was lost. There is nothing to decide.
  if (current && Object.entries(record).every(([name, value]) => current[name] === value)) return current;
  throw new EditConflict(current);
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
