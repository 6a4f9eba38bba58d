// Stored secrets that no key here opens, by name: what start, `npm run doctor`, `npm run restore` and Settings say after a restore without the key.
import type { Sql } from "./database/sql.ts";
import type { SealedTable } from "./reseal.ts";
import type { Sealing } from "./sealed.ts";

/** Each as people know it: "SMTP_URL", "the mailbox ada@example.com". */
export async function unopenedSecrets(
  sql: Sql,
  sealing: Pick<Sealing, "open">,
  tables: readonly SealedTable[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { table, key, purposeOf, called } of tables) {
    const [there] = await sql<{ is: boolean }[]>`select to_regclass(${table}) is not null as is`;
    // A database that no server of this release has opened yet.
    if (!there?.is) continue;
    const columns = key.map((name) => `${name}::text as ${name}`).join(", ");
    const rows = await sql.unsafe<(Record<string, string> & { key_id: string; nonce: Buffer; sealed: Buffer })[]>(
      `select ${columns}, key_id, nonce, sealed, (${called})::text as called from ${table} where sealed is not null order by ${key.join(", ")}`,
    );
    for (const row of rows)
      if (sealing.open(purposeOf(row), { keyId: row.key_id, nonce: row.nonce, sealed: row.sealed }) === null)
        found.push(row.called ?? `a row of ${table}`);
  }
  return [...new Set(found)];
}

/** One sentence, and what to do. */
export const unopenedInWords = (names: readonly string[], dataDir: string): string =>
  `${names.length === 1 ? "One stored secret" : `${names.length} stored secrets`} cannot be opened with this server's key: ${names.join(", ")}. ` +
  `Put the key of the server that sealed them into ${dataDir} as sealing.key.before (or set SEALING_KEY_BEFORE), restart, and run npm run admin -- keys reseal; without it, paste those settings and sign in to those accounts again.`;
