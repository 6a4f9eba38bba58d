// Every function of the data API that members may call, called by one who may do nothing, with the worst arguments of each type.
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { openPool } from "./sql.ts";

const { sql, connection } = await testDatabase();
const member = await addUser(sql, { admin: false });
const owner = await addUser(sql, { admin: true });
await sql`update public.modules set live = true`;
const backend = openPool({ ...connection, max: 1 });
afterAll(() => backend.end());

const uuid = "00000000-0000-4000-8000-000000000000";
const arrayOf = (value: string) => `{${Array.from({ length: 40_000 }, () => value).join()}}`;
const listOf = (value: unknown) => Array.from({ length: 4000 }, () => value);
const days = ["4713-01-01 BC", "294275-12-31", "infinity", "-infinity"];
const texts = [
  "a".repeat(200_000),
  "%_".repeat(20_000),
  "a b ".repeat(20_000),
  "((((((((((a*)+)+)+)+)+)+)+)+)+)+$",
  "(?b)\\(\\(a\\{50,200\\}\\)\\{50,200\\}\\)",
  "no such word",
];
/** Words that functions know: with one of them a call gets further. */
const words = ["deal", "accounts", "contacts", "forecast", "won", "USD"];
const objects = [
  `${"[".repeat(1000)}${"]".repeat(1000)}`,
  JSON.stringify(listOf({ id: uuid, quantity_milli: 1e15, unit_minor: -1, text: "a" })),
  JSON.stringify(Object.fromEntries(listOf(uuid).map((value, at) => [`key${at}`, value]))),
  JSON.stringify({ items: listOf({}), lines: listOf(1), stages: listOf(uuid), search: "a".repeat(100_000) }),
  "null",
];

/** The worst values of each type; a type that is missing here fails the test. */
const hostile: Record<string, (string | null)[]> = {
  boolean: ["true"],
  integer: ["2147483647", "-2147483648"],
  bigint: ["9223372036854775807", "-9223372036854775808"],
  // The most digits that it holds, before and behind its point; and what is no number.
  numeric: [`-${"9".repeat(131_072)}`, `0.${"9".repeat(16_383)}`, "NaN", "Infinity"],
  date: days,
  "timestamp with time zone": days,
  uuid: [uuid],
  text: texts,
  jsonb: objects,
  "text[]": [arrayOf("email"), "{}"],
  "bigint[]": [arrayOf("9223372036854775807"), "{}"],
  "uuid[]": [arrayOf(uuid), "{}"],
  // A computed column takes a row, which a caller can only read.
  inquiries: [null],
};

interface Callable {
  name: string;
  types: string[];
}

// Functions of other schemas cannot be named in a request.
const callable = () => sql<Callable[]>`
  select p.oid::regproc::text as name, array(
    select format_type(given.type, null) from unnest(p.proargtypes) with ordinality as given (type, at) order by given.at
  ) as types
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
    and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`;

function worstOf(type: string): (string | null)[] {
  const values = hostile[type];
  if (!values) throw new Error(`no hostile value of the type ${type}`);
  return values;
}

/** All arguments at their worst together, each one alone, and the longest period with each word that might let the call in. */
function* hostileCalls(types: string[]): Generator<(string | null)[]> {
  const worst = types.map(worstOf);
  if (types.length === 0) yield [];
  for (let round = 0; round < Math.max(0, ...worst.map(({ length }) => length)); round++)
    yield worst.map((values) => values[round % values.length] ?? null);
  for (const [at, values] of worst.entries())
    for (const value of values) yield worst.map((_, other) => (other === at ? value : null));
  for (const word of types.includes("text") ? words : [""]) {
    let dates = 0;
    yield types.map((type, at) => {
      if (type === "text") return word;
      if (type === "date" || type.startsWith("timestamp")) return days[dates++ % 2] ?? null;
      return worst[at]?.[0] ?? null;
    });
  }
}

const claimsOf = (userId: string) => JSON.stringify({ role: "authenticated", sub: userId });

