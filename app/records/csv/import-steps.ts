// The import itself: upload in parts, ask what is special, then add everything in one transaction or nothing; and take it back.
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { Entity } from "#domain/entity.ts";
import { newId } from "#app/lib/new-id.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { callJson, withJson } from "#app/lib/typed-answers.ts";
import { type FieldEdit, fieldEdit } from "../bulk/field-edit.ts";
import { references } from "../entity.ts";
import { type ImportOptions, planImport } from "./dry-run.ts";
import type { ReadyRow } from "./match-columns.ts";

export interface Findings {
  importId: string;
  /** Lines that repeat a record which is already in the database, or earlier in the file; and by which field. */
  duplicates: Map<number, { where: "in the database" | "in the file"; field: string }>;
  /** Lines that name a record which does not exist, such as a company; and in which field. */
  missing: Map<number, string>;
  /** Of these, lines whose record cannot be made by its name alone, such as a stage: they are left out. */
  unmade: Map<number, string>;
}

/** What one request carries: the server takes bodies of up to a million bytes. */
const maxPartBytes = 500_000;
/** The line, which goes with each record. */
const bytesBesides = 20;
const utf8 = new TextEncoder();

/** The rows in parts of that size, as few as can be. */
export function* parts(rows: readonly ReadyRow[]): Generator<ReadyRow[]> {
  let part: ReadyRow[] = [];
  let size = 0;
  for (const row of rows) {
    const bytes = utf8.encode(JSON.stringify(row.record)).length + bytesBesides;
    if (part.length > 0 && size + bytes > maxPartBytes) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(row);
    size += bytes;
  }
  if (part.length > 0) yield part;
}

export async function uploadAndCheck(
  entity: Entity,
  rows: readonly ReadyRow[],
  matchBy: string | null,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Findings> {
  const importId = newId();
  try {
    let sent = 0;
    for (const [part, some] of [...parts(rows)].entries()) {
      const records = some.map(({ line, record }) => ({ line, ...record }));
      const upload = { import_id: importId, part, records };
      unwrap({ ...(await supabase().from("import_parts").insert(upload).abortSignal(signal)), data: true });
      sent += some.length;
      onProgress(sent / rows.length);
    }
    return await check(entity, importId, matchBy, signal);
  } catch (error) {
    void discardUpload(importId);
    throw error;
  }
}

/** What is to be decided about the rows: asked of the dry run that leaves out everything in doubt. */
async function check(entity: Entity, importId: string, matchBy: string | null, signal: AbortSignal): Promise<Findings> {
  const findings: Findings = { importId, duplicates: new Map(), missing: new Map(), unmade: new Map() };
  const makes = new Set(references(entity).flatMap(([name, { to }]) => (to.creatable ? [name] : [])));
  const plan = await planImport(entity, importId, { skipDuplicates: true, createMissing: false, matchBy }, signal);
  for (const { reason, field, lines } of plan)
    for (const line of lines)
      if (reason === "missing") (makes.has(field) ? findings.missing : findings.unmade).set(line, field);
      else if (matchBy === null && (reason === "in the database" || reason === "in the file"))
        findings.duplicates.set(line, { where: reason, field });
  return findings;
}

export interface Imported {
  added: number;
  /** Records that rows named and that did not exist, such as companies. */
  created: number;
  /** Records that existed. */
  changed: number;
}

export async function finishImport(entity: Entity, importId: string, options: ImportOptions): Promise<Imported> {
  const answer = await supabase()
    .rpc("import_records", {
      import: importId,
      kind: entity.table,
      skip_duplicates: options.skipDuplicates,
      create_missing: options.createMissing,
      ...(options.matchBy !== null && { match_by: options.matchBy }),
    })
    .single();
  return unwrap(answer);
}

/** Best effort: what stays behind is swept with the next import. */
export async function discardUpload(importId: string) {
  await supabase().from("import_parts").delete().eq("import_id", importId);
}

export interface PastImport {
  id: string;
  added: number;
  created: number;
  changed: number;
  imported_at: string;
  /** What was done to many records by hand; null when a file was imported. */
  edit: FieldEdit | null;
}

const edits = z.object({ edit: z.nullable(fieldEdit) });

/** The latest imports, and edits of many records, that have not been taken back. */
export const pastImportsQuery = (entity: Entity) =>
  queryOptions({
    queryKey: ["records", entity.table, "imports"],
    queryFn: async (): Promise<PastImport[]> =>
      withJson(
        "imports",
        edits,
        unwrap(
          await supabase()
            .from("imports")
            .select("id, added, created, changed, imported_at, edit")
            .eq("kind", entity.table)
            .is("undone_at", null)
            .order("imported_at", { ascending: false })
            .limit(10),
        ),
      ),
    staleTime: 0,
  });

const undone = z.object({
  deleted: z.number(),
  kept: z.number(),
  reverted: z.number(),
  /** Changed again since, and left as they are. */
  skipped: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type Undone = z.infer<typeof undone>;

/** Deletes what an import has added, except what someone changed since or what other records refer to; and puts back what it, or an
 *  edit of many records, changed. */
export const undoImport = (importId: string): Promise<Undone> => callJson("undo_import", { import: importId }, undone);
