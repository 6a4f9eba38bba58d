// Search in 100,000 contacts as an administrator under row level security, beside plain ILIKE on the same tables.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { actAs, addUser } from "../../server/testing/act-as.ts";
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

async function timed(
  query: (tx: typeof sql) => PromiseLike<readonly unknown[]>,
): Promise<{ ms: number; rows: number }> {
  const times: number[] = [];
  let rows = 0;
  for (let turn = 0; turn < 15; turn += 1)
    await actAs(sql, { role: "authenticated", userId }, async (tx) => {
      const started = performance.now();
      rows = (await query(tx as unknown as typeof sql)).length;
      times.push(performance.now() - started);
    });
  return { ms: median(times), rows };
}

const rows: (string | number)[][] = [];
for (const term of [
  "42424@comp",
  "company77.",
  "4242 counsel",
  "tarnwick 34173",
  "norrfall c4",
  "zzzz",
  "pia",
  "head of operations",
  "a",
]) {
  const matches = await timed((tx) => tx`select id from public.search_contacts(${term})`);
  const page = await timed(
    (tx) => tx`select * from public.search_contacts(${term}, sort => 'created_at', descending => true, most => 50)`,
  );
  const pattern = `%${term}%`;
  const plain = await timed(
    (tx) => tx`select * from public.contacts where name ilike ${pattern} or email ilike ${pattern}
               order by created_at desc, id limit 50`,
  );
  rows.push([`\`${term}\``, matches.rows, page.ms.toFixed(1), plain.ms.toFixed(1)]);
}
await database.close();
rmSync(dataDir, { recursive: true, force: true });

record(
  "Search in 100,000 contacts",
  "npm run bench -- search",
  `Median of 15, milliseconds for the newest 50 matches, in the database as an administrator under row level security.
Plain ILIKE looks at name and e-mail only; it is quick only where almost every row matches.

${table(["searched", "matches", "search_contacts", "plain ILIKE"], rows)}`,
);
