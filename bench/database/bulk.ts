// 50,000 accounts in and out through rest/v1, on one connection that has done small work before.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { createRest } from "../../server/supabase/rest/rest.ts";
import { record, table } from "../record.ts";

const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bulk-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 1, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
const rest = await createRest({
  sql,
  env: { REST_SCHEMAS: ["public"], REST_MAX_ROWS: 1000, STATEMENT_TIMEOUT_MS: 60_000 },
  log,
  identify: async () => ({ role: "service_role", claims: { role: "service_role" }, userId: null, sessionId: null }),
});

async function timed(method: string, target: string, rows?: object[]): Promise<number> {
  const started = performance.now();
  const response = await rest.routes.request(`/rest/v1/${target}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(rows && { body: JSON.stringify(rows) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return performance.now() - started;
}

const count = 50_000;
const perRequest = 5000;
const names = (from: number, rows: number) =>
  Array.from({ length: rows }, (_, at) => ({ name: `Company ${from + at}` }));

await timed("POST", "accounts", names(0, 1));
await sql`vacuum analyze`;
for (let turn = 0; turn < 10; turn++) {
  await timed("POST", "accounts", names(1, 1));
  await timed("DELETE", "accounts?name=eq.Company 1");
}
let added = 0;
for (let from = 0; from < count; from += perRequest) added += await timed("POST", "accounts", names(from, perRequest));
const contacts = performance.now();
await sql`insert into public.contacts (account_id, name) select id, 'Ada' from public.accounts`;
const addedContacts = performance.now() - contacts;
const deleted = await timed("DELETE", "accounts?id=not.is.null");
await rest.close();
await database.close();
rmSync(dataDir, { recursive: true, force: true });

const seconds = (ms: number) => (ms / 1000).toFixed(2);
record(
  "Many rows at once",
  "node bench/database/bulk.ts",
  `Seconds, through rest/v1 (without its HTTP listener), on one connection that has added and deleted single rows before.

${table(
  ["", "seconds"],
  [
    [`${count} accounts added, ${perRequest} a request`, seconds(added)],
    [`a contact for each, added by one statement`, seconds(addedContacts)],
    [`all deleted by one request, contacts with them`, seconds(deleted)],
  ],
)}`,
);
