// Takes a consistent picture of a database in use. No one waits for it, and it waits for no one.
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { currentTime } from "#domain/clock.ts";
import { copyStatement, isStoredFile, keptFiles, keptSequences, keptTables, signInMailFiles } from "./backed-up.ts";
import { backupFormat, type Manifest, type Section, writeSections } from "./backup-file.ts";
import { schemaVersion } from "./migrate.ts";
import { OperatorError } from "./operator-error.ts";
import { openPool, type Sql, type TransactionSql } from "./sql.ts";

export interface Source {
  sql: Sql;
  keys: unknown;
  /** Other files of the data directory go along; null when the database is elsewhere. */
  dataDir: string | null;
  /** A data directory of which only stored files go along, when the database is elsewhere. */
  filesOf?: string | null;
}

export interface Progress {
  rows: number;
  tables: number;
  files: number;
  /** Stored files that are in a bucket: only what the rows say about them is in the backup. */
  elsewhere: number;
  /** The table or file that is being written. */
  at: string;
}

interface Options {
  onProgress?: (progress: Progress) => void;
  /** How long the database may say nothing; a slow disk may take its time. */
  patienceMs?: number;
  openOutput?: (file: string) => Writable;
}

const forItsOwner = (file: string): Writable => createWriteStream(file, { mode: 0o600 });

export async function writeBackup(
  source: Source,
  file: string,
  { onProgress = () => {}, patienceMs = 60_000, openOutput = forItsOwner }: Options = {},
): Promise<Progress> {
  if (existsSync(file))
    throw new OperatorError(`${file} exists already. Choose another name: backups are never overwritten.`);
  const partial = `${file}.partial`;
  const progress: Progress = { rows: 0, tables: 0, files: 0, elsewhere: 0, at: "" };
  // COPY needs a connection that sends one statement at a time.
  const copying = openPool({ ...source.sql.options, max: 1, pipeline: false });
  // Amid a COPY a connection can only be cut: it would answer nothing else before all rows were fetched.
  const giveUp = () => void copying.end({ timeout: 0 });
  const answered = patiently(patienceMs, giveUp);
  try {
    await copying.begin("isolation level repeatable read read only", async (tx) => {
      const manifest: Manifest = {
        format: backupFormat,
        takenAt: currentTime().toISOString(),
        schema: await answered(schemaVersion(tx)),
        keys: source.keys,
        sequences: (await answered(keptSequences(tx))).flatMap(({ name, value }) => (value ? [{ name, value }] : [])),
      };
      const content = writeSections(manifest, sections(tx, source, progress, answered, onProgress));
      await pipeline(Readable.from(content, { objectMode: false }), createGzip(), openOutput(partial)).catch(
        (error: unknown) => {
          giveUp();
          throw error;
        },
      );
    });
    await sync(partial);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await copying.end({ timeout: 1 });
  }
  return progress;
}

type Answered = <T>(answer: Promise<T>) => Promise<T>;

/** The time that counts is spent waiting for the database: while the output is slow, no one asks it for more. */
function patiently(patienceMs: number, giveUp: () => void): Answered {
  return async (answer) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const seconds = Math.round(patienceMs / 1000);
      late.reject(
        new OperatorError(
          `The database has not answered for ${seconds} seconds. The backup was given up; no file is left.`,
        ),
      );
      giveUp();
    }, patienceMs);
    try {
      return await Promise.race([answer, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function* sections(
  tx: TransactionSql,
  source: Source,
  progress: Progress,
  answered: Answered,
  onProgress: (progress: Progress) => void,
): AsyncGenerator<Section> {
  for (const head of await answered(keptTables(tx))) {
    progress.at = head.table;
    yield { head, content: rows(tx.copyTo(copyStatement(head, "to stdout")), progress, answered, onProgress) };
    progress.tables += 1;
  }
  const [bucket] = await answered(
    tx<{ count: number }[]>`select count(*)::int as count from private.files where place = 's3' and state = 'ready'`,
  );
  progress.elsewhere = bucket?.count ?? 0;
  const folder = source.dataDir ?? source.filesOf ?? null;
  const files =
    folder === null ? [] : keptFiles(folder).filter((file) => source.dataDir !== null || isStoredFile(file));
  const signingIn = files.length > 0 ? await answered(signInMailFiles(tx)) : new Set();
  for (const file of files.filter((name) => !signingIn.has(name))) {
    const content = await fileBytes(path.join(folder ?? "", file));
    if (content === null) continue; // Sent or removed in the meantime.
    progress.at = file;
    onProgress(progress);
    yield { head: { file }, content };
    progress.files += 1;
  }
}

async function* rows(
  copy: Readable,
  progress: Progress,
  answered: Answered,
  onProgress: (progress: Progress) => void,
): AsyncGenerator<Buffer> {
  const chunks = (copy as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await answered(chunks.next());
    if (done) return;
    for (let at = value.indexOf(0x0a); at >= 0; at = value.indexOf(0x0a, at + 1)) progress.rows += 1;
    onProgress(progress);
    yield value;
  }
}

async function fileBytes(file: string): Promise<Readable | null> {
  try {
    const handle = await open(file);
    return createReadStream(file, { fd: handle });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function sync(file: string): Promise<void> {
  const handle = await open(file);
  await handle.sync();
  await handle.close();
}
