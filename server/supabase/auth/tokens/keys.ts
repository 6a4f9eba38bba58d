// The server's keys: one signs access tokens, older ones still verify, two are the API keys of clients.
import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";
import { currentMillis, currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { BadSetting, type Env } from "#server/env.ts";
import type { Log } from "#server/http/log.ts";
import { keyFile, keyRow, type KeyStore, type SigningKey, type StoredKeys } from "./key-store.ts";
import { equalInConstantTime } from "../constant-time-equal.ts";

export interface Keys {
  readonly publishableKey: string;
  readonly secretKey: string;
  isPublishable(key: string): boolean;
  isSecret(key: string): boolean;
  signing(): Promise<{ kid: string; key: CryptoKey }>;
  verifying(kid: string | undefined): Promise<CryptoKey | null>;
  publicSet(): { keys: JWK[] };
  /** A keyed hash for one purpose; the same input gives another value for another purpose. */
  derive(purpose: string, value: string): string;
  /** A new signing key takes over at once; the old one verifies until its last token has expired. */
  rotate(): Promise<void>;
}

type KeyEnv = Pick<
  Env,
  "DATA_DIR" | "DATABASE_URL" | "JWT_SIGNING_KEY" | "PUBLISHABLE_KEY" | "SECRET_KEY" | "ACCESS_TOKEN_SECONDS"
>;

const lookAgainAfter = 60_000;
const lookForUnknownAfter = 5_000;
const random = (bytes: number) => randomBytes(bytes).toString("base64url");

async function makeSigningKey(): Promise<SigningKey> {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const { kty, crv, x, y, d } = await exportJWK(pair.privateKey);
  return asSigningKey({ kty, crv, x, y, d } as JWK);
}

async function asSigningKey(jwk: JWK): Promise<SigningKey> {
  const { x, y, d } = jwk;
  if (jwk.kty !== "EC" || jwk.crv !== "P-256" || !x || !y || !d) {
    throw new BadSetting("JWT_SIGNING_KEY must be a private EC P-256 key in JWK form.");
  }
  const privateKey = { kty: "EC" as const, crv: "P-256" as const, x, y, d };
  const kid = jwk.kid ?? (await calculateJwkThumbprint(privateKey));
  return { kid, privateKey, createdAt: currentTime().toISOString() };
}

const publicJwk = ({ kid, privateKey: { kty, crv, x, y } }: SigningKey): JWK => {
  return { kty, crv, x, y, kid, alg: "ES256", use: "sig", key_ops: ["verify"], ext: true };
};

export function keyStoreFor(env: KeyEnv, sql: Sql): KeyStore {
  return env.DATABASE_URL ? keyRow(sql) : keyFile(join(env.DATA_DIR, "keys.json"));
}

export async function createKeys(env: KeyEnv, sql: Sql, log: Log, clock: () => number = currentMillis): Promise<Keys> {
  const store = keyStoreFor(env, sql);
  const given = env.JWT_SIGNING_KEY ? await asSigningKey(readJwk(env.JWT_SIGNING_KEY)) : null;
  let stored = await store.read();
  if (!stored) {
    const [used] = await sql<{ used: boolean }[]>`select exists (select from auth.users) as used`;
    stored = await store.create({
      signingKeys: [await makeSigningKey()],
      publishableKey: `sb_publishable_${random(24)}`,
      secretKey: `sb_secret_${random(32)}`,
      pepper: random(32),
    });
    if (used?.used) {
      log.warn(
        `No keys were found (${store.place}) although there are users: new keys were made and no data was touched. ` +
          "Browsers renew their sessions by themselves; programs that use the secret key need the new one.",
      );
    }
  }
  const exposure = await store.exposure();
  if (exposure) log.warn(exposure);

  const imported = new Map<string, Promise<CryptoKey>>();
  let lookedAt = clock();

  async function lookAgain() {
    lookedAt = clock();
    try {
      stored = (await store.read()) ?? stored;
    } catch {
      log.error("The keys could not be read again; the known ones stay in use.");
    }
  }
  const current = () => stored as StoredKeys;
  const all = () => (given ? [given, ...current().signingKeys] : current().signingKeys);
  const find = (kid: string | undefined) => all().find((key) => key.kid === kid);
  const imports = (name: string, jwk: JWK) => {
    const known = imported.get(name) ?? (importJWK(jwk, "ES256") as Promise<CryptoKey>);
    imported.set(name, known);
    return known;
  };
  const publishableKey = () => env.PUBLISHABLE_KEY ?? current().publishableKey;
  const secretKey = () => env.SECRET_KEY ?? current().secretKey;

  return {
    get publishableKey() {
      return publishableKey();
    },
    get secretKey() {
      return secretKey();
    },
    // Known to everyone: nothing to hide in how long the comparison takes.
    isPublishable: (key) => key === publishableKey(),
    isSecret: (key) => equalInConstantTime(key, secretKey()),
    async signing() {
      // Another instance may have rotated: notice within a minute, without a timer.
      if (clock() - lookedAt > lookAgainAfter) void lookAgain();
      const key = given ?? current().signingKeys[0]!;
      return { kid: key.kid, key: await imports(`sign ${key.kid}`, key.privateKey) };
    },
    async verifying(kid) {
      if (!find(kid) && clock() - lookedAt > lookForUnknownAfter) await lookAgain();
      const key = find(kid);
      return key ? imports(`verify ${key.kid}`, publicJwk(key)) : null;
    },
    publicSet: () => ({ keys: all().map(publicJwk) }),
    derive: (purpose, value) =>
      createHmac("sha256", current().pepper).update(`${purpose}\n${value}`).digest("base64url"),
    async rotate() {
      await lookAgain();
      const now = currentTime();
      // Twice the life of a token leaves room for clock skew and for instances that notice late.
      const stillNeeded = (key: SigningKey) =>
        !key.retiredAt || now.getTime() - Date.parse(key.retiredAt) < env.ACCESS_TOKEN_SECONDS * 2000 + 300_000;
      const older = current()
        .signingKeys.filter(stillNeeded)
        .map((key) => ({ ...key, retiredAt: key.retiredAt ?? now.toISOString() }));
      const next: StoredKeys = { ...current(), signingKeys: [await makeSigningKey(), ...older] };
      await store.replace(next);
      stored = next;
    },
  };
}

function readJwk(text: string): JWK {
  try {
    return JSON.parse(text) as JWK;
  } catch {
    throw new BadSetting("JWT_SIGNING_KEY must be a private EC P-256 key in JWK form.");
  }
}
