// The file of a backup: gzip of a first line about it, sections, and a last line with a checksum of everything before.
// A section is a line that says what it is, then pieces (their length on a line, the bytes), then a piece of length 0:
// whatever its size, it is written and read in passing. Format: docs/decisions/013-backup-format.md
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

export const backupFormat = "guidevane backup 2";

export interface Manifest {
  format: string;
  takenAt: string;
  schema: { base: string[]; migrations: string[] };
  /** The signing and API keys, wherever they are kept: without them no one stays signed in. */
  keys: unknown;
  sequences: { name: string; value: string }[];
}

/** Rows as COPY writes them, or the bytes of a file below the data directory. */
export type SectionHead = { table: string; columns: string[] } | { file: string };

export interface Section {
  head: SectionHead;
  content: AsyncIterable<Buffer>;
}

export async function* writeSections(
  manifest: { format: string },
  sections: AsyncIterable<Section>,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const hashed = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(line(manifest));
  for await (const { head, content } of sections) {
    yield hashed(line(head));
    for await (const piece of content) {
      if (piece.length === 0) continue;
      yield hashed(Buffer.from(`${piece.length}\n`));
      yield hashed(piece);
    }
    yield hashed(Buffer.from("0\n"));
  }
  yield line({ sha256: hash.digest("hex") });
}

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

export class DamagedBackup extends Error {}

/** Hands out each section in turn, and throws at the end if the checksum is not right. */
export async function readSections<T extends { format: string } = Manifest>(
  file: string,
  take: (section: Section) => Promise<void>,
  format: string = backupFormat,
): Promise<T> {
  const bytes = new BackupBytes(file);
  try {
    const manifest = parse(await bytes.line()) as Partial<T>;
    if (manifest.format !== format) throw new DamagedBackup("it is not a backup that this release can read");
    for (;;) {
      const digest = bytes.digest();
      const head = parse(await bytes.line()) as SectionHead | { sha256: string };
      if ("sha256" in head) {
        if (head.sha256 !== digest || !(await bytes.isAtEnd())) throw new DamagedBackup("its checksum is not right");
        return manifest as T;
      }
      const content = bytes.pieces();
      await take({ head, content });
      for await (const _ of content); // What no one wanted is read past.
    }
  } finally {
    bytes.close();
  }
}

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Said below.
  }
  throw new DamagedBackup("it holds something else than a backup does");
}

const maxLineLength = 4_000_000;

class BackupBytes {
  readonly #file;
  readonly #unpacked = createGunzip();
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash = createHash("sha256");
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = createReadStream(file).on("error", (error) => this.#unpacked.destroy(error));
    this.#file.pipe(this.#unpacked);
    this.#chunks = this.#unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Of everything read so far. */
  digest(): string {
    return this.#hash.copy().digest("hex");
  }

  async line(): Promise<string> {
    let from = 0;
    for (;;) {
      const end = this.#rest.indexOf(0x0a, from);
      if (end >= 0) return this.#take(end + 1).toString("utf8", 0, end);
      from = this.#rest.length;
      if (from > maxLineLength) throw new DamagedBackup("one of its lines is too long");
      if (!(await this.#more())) throw new DamagedBackup("it was cut off");
    }
  }

  async *pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const length = await this.line();
      if (length === "0") return;
      if (!/^[1-9]\d{0,9}$/.test(length)) throw new DamagedBackup("it holds something else than a backup does");
      for (let left = Number(length); left > 0;) {
        if (this.#rest.length === 0 && !(await this.#more())) throw new DamagedBackup("it was cut off");
        const piece = this.#take(Math.min(left, this.#rest.length));
        left -= piece.length;
        yield piece;
      }
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more());
  }

  close(): void {
    this.#file.destroy();
    this.#unpacked.destroy();
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}
