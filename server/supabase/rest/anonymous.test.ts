// A caller without a session holds the publishable key, which is in every page. What there is to use, it is not told: every name
// gets the answer that a name of nothing gets, word for word but for the name that was typed.
import { expect, test } from "vitest";
import { restForTests } from "./testing/rest-for-tests.ts";

const { fetch, database } = await restForTests();

const relations = await database.sql<{ name: string; columns: string[] }[]>`
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p') group by 1 order by 1`;
const routines = await database.sql<{ name: string; argument: string | null }[]>`
  select proname as name, min(proargnames[1]) as argument from pg_proc
  where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype group by 1 order by 1`;
const columnsOf = (name: string) => relations.find((relation) => relation.name === name)?.columns ?? [];

const json = { "content-type": "application/json" };

/** Status, headers and words of an answer, without the name that the caller typed in the path. */
async function answerTo(path: string, init: RequestInit = {}) {
  const response = await fetch(path, {
    ...init,
    headers: { ...json, ...Object.fromEntries(new Headers(init.headers)) },
  });
  const typed = /^\/(?:rpc\/)?(\w+)/.exec(path)?.[1] ?? "";
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: (await response.text()).replace(new RegExp(`\\b${typed}"`), 'NAME"'),
  };
}

const refusal = (what: "table" | "function") => ({
  code: "42501",
  details: null,
  hint: null,
  message: `permission denied for ${what} NAME`,
});

test("the database has tables, views and functions to be silent about", () => {
  expect(relations.length).toBeGreaterThan(50);
  expect(routines.length).toBeGreaterThan(50);
  expect(columnsOf("contacts")).toContain("email");
});

test("every table and view answers like one that is not there", async () => {
  const nothing = await answerTo("/no_such_table?select=*");
  expect([nothing.status, JSON.parse(nothing.body)]).toEqual([401, refusal("table")]);
  for (const { name, columns } of relations)
    for (const column of [columns[0], "no_such_column"])
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure names the first
      expect(await answerTo(`/${name}?select=${column}&${column}=eq.1`), `${name}.${column}`).toEqual(nothing);
});

test("every function answers like one that is not there, whatever its arguments are called", async () => {
  const call = (name: string, method: "GET" | "POST", argument: string) =>
    answerTo(
      `/rpc/${name}${method === "GET" ? `?${argument}=1` : ""}`,
      method === "GET" ? {} : { method, body: JSON.stringify({ [argument]: 1 }) },
    );
  const nothing = await call("no_such_function", "GET", "no_such_argument");
  expect([nothing.status, JSON.parse(nothing.body)]).toEqual([401, refusal("function")]);
  for (const { name, argument } of routines) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure names the first
    expect(await call(name, "GET", "no_such_argument"), name).toEqual(nothing);
    // oxlint-disable-next-line no-await-in-loop -- the same
    expect(await call(name, "POST", argument ?? ""), `${name}(${argument})`).toEqual(nothing);
  }
});

/** One question of each kind; COLUMN is a column that is there, or that is not. */
const reads = [
  "select=COLUMN",
  "select=id,COLUMN::text",
  "select=COLUMN->a->>b",
  "select=COLUMN.count()",
  "select=id,accounts(COLUMN)",
  "select=id,accounts!inner(name)&accounts.COLUMN=eq.1",
  "select=id,COLUMN(name)",
  "select=id,...accounts(COLUMN)",
  "COLUMN=eq.1",
  "COLUMN=not.in.(1,2)",
  "COLUMN=match.^a",
  "COLUMN=fts.a",
  "COLUMN=is.null",
  "or=(COLUMN.eq.1,id.eq.1)",
  "and=(not.and(COLUMN.gt.1,id.eq.1))",
  "order=COLUMN.desc.nullslast",
  "order=accounts(COLUMN)",
  "order=COLUMN&limit=1&offset=1",
];
const writes: [method: string, query: string, body: string, headers?: Record<string, string>][] = [
  ["POST", "", '{"COLUMN":1}'],
  ["POST", "", '[{"COLUMN":1},{"COLUMN":2}]'],
  ["POST", "columns=COLUMN", '[{"COLUMN":1}]'],
  ["POST", "columns=id,COLUMN&select=COLUMN", "[{}]", { prefer: "return=representation,missing=default" }],
  ["POST", "on_conflict=COLUMN", "{}", { prefer: "resolution=merge-duplicates" }],
  ["POST", "", "COLUMN\n1", { "content-type": "text/csv" }],
  ["POST", "", "COLUMN=1", { "content-type": "application/x-www-form-urlencoded" }],
  ["PATCH", "id=eq.1", '{"COLUMN":1}'],
  ["PATCH", "COLUMN=eq.1", "{}"],
  ["PATCH", "id=eq.1&columns=COLUMN", '{"COLUMN":1}'],
  ["PUT", "COLUMN=eq.1", '{"COLUMN":1}'],
  ["DELETE", "COLUMN=eq.1", ""],
  ["DELETE", "id=eq.1&select=COLUMN", "", { prefer: "return=representation,handling=strict,max-affected=1" }],
  ["OPTIONS", "select=COLUMN", ""],
];

test.each([
  ...reads.flatMap(
    (query) =>
      [
        ["GET", query, ""],
        ["HEAD", query, ""],
      ] as typeof writes,
  ),
  ...writes,
])("%s %s %s says nothing about a column", async (method, query, body, headers) => {
  const ask = (table: string, column: string) =>
    answerTo(`/${table}?${query.replaceAll("COLUMN", column)}`, {
      method,
      body: body === "" ? null : body.replaceAll("COLUMN", column),
      headers: headers ?? {},
    });
  const nothing = await ask("no_such_table", "no_such_column");
  expect(nothing.status).toBe(401);
  if (method !== "HEAD") expect(JSON.parse(nothing.body)).toEqual(refusal("table"));
  for (const column of ["email", "account_id", "accounts", "emial", "no_such_column", "drop table"])
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure names the first
    expect(await ask("contacts", column), column).toEqual(nothing);
});

test.each([
  ["GET", "select=((&order=)", "", {}],
  ["POST", "", "{not json", {}],
  ["GET", "select=id", "", { accept: "application/vnd.pgrst.plan" }],
  ["GET", "select=id", "", { accept: "no/such" }],
  ["GET", "select=id", "", { range: "9-1" }],
  ["GET", "select=id", "", { prefer: "handling=strict,count=exact,no-such" }],
  ["PROPFIND", "select=id", "", {}],
] as const)(
  "%s %s %s is refused before it is read, of tables that are there and not",
  async (method, query, body, headers) => {
    const ask = (table: string) => answerTo(`/${table}?${query}`, { method, body: body === "" ? null : body, headers });
    expect(await ask("contacts")).toEqual(await ask("no_such_table"));
  },
);

test("the description of the API names no table, column or function", async () => {
  const words = await (await fetch("/")).text();
  expect(JSON.parse(words)).toMatchObject({ swagger: "2.0" });
  for (const { name } of [...relations, ...routines]) expect(words).not.toContain(`/${name}"`);
  expect(words).not.toContain("email");
});
