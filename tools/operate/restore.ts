// `npm run restore -- FILE`: a backup into an empty data directory, or into the empty database of DATABASE_URL.
import { storedKeys } from "../../server/supabase/auth/tokens/key-store.ts";
import { keyStoreFor } from "../../server/supabase/auth/tokens/keys.ts";
import { openDatabase } from "../../server/platform/database/database.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import { claimDatabase, claimDirectory } from "../../server/platform/database/restore-target.ts";
import { checkBackup, loadBackup } from "../../server/platform/database/restore.ts";
import type { Sql } from "../../server/platform/database/sql.ts";
import { findMissing } from "../../server/platform/storage/find-missing.ts";
import { createStorage, type Storage } from "../../server/platform/storage/storage.ts";
import { operatorCommand } from "./operator-command.ts";

const maxNamed = 20;

/** What rows know and nobody has, by the names people know; those versions say so until their bytes come back. */
async function reportFiles(storage: Storage, sql: Sql): Promise<void> {
  const { there, missing, unknown } = await findMissing(sql, storage.placeOf);
  if (there + missing.length + unknown > 0) console.log(`${there} files are there, ${missing.length} are missing.`);
  for (const { name, id } of missing.slice(0, maxNamed)) console.log(`  missing: ${name ?? `file ${id}`}`);
  if (missing.length > maxNamed) console.log(`  and ${missing.length - maxNamed} more; npm run doctor counts them`);
  if (unknown > 0)
    console.log(`${unknown} files are in a bucket that is not set up here: set S3_ENDPOINT and its keys.`);
}

await operatorCommand(async (env, log) => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new OperatorError("Usage: npm run restore -- FILE");
  const manifest = await checkBackup(file);
  const directory = env.DATABASE_URL ? null : await claimDirectory(env.DATA_DIR);
  const database = await openDatabase(env, log, { isRestore: true });
  try {
    const target = directory ?? (await claimDatabase(database.sql));
    await loadBackup(database.sql, log, file, manifest, directory ? env.DATA_DIR : null, env.DATA_DIR);
    await reportFiles(createStorage(env, database.sql), database.sql);
    if (manifest.keys) await keyStoreFor(env, database.sql).create(storedKeys.parse(manifest.keys));
    await target.finish();
  } finally {
    await database.close();
  }
  console.log(`Restored the backup of ${manifest.takenAt}. Start the server with npm start.`);
});
