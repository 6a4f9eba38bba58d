// Secrets at rest: AES-256-GCM with a key that is not in the database. A copy of the database alone opens nothing.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { BadSetting, type Env } from "#server/env.ts";

export interface Sealed {
  /** Tells whether this server's key sealed it, and says nothing about the key. */
  keyId: string;
  nonce: Buffer;
  sealed: Buffer;
}

export interface Sealing {
  keyId: string;
  /** `purpose` is bound to the text: what was sealed as one thing does not open as another. */
  seal(purpose: string, text: string): Sealed;
  /** Null when another key sealed it, or somebody has changed it. */
  open(purpose: string, given: Sealed): string | null;
}

const keyBytes = 32;
const tagBytes = 16;

export function sealWith(secret: Buffer): Sealing {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "guidevane sealed settings", keyBytes));
  const keyId = createHash("sha256").update("id").update(key).digest("hex").slice(0, 16);
  const about = (purpose: string) => Buffer.from(`${purpose}\n${keyId}`);
  return {
    keyId,
    seal(purpose, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(about(purpose));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return { keyId, nonce, sealed };
    },
    open(purpose, given) {
      if (given.keyId !== keyId || given.sealed.length < tagBytes) return null;
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, given.nonce)
          .setAAD(about(purpose))
          .setAuthTag(given.sealed.subarray(-tagBytes));
        return Buffer.concat([decipher.update(given.sealed.subarray(0, -tagBytes)), decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}

/** The key of SEALING_KEY, or the one in DATA_DIR, which is made at the first need. */
export async function openSealing(env: Pick<Env, "SEALING_KEY" | "DATA_DIR">): Promise<Sealing> {
  if (env.SEALING_KEY) return sealWith(readKey(env.SEALING_KEY, "SEALING_KEY"));
  const file = path.join(env.DATA_DIR, "sealing.key");
  await mkdir(env.DATA_DIR, { recursive: true });
  const made = path.join(env.DATA_DIR, `.sealing-${randomBytes(6).toString("hex")}`);
  try {
    return sealWith(readKey(await readFile(file, "utf8"), file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  // Linked, not written in place: of two processes that start together, the first one's key counts for both.
  await writeFile(made, `${randomBytes(keyBytes).toString("base64")}\n`, { mode: 0o600 });
  try {
    await link(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(made, { force: true });
  }
  return sealWith(readKey(await readFile(file, "utf8"), file));
}

function readKey(text: string, place: string): Buffer {
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== keyBytes) throw new BadSetting(`${place} must be ${keyBytes} bytes in base64.`);
  return key;
}
