// `npm run bench -- load`: 1,000 visitors read public pages while 20 administrators work in a CRM of 100,000 contacts, for two
// minutes. No errors, p99 figures, and memory that stays flat. `--seconds 20` for a shorter look.
import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { parseArgs } from "node:util";
import type { SupabaseClient } from "@supabase/supabase-js";
import { startServer } from "../../e2e/start-server.ts";
import { asAdministrator } from "../../tools/fault-tests/as-administrator.ts";
import { joinDatabase } from "../../server/platform/database/database.ts";
import { createLog } from "../../server/http/log.ts";
import { readEnv } from "../../server/env.ts";
import { record, table } from "../record.ts";

const options = parseArgs({ options: { seconds: { type: "string", default: "120" } } }).values;
const seconds = Number(options.seconds);
const visitors = 1000;
const administrators = 20;
const pages = [
  "/",
  "/education",
  "/development",
  "/tools",
  "/articles",
  "/about",
  "/contact",
  "/build/products/bootloader",
];

const server = await startServer({ LOG_LEVEL: "warn" });
const times = new Map<string, number[]>();
const errors = new Map<string, number>();
const measure = (what: string, started: number) => {
  const list = times.get(what) ?? [];
  list.push(performance.now() - started);
  times.set(what, list);
};
const fail = (what: string) => errors.set(what, (errors.get(what) ?? 0) + 1);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function fill(): Promise<void> {
  const env = readEnv({ DATA_DIR: server.dataDir });
  const database = await joinDatabase(env, createLog({ LOG_LEVEL: "error" }));
  await database.sql`insert into public.accounts (name, type, industry, domain)
    select 'Company ' || n, case when n % 3 = 0 then 'Customer' else 'Prospect' end, 'Industry ' || n % 40, 'company' || n || '.example'
    from generate_series(1, 10000) as n`;
  await database.sql`insert into public.contacts (account_id, name, email, title)
    select id, 'Person ' || n || ' of ' || name, 'person' || n || '@' || domain, 'Title ' || n
    from public.accounts, generate_series(1, 10) as n`;
  await database.sql`analyze`;
  await database.close();
}

const agent = new http.Agent({ keepAlive: true, maxSockets: visitors });
function visit(page: string): Promise<void> {
  return new Promise((resolve) => {
    const started = performance.now();
    http
      .get(
        `${server.url.replace("localhost", "127.0.0.1")}${page}`,
        { agent, headers: { "accept-encoding": "br" } },
        (response) => {
          response.resume();
          response.once("end", () => {
            if (response.statusCode === 200) measure("page", started);
            else fail(`page ${response.statusCode}`);
            resolve();
          });
        },
      )
      .once("error", (error) => {
        fail(`page ${error.message}`);
        resolve();
      });
  });
}

type Work = [name: string, run: (client: SupabaseClient, turn: number) => PromiseLike<{ error: unknown }>];
const work: Work[] = [
  [
    "list",
    (client) =>
      client
        .from("contacts")
        .select("*, accounts(name)", { count: "exact" })
        .order("created_at", { ascending: false })
        .range(0, 49),
  ],
  ["search", (client, turn) => client.rpc("search_contacts", { term: `company ${(turn * 37) % 10000}` }).limit(50)],
  ["page 20", (client) => client.from("accounts").select("*").order("name").range(1000, 1049)],
  ["insert", (client, turn) => client.from("accounts").insert({ name: `New ${turn}` })],
  [
    "edit",
    (client, turn) =>
      client
        .from("accounts")
        .update({ notes: `turn ${turn}` })
        .eq("name", `Company ${1 + ((turn * 13) % 10000)}`),
  ],
];

const memory = () => {
  const [, kilobytes = "0"] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(path.join("/proc", String(server.pid), "status"), "utf8")) ?? [];
  return Number(kilobytes) / 1024;
};
const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

await fill();
// One session each, as twenty people at twenty desks have.
const clients: SupabaseClient[] = [];
for (let i = 0; i < administrators; i++) clients.push(await asAdministrator(server));
const end = performance.now() + seconds * 1000;
const samples: number[] = [];
const sampler = setInterval(() => samples.push(memory()), 1000);
const people = Array.from({ length: visitors }, async (_, index) => {
  await pause(Math.random() * 3000);
  for (let turn = index; performance.now() < end; turn++) {
    await visit(pages[turn % pages.length] ?? "/");
    await pause(2000 + Math.random() * 2000);
  }
});
const staff = clients.map(async (client, index) => {
  for (let turn = index; performance.now() < end; turn++) {
    const [name, run] = work[turn % work.length]!;
    const started = performance.now();
    const { error } = await run(client, turn);
    if (error) fail(`${name}: ${JSON.stringify(error)}`);
    else measure(name, started);
    await pause(300 + Math.random() * 400);
  }
});
await Promise.all([...people, ...staff]);
clearInterval(sampler);
await server.stop();

const rows = [...times].map(([what, list]) => [
  what,
  list.length,
  (list.length / seconds).toFixed(0),
  quantile(list, 0.5).toFixed(1),
  quantile(list, 0.99).toFixed(0),
]);
const errorCount = [...errors.values()].reduce((sum, count) => sum + count, 0);
const third = Math.floor(samples.length / 3);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const [early, late] = [mean(samples.slice(third, 2 * third)), mean(samples.slice(2 * third))];
record(
  "Load",
  "npm run bench -- load",
  `${visitors} visitors on public pages and ${administrators} administrators in a CRM of 10,000 accounts and 100,000 contacts, ${seconds} s; the load comes from the same machine.

${table(["what", "count", "per second", "p50 ms", "p99 ms"], rows)}

Errors: ${errorCount}${errorCount ? ` (${[...errors].map(([what, count]) => `${what} x ${count}`).join("; ")})` : ""}. Memory of the server process: ${early.toFixed(0)} MB in the second third, ${late.toFixed(0)} MB in the last.`,
);
process.exit(errorCount === 0 && late < early * 1.15 ? 0 : 1);
