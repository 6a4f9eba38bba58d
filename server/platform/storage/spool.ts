// Files that arrive in parts, kept on this machine until they are whole. What is counted as received is on the disk: a part whose
// line was lost, or whose server was killed, is continued from there.
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

export class TooManyBytes extends Error {}
/** Another request writes to it at this moment. */
export class BusyUpload extends Error {}

export interface Appended {
  received: number;
  /** False when the line was lost before the part ended. */
  whole: boolean;
}

export interface Spool {
  /** How much is here of what was counted as received; nothing, when another machine took it. */
  size(id: string): Promise<number>;
  /** Continues at `from`; anything beyond it was never counted and is overwritten. */
  append(id: string, from: number, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Appended>;
  /** Path, size and hash of what is here. */
  measure(id: string): Promise<{ file: string; size: number; sha256: string }>;
  head(id: string, bytes: number): Promise<Buffer>;
  remove(id: string): Promise<void>;
  /** Ids of what was last written before that time. */
  olderThan(time: Date): Promise<string[]>;
}

interface Running {
  hash: Hash;
  size: number;
}

export function createSpool(dataDir: string): Spool {
  // Below the files, so that a whole one only changes its name. Backups leave out what ends in .partial.
  const folder = path.join(dataDir, "files", "uploads");
  const place = (id: string) => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error("not an id of an upload");
    return path.join(folder, `${id}.partial`);
  };
  /** Hashes as far as they have come; made again from the disk after a restart. */
  const running = new Map<string, Running>();
  const busy = new Set<string>();

  async function hashUpTo(id: string, size: number): Promise<Hash> {
    const known = running.get(id);
    if (known?.size === size) return known.hash;
    const hash = createHash("sha256");
    if (size > 0)
      for await (const piece of createReadStream(place(id), { end: size - 1 })) hash.update(piece as Buffer);
    return hash;
  }

  async function write(handle: FileHandle, from: number, content: AsyncIterable<Uint8Array>, max: number, hash: Hash) {
    let at = from;
    let whole = true;
    const pieces = content[Symbol.asyncIterator]();
    for (;;) {
      const next = await pieces.next().catch(() => null);
      if (next === null) whole = false; // The line was lost: what came is kept.
      if (next === null || next.done) break;
      if (at + next.value.byteLength > max) {
        await pieces.return?.();
        throw new TooManyBytes("More bytes came than were announced");
      }
      await handle.write(next.value, 0, next.value.byteLength, at);
      hash.update(next.value);
      at += next.value.byteLength;
    }
    return { at, whole };
  }

  return {
    size: (id) =>
      stat(place(id)).then(
        ({ size }) => size,
        () => 0,
      ),
    async append(id, from, content, maxBytes) {
      if (busy.has(id)) throw new BusyUpload("This upload is being written to");
      busy.add(id);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const handle = await open(place(id), from === 0 ? "w" : "r+", 0o600);
        try {
          await handle.truncate(from);
          const hash = await hashUpTo(id, from);
          running.delete(id);
          const { at, whole } = await write(handle, from, content, maxBytes, hash);
          await handle.sync();
          running.set(id, { hash, size: at });
          return { received: at, whole };
        } finally {
          await handle.close();
        }
      } finally {
        busy.delete(id);
      }
    },
    async measure(id) {
      const file = place(id);
      const { size } = await stat(file);
      const hash = await hashUpTo(id, size);
      return { file, size, sha256: hash.copy().digest("hex") };
    },
    async head(id, bytes) {
      const handle = await open(place(id));
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
    async remove(id) {
      running.delete(id);
      await rm(place(id), { force: true });
    },
    async olderThan(time) {
      const names = await readdir(folder).catch(() => []);
      const old: string[] = [];
      for (const name of names) {
        const { mtime } = (await stat(path.join(folder, name)).catch(() => null)) ?? {};
        if (mtime && mtime < time && /^[0-9a-f-]{36}\.partial$/.test(name)) old.push(name.slice(0, 36));
      }
      return old;
    },
  };
}
