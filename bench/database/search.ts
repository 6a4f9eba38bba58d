// Search in 100,000 contacts through rest/v1, as an administrator under row level security.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import type { Caller } from "../../server/supabase/caller.ts";
import { createRest } from "../../server/supabase/rest/rest.ts";
import { addUser } from "../../server/testing/act-as.ts";
import { median, record, table } from "../record.ts";

const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
const userId = await addUser(sql, { admin: true });

await sql`
  insert into public.accounts (name, domain, type, industry, website)
  select (array['Norrfall','Castelline','Ostrey','Meridel','Tarnwick','Quillon','Veldhaven','Sabler','Ironquay','Lumenroe'])[1 + n % 10]
           || ' ' || left(md5(n::text), 6) || ' ' || (array['Group','Partners','Labs','Works'])[1 + n % 4],
         'company' || n || '.example', (array['Prospect','Customer'])[1 + n % 2],
         (array['Energy','Banking','Law','Health','Rail'])[1 + n % 5], 'https://company' || n || '.example'
  from generate_series(1, 10000) n`;
await sql`
  with companies as (select array_agg(id) as ids from public.accounts)
  insert into public.contacts (account_id, name, title, email, phone, role, created_at)
  select ids[1 + n % 10000],
         (array['Ada','Ines','Jo','Mara','Teo','Lars','Nia','Omar','Pia','Ravi','Sven','Uma','Vera','Wim','Yara','Zoe'])[1 + n % 16]
           || ' ' || initcap(left(translate(md5(n::text), '0123456789', 'ghijklmnop'), 7)),
         (array['Head of Operations','Chief Executive','Product Lead','Counsel'])[1 + n % 4],
         left(translate(md5(n::text), '0123456789', 'ghijklmnop'), 7) || n || '@company' || n % 10000 || '.example',
         '+49 30 ' || 1000000 + n, 'Sponsor', now() - n * interval '1 minute'
  from companies, generate_series(1, 100000) n`;
await sql`analyze`;

const caller: Caller = { role: "authenticated", claims: { role: "authenticated", sub: userId }, userId, sessionId: null };
const rest = await createRest({
  sql,
  env: { REST_SCHEMAS: ["public"], REST_MAX_ROWS: 1000, STATEMENT_TIMEOUT_MS: 8000 },
  log,
  identify: async () => caller,
});

/** The median time of a request, and what it answered. */
async function timed(path: string, headers: Record<string, string> = {}): Promise<{ ms: number; response: Response }> {
  const times: number[] = [];
  let response = new Response();
  for (let turn = 0; turn < 15; turn += 1) {
    const started = performance.now();
    response = await rest.routes.fetch(new Request(`http://bench.invalid/rest/v1/${path}`, { headers }));
    await response.clone().arrayBuffer();
    times.push(performance.now() - started);
  }
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return { ms: median(times), response };
}

const figure = (ms: number) => ms.toFixed(1);
const rows: (string | number)[][] = [];
for (const term of [
  "42424@comp",
  "tarnwick 34173",
  "4242 counsel",
  "company77.",
  "norrfall c4",
  "zzzz",
  "tarnwick",
  "pia",
  "head of operations",
  "an",
  "a",
]) {
  const found = `rpc/search_contacts?term=${encodeURIComponent(term)}&select=*,accounts(name)&limit=50`;
  const newest = await timed(`${found}&order=created_at.desc,id`);
  const byName = await timed(`${found}&order=name,id`);
  const counted = await timed(`rpc/search_contacts?term=${encodeURIComponent(term)}&limit=0`, { Prefer: "count=exact" });
  const suggested = await timed(`rpc/suggest_contacts?term=${encodeURIComponent(term)}&most=20`);
  const total = counted.response.headers.get("content-range")?.split("/")[1] ?? "";
  rows.push([`\`${term}\``, total, ...[newest, byName, counted, suggested].map(({ ms }) => figure(ms))]);
}
await rest.close();
await database.close();
rmSync(dataDir, { recursive: true, force: true });

record(
  "Search in 100,000 contacts",
  "npm run bench -- search",
  `Median of 15, milliseconds, through rest/v1 (without its HTTP listener) as an administrator under row level security: the page
of the 50 newest matches with their companies, the first 50 by name, the exact count alone, and the 20 best suggestions.

${table(["searched", "matches", "newest 50", "50 by name", "count", "suggestions"], rows)}`,
);
