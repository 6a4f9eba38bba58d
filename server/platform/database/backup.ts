// A backup is one compressed text file: a first line about itself, the keys, the other files of the data directory,
// every table as COPY writes it, and a last line with a checksum. Format: docs/decisions/013-backup-format.md
import { createHash } from "node:crypto";
import {
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type postgres from "postgres";
import { schemaVersion } from "./migrate.ts";
import { OperatorError } from "./operator-error.ts";

export const backupFormat = "guidevane backup 1";

/** What stands in a backup beside the rows, one JSON object a line. */
export interface Manifest {
  format: string;
  takenAt: string;
  schema: { base: string[]; migrations: string[] };
  keys: unknown;
  sequences: { name: string; value: string }[];
}
export interface StoredFile {
  file: string;
  base64: string;
}
export interface TableHead {
  table: string;
  columns: string[];
}
export interface Ending {
  rows: number;
  sha256: string;
}

export interface Source {
  sql: postgres.Sql;
  /** The signing and API keys, wherever they are kept: without them nobody stays signed in. */
  keys: unknown;
  /** Other files of the data directory go along; null when the database is elsewhere. */
  dataDir: string | null;
}

/** Takes a consistent picture of a database in use. Nobody waits for it, and it waits for nobody. */
export async function writeBackup(source: Source, file: string): Promise<{ rows: number; tables: number }> {
  if (existsSync(file))
    throw new OperatorError(`${file} exists already. Choose another name: backups are never overwritten.`);
  const partial = `${file}.partial`;
  const count = { rows: 0, tables: 0 };
  try {
    await source.sql.begin("isolation level repeatable read read only", async (tx) => {
      const output = createWriteStream(partial, { mode: 0o600 });
      await pipeline(Readable.from(withChecksum(content(tx, source, count), count)), createGzip(), output);
    });
    const written = openSync(partial, "r");
    fsyncSync(written);
    closeSync(written);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  return count;
}

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

async function* content(tx: postgres.TransactionSql, source: Source, count: { rows: number; tables: number }) {
  const manifest: Manifest = {
    format: backupFormat,
    takenAt: new Date().toISOString(),
    schema: await schemaVersion(tx),
    keys: source.keys,
    sequences: await sequences(tx),
  };
  yield line(manifest);
  if (source.dataDir) {
    for (const file of otherFiles(source.dataDir)) {
      const base64 = readFileSync(path.join(source.dataDir, file)).toString("base64");
      yield line({ file, base64 } satisfies StoredFile);
    }
  }
  for (const head of await tables(tx)) {
    yield line(head);
    const rows = await tx.unsafe(copyStatement(head, "to stdout")).readable();
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      for (const byte of chunk) if (byte === 0x0a) count.rows += 1;
      yield chunk;
    }
    yield Buffer.from("\\.\n");
    count.tables += 1;
  }
}

async function* withChecksum(chunks: AsyncIterable<Buffer>, count: { rows: number }) {
  const hash = createHash("sha256");
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  yield line({ rows: count.rows, sha256: hash.digest("hex") } satisfies Ending);
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const quotedTable = ({ table }: TableHead): string => table.split(".").map(quoted).join(".");

export function copyStatement(head: TableHead, direction: "to stdout" | "from stdin"): string {
  return `copy ${quotedTable(head)} (${head.columns.map(quoted).join(", ")}) ${direction}`;
}

const isOurs = (name: string) => /^(postgres|running|keys\.json)/.test(name);

/** Mail in the outbox and drafts; not the database, the lock and the keys, which go another way. */
function otherFiles(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)))
    .filter((name) => !isOurs(name))
    .sort();
}

/** Referenced tables stand before those that refer to them. Keys go another way; unlogged tables are not worth keeping. */
async function tables(tx: postgres.TransactionSql): Promise<TableHead[]> {
  const found = await tx<(TableHead & { needs: string[] })[]>`
    select n.nspname || '.' || c.relname as table,
           array(select a.attname::text from pg_attribute a
                 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                 order by a.attnum) as columns,
           array(select distinct rn.nspname || '.' || r.relname from pg_constraint k
                 join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
                 where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'public', 'server') and c.relkind = 'r' and c.relpersistence = 'p'
      and (n.nspname, c.relname) <> ('server', 'keys')
    order by 1`;
  const sorted: TableHead[] = [];
  const waiting = new Map(found.map((table) => [table.table, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter((table) => !table.needs.some((need) => waiting.has(need)));
    if (ready.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${[...waiting.keys()].join(", ")}`);
    for (const { table, columns } of ready) {
      sorted.push({ table, columns });
      waiting.delete(table);
    }
  }
  return sorted;
}

const sequences = (tx: postgres.TransactionSql) => tx<{ name: string; value: string }[]>`
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
  from pg_sequences where schemaname in ('auth', 'public', 'server') and last_value is not null order by 1`;
