// A copy of the whole database directory while it is in use. Files change while they are read; the log that is written in the meantime puts
// right what was torn. PostgreSQL's own program for this is not among the embedded ones, so the steps are those of its documentation
// ("Making a Base Backup Using the Low Level API").
import { createReadStream, createWriteStream, readdirSync } from "node:fs";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { DamagedBackup, readSections, type Section, writeSections } from "../backup-file.ts";
import { OperatorError } from "../operator-error.ts";
import type { Sql } from "../sql.ts";
import { type Base, inArchive, sync, writeWhole } from "./archive.ts";

const baseFormat = "guidevane base 1";
interface BaseManifest {
  format: string;
  folders: string[];
}

/** PostgreSQL makes the contents of these again; slots and the socket belong to the original. */
const emptied = /^(pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|socket)\//;
const leftOut =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*|recovery\.signal|standby\.signal)$/;

export async function takeBase(sql: Sql, cluster: string, directory: string): Promise<Base> {
  const session = await sql.reserve();
  const folder = inArchive.bases(directory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [begun] = await session<{ at: Date; position: string }[]>`
    select clock_timestamp() as at, pg_backup_start('guidevane', true)::text as position`;
  const name = begun!.at.toISOString().replaceAll(/[:.]/g, "-");
  const file = `${name}.gz`;
  const partial = path.join(folder, `${file}.partial`);
  let ended: { position: string; label: string; at: Date } | undefined;
  const end = async () => {
    [ended] = await session<{ position: string; label: string; at: Date }[]>`
      select lsn::text as position, labelfile as label, clock_timestamp() as at from pg_backup_stop(false)`;
    return ended!.label;
  };
  try {
    const manifest: BaseManifest = { format: baseFormat, folders: foldersIn(cluster) };
    const content = Readable.from(writeSections(manifest, contents(cluster, end)), { objectMode: false });
    await pipeline(content, createGzip({ level: 1 }), createWriteStream(partial, { mode: 0o600 }));
    await sync(partial);
    await rename(partial, path.join(folder, file));
    const base: Base = {
      file,
      startPosition: begun!.position,
      stopPosition: ended!.position,
      startedAt: begun!.at.toISOString(),
      finishedAt: ended!.at.toISOString(),
    };
    await writeWhole(path.join(folder, `${name}.json`), `${JSON.stringify(base, null, 2)}\n`);
    return base;
  } catch (error) {
    await rm(partial, { force: true });
    // A session that ends takes its unfinished backup along; this one goes back to the pool.
    if (!ended) await end().catch(() => undefined);
    throw error;
  } finally {
    session.release();
  }
}

const entriesIn = (cluster: string) =>
  readdirSync(cluster, { recursive: true, withFileTypes: true }).map((entry) => ({
    entry,
    name: path.relative(cluster, path.join(entry.parentPath, entry.name)),
  }));

const foldersIn = (cluster: string): string[] =>
  entriesIn(cluster)
    .filter(({ entry, name }) => entry.isDirectory() && !emptied.test(name) && !leftOut.test(name))
    .map(({ name }) => name)
    .sort();

const control = "global/pg_control";

async function* contents(cluster: string, end: () => Promise<string>): AsyncGenerator<Section> {
  const names = entriesIn(cluster)
    .filter(({ entry, name }) => entry.isFile() && !emptied.test(name) && !leftOut.test(name) && name !== control)
    .map(({ name }) => name)
    .sort();
  for (const name of names) {
    const content = await whatIsThere(path.join(cluster, name));
    if (content) yield { head: { file: name }, content };
  }
  yield { head: { file: control }, content: only(await readUntorn(path.join(cluster, control))) };
  yield { head: { file: "backup_label" }, content: only(Buffer.from(await end())) };
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Null when the table was dropped in the meantime: the log knows. */
async function whatIsThere(file: string): Promise<Readable | null> {
  try {
    const handle = await open(file);
    return createReadStream(file, { fd: handle });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The log cannot mend this one file, so it is read until two readings agree. */
async function readUntorn(file: string): Promise<Buffer> {
  for (let before = await readFile(file); ;) {
    const again = await readFile(file);
    if (again.equals(before)) return again;
    before = again;
  }
}

/** Throws unless the file is whole and all of it belongs below a database directory. */
export async function checkBase(directory: string, base: Base): Promise<void> {
  const file = path.join(inArchive.bases(directory), base.file);
  try {
    const { folders } = await readSections<BaseManifest>(
      file,
      async ({ head }) => void demandInside(nameOf(head)),
      baseFormat,
    );
    folders.forEach(demandInside);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${file} is damaged: ${(error as Error).message}. Nothing was changed.`, { cause: error });
  }
}

export async function unpackBase(directory: string, base: Base, cluster: string): Promise<void> {
  const file = path.join(inArchive.bases(directory), base.file);
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  const { folders } = await readSections<BaseManifest>(
    file,
    async ({ head, content }) => {
      const target = path.join(cluster, demandInside(nameOf(head)));
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(target, { mode: 0o600 }));
    },
    baseFormat,
  );
  for (const folder of folders) await mkdir(path.join(cluster, demandInside(folder)), { recursive: true, mode: 0o700 });
}

function nameOf(head: Section["head"]): string {
  if (!("file" in head)) throw new DamagedBackup("it holds something else than a base backup does");
  return head.file;
}

function demandInside(name: string): string {
  if (name.split("/").some((part) => part === "" || part === "." || part === "..") || name.includes("\\"))
    throw new OperatorError(`The backup holds a file that no backup of ours would: ${JSON.stringify(name)}.`);
  return name;
}
