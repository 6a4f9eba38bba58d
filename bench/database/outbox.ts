// The list of 100,000 messages through rest/v1 as an administrator, its summary and its search; and mail through SMTP on loopback.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { createLinks } from "../../server/platform/links/links.ts";
import { createGate, setOutboxGate } from "../../server/platform/outbox/hand-over.ts";
import { createMailProvider } from "../../server/platform/outbox/providers.ts";
import { restOfAdministrator } from "./rest-of-administrator.ts";
import { addUser } from "../../server/testing/act-as.ts";
import { noFiles } from "../../server/testing/outbox-for-tests.ts";
import { countingServer, fillOutbox } from "../../server/testing/sending-under-kills.ts";
import { median, record, table } from "../record.ts";

const messages = 100_000;
const mails = 1000;
const turns = 200;
const budgetMs = 30;
const budgetPerSecond = 50;

const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 6, DATABASE_TLS: "off" }, log);
const { sql } = database;
let missed = false;
try {
  await migrate(sql, log);
  const userId = await addUser(sql, { admin: true });
  await setOutboxGate(sql, { isOpen: true, mailHost: "guidevane.example" });
  await sql`
    insert into public.outbox (class, dedupe_key, origin_kind, to_address, subject, body_text, state, created_at, taken_at, sent_at, finished_at, gate_code)
    select case when n % 3 = 0 then 'outreach' else 'transactional' end, 'bench:' || n, 'bench', 'person' || n || '@host' || n % 5000 || '.example',
      'Message about matter ' || n, repeat('Words of a message. ', 40),
      case when n % 50 = 0 then 'held' when n % 97 = 0 then 'bounced' when n % 991 = 0 then 'uncertain' else 'delivered' end,
      now() - n * interval '5 minutes', now() - n * interval '5 minutes', now() - n * interval '5 minutes',
      case when n % 50 = 0 then null else now() end, case when n % 50 = 0 then 'safe_mode' end
    from generate_series(1, ${messages}::int) as n`;
  await sql`vacuum analyze public.outbox`;
  const rest = await restOfAdministrator(sql, log, userId);
  const ask = async (target: string, body?: object) => {
    const started = performance.now();
    const response = await rest.routes.fetch(
      new Request(`http://bench.invalid/rest/v1/${target}`, {
        method: body ? "POST" : "GET",
        headers: { "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${target}: ${text}`);
    return performance.now() - started;
  };
  const columns =
    "id,state,channel,class,origin_kind,origin_id,to_address,subject,gate_code,gate_detail,not_before,created_at,sent_at,contact_id";
  const page = (n: number) => `limit=50&offset=${(n % 20) * 50}`;
  const asked: [name: string, turn: (n: number) => Promise<number>][] = [
    ["newest 50", () => ask(`outbox?select=${columns}&order=created_at.desc,id&limit=50`)],
    ["a page of 50, up to the 20th", (n) => ask(`outbox?select=${columns}&order=created_at.desc,id&${page(n)}`)],
    ["held only", (n) => ask(`outbox?select=${columns}&state=eq.held&order=created_at.desc,id&${page(n)}`)],
    [
      "bounced and uncertain",
      () => ask(`outbox?select=${columns}&state=in.(bounced,uncertain)&order=created_at.desc,id&limit=50`),
    ],
    ["search", (n) => ask("rpc/search_outbox", { term: `person${1000 + n * 37}@` })],
    ["summary (no budget)", () => ask("rpc/outbox_summary", {})],
  ];
  const rows: (string | number)[][] = [];
  for (const [name, turn] of asked) {
    const times: number[] = [];
    for (let n = 0; n < turns; n += 1) times.push(await turn(n));
    const p95 = times.toSorted((a, b) => a - b)[Math.ceil(turns * 0.95) - 1] ?? Number.NaN;
    if (p95 > budgetMs && !name.includes("no budget")) missed = true;
    rows.push([name, median(times).toFixed(1), p95.toFixed(1)]);
  }
  await rest.close();

  const server = await countingServer(Number.MAX_SAFE_INTEGER);
  await fillOutbox(sql, mails);
  const mail = createMailProvider(
    { SMTP_URL: server.url, DATA_DIR: dataDir } as Parameters<typeof createMailProvider>[0],
    () => {},
    "hello@guidevane.example",
  );
  const env = { AUTO_PUBLISH: true, SITE_URL: "https://guidevane.test" };
  const { job } = createGate({
    sql,
    links: createLinks(sql),
    env,
    providers: { email: mail },
    storage: noFiles,
    mails: {},
  });
  const started = performance.now();
  for (const key of await job.findDue(500)) await job.run(key, new AbortController().signal);
  const perSecond = mails / ((performance.now() - started) / 1000);
  const [{ sent } = { sent: 0 }] = await sql<{ sent: number }[]>`
    select count(*)::int as sent from public.outbox where origin_kind = 'fault-test' and state = 'sent'`;
  if (sent !== mails || server.taken.size !== mails || perSecond < budgetPerSecond) missed = true;
  await server.close();

  record(
    "Outbox",
    "npm run bench -- outbox",
    `${messages.toLocaleString("en-US")} messages, through rest/v1 as an administrator, ${turns} turns each; budget of the list: ${budgetMs} ms at p95.

${table(["asked", "median ms", "p95 ms"], rows)}

${mails} mails through SMTP on loopback, each through the gate with all its phases committed: ${perSecond.toFixed(0)} a second (budget ${budgetPerSecond}).`,
  );
} finally {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(missed ? 1 : 0);
