// `npm run backup -- FILE`: everything that matters in one file, also while the server runs.
// `npm run backup -- --continuous DIR`: follows the running server until it is stopped, so that any moment can be restored.
import { existsSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Env } from "../../server/env.ts";
import type { Log } from "../../server/http/log.ts";
import { noteAct } from "../../server/platform/acts.ts";
import { keyStoreFor } from "../../server/supabase/auth/tokens/keys.ts";
import { foreignNames } from "../../server/platform/database/backed-up.ts";
import { type Progress, writeBackup } from "../../server/platform/database/backup.ts";
import {
  endContinuousBackup,
  runContinuousBackup,
} from "../../server/platform/database/continuous/continuous-backup.ts";
import { joinDatabase, joinRunning } from "../../server/platform/database/database.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import { keyFilesIn } from "../../server/platform/sealed.ts";
import { operatorCommand, requireDatabase } from "./operator-command.ts";

const usage = `Usage:
  npm run backup -- FILE                           everything in one file
  npm run backup -- --continuous DIR [--keep 7]    follow the server, keep every moment of so many days
  npm run backup -- --continuous-off               end that for good; what is in its directory stays`;

const tellEveryMs = 2000;

function telling(): (progress: Progress) => void {
  let told = performance.now();
  return ({ rows, files, at }) => {
    if (performance.now() - told < tellEveryMs) return;
    told = performance.now();
    console.log(`  ${rows.toLocaleString("en")} rows, ${files.toLocaleString("en")} files; now ${at}`);
  };
}

/** Anyone who stops the command is told that nothing is left of it. */
function removeWhenStopped(partial: string): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      rmSync(partial, { force: true });
      console.error("Stopped. No backup was written.");
      process.exit(1);
    });
}

async function followServer(directory: string, keepDays: number, env: Env, log: Log): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());
  console.log(
    `Following the server of ${path.resolve(env.DATA_DIR)} into ${path.resolve(directory)}. Stop it with Ctrl+C; it continues when started again.`,
  );
  console.log(
    "It holds password hashes and signing keys: keep it where only you can read it, and not on the same disk.",
  );
  for (const line of sealingKeyInWords(env)) console.log(line);
  const options = { dataDir: env.DATA_DIR, directory, keepDays, join: () => joinRunning(env, log), tell: console.log };
  await runContinuousBackup(options, stopping.signal);
}

async function stopFollowing(env: Env, log: Log): Promise<void> {
  const database = await joinDatabase(env, log);
  // The account of the server may not use replication slots.
  const operator = joinRunning(env, log) ?? database;
  try {
    await endContinuousBackup(operator.sql, env.DATA_DIR);
  } finally {
    await operator.close();
    await database.close();
  }
  console.log("There is no continuous backup any more. Remove its directory when you no longer need it.");
}

/** Left out on purpose: a copy of the database alone opens no stored password. */
function sealingKeyInWords(env: Env): string[] {
  const file = keyFilesIn(env.DATA_DIR).present;
  const opens = "opens the stored secrets of settings, mailboxes and calendars";
  if (env.SEALING_KEY)
    return [
      `Not in it, on purpose: SEALING_KEY, which ${opens}. Keep it apart from the backup; a restored server needs the same.`,
    ];
  if (!existsSync(file)) return [];
  return [
    `Not in it, on purpose: ${path.resolve(file)}, the key that ${opens}. Copy it to another place than the backup, and restore with --sealing-key COPY.`,
  ];
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { continuous: { type: "string" }, keep: { type: "string" }, "continuous-off": { type: "boolean" } },
    });
    const [file, ...rest] = positionals;
    const keepDays = Number(values.keep ?? 7);
    const chosen = [file, values.continuous, values["continuous-off"]].filter((what) => what !== undefined);
    const isKeep = values.keep === undefined || (values.continuous !== undefined && keepDays >= 1 && keepDays <= 3650);
    if (chosen.length === 1 && rest.length === 0 && isKeep) return { file, directory: values.continuous, keepDays };
  } catch {
    // Said below.
  }
  throw new OperatorError(usage);
}

await operatorCommand(async (env, log) => {
  const { file, directory, keepDays } = readArguments();
  requireDatabase(env);
  if (file === undefined && env.DATABASE_URL)
    throw new OperatorError(
      "A continuous backup is of the embedded database. For the PostgreSQL of DATABASE_URL use its own tools: pgBackRest, WAL-G, or your provider's.",
    );
  if (directory !== undefined) return followServer(directory, keepDays, env, log);
  if (file === undefined) return stopFollowing(env, log);
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
    await noteAct(database.sql, { act: "backup written", becomes: { rows: made.rows, files: made.files } }).catch(
      (error: unknown) => console.log(`The audit log could not take it: ${(error as Error).message}`),
    );
    console.log(
      `${path.resolve(file)}: ${made.rows} rows of ${made.tables} tables, ${made.files} files, ${statSync(file).size} bytes.`,
    );
    if (made.elsewhere > 0)
      console.log(
        `${made.elsewhere} files are in the bucket: their names and hashes are in the backup, their bytes are not.`,
      );
    for (const line of sealingKeyInWords(env)) console.log(line);
    const foreign = dataDir === null ? [] : foreignNames(dataDir);
    if (foreign.length > 0) console.log(`Not in it, because the server did not put it there: ${foreign.join(", ")}`);
    console.log("It holds password hashes and signing keys: keep it where only you can read it.");
  } finally {
    await database.close();
  }
});
