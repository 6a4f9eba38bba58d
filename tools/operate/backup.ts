// `npm run backup -- FILE`: everything that matters in one file, also while the server runs.
import { existsSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { keyStoreFor } from "../../server/supabase/auth/tokens/keys.ts";
import { foreignNames } from "../../server/platform/database/backed-up.ts";
import { type Progress, writeBackup } from "../../server/platform/database/backup.ts";
import { joinDatabase } from "../../server/platform/database/database.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import { operatorCommand, requireDatabase } from "./operator-command.ts";

const tellEveryMs = 2000;

function telling(): (progress: Progress) => void {
  let told = performance.now();
  return ({ rows, files, at }) => {
    if (performance.now() - told < tellEveryMs) return;
    told = performance.now();
    console.log(`  ${rows.toLocaleString("en")} rows, ${files.toLocaleString("en")} files; now ${at}`);
  };
}

/** Whoever stops the command is told that nothing is left of it. */
function removeWhenStopped(partial: string): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      rmSync(partial, { force: true });
      console.error("Stopped. No backup was written.");
      process.exit(1);
    });
}

await operatorCommand(async (env, log) => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new OperatorError("Usage: npm run backup -- FILE");
  requireDatabase(env);
  const partial = `${file}.partial`;
  if (existsSync(partial)) console.log(`${partial} is left of a backup that did not finish; it is replaced.`);
  removeWhenStopped(partial);
  const database = await joinDatabase(env, log);
  try {
    const keys = await keyStoreFor(env, database.sql).read();
    // Where the database is elsewhere, the data directory may be of several instances: only stored files go along.
    const dataDir = env.DATABASE_URL ? null : env.DATA_DIR;
    const filesOf = env.DATABASE_URL && existsSync(env.DATA_DIR) ? env.DATA_DIR : null;
    const made = await writeBackup({ sql: database.sql, keys, dataDir, filesOf }, file, { onProgress: telling() });
    console.log(
      `${path.resolve(file)}: ${made.rows} rows of ${made.tables} tables, ${made.files} files, ${statSync(file).size} bytes.`,
    );
    if (made.elsewhere > 0)
      console.log(
        `${made.elsewhere} files are in the bucket: their names and hashes are in the backup, their bytes are not.`,
      );
    const foreign = dataDir === null ? [] : foreignNames(dataDir);
    if (foreign.length > 0) console.log(`Not in it, because the server did not put it there: ${foreign.join(", ")}`);
    console.log("It holds password hashes and signing keys: keep it where only you can read it.");
  } finally {
    await database.close();
  }
});
