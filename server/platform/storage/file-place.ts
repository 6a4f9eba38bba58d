// Where the bytes of files are: on disk under DATA_DIR, or in a bucket of any S3-compatible store.
import { createReadStream } from "node:fs";
import { access, constants, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { S3mini } from "s3mini";
import type { Env } from "#server/env.ts";

export interface ByteRange {
  from: number;
  /** Included. */
  to: number;
}

export interface FilePlace {
  readonly name: "disk" | "s3";
  /** Takes everything or nothing: a reader never sees half a file. */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Takes over a file of this machine, which is gone from where it was afterwards. */
  adopt(key: string, file: string): Promise<void>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  has(key: string): Promise<boolean>;
  /** No error when it is not there. */
  remove(key: string): Promise<void>;
  /** A sentence for the operator when the place cannot be used, or null. */
  trouble(): Promise<string | null>;
}

export class FileMissing extends Error {}

/** Keys are made by us (storage.ts); this is the last door before a path or an address is made of one. */
const demandKey = (key: string) => {
  if (!/^[a-z0-9]{32}$/.test(key)) throw new Error("not a key of a stored file");
  return key;
};

export function onDisk(folder: string): FilePlace {
  // Two levels, so that no directory grows to a hundred thousand entries.
  const place = (key: string) => path.join(folder, demandKey(key).slice(0, 2), key);
  return {
    name: "disk",
    async write(key, content) {
      const file = place(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const unfinished = `${file}.partial`;
      // Opened before anything can fail: a stream that opens it by itself may do so after it was removed again.
      const handle = await open(unfinished, "w", 0o600);
      try {
        await pipeline(content, handle.createWriteStream({ flush: true }));
        await rename(unfinished, file);
        await syncFolder(path.dirname(file));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async adopt(key, source) {
      const file = place(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await rename(source, file);
      await syncFolder(path.dirname(file));
    },
    async read(key, range) {
      const file = place(key);
      await access(file).catch(() => {
        throw new FileMissing(key);
      });
      return createReadStream(file, range && { start: range.from, end: range.to });
    },
    has: (key) =>
      access(place(key)).then(
        () => true,
        () => false,
      ),
    async remove(key) {
      await rm(place(key), { force: true });
      // What a server that was killed had written so far.
      await rm(`${place(key)}.partial`, { force: true });
    },
    async trouble() {
      // Made with the first file; until then what counts is the directory around it.
      const nearest = await access(folder).then(
        () => folder,
        () => path.dirname(folder),
      );
      return access(nearest, constants.W_OK).then(
        () => null,
        (error: Error) => `Files cannot be kept in ${folder}: ${error.message}`,
      );
    },
  };
}

/** So that the name is on the disk too, and not only the bytes. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* following(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

export type BucketSettings = Pick<Env, "S3_ENDPOINT" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY" | "S3_REGION">;

export function inBucket(env: BucketSettings): FilePlace & { isOpenToAll(key: string): Promise<boolean> } {
  const bucket = new S3mini({
    endpoint: env.S3_ENDPOINT!,
    accessKeyId: env.S3_ACCESS_KEY_ID!,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
    region: env.S3_REGION,
    requestAbortTimeout: 60_000,
  });
  const place: ReturnType<typeof inBucket> = {
    name: "s3",
    async adopt(key, source) {
      await place.write(key, createReadStream(source));
      await rm(source, { force: true });
    },
    /** Whether someone without our keys may read it. */
    async isOpenToAll(key) {
      const answer = await fetch(`${env.S3_ENDPOINT}/${demandKey(key)}`, { signal: AbortSignal.timeout(10_000) });
      await answer.body?.cancel();
      return answer.ok;
    },
    async write(key, content) {
      const pieces = content[Symbol.asyncIterator]();
      const first = await pieces.next();
      // An upload in parts has at least one part.
      const stored = first.done
        ? await bucket.putObject(demandKey(key), new Uint8Array())
        : await bucket.putAnyObject(
            demandKey(key),
            Readable.toWeb(Readable.from(following(first.value, pieces))) as ReadableStream,
          );
      if (!stored.ok) throw new Error(`The bucket answered ${stored.status}`);
    },
    async read(key, range) {
      const found = range
        ? await bucket.getObjectRaw(demandKey(key), false, range.from, range.to + 1)
        : await bucket.getObjectResponse(demandKey(key));
      if (!found?.body) throw new FileMissing(key);
      return Readable.fromWeb(found.body as Parameters<typeof Readable.fromWeb>[0]);
    },
    has: async (key) => (await bucket.objectExists(demandKey(key))) === true,
    async remove(key) {
      await bucket.deleteObject(demandKey(key));
    },
    async trouble() {
      try {
        return (await bucket.bucketExists()) ? null : `There is no bucket at ${env.S3_ENDPOINT}`;
      } catch {
        return `The bucket at ${env.S3_ENDPOINT} does not answer`;
      }
    },
  };
  return place;
}