/** As the caller, in a transaction that is undone. Whether it is answered or refused is for other tests. */
async function run(statement: string, values: (string | null)[], who = member): Promise<void> {
  await backend
    .begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claimsOf(who)}, true),
                      set_config('statement_timeout', '5000', true)`;
      await tx.unsafe(statement, values);
      throw new Error("undo");
    })
    .catch(() => {});
}

const [{ pid } = { pid: 0 }] = await backend<{ pid: number }[]>`select pg_backend_pid() as pid`;

/** Milliseconds of the processor that PostgreSQL spent on this connection, whatever else the machine did. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const spent = () => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  const before = spent();
  await work();
  return spent() - before;
}

/** What takes 20 ms where this was written, and longer on a slower machine, as everything does. */
const measure = () => costOf(() => backend`select count(*) from generate_series(1, 75000) as n where n % 7 = 3`);

test("no function costs a member's database more than a tenth of a second, whatever its arguments", async () => {
  // Lists and texts have a fifth of what a request can carry, so that anyone who reads them whole is found as surely, in a fifth of the time.
  const allowed = Math.min(await measure(), await measure(), await measure());
  const slow: string[] = [];
  for (const { name, types } of await callable())
    for (const values of hostileCalls(types)) {
      const given = values.map((_, at) => `$${at + 1}::${types[at]}`);
      const call = () =>
        run(`select count(*) from (select * from ${name}(${given.join()}) limit 1000) as answered`, values);
      let cost = await costOf(call);
      // A busy machine's processor is slower for a while, and a busy host's as well: what is slow is slower than the measure of that very
      // moment, each time.
      for (let tries = 0; tries < 8 && cost > allowed; tries += 1) {
        const now = await measure();
        // What reading the arguments takes comes before any function; the API bounds their length (caller-limits.test.ts).
        const reading = await costOf(() => run(`select ${given.map((one) => `${one} is null`).join()}`, values));
        cost = ((await costOf(call)) - reading) * Math.min(1, allowed / now);
      }
      if (cost > allowed)
        slow.push(`${name}(${values.map((value) => value?.slice(0, 20) ?? "null").join()}): ${Math.round(cost)} ms`);
    }
  expect(slow).toEqual([]);
}, 600_000);

/** Numbers and days at their ends, and the longest periods, each with words that let the call in. */
function* loopingCalls(types: string[]): Generator<(string | null)[]> {
  // The greatest number often fails in an addition; a hundred million is looped over.
  const ends = (type: string) => (/^(?:integer|bigint)$/.test(type) ? ["100000000", ...hostile[type]!] : days);
  const loops = types.filter((type) => /^(?:integer|bigint|date|timestamp.*)$/.test(type));
  const tame: Record<string, string | null> = { boolean: "true", uuid, jsonb: "{}", "uuid[]": "{}", "text[]": null };
  if (loops.length === 0) return;
  for (const word of types.includes("text") ? words : [""])
    for (const round of [0, 1, 2]) {
      let at = 0;
      const value = (type: string) => {
        if (type === "text") return word;
        if (!loops.includes(type)) return tame[type] ?? null;
        // From the first day to the last one, and with the greatest and the least number.
        return ends(type)[type === "date" || type.startsWith("timestamp") ? at++ % 2 : round]!;
      };
      const usual = (type: string) => (type === "text" ? word : loops.includes(type) ? null : (tame[type] ?? null));
      yield types.map(value);
      for (const [alone, type] of types.entries())
        if (loops.includes(type))
          yield types.map((other, place) =>
            place === alone
              ? ends(type)[round]!
              : other === "date" || other.startsWith("timestamp")
                ? "2026-11-19"
                : usual(other),
          );
    }
}

test("audit-4 S18: no number, day or period makes a function loop, whoever calls it", async () => {
  // An owner gets past every question. A page of a list or a report may cost ten times the measure; a loop over the argument costs a thousand.
  const allowed = 10 * Math.min(await measure(), await measure(), await measure());
  const slow: string[] = [];
  for (const { name, types } of await callable())
    for (const values of loopingCalls(types)) {
      const given = values.map((_, at) => `$${at + 1}::${types[at]}`);
      const call = () =>
        run(`select count(*) from (select * from ${name}(${given.join()})) as answered`, values, owner);
      let cost = await costOf(call);
      for (let tries = 0; tries < 4 && cost > allowed; tries += 1) {
        const now = await measure();
        cost = (await costOf(call)) * Math.min(1, allowed / 10 / now);
      }
      if (cost > allowed) slow.push(`${name}(${values.join()}): ${Math.round(cost)} ms`);
    }
  expect(slow).toEqual([]);
}, 600_000);
