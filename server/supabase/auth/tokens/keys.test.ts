import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair, jwtVerify } from "jose";
import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { readEnv } from "#server/env.ts";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createAccessTokens } from "./access-tokens.ts";
import type { StoredKeys } from "./key-store.ts";
import { createKeys, keyStoreFor } from "./keys.ts";

const { sql } = await testDatabase();
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true }))));

async function folder() {
  const path = await mkdtemp(join(tmpdir(), "keys-"));
  folders.push(path);
  return path;
}

function listening() {
  const lines: string[] = [];
  return { lines, log: pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }) };
}

const open = (settings: Record<string, string>, log = listening().log) => createKeys(readEnv(settings), sql, log);

const sign = async (keys: Awaited<ReturnType<typeof open>>) => {
  const tokens = createAccessTokens(readEnv({}), keys, () => new Date());
  const { token } = await tokens.sign({ sub: crypto.randomUUID(), session_id: crypto.randomUUID() });
  return token;
};
const accepts = (keys: Awaited<ReturnType<typeof open>>, token: string) =>
  createAccessTokens(readEnv({}), keys, () => new Date())
    .verify(token)
    .then(
      () => true,
      () => false,
    );

describe("keys in a file", () => {
  it("are made once, readable by us alone, and found again", async () => {
    const DATA_DIR = await folder();
    const first = await open({ DATA_DIR });
    expect(first.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
    expect(first.secretKey).toMatch(/^sb_secret_[\w-]{43}$/);
    expect((await stat(join(DATA_DIR, "keys.json"))).mode & 0o777).toBe(0o600);
    const again = await open({ DATA_DIR });
    expect(again.secretKey).toBe(first.secretKey);
    expect(await accepts(again, await sign(first))).toBe(true);
  });

  it("that cannot be read stop the start, and are left alone", async () => {
    const DATA_DIR = await folder();
    await open({ DATA_DIR });
    const path = join(DATA_DIR, "keys.json");
    const half = (await readFile(path, "utf8")).slice(0, 80);
    await writeFile(path, half);
    await expect(open({ DATA_DIR })).rejects.toMatchObject({
      forOperator: true,
      message: expect.stringMatching(/keys\.json cannot be read\. Nothing was changed/),
    });
    expect(await readFile(path, "utf8")).toBe(half);
    await writeFile(path, "{}");
    await expect(open({ DATA_DIR })).rejects.toMatchObject({ forOperator: true });
  });

  it.each(["kid", "x", "y", "d"] as const)("damaged inside a key, in its %s, stop the start too", async (part) => {
    const DATA_DIR = await folder();
    await open({ DATA_DIR });
    const path = join(DATA_DIR, "keys.json");
    const stored = JSON.parse(await readFile(path, "utf8")) as StoredKeys;
    const [key] = stored.signingKeys;
    const flipped = (text: string) => (text.startsWith("A") ? "B" : "A") + text.slice(1);
    if (part === "kid") key!.kid = flipped(key!.kid);
    else key!.privateKey[part] = flipped(key!.privateKey[part]);
    await writeFile(path, JSON.stringify(stored));
    await expect(open({ DATA_DIR })).rejects.toMatchObject({
      forOperator: true,
      message: expect.stringContaining("cannot be read. Nothing was changed"),
    });
  });

  it("that are a directory get a sentence", async () => {
    const DATA_DIR = await folder();
    await mkdir(join(DATA_DIR, "keys.json"));
    await expect(open({ DATA_DIR })).rejects.toMatchObject({
      forOperator: true,
      message: expect.stringContaining("keys.json cannot be read: it is a directory."),
    });
  });

  it("that others may read bring a warning", async () => {
    const DATA_DIR = await folder();
    await open({ DATA_DIR });
    const { lines, log } = listening();
    await open({ DATA_DIR }, log);
    expect(lines).toEqual([]);
    await chmod(join(DATA_DIR, "keys.json"), 0o640);
    await open({ DATA_DIR }, log);
    expect(lines.join("")).toContain("can be read by other accounts (mode 640). Close it: chmod 600");
  });

  it("that were lost are replaced with a warning, and sessions go on", async () => {
    const DATA_DIR = await folder();
    const site = await testAuth(sql, { DATABASE_URL: "", DATA_DIR, MAIL_AUTOCONFIRM: "true" });
    const { data } = await site.browser().auth.signUp({ email: someone(), password: "right password" });
    await rm(join(DATA_DIR, "keys.json"));

    const { lines, log } = listening();
    await open({ DATA_DIR }, log);
    expect(lines.join("")).toMatch(
      /No keys were found .* although there are users: new keys were made and no data was touched/,
    );
    const after = await testAuth(sql, { DATABASE_URL: "", DATA_DIR, MAIL_AUTOCONFIRM: "true" });
    expect((await after.browser().auth.getUser(data.session!.access_token)).data.user).toBeNull();
    const { error } = await after.browser().auth.refreshSession({ refresh_token: data.session!.refresh_token });
    expect(error).toBeNull();
  });

  it("are rewritten for us alone even when someone opened them up", async () => {
    const DATA_DIR = await folder();
    const keys = await open({ DATA_DIR });
    await chmod(join(DATA_DIR, "keys.json"), 0o644);
    await keys.rotate();
    expect((await stat(join(DATA_DIR, "keys.json"))).mode & 0o777).toBe(0o600);
  });
});

describe("keys in the database", () => {
  it("are shared by instances that start together", async () => {
    await sql`delete from server.keys`;
    const settings = { DATABASE_URL: "postgres://unused" };
    const instances = await Promise.all([1, 2, 3, 4].map(() => open(settings)));
    expect(new Set(instances.map(({ secretKey }) => secretKey)).size).toBe(1);
    expect(new Set(instances.map((keys) => keys.publicSet().keys[0]?.kid)).size).toBe(1);
  });
});

describe("rotation", () => {
  it("signs with a new key at once and verifies the old for as long as its tokens live", async () => {
    const DATA_DIR = await folder();
    const keys = await open({ DATA_DIR });
    const old = await sign(keys);
    const [before] = keys.publicSet().keys;
    await keys.rotate();
    const published = keys.publicSet().keys;
    expect(published).toHaveLength(2);
    expect(published[0]?.kid).not.toBe(before?.kid);
    expect(await accepts(keys, old)).toBe(true);
    expect(await accepts(keys, await sign(keys))).toBe(true);

    // Once its last token is over, the next rotation drops it.
    const store = keyStoreFor(readEnv({ DATA_DIR }), sql);
    const stored = (await store.read())!;
    stored.signingKeys[1]!.retiredAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
    await store.replace(stored);
    await keys.rotate();
    expect(keys.publicSet().keys.map(({ kid }) => kid)).not.toContain(before?.kid);
    expect(await accepts(keys, old)).toBe(false);
  });

  it("is noticed by another instance when it sees a key that it does not know", async () => {
    const settings = { DATABASE_URL: "postgres://unused" };
    let now = Date.now();
    const here = await open(settings);
    const there = await createKeys(readEnv(settings), sql, listening().log, () => now);
    await here.rotate();
    const token = await sign(here);
    // Unknown keys are looked up at most every few seconds: made-up ones must not become a load.
    expect(await accepts(there, token)).toBe(false);
    now += 6000;
    expect(await accepts(there, token)).toBe(true);
  });
});

describe("settings", () => {
  it("override what is stored; the stored key still verifies", async () => {
    const DATA_DIR = await folder();
    const stored = await open({ DATA_DIR });
    const token = await sign(stored);
    const pair = await generateKeyPair("ES256", { extractable: true });
    const JWT_SIGNING_KEY = JSON.stringify({ ...(await exportJWK(pair.privateKey)), kid: "ours" });
    const keys = await open({
      DATA_DIR,
      JWT_SIGNING_KEY,
      PUBLISHABLE_KEY: "sb_publishable_own",
      SECRET_KEY: "sb_secret_own",
    });
    expect(keys.isSecret("sb_secret_own")).toBe(true);
    expect(keys.isSecret(stored.secretKey)).toBe(false);
    expect(keys.publishableKey).toBe("sb_publishable_own");
    const signed = await sign(keys);
    expect((await jwtVerify(signed, pair.publicKey)).protectedHeader.kid).toBe("ours");
    expect(await accepts(keys, token)).toBe(true);
  });

  it("that are no key are named", async () => {
    const DATA_DIR = await folder();
    for (const JWT_SIGNING_KEY of ["nonsense", "{}", '{"kty":"RSA"}']) {
      await expect(open({ DATA_DIR, JWT_SIGNING_KEY })).rejects.toThrow("JWT_SIGNING_KEY must be");
    }
  });
});
