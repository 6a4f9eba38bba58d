// `npm run restore -- FILE`: a backup into an empty data directory, or into the empty database of DATABASE_URL.
import { rmSync } from "node:fs";
import path from "node:path";
import { storedKeys } from "../../server/supabase/auth/tokens/key-store.ts";
import { keyStoreFor } from "../../server/supabase/auth/tokens/keys.ts";
import { openDatabase } from "../../server/platform/database/database.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import {
  checkBackup,
  loadBackup,
  requireEmptyDatabase,
  requireEmptyDirectory,
} from "../../server/platform/database/restore.ts";
import { operatorCommand } from "./operator-command.ts";

await operatorCommand(async (env, log) => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new OperatorError("Usage: npm run restore -- FILE");
  if (!env.DATABASE_URL) requireEmptyDirectory(env.DATA_DIR);
  const manifest = await checkBackup(file);
  const database = await openDatabase(env, log);
  try {
    if (env.DATABASE_URL) await requireEmptyDatabase(database.sql);
    await loadBackup(database.sql, log, file, manifest, env.DATABASE_URL ? null : env.DATA_DIR);
    if (manifest.keys) await keyStoreFor(env, database.sql).create(storedKeys.parse(manifest.keys));
    await database.close();
  } catch (error) {
    await database.close();
    // The directory was empty, so all that is in it now is ours: the next try finds it empty again.
    if (!env.DATABASE_URL)
      for (const name of ["postgres", "running.lock"])
        rmSync(path.join(env.DATA_DIR, name), { recursive: true, force: true });
    throw error;
  }
  console.log(`Restored the backup of ${manifest.takenAt}. Start the server with npm start.`);
});
