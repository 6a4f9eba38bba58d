// Seals everything again with another key, row by row, also while servers run. Killed at any point nothing is lost: each row is sealed with a key
// that still opens it, and the next run goes on.
import { existsSync } from "node:fs";
import { link, rename, rm } from "node:fs/promises";
import type { Sql } from "./database/sql.ts";
import { keyFilesIn, makeKey, openSealing, type Sealing } from "./sealed.ts";

/** A table with the columns `key_id`, `nonce` and `sealed`. */
export interface SealedTable {
  /** With its schema. */
  table: string;
  /** The columns that name a row. */
  key: readonly string[];
  /** SQL over its columns: how people call what a row opens. */
  called: string;
  /** What each row is bound to. */
  purposeOf(row: Readonly<Record<string, string>>): string;
}

export const sealedSettings: SealedTable = {
  table: "private.sealed_settings",
  key: ["name"],
  called: "name",
  purposeOf: ({ name }) => name!,
};

export interface Resealed {
  resealed: number;
  /** Sealed with a key that is not here: as before, they open nowhere. */
  unopened: number;
}

type Row = Record<string, string> & { key_id: string; nonce: Buffer; sealed: Buffer };

/** All that the newest key did not seal. */
export async function reseal(
  sql: Sql,
  sealing: Sealing,
  tables: readonly SealedTable[],
  onRow?: () => Promise<void>,
): Promise<Resealed> {
  const count = { resealed: 0, unopened: 0 };
  for (const { table, key, purposeOf } of tables) {
    const names = key.join(", ");
    const same = key.map((name, place) => `${name}::text = $${place + 1}`).join(" and ");
    const columns = key.map((name) => `${name}::text as ${name}`).join(", ");
    const { keyId } = sealing;
    const rows = await sql.unsafe<Record<string, string>[]>(
      `select ${columns} from ${table} where key_id <> $1 order by ${names}`,
      [keyId],
    );
    for (const named of rows) {
      const values = key.map((name) => named[name]!);
      await sql.begin(async (tx) => {
        const [row] = await tx.unsafe<Row[]>(
          `select ${columns}, key_id, nonce, sealed from ${table} where ${same} for update`,
          values,
        );
        if (!row || row.key_id === keyId) return;
        const text = sealing.open(purposeOf(row), { keyId: row.key_id, nonce: row.nonce, sealed: row.sealed });
        if (text === null) {
          count.unopened += 1;
          return;
        }
        const again = sealing.seal(purposeOf(row), text);
        const at = values.length;
        await tx.unsafe(
          `update ${table} set key_id = $${at + 1}, nonce = $${at + 2}, sealed = $${at + 3} where ${same}`,
          [...values, again.keyId, again.nonce, again.sealed],
        );
        count.resealed += 1;
      });
      await onRow?.();
    }
  }
  return count;
}

type KeyEnv = Parameters<typeof openSealing>[0];

/**
 * With SEALING_KEY everything is sealed with that key; SEALING_KEY_BEFORE, or the key in DATA_DIR, opens what is there. Without it a new key is
 * made in DATA_DIR. It takes the place of the present one when everything is sealed with it; that one stays as long as it takes to look once more
 * for what a running server had just sealed.
 */
export async function renewSealing(
  env: KeyEnv,
  sql: Sql,
  tables: readonly SealedTable[],
  onRow?: () => Promise<void>,
): Promise<Resealed> {
  const sealing = await openSealing(env);
  if (env.SEALING_KEY) return reseal(sql, sealing, tables, onRow);
  const files = keyFilesIn(env.DATA_DIR);
  let resealed = 0;
  // Cut off after the new key took its place: there is only the last look to take.
  if (existsSync(files.next) || !existsSync(files.before)) {
    await makeKey(files.next);
    ({ resealed } = await reseal(sql, sealing, tables, onRow));
    await link(files.present, files.before).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await rename(files.next, files.present);
  }
  const last = await reseal(sql, sealing, tables, onRow);
  await rm(files.before, { force: true });
  return { resealed: resealed + last.resealed, unopened: last.unopened };
}
