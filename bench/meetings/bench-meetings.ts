// Free times of a month: ten people with their calendars full of entries, on pages of one and of anyone, a booking, and the desk's week. Then
// Lighthouse on the public booking page, beside the contact page on the same machine.
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { startMeetings } from "../../e2e/meetings-screen.ts";
import { startServer } from "../../e2e/start-server.ts";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { actAs } from "../../server/testing/act-as.ts";
import { bookingForTests } from "../../modules/meetings/testing/booking-for-tests.ts";
import { median, record, table } from "../record.ts";
import { measure } from "../site/measure.ts";

const people = 10;
const events = Number(process.env["EVENTS"] ?? 5000);
const log = pino({ level: "error" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-bench-"));
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 2, DATABASE_TLS: "off" }, log);
const { sql } = database;
await migrate(sql, log);
const firm = await bookingForTests(sql);
const staff: string[] = [];
for (let n = 0; n < people; n += 1)
  staff.push(await firm.person(`Person ${n}`, n % 2 ? "Europe/Berlin" : "America/New_York"));
// Entries of half an hour to three hours, spread over the year around the month that is asked for.
const [calendar] = await sql<{ ids: string[] }[]>`
  with made as (insert into public.calendars (staff_id, kind, name, address, state, last_good_at)
    select id, 'caldav', 'Work', 'https://calendar.example/' || id, 'live', '2031-03-03 07:59Z' from unnest(${staff}::uuid[]) as id returning id, staff_id)
  select array_agg(id order by array_position(${staff}::uuid[], staff_id)) as ids from made`;
await sql`
  insert into public.occupied (staff_id, during, kind, calendar_id, entry_uid, entry_href)
  select (${staff}::uuid[])[1 + n % ${people}], tstzrange(begins, begins + make_interval(mins => 30 + n * 7 % 150)), 'calendar', (${calendar!.ids}::uuid[])[1 + n % ${people}], n::text, n::text
  from generate_series(1, ${events}) as n, lateral (select '2030-12-01 06:00Z'::timestamptz + make_interval(mins => (abs(hashtext(n::text)) % (180 * 48)) * 30) as begins) as placed`;
const any = await firm.page({ people: staff, who: "any", horizon_days: 60 });
const one = await firm.page({ people: [staff[0]!], horizon_days: 60 });
await sql`vacuum analyze`;

const at = new Date("2031-03-03T08:00:00Z");
const month = (page: string) => sql<{ n: number }[]>`
  select count(*)::int as n from private.free_times(${page}, '2031-03-03 23:00Z', '2031-04-03 23:00Z', ${at})`;
const [offered] = await month(any);
if (!offered || offered.n < 100) throw new Error(`Only ${offered?.n} times are free: this measures nothing`);
const free = await firm.freeTimes(any, "2031-03-04T00:00:00Z", "2031-04-03T00:00:00Z", at);
const asked: Record<string, [aim: number, work: (turn: number) => Promise<unknown>]> = {
  "a month of times, ten people": [60, () => month(any)],
  "a month of times, one person": [30, () => month(one)],
  "a booking": [
    50,
    async (turn) => {
      const { meeting } = await firm.book(
        any,
        free[(turn * 5) % free.length]!.at,
        { email: `${randomUUID()}@example.net` },
        at,
      );
      // As before for the next turn.
      if (meeting) await sql`delete from public.occupied where meeting_id = ${meeting}`;
    },
  ],
  "the desk's week, everyone": [
    30,
    () =>
      actAs(
        sql,
        { role: "authenticated", userId: staff[0]! },
        (tx) => tx`
        select * from public.busy_stripes('2031-03-10 00:00Z', '2031-03-17 00:00Z')`,
      ),
  ],
  "empty transaction": [3, () => sql`select 1`],
};
const times = Object.fromEntries(Object.keys(asked).map((name) => [name, [] as number[]]));
/** Processor time of the database's own processes, which other programs on the machine hardly change. Linux alone tells it. */
const pids = (await sql<{ pid: number }[]>`select pid from pg_stat_activity where backend_type = 'client backend'`).map(
  ({ pid }) => pid,
);
const processorMs = () => {
  try {
    return pids.reduce(
      (sum, pid) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6,
      0,
    );
  } catch {
    return Number.NaN;
  }
};
const spent = Object.fromEntries(Object.keys(asked).map((name) => [name, [] as number[]]));
for (let turn = 0; turn < 120; turn += 1)
  for (const [name, [, work]] of Object.entries(asked)) {
    const [start, before] = [performance.now(), processorMs()];
    await work(turn);
    if (turn < 20) continue;
    times[name]!.push(performance.now() - start);
    spent[name]!.push(processorMs() - before);
  }
await database.close();
rmSync(dataDir, { recursive: true, force: true });

const maxScriptBytes = 70_000;
const server = await startServer({ LOG_LEVEL: "silent" });
await startMeetings(server);
const measured = await (async () => [
  { name: "the booking page", ...(await measure(`${server.url}/book/consultation`, 3)) },
  { name: "the contact page", ...(await measure(`${server.url}/contact`, 3)) },
])().finally(() => server.stop());
const page = measured[0]!;
const { performance: speed, accessibility, bestPractices, seo } = page.scores;

const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
record(
  "Meetings",
  "npm run bench -- meetings",
  `${people} people in two zones, ${events.toLocaleString("en")} entries of their calendars, ${offered.n} free times in the month; 100 turns each, in turns, in the database without HTTP. Milliseconds.

${table(
  ["what", "median", "p95", "aim of p95", "processor time of the database, median", "p95"],
  Object.entries(times).map(([name, all]) => [
    name,
    median(all).toFixed(2),
    p95(all).toFixed(2),
    String(asked[name]![0]),
    median(spent[name]!).toFixed(2),
    p95(spent[name]!).toFixed(2),
  ]),
)}

Lighthouse (phone, medians of 3 runs; the machine had a load of ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} cores), ${maxScriptBytes.toLocaleString("en")} bytes of script allowed:

${table(
  [
    "",
    "performance",
    "accessibility",
    "best practices",
    "SEO",
    "LCP, ms",
    "CLS",
    "blocking, ms",
    "script, bytes",
    "fonts, bytes",
    "requests",
    "to others",
    "points lost by",
  ],
  measured.map(({ name, scores, lcp, cls, tbt, bytes, requests, outside, failed }) => [
    name,
    ...[scores.performance, scores.accessibility, scores.bestPractices, scores.seo].map(String),
    lcp.toFixed(0),
    cls.toFixed(3),
    tbt.toFixed(0),
    bytes.script.toLocaleString("en"),
    bytes.font.toLocaleString("en"),
    String(requests),
    String(outside.length),
    failed.join(", ") || "nothing",
  ]),
)}`,
);
if ([speed, accessibility, bestPractices, seo].some((score) => score < 100) || page.bytes.script > maxScriptBytes)
  process.exitCode = 1;
if (Object.entries(times).some(([name, all]) => p95(all) > asked[name]![0])) process.exitCode = 1;
