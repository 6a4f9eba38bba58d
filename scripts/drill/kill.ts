// Twenty rounds of kill -9, in turn of the server's process and of PostgreSQL, amid 200 acknowledged writes each.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/backend/database/database.ts";
import { killDrill } from "../../server/testing/kill-drill.ts";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-drill-"));
try {
  const acknowledged = await killDrill(dataDir, 20, (line) => console.log(line));
  const log = pino({ level: "error" });
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
  const rows = await database.sql<{ name: string }[]>`select name from public.accounts`;
  await database.close();
  const found = new Set(rows.map((row) => Number(row.name.replace("write ", ""))));
  const lost = [...acknowledged].filter((number) => !found.has(number));
  console.log(`${acknowledged.size} writes acknowledged, ${lost.length} lost.`);
  process.exitCode = lost.length === 0 ? 0 : 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
