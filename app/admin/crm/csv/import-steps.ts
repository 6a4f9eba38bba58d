// The import itself: upload in parts, ask what is special, then add everything in one transaction or nothing.
import { newId } from "#app/lib/new-id.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import type { Entity } from "../entity.ts";
import type { ReadyRow } from "./match-columns.ts";

export interface Findings {
  importId: string;
  /** Lines that repeat an e-mail or a domain which is already in the database, or earlier in the file. */
  duplicates: Map<number, "in the database" | "in the file">;
  /** Lines whose company is not in the database. */
  companyMissing: Set<number>;
}

/** What one request carries: the server takes bodies of up to a million bytes. */
const mostBytes = 500_000;
/** The line, which goes with each record. */
const bytesBesides = 20;
const utf8 = new TextEncoder();

/** The rows in parts of that size, as few as can be. */
export function* parts(rows: readonly ReadyRow[]): Generator<ReadyRow[]> {
  let part: ReadyRow[] = [];
  let size = 0;
  for (const row of rows) {
    const bytes = utf8.encode(JSON.stringify(row.record)).length + bytesBesides;
    if (part.length > 0 && size + bytes > mostBytes) {
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
    return await check(entity, importId, signal);
  } catch (error) {
    void discardUpload(importId);
    throw error;
  }
}

async function check(entity: Entity, importId: string, signal: AbortSignal): Promise<Findings> {
  const findings: Findings = { importId, duplicates: new Map(), companyMissing: new Set() };
  const name = entity.table === "accounts" ? "check_accounts_import" : "check_contacts_import";
  const step = 1000;
  for (let from = 0; ; from += step) {
    const answer = await supabase()
      .rpc(name, { import: importId })
      .order("line")
      .order("finding")
      .range(from, from + step - 1)
      .abortSignal(signal);
    if (answer.error?.code === "PGRST103") return findings;
    const found = unwrap(answer);
    for (const { line, finding } of found) {
      if (finding === "company missing") findings.companyMissing.add(line);
      else findings.duplicates.set(line, finding === "in the file" ? "in the file" : "in the database");
    }
    if (found.length < step) return findings;
  }
}

export interface Imported {
  records: number;
  companies: number;
}

export async function finishImport(
  entity: Entity,
  importId: string,
  options: { skipDuplicates: boolean; createCompanies: boolean },
): Promise<Imported> {
  if (entity.table === "accounts") {
    const args = { import: importId, skip_duplicates: options.skipDuplicates };
    return { records: unwrap(await supabase().rpc("import_accounts", args)), companies: 0 };
  }
  const answer = await supabase().rpc("import_contacts", {
    import: importId,
    skip_duplicates: options.skipDuplicates,
    create_companies: options.createCompanies,
  });
  const done = unwrap(answer);
  return { records: done.contacts_added, companies: done.accounts_added };
}

/** Best effort: what stays behind is swept with the next import. */
export async function discardUpload(importId: string) {
  await supabase().from("import_parts").delete().eq("import_id", importId);
}
