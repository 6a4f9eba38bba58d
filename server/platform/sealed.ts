// Secrets at rest: AES-256-GCM with a key that is not in the database. A copy of the database alone opens nothing.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { BadSetting, type Env } from "#server/env.ts";

export interface Sealed {
  /** Tells whether this server's key sealed it, and says nothing about the key. */
  keyId: string;
  nonce: Buffer;
  sealed: Buffer;
}

export interface Sealing {
  /** Of the key that seals from now on. */
  readonly keyId: string;
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

/** The first key seals; each of them opens. Asked each time, because keys are renewed while the server runs. */
const sealWithEach = (keys: () => readonly Sealing[]): Sealing => ({
  get keyId() {
    return keys()[0]!.keyId;
  },
  seal: (purpose, text) => keys()[0]!.seal(purpose, text),
  open: (purpose, given) =>
    keys()
      .find(({ keyId }) => keyId === given.keyId)
      ?.open(purpose, given) ?? null,
});

/** Of the key in DATA_DIR: the one that is to follow while everything is sealed again, the present one, and the one before until that is done. */
export const keyFilesIn = (dataDir: string) => ({
  next: path.join(dataDir, "sealing.key.next"),
  present: path.join(dataDir, "sealing.key"),
  before: path.join(dataDir, "sealing.key.before"),
});

/** The key of SEALING_KEY, or the one in DATA_DIR, which is made at the first need. What former keys sealed opens as long as they are there. */
export async function openSealing(env: KeyEnv): Promise<Sealing> {
  const files = keyFilesIn(env.DATA_DIR);
  if (!env.SEALING_KEY && readIfThere(files.present) === null) await makeKey(files.present);
  return sealWithEach(keysOf(env));
}

type KeyEnv = Pick<Env, "SEALING_KEY" | "DATA_DIR"> & Partial<Pick<Env, "SEALING_KEY_BEFORE">>;

/** To look only: makes no key, and opens nothing where there is none. */
export const lookSealed = (env: KeyEnv): Sealing => sealWithEach(keysOf(env));

function keysOf(env: KeyEnv): () => Sealing[] {
  const files = keyFilesIn(env.DATA_DIR);
  const fixed = [
    ...(env.SEALING_KEY ? [sealWith(readKey(env.SEALING_KEY, "SEALING_KEY"))] : []),
    ...(env.SEALING_KEY_BEFORE ? [sealWith(readKey(env.SEALING_KEY_BEFORE, "SEALING_KEY_BEFORE"))] : []),
  ];
  const ofFiles = () =>
    [files.next, files.present, files.before].flatMap((file) => {
      const text = readIfThere(file);
      return text === null ? [] : [sealOnce(text, file)];
    });
  const all = () => (env.SEALING_KEY ? [...fixed, ...ofFiles()] : [...ofFiles(), ...fixed]);
  all();
  return all;
}

/**
 * The key that seals what each server on a database must open. Several servers share a database of the operator's, and the key in DATA_DIR
 * belongs to one of them: there it is SEALING_KEY or nothing.
 */
export const openSharedSealing = async (
  env: Parameters<typeof openSealing>[0] & Pick<Env, "DATABASE_URL">,
): Promise<Sealing | null> => (env.DATABASE_URL && !env.SEALING_KEY ? null : openSealing(env));

/** A key is worked out once, and looked for each time. */
const known = new Map<string, Sealing>();
function sealOnce(text: string, file: string): Sealing {
  const found = known.get(text) ?? sealWith(readKey(text, file));
  known.set(text, found);
  return found;
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/** Linked, not written in place: of two processes that start together, the first one's key counts for both. */
export async function makeKey(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const made = path.join(path.dirname(file), `.sealing-${randomBytes(6).toString("hex")}`);
  await writeFile(made, `${randomBytes(keyBytes).toString("base64")}\n`, { mode: 0o600 });
  try {
    await link(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(made, { force: true });
  }
}

/** Of a file that was kept apart. */
export const readSealingKey = (file: string): Buffer => readKey(readFileSync(file, "utf8"), file);

function readKey(text: string, place: string): Buffer {
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== keyBytes) throw new BadSetting(`${place} must be ${keyBytes} bytes in base64.`);
  return key;
}
