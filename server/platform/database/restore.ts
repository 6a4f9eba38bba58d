// Loads a backup into an empty database: the schema as it was, the rows, then what this release has changed since.
import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type postgres from "postgres";
import type { Log } from "#server/http/log.ts";
import {
  type Ending,
  type Manifest,
  type StoredFile,
  type TableHead,
  backupFormat,
  copyStatement,
  quotedTable,
} from "./backup.ts";
import { migrate, newestSchema } from "./migrate.ts";
import { OperatorError } from "./operator-error.ts";

/** The first line of a backup, once the whole file has been read and found undamaged. */
export async function checkBackup(file: string): Promise<Manifest> {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  const hash = createHash("sha256");
  let first: Buffer | null = null;
  let last: Buffer | null = null;
  try {
    for await (const line of lines(file)) {
      first ??= line;
      if (last) hash.update(last).update("\n");
      last = line;
    }
  } catch (error) {
    throw new OperatorError(`${file} is damaged or not a backup: ${(error as Error).message}`, { cause: error });
  }
  const manifest = parse<Manifest>(first);
  if (manifest?.format !== backupFormat) throw new OperatorError(`${file} is not a backup that this release can read.`);
  if (parse<Ending>(last)?.sha256 !== hash.digest("hex"))
    throw new OperatorError(`${file} is damaged or was cut off: its checksum is not right. Nothing was changed.`);
  const newest = newestSchema();
  const unknown = [
    ...manifest.schema.base.filter((name) => !newest.base.includes(name)),
    ...manifest.schema.migrations.filter((version) => !newest.migrations.includes(version)),
  ];
  if (unknown.length > 0)
    throw new OperatorError(
      `${file} was taken by a newer release (it has ${unknown.join(", ")}). Restore it with that one.`,
    );
  return manifest;
}

/** A restore never mixes with what is there. */
export function requireEmptyDirectory(dataDir: string): void {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new OperatorError(
      `${dataDir} is not empty. Set DATA_DIR to an empty or new directory: a restore replaces nothing.`,
    );
}

export async function requireEmptyDatabase(sql: postgres.Sql): Promise<void> {
  const [found] = await sql<{ used: boolean }[]>`select to_regclass('public.accounts') is not null as used`;
  if (found?.used)
    throw new OperatorError("The database of DATABASE_URL is not empty. Make a new one: a restore replaces nothing.");
}

/** Call it after checkBackup, on an empty database. Files go to `dataDir`; the keys are the caller's to store. */
export async function loadBackup(
  sql: postgres.Sql,
  log: Log,
  file: string,
  manifest: Manifest,
  dataDir: string | null,
) {
  await migrate(sql, log, manifest.schema);
  await sql.begin(async (tx) => {
    for (const { name, value } of manifest.sequences) await tx`select setval(${name}::regclass, ${value}::bigint)`;
    await loadRows(tx, file, dataDir);
  });
  await migrate(sql, log);
  // What is kept for search is not part of a backup, and the rows came past the triggers.
  await sql`select private.rebuild_search()`;
  await sql`analyze`;
}

async function loadRows(tx: postgres.TransactionSql, file: string, dataDir: string | null): Promise<void> {
  let copy: { head: TableHead; stream: NodeJS.WritableStream } | null = null;
  for await (const line of lines(file)) {
    if (copy) {
      if (line.equals(endOfRows)) {
        copy.stream.end();
        await finished(copy.stream);
        await triggers(tx, copy.head, "enable");
        copy = null;
      } else if (!copy.stream.write(Buffer.concat([line, newLine]))) await once(copy.stream, "drain");
      continue;
    }
    const entry = parse<Partial<StoredFile & TableHead>>(line);
    if (entry?.file !== undefined && entry.base64 !== undefined && dataDir)
      writeInside(dataDir, entry.file, entry.base64);
    if (entry?.table !== undefined && entry.columns) {
      const head = { table: entry.table, columns: entry.columns };
      await triggers(tx, head, "disable"); // Rows come back as they were, not as a trigger would make them now.
      await tx.unsafe(`delete from ${quotedTable(head)}`); // What migrations put there, such as the list of modules.
      copy = { head, stream: await tx.unsafe(copyStatement(head, "from stdin")).writable() };
    }
  }
}

const endOfRows = Buffer.from("\\.");
const newLine = Buffer.from("\n");

const triggers = (tx: postgres.TransactionSql, head: TableHead, what: "enable" | "disable") =>
  tx.unsafe(`alter table ${quotedTable(head)} ${what} trigger user`);

function writeInside(dataDir: string, name: string, base64: string): void {
  const target = path.resolve(dataDir, name);
  if (!target.startsWith(path.resolve(dataDir) + path.sep))
    throw new OperatorError(`The backup holds a file outside its place: ${name}`);
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
  writeFileSync(target, Buffer.from(base64, "base64"), { mode: 0o600 });
}

function parse<T>(line: Buffer | null): T | null {
  try {
    return JSON.parse(line?.toString("utf8") ?? "") as T;
  } catch {
    return null;
  }
}

/** Split at line feeds only, as bytes: other line breaks may stand inside a row. */
async function* lines(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  const unpacked = createReadStream(file).on("error", (error) => unpack.destroy(error));
  const unpack = createGunzip();
  unpacked.pipe(unpack);
  for await (const chunk of unpack as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)]);
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) throw new Error("its last line is not whole");
}
