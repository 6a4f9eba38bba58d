// `npm run restore -- FILE`: a backup into an empty data directory, or into the empty database of DATABASE_URL.
// `npm run restore -- DIR --to TIME`: a moment of a continuous backup. What was restored is a copy until someone takes it live.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Env } from "../../server/env.ts";
import type { Log } from "../../server/http/log.ts";
import { inArchive } from "../../server/platform/database/continuous/archive.ts";
import { planRecovery, recover, recoverFiles } from "../../server/platform/database/continuous/recover.ts";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import { claimDatabase, claimDirectory } from "../../server/platform/database/restore-target.ts";
import { checkBackup, loadBackup, markCopy } from "../../server/platform/database/restore.ts";
import type { Sql } from "../../server/platform/database/sql.ts";
import { sealedTables } from "../../server/module-servers.ts";
import { keyFilesIn, lookSealed, readSealingKey } from "../../server/platform/sealed.ts";
import { unopenedSecrets } from "../../server/platform/unopened-secrets.ts";
import { findMissing } from "../../server/platform/storage/find-missing.ts";
import { createStorage, type Storage } from "../../server/platform/storage/storage.ts";
import { storedKeys } from "../../server/supabase/auth/tokens/key-store.ts";
import { keyStoreFor } from "../../server/supabase/auth/tokens/keys.ts";
import { operatorCommand } from "./operator-command.ts";

const usage = `Usage:
  npm run restore -- FILE             a backup that npm run backup -- FILE wrote
  npm run restore -- DIR --to TIME    a moment of a continuous backup: 2026-11-18T10:15:30Z; without --to its end
  --sealing-key FILE                  the original's DATA_DIR/sealing.key, which no backup holds: it opens the stored secrets
  --new-keys                          new signing and API keys, no session and no link of the original: for staging`;

const maxNamed = 20;

/** What rows know and no one has, by the names people know; those versions say so until their bytes come back. */
async function reportFiles(storage: Storage, sql: Sql): Promise<void> {
  const { there, missing, unknown } = await findMissing(sql, storage.placeOf);
  if (there + missing.length + unknown > 0) console.log(`${there} files are there, ${missing.length} are missing.`);
  for (const { name, id } of missing.slice(0, maxNamed)) console.log(`  missing: ${name ?? `file ${id}`}`);
  if (missing.length > maxNamed) console.log(`  and ${missing.length - maxNamed} more; npm run doctor counts them`);
  if (unknown > 0)
    console.log(`${unknown} files are in a bucket that is not set up here: set S3_ENDPOINT and its keys.`);
}

interface Restored {
  moment: string;
  held: number;
}

/** The key goes beside the database before the first start, which would make another. */
async function takeSealingKey(sql: Sql, env: Env, sealingKey: string | undefined): Promise<void> {
  if (sealingKey !== undefined) {
    mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
    writeFileSync(keyFilesIn(env.DATA_DIR).present, readFileSync(sealingKey), { mode: 0o600 });
  }
  const names = await unopenedSecrets(sql, lookSealed(env), await sealedTables());
  if (names.length === 0) return;
  console.log(
    `${names.length === 1 ? "One stored secret" : `${names.length} stored secrets`} cannot be opened, because the key that sealed them is no part of a backup: ${names.join(", ")}.`,
  );
  console.log(
    env.SEALING_KEY || sealingKey !== undefined
      ? "The key that was given is another one."
      : "Before the first start put the original's DATA_DIR/sealing.key into this DATA_DIR, or set SEALING_KEY if the original had it; or restore again with --sealing-key FILE. Without the key, paste those settings and sign in to those accounts again.",
  );
}

/** Before anything is written. */
function checkSealingKey(file: string | undefined, env: Env): void {
  if (file === undefined) return;
  if (env.SEALING_KEY)
    throw new OperatorError("SEALING_KEY is set, and --sealing-key would be a second key: give one of them.");
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  readSealingKey(file);
}

async function restoreFile(file: string, newKeys: boolean, env: Env, log: Log, sealingKey?: string): Promise<Restored> {
  const manifest = await checkBackup(file);
  const directory = env.DATABASE_URL ? null : await claimDirectory(env.DATA_DIR);
  const database = await openDatabase(env, log, { isRestore: true });
  try {
    const { sql } = database;
    const target = directory ?? (await claimDatabase(sql));
    const dataDir = directory ? env.DATA_DIR : null;
    const { held } = await loadBackup(sql, log, file, manifest, dataDir, env.DATA_DIR, { newKeys });
    await reportFiles(createStorage(env, sql), sql);
    if (manifest.keys && !newKeys) await keyStoreFor(env, sql).create(storedKeys.parse(manifest.keys));
    await takeSealingKey(sql, env, sealingKey);
    await target.finish();
    return { moment: manifest.takenAt, held };
  } finally {
    await database.close();
  }
}

async function restoreMoment(
  directory: string,
  to: Date | null,
  newKeys: boolean,
  env: Env,
  log: Log,
  sealingKey?: string,
): Promise<Restored> {
  if (env.DATABASE_URL)
    throw new OperatorError("A continuous backup is of the embedded database: restore it without DATABASE_URL.");
  const plan = await planRecovery(directory, to);
  const target = await claimDirectory(env.DATA_DIR);
  const database = await recover(plan, env, log);
  try {
    const { sql } = database;
    await migrate(sql, log);
    await recoverFiles(sql, directory, env.DATA_DIR);
    const { held } = await markCopy(sql, plan.moment, newKeys);
    await reportFiles(createStorage(env, sql), sql);
    const keys = inArchive.keys(directory);
    if (existsSync(keys) && !newKeys)
      await keyStoreFor(env, sql).create(storedKeys.parse(JSON.parse(readFileSync(keys, "utf8"))));
    await takeSealingKey(sql, env, sealingKey);
    await target.finish();
    return { moment: plan.moment.toISOString(), held };
  } finally {
    await database.close();
  }
}

/** Times without a zone mean something else on every machine. */
function readMoment(text: string): Date {
  const moment = new Date(text);
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new OperatorError(
      `--to takes a moment with its zone, like 2026-11-18T10:15:30Z, not ${JSON.stringify(text)}.`,
    );
  return moment;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { to: { type: "string" }, "new-keys": { type: "boolean" }, "sealing-key": { type: "string" } },
    });
    const [from, ...rest] = positionals;
    if (from && rest.length === 0)
      return { from, to: values.to, newKeys: values["new-keys"] ?? false, sealingKey: values["sealing-key"] };
  } catch {
    // Said below.
  }
  throw new OperatorError(usage);
}

await operatorCommand(async (env, log) => {
  const { from, to, newKeys, sealingKey } = readArguments();
  checkSealingKey(sealingKey, env);
  const isDirectory = statSync(from, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isDirectory && to !== undefined)
    throw new OperatorError(`--to is for continuous backups, and ${from} is not the directory of one.`);
  const { moment, held } = isDirectory
    ? await restoreMoment(from, to === undefined ? null : readMoment(to), newKeys, env, log, sealingKey)
    : await restoreFile(from, newKeys, env, log, sealingKey);
  console.log(`Restored the ${isDirectory ? "moment" : "backup of"} ${moment}. Start the server with npm start.`);
  const waiting = held === 1 ? "1 message that waited is held" : `${held} messages that waited are held`;
  console.log(`It is a copy: nothing leaves and no job runs until an administrator goes live in /admin; ${waiting}.`);
  if (newKeys)
    console.log(
      "It gets new keys at its first start; everyone signs in again, and links of the original do not open here.",
    );
});
