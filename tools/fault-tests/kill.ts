// Twenty rounds of kill -9, in turn of the server's process and of PostgreSQL, amid 200 acknowledged writes each.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { median } from "../../bench/record.ts";
import { openDatabase } from "../../server/platform/database/database.ts";
import { killDrill } from "../../server/testing/kill-writers.ts";
import { findings } from "./findings.ts";

const { expectThat, note, finish } = findings(
  "kill",
  "Twenty rounds of kill -9, in turn of the server's process and of PostgreSQL, amid 200 writes each.",
);

const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-fault-test-"));
try {
  const readyTimes: number[] = [];
  const acknowledged = await killDrill(dataDir, 20, (line) => {
    console.log(line);
    readyTimes.push(Number(/ready in (\d+) ms/.exec(line)?.[1]));
  });
  const [first, ...again] = readyTimes;
  note(`first start, which makes the database: ${first} ms`);
  note(`ready again after a kill: ${median(again)} ms (median), ${Math.max(...again)} ms at most`);
  const log = pino({ level: "error" });
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
  const rows = await database.sql<{ name: string }[]>`select name from public.accounts`;
  await database.close();
  const found = new Set(rows.map((row) => Number(row.name.replace("write ", ""))));
  const lost = [...acknowledged].filter((number) => !found.has(number));
  expectThat(`${acknowledged.size} writes acknowledged, ${lost.length} lost`, lost.length === 0);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
finish();
