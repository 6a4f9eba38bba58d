// Where the keys live between starts: a file beside the embedded database, or a row that instances share.
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { chmod, mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Sql } from "#server/platform/database/sql.ts";
import { calculateJwkThumbprint } from "jose";
import { z } from "zod";

const signingKey = z.object({
  kid: z.string().min(1),
  privateKey: z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: z.string(), y: z.string(), d: z.string() }),
  createdAt: z.iso.datetime(),
  /** Set when a newer key took over: it verifies for a while longer, but signs no more. */
  retiredAt: z.iso.datetime().optional(),
});
export const storedKeys = z.object({
  signingKeys: z.array(signingKey).min(1),
  publishableKey: z.string().min(16),
  secretKey: z.string().min(16),
  /** Derives successor refresh tokens and guards the short codes; never leaves the server. */
  pepper: z.string().min(32),
});
export type SigningKey = z.infer<typeof signingKey>;
export type StoredKeys = z.infer<typeof storedKeys>;

export interface KeyStore {
  /** For messages: where an operator finds the keys. */
  readonly place: string;
  read(): Promise<StoredKeys | null>;
  /** A sentence when others than this account may read them. */
  exposure(): Promise<string | null>;
  /** Writes if nothing is stored yet, and returns what is stored then. */
  create(keys: StoredKeys): Promise<StoredKeys>;
  replace(keys: StoredKeys): Promise<void>;
}

export class UnreadableKeys extends Error {
  /** The start stops with this sentence, without a stack. */
  readonly forOperator = true;
}

async function parse(place: string, content: unknown): Promise<StoredKeys> {
  const parsed = storedKeys.safeParse(content);
  if (parsed.success && (await Promise.all(parsed.data.signingKeys.map(isWhole))).every(Boolean)) return parsed.data;
  throw unreadable(place);
}

/** Whether what it signs is verified by its own public half, and its name is right. */
async function isWhole({ kid, privateKey }: SigningKey): Promise<boolean> {
  try {
    const { d: _secret, ...publicKey } = privateKey;
    const text = Buffer.from(kid);
    const signature = sign("sha256", text, createPrivateKey({ key: privateKey, format: "jwk" }));
    const isPair = verify("sha256", text, createPublicKey({ key: publicKey, format: "jwk" }), signature);
    return isPair && kid === (await calculateJwkThumbprint(publicKey));
  } catch {
    return false;
  }
}

function unreadable(place: string, reason = ""): UnreadableKeys {
  return new UnreadableKeys(
    `The keys in ${place} cannot be read${reason}. Nothing was changed. Restore them from a backup, or move them away to have ` +
      "new ones made at the next start (people stay signed in; the secret key of the admin API changes).",
  );
}

export function keyFile(path: string): KeyStore {
  async function read() {
    let text: string;
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "ENOENT") return null;
      throw unreadable(path, code === "EISDIR" ? ": it is a directory" : ` (${code})`);
    }
    let content: unknown = null;
    try {
      content = JSON.parse(text);
    } catch {
      // Falls through to the message below: half a file is as unreadable as a wrong one.
    }
    return parse(path, content);
  }
  async function replace(keys: StoredKeys) {
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}.new`;
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(`${JSON.stringify(keys, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(draft, 0o600);
    await rename(draft, path);
  }
  return {
    place: path,
    read,
    async exposure() {
      const mode = (await stat(path)).mode & 0o777;
      if ((mode & 0o077) === 0) return null;
      return `${path} can be read by other accounts (mode ${mode.toString(8)}). Close it: chmod 600 ${path}`;
    },
    replace,
    async create(keys) {
      const there = await read();
      if (there) return there;
      await replace(keys);
      return keys;
    },
  };
}

export function keyRow(sql: Sql): KeyStore {
  const place = "table server.keys";
  async function read() {
    const [row] = await sql<{ keys: unknown }[]>`select keys from server.keys`;
    return row ? parse(place, row.keys) : null;
  }
  return {
    place,
    read,
    exposure: async () => null,
    async create(keys) {
      await sql`insert into server.keys (keys) values (${sql.json(keys)}) on conflict do nothing`;
      return (await read()) ?? keys;
    },
    async replace(keys) {
      await sql`update server.keys set keys = ${sql.json(keys)}`;
    },
  };
}
