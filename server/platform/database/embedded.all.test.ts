import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { killDrill } from "#server/testing/kill-writers.ts";
import { openDatabase } from "./database.ts";

const log = pino({ level: "silent" });
const home = mkdtempSync(path.join(os.tmpdir(), "guidevane-embedded-"));
const dataDir = path.join(home, "data");
const settings = (DATA_DIR: string) => ({ DATA_DIR, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" as const });

beforeAll(async () => {
  const database = await openDatabase(settings(dataDir), log);
  await database.close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

vi.setConfig({ testTimeout: 60_000 });

describe("kill -9", () => {
  test("amid writes loses none that was acknowledged (npm run fault-test -- kill does 20 rounds)", async () => {
    const acknowledged = await killDrill(dataDir, 4, () => {});
    const database = await openDatabase(settings(dataDir), log);
    const rows = await database.sql<{ name: string }[]>`select distinct name from public.accounts`;
    await database.close();
    const found = new Set(rows.map((row) => Number(row.name.replace("write ", ""))));
    expect([...acknowledged].filter((number) => !found.has(number))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(400);
  }, 120_000);
});
