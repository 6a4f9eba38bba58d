import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { openSealing, sealWith } from "./sealed.ts";

const DATA_DIR = await mkdtemp(path.join(tmpdir(), "sealing-"));
afterAll(() => rm(DATA_DIR, { recursive: true }));

test("first-run 3: what is sealed opens with its key and for its purpose alone, and shows nothing of itself", () => {
  const sealing = sealWith(randomBytes(32));
  const given = sealing.seal("STRIPE_SECRET_KEY", "sk_live_4242");
  expect(sealing.open("STRIPE_SECRET_KEY", given)).toBe("sk_live_4242");
  expect(given.sealed.includes("4242")).toBe(false);
  // The same text is never the same bytes.
  expect(sealing.seal("STRIPE_SECRET_KEY", "sk_live_4242").sealed.equals(given.sealed)).toBe(false);
  expect(sealing.open("SLACK_WEBHOOK_URL", given)).toBeNull();
  expect(sealWith(randomBytes(32)).open("STRIPE_SECRET_KEY", given)).toBeNull();
  for (const place of [0, given.sealed.length - 1]) {
    const changed = Buffer.from(given.sealed);
    changed[place]! ^= 1;
    expect(sealing.open("STRIPE_SECRET_KEY", { ...given, sealed: changed })).toBeNull();
  }
  expect(sealing.open("STRIPE_SECRET_KEY", { ...given, sealed: Buffer.alloc(3) })).toBeNull();
});

test("first-run 3: the key is in the data directory for its owner's eyes alone, the same for all who start at once", async () => {
  const many = await Promise.all(Array.from({ length: 5 }, () => openSealing({ DATA_DIR, SEALING_KEY: undefined })));
  expect(new Set(many.map(({ keyId }) => keyId)).size).toBe(1);
  const file = path.join(DATA_DIR, "sealing.key");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const given = many[0]!.seal("a", "b");
  expect((await openSealing({ DATA_DIR, SEALING_KEY: await readFile(file, "utf8") })).open("a", given)).toBe("b");
  await writeFile(file, "short");
  await expect(openSealing({ DATA_DIR, SEALING_KEY: undefined })).rejects.toThrow("32 bytes in base64");
});
