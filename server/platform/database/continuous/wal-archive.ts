// Fetches the write-ahead log as it grows. A slot keeps PostgreSQL from recycling what is not fetched yet; what is flushed never changes,
// so that it can be read from PostgreSQL's own files.
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Sql } from "../sql.ts";
import { type History, inArchive, readSegments, sync } from "./archive.ts";
import { formatPosition, parsePosition, segmentName, segmentNumber } from "./wal-position.ts";

export const slotName = "guidevane_continuous";

export interface WalArchive {
  /** Whether nothing is missing between what was there before and what comes now. */
  isContinued: boolean;
  /** Fetches everything before this position. */
  fetchTo(position: bigint): Promise<void>;
}

/** Continues where the archive ends, if PostgreSQL still has what comes next; otherwise begins again at the present. */
export async function openWalArchive(
  sql: Sql,
  history: History,
  cluster: string,
  directory: string,
): Promise<WalArchive> {
  const size = BigInt(history.segmentSize);
  const folder = inArchive.wal(directory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = await keptFrom(sql);
  const { whole, current } = readSegments(directory);
  const newest = whole.at(-1);
  // The current segment is read again from its start: what was written of it may not have reached the disk.
  const next = newest ? segmentNumber(newest, size) + 1n : current ? segmentNumber(current, size) : null;
  const isContinued = kept !== null && next !== null && kept / size <= next;
  if (!isContinued)
    await sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${slotName}`;
  let position = isContinued ? next * size : ((await makeSlot(sql)) / size) * size;

  async function fetchTo(target: bigint): Promise<void> {
    const from = position;
    while (position < target) {
      const segment = position / size;
      const end = target < (segment + 1n) * size ? target : (segment + 1n) * size;
      const name = segmentName(history.timeline, segment, size);
      await append(
        path.join(cluster, "pg_wal", name),
        path.join(folder, `${name}.partial`),
        Number(position % size),
        Number(end - segment * size),
      );
      position = end;
      if (end % size === 0n) await pack(folder, name);
    }
    if (position > from)
      await sql`select pg_replication_slot_advance(${slotName}, ${formatPosition(position)}::pg_lsn)`;
  }
  return { isContinued, fetchTo };
}

/** From where on PostgreSQL keeps the log for us; null when there is no slot, or it was given up. */
async function keptFrom(sql: Sql): Promise<bigint | null> {
  const [slot] = await sql<{ from: string }[]>`
    select restart_lsn::text as from from pg_replication_slots
    where slot_name = ${slotName} and restart_lsn is not null and wal_status <> 'lost'`;
  return slot ? parsePosition(slot.from) : null;
}

export const isLost = async (sql: Sql): Promise<boolean> => (await keptFrom(sql)) === null;

async function makeSlot(sql: Sql): Promise<bigint> {
  const [slot] = await sql<{ from: string }[]>`
    select lsn::text as from from pg_create_physical_replication_slot(${slotName}, true)`;
  return parsePosition(slot!.from);
}

/** Bytes from one place of a segment to another, to the same place of its copy. */
async function append(source: string, target: string, from: number, to: number): Promise<void> {
  const bytes = Buffer.alloc(to - from);
  const input = await open(source, "r");
  try {
    const { bytesRead } = await input.read(bytes, 0, bytes.length, from);
    if (bytesRead < bytes.length) throw new Error(`${path.basename(source)} is shorter than the log says`);
  } finally {
    await input.close();
  }
  const output = await open(target, "r+").catch(() => open(target, "w+", 0o600));
  try {
    await output.write(bytes, 0, bytes.length, from);
    await output.datasync();
  } finally {
    await output.close();
  }
}

async function pack(folder: string, name: string): Promise<void> {
  const packed = path.join(folder, `${name}.gz`);
  const partial = path.join(folder, `${name}.partial`);
  await pipeline(createReadStream(partial), createGzip(), createWriteStream(`${packed}.new`, { mode: 0o600 }));
  await sync(`${packed}.new`);
  await rename(`${packed}.new`, packed);
  await rm(partial, { force: true });
}

/** Into a database directory that will recover from it. The current segment is filled up to its size, as PostgreSQL expects it. */
export async function unpackSegment(
  directory: string,
  name: string,
  isCurrent: boolean,
  segmentSize: number,
  cluster: string,
) {
  const target = path.join(cluster, "pg_wal", name);
  const source = path.join(inArchive.wal(directory), `${name}${isCurrent ? ".partial" : ".gz"}`);
  const output = createWriteStream(target, { mode: 0o600 });
  if (isCurrent) await pipeline(createReadStream(source), output);
  else await pipeline(createReadStream(source), createGunzip(), output);
  const file = await open(target, "r+");
  try {
    await file.truncate(segmentSize);
  } finally {
    await file.close();
  }
}
