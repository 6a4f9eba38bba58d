// After a restore: which stored files are there, which are not, and which no one can say because their bucket is not set up.
import type { Sql } from "#server/platform/database/sql.ts";
import type { FilePlace } from "./file-place.ts";

export interface MissingFiles {
  there: number;
  missing: { id: string; name: string | null }[];
  unknown: number;
}

const pageSize = 500;

export async function findMissing(sql: Sql, placeOf: (name: string) => FilePlace): Promise<MissingFiles> {
  const found: MissingFiles = { there: 0, missing: [], unknown: 0 };
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await sql<{ id: string; key: string; place: string; name: string | null }[]>`
      select files.id, files.key, files.place, (
        select documents.title || ', version ' || version.no from public.document_versions as version
        join public.documents on documents.id = version.document_id where version.file_id = files.id limit 1) as name
      from private.files where state = 'ready' and files.id > ${last} order by files.id limit ${pageSize}`;
    for (const { id, key, place, name } of rows) {
      last = id;
      const has = await hasFile(placeOf, place, key);
      if (has === null) found.unknown += 1;
      else if (has) found.there += 1;
      else found.missing.push({ id, name });
    }
    if (rows.length < pageSize) break;
  }
  await sql`
    update public.document_versions set state = 'missing'
    where state = 'ready' and file_id = any (${found.missing.map(({ id }) => id)})`;
  return found;
}

async function hasFile(placeOf: (name: string) => FilePlace, place: string, key: string): Promise<boolean | null> {
  try {
    return await placeOf(place).has(key);
  } catch {
    return null;
  }
}
