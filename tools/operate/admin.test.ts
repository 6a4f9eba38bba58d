import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";

vi.setConfig({ testTimeout: 60_000 });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-admin-"));
const log = pino({ level: "silent" });
let database: Database;

// This process holds the directory as a running server does.
beforeAll(async () => {
  database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
  await migrate(database.sql, log);
}, 120_000);
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function admin(...args: string[]): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir };
  try {
    return (await promisify(execFile)(process.execPath, ["tools/operate/admin.ts", ...args], { env })).stdout;
  } catch (error) {
    return `refused: ${(error as { stderr: string }).stderr}`;
  }
}

test("administrators come and go while the server runs", async () => {
  expect(await admin("list")).toContain("There is no administrator yet");

  const added = await admin("add", "Ada@Example.com");
  expect(added).toMatch(/ada@example\.com is an administrator\.\nPassword: (\w{5}-){3}\w{5}\n/);
  const [account] =
    await database.sql`select email_confirmed_at is not null as confirmed, encrypted_password as hash from auth.users`;
  expect(account).toEqual({ confirmed: true, hash: expect.stringMatching(/^\$2[aby]\$10\$/) });
  expect(await admin("add", "ada@example.com")).not.toContain("Password");
  expect(await admin("list")).toMatch(/^ada@example\.com {2}since \d{4}-\d\d-\d\d\n$/);

  expect(await admin("password", "ada@example.com")).toContain("New password of ada@example.com: ");
  const [changed] = await database.sql`select encrypted_password as hash from auth.users`;
  expect(changed?.hash).not.toBe(account?.hash);

  expect(await admin("remove", "ada@example.com")).toContain("There is no administrator left.");
  expect(await database.sql`select 1 from public.user_roles`).toHaveLength(0);
  expect(await database.sql`select 1 from auth.users`).toHaveLength(1);
});

test.each([
  [["remove", "nobody@example.com"], "refused: nobody@example.com is not an administrator."],
  [["password", "nobody@example.com"], "refused: nobody@example.com is not an administrator."],
  [["add", "nonsense"], "refused: Unable to validate email address"],
  [["add"], "refused: Usage:"],
  [["constructor", "a@example.com"], "refused: Usage:"],
])("admin %j", async (args, answer) => expect(await admin(...args)).toContain(answer));
