// What documents do by themselves: read a sample of the files every night and compare, and give up uploads no one continues.
import { createHash } from "node:crypto";
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import { FileMissing } from "#server/platform/storage/file-place.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import type { Uploads } from "./uploads.ts";

/** So many versions are read each night, those first that were not read for the longest; what came since was read as it came. */
const sampleSize = 50;

export function checkJob({
  sql,
  storage,
  now,
}: {
  sql: Sql;
  storage: Pick<Storage, "read">;
  now: () => Date;
}): JobKind {
  async function isRight(fileId: string, sha256: string, signal: AbortSignal): Promise<boolean> {
    const hash = createHash("sha256");
    try {
      for await (const piece of await storage.read(fileId)) {
        if (signal.aborted) throw new Error("The check was stopped");
        hash.update(piece as Buffer);
      }
    } catch (error) {
      if (error instanceof FileMissing) return false;
      throw error;
    }
    return hash.digest("hex") === sha256;
  }

  return {
    name: "documents-check",
    concurrency: 1,
    async findDue() {
      const rows = await sql<{ id: string }[]>`
        with night as (select public.office_day(${now()})::timestamp at time zone office.time_zone as began from public.office),
          done as (select count(*)::int as count from public.document_versions, night where checked_at >= night.began)
        select version.id from public.document_versions as version, night, done
        where version.state in ('ready', 'missing') and version.file_id is not null
          and coalesce(version.checked_at, version.created_at) < night.began and done.count < ${sampleSize}
        order by version.checked_at nulls first, version.id limit ${sampleSize}`;
      return rows.map(({ id }) => id);
    },
    async run(id, signal) {
      const [version] = await sql<
        { document_id: string; no: number; file_id: string; sha256: string; state: string }[]
      >`
        select document_id, no, file_id, sha256, state from public.document_versions
        where id = ${id} and state in ('ready', 'missing') and file_id is not null`;
      if (!version) return;
      // A storage that does not answer is no proof of anything: the error is in the list of jobs, the version stays.
      const state = (await isRight(version.file_id, version.sha256, signal)) ? "ready" : "missing";
      const changed = await sql`
        update public.document_versions set state = ${state}, checked_at = ${now()}
        where id = ${id} and state in ('ready', 'missing') returning id`;
      if (changed.length > 0 && state !== version.state)
        await sql`select private.record_document_event(${version.document_id}, ${state === "missing" ? "missing" : "found again"},
          ${JSON.stringify({ version: version.no })}::jsonb, 'The nightly check')`;
    },
  };
}

export const abandonedJob = (uploads: Uploads): JobKind => ({
  name: "documents-uploads",
  concurrency: 1,
  findDue: (limit) => uploads.abandoned(limit),
  run: (id) => uploads.discard(id),
});
