// `npm run restore -- FILE`: a backup into an empty data directory, or into the empty database of DATABASE_URL.
import { storedKeys } from "../../server/supabase/auth/tokens/key-store.ts";
import { keyStoreFor } from "../../server/supabase/auth/tokens/keys.ts";
import { openDatabase } from "../../server/platform/database/database.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import { claimDatabase, claimDirectory } from "../../server/platform/database/restore-target.ts";
import { checkBackup, loadBackup } from "../../server/platform/database/restore.ts";
import { operatorCommand } from "./operator-command.ts";

await operatorCommand(async (env, log) => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new OperatorError("Usage: npm run restore -- FILE");
  const manifest = await checkBackup(file);
  const directory = env.DATABASE_URL ? null : await claimDirectory(env.DATA_DIR);
  const database = await openDatabase(env, log, { isRestore: true });
  try {
    const target = directory ?? (await claimDatabase(database.sql));
    await loadBackup(database.sql, log, file, manifest, directory ? env.DATA_DIR : null);
    if (manifest.keys) await keyStoreFor(env, database.sql).create(storedKeys.parse(manifest.keys));
    await target.finish();
  } finally {
    await database.close();
  }
  console.log(`Restored the backup of ${manifest.takenAt}. Start the server with npm start.`);
});
