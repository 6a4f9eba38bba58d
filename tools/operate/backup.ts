// `npm run backup -- FILE`: everything that matters in one file, also while the server runs.
import { statSync } from "node:fs";
import path from "node:path";
import { keyStoreFor } from "../../server/supabase/auth/tokens/keys.ts";
import { writeBackup } from "../../server/platform/database/backup.ts";
import { joinDatabase } from "../../server/platform/database/database.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import { operatorCommand, requireDatabase } from "./operator-command.ts";

await operatorCommand(async (env, log) => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new OperatorError("Usage: npm run backup -- FILE");
  requireDatabase(env);
  const database = await joinDatabase(env, log);
  try {
    const keys = await keyStoreFor(env, database.sql).read();
    const dataDir = env.DATABASE_URL ? null : env.DATA_DIR;
    const { rows, tables } = await writeBackup({ sql: database.sql, keys, dataDir }, file);
    console.log(`${path.resolve(file)}: ${rows} rows of ${tables} tables, ${statSync(file).size} bytes.`);
    console.log("It holds password hashes and signing keys: keep it where only you can read it.");
  } finally {
    await database.close();
  }
});
