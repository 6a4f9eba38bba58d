// Keeps files: streamed, measured and hashed on the way, under random keys. A row in private.files knows each of them.
import { createHash, randomBytes } from "node:crypto";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Env } from "#server/env.ts";
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import type { JobKind } from "../jobs/jobs.ts";
import { type BucketSettings, type ByteRange, type FilePlace, inBucket, onDisk } from "./file-place.ts";

export interface StoredFile {
  id: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
}

export interface Storage {
  /** Throws FileTooLarge past `maxBytes`; nothing is kept then. */
  keep(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile>;
  /** Keeps the bytes and no more: unless `confirm` is called within a day, the clean-up removes them again. */
  put(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile>;
  /** The same for a file that is on this machine already, measured and on the disk. It is gone from there afterwards. */
  adopt(file: string, measured: { size: number; sha256: string }): Promise<StoredFile>;
  /** In the transaction of the row that knows the file: both are there, or neither is. */
  confirm(id: string, within?: Statements): Promise<void>;
  /** Null when there is no such file. */
  find(id: string): Promise<StoredFile | null>;
  read(id: string, range?: ByteRange): Promise<Readable>;
  /** The file is gone for readers at once; its bytes go with the next clean-up. */
  remove(id: string, within?: Statements): Promise<void>;
  /** Removes what uploads left behind that were cut off, and the bytes of removed files. */
  cleanUp: JobKind;
  /** A sentence for the operator when the place cannot be used, or null. */
  trouble(): Promise<string | null>;
  /** Where new files go, and what is there. */
  readonly place: "disk" | "s3";
  /** Where the bytes of one place are; throws when it is not set up. */
  placeOf(name: string): FilePlace;
  /** How many of the newest files are there, and how many a row knows but no one has. */
  inspect(limit: number): Promise<{ there: number; missing: number }>;
}

export class FileTooLarge extends Error {}

export type StorageSettings = BucketSettings & Pick<Env, "DATA_DIR">;

/** An upload that has not ended by then has been cut off. */
const abandonedAfter = "1 day";

export function createStorage(env: StorageSettings, sql: Sql): Storage {
  const disk = onDisk(path.join(env.DATA_DIR, "files"));
  const bucket = env.S3_ENDPOINT ? inBucket(env) : null;
  const current: FilePlace = bucket ?? disk;

  /** Files stay where they were written when the setting changes. */
  function placeOf(name: string): FilePlace {
    if (name === "disk") return disk;
    if (!bucket) throw new Error("This file is in a bucket, and S3_ENDPOINT is not set");
    return bucket;
  }

  const storage: Storage = {
    async keep(content, maxBytes) {
      const file = await storage.put(content, maxBytes);
      await storage.confirm(file.id);
      return file;
    },
    async confirm(id, within = sql) {
      await within`update private.files set state = 'ready' where id = ${id} and state = 'pending'`;
    },
    async put(content, maxBytes) {
      const key = randomBytes(16).toString("hex");
      const [row] = await sql<{ id: string }[]>`
        insert into private.files (key, place) values (${key}, ${current.name}) returning id`;
      const { id } = row!;
      const measured = measure(content, maxBytes);
      try {
        await current.write(key, measured);
        const { size, sha256 } = measured.result();
        await sql`update private.files set size = ${size}, sha256 = ${sha256} where id = ${id}`;
        return { id, size, sha256: sha256.toString("hex") };
      } catch (error) {
        await current.remove(key).catch(() => undefined);
        await sql`delete from private.files where id = ${id}`.catch(() => undefined);
        throw error;
      }
    },
    async adopt(file, { size, sha256 }) {
      const key = randomBytes(16).toString("hex");
      const [row] = await sql<{ id: string }[]>`
        insert into private.files (key, place, size, sha256)
        values (${key}, ${current.name}, ${size}, decode(${sha256}, 'hex')) returning id`;
      await current.adopt(key, file);
      return { id: row!.id, size, sha256 };
    },
    async find(id) {
      const [file] = await sql<{ size: number; sha256: string }[]>`
        select size::float8 as size, encode(sha256, 'hex') as sha256 from private.files where id = ${id} and state = 'ready'`;
      return file ? { id, ...file } : null;
    },
    async read(id, range) {
      const [file] = await sql<{ key: string; place: string }[]>`
        select key, place from private.files where id = ${id} and state = 'ready'`;
      if (!file) throw new Error("There is no such file");
      return placeOf(file.place).read(file.key, range);
    },
    async remove(id, within = sql) {
      await within`update private.files set state = 'deleted' where id = ${id}`;
    },
    cleanUp: {
      name: "files",
      async findDue(limit) {
        const rows = await sql<{ id: string }[]>`
          select id from private.files
          where state = 'deleted' or (state = 'pending' and created_at < now() - ${abandonedAfter}::interval)
          order by created_at limit ${limit}`;
        return rows.map(({ id }) => id);
      },
      async run(id) {
        const [file] = await sql<{ key: string; place: string; also_in: string | null }[]>`
          select key, place, also_in from private.files where id = ${id} and state <> 'ready'`;
        if (!file) return;
        await placeOf(file.place).remove(file.key);
        if (file.also_in) await placeOf(file.also_in).remove(file.key);
        await sql`delete from private.files where id = ${id} and state <> 'ready'`;
      },
    },
    trouble: () => current.trouble(),
    place: current.name,
    placeOf,
    async inspect(limit) {
      const files = await sql<{ key: string; place: string }[]>`
        select key, place from private.files where state = 'ready' order by id desc limit ${limit}`;
      let there = 0;
      for (const { key, place } of files) if (await placeOf(place).has(key)) there += 1;
      return { there, missing: files.length - there };
    },
  };
  return storage;
}

/** Passes the content on, counting and hashing it. */
function measure(content: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash("sha256");
  let size = 0;
  async function* passed() {
    for await (const piece of content) {
      size += piece.byteLength;
      if (size > maxBytes) throw new FileTooLarge(`The file is larger than ${maxBytes} bytes`);
      hash.update(piece);
      yield piece;
    }
  }
  return Object.assign(passed(), { result: () => ({ size, sha256: hash.digest() }) });
}
