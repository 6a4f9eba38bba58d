// What each list reads, whatever the machine: PostgreSQL's own account of rows and blocks, of the very requests of the back office.
import { beforeAll, expect, test } from "vitest";
import { allowEverything } from "#server/supabase/rest/testing/library.ts";
import { restForTests } from "#server/supabase/rest/testing/rest-for-tests.ts";
import { type Asked, askedLists } from "../bench/records/lists.ts";
import { seedRecords } from "../bench/records/seed.ts";

interface Cost {
  /** Handed from one step of the plan to the next, all steps together. */
  rows: number;
  blocks: number;
}

interface Node {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
}

const rowsOf = (node: Node): number =>
  node["Actual Loops"] *
    (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Join Filter"] ?? 0)) +
  (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0);

async function planOf(
  fetch: (path: string, init: RequestInit) => Promise<Response>,
  { path, method, headers, body }: Asked,
): Promise<Cost> {
  const accept = "application/vnd.pgrst.plan+json; options=analyze|buffers";
  const others = headers.filter(([name]) => name !== "accept");
  const response = await fetch(path.replace("/rest/v1", ""), {
    // A plan is a body, which a HEAD has not; what is counted is the same.
    method: method === "HEAD" ? "GET" : method,
    headers: [...others, ["accept", accept]],
    body,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const [{ Plan: root }] = JSON.parse(text) as [{ Plan: Node }];
  return { rows: Math.round(rowsOf(root)), blocks: root["Shared Hit Blocks"] + root["Shared Read Blocks"] };
}

const size = 20_000;
const { database, fetch } = await restForTests({}, allowEverything);
let lists: Asked[];
let userId: string;
/** Blocks of the companies, which are the largest of these tables. */
let blocks: number;

beforeAll(async () => {
  const people = await seedRecords(database.sql, size);
  userId = people[0]!;
  lists = await askedLists(database.sql, people);
  [{ blocks }] =
    (await database.sql`select relpages as blocks from pg_class where oid = 'public.accounts'::regclass`) as [
      { blocks: number },
    ];
}, 900_000);

/** Those of a group that cost more than this, by name. */
async function dearer(group: Asked["group"], most: (name: string) => Cost): Promise<string[]> {
  const dear: string[] = [];
  for (const list of lists.filter((each) => each.group === group)) {
    const cost = await planOf(
      (path, init) => fetch(path, { ...init, caller: { role: "authenticated", userId } }),
      list,
    );
    const limit = most(list.name);
    if (cost.rows > limit.rows || cost.blocks > limit.blocks)
      dear.push(`${list.name}: ${cost.rows} rows and ${cost.blocks} blocks, ${limit.rows} and ${limit.blocks} allowed`);
  }
  return dear;
}

/** A page that an index leads to. */
const few: Cost = { rows: 8000, blocks: 3000 };
/** Each company is looked at once, and handed on a few times: from scan to join to sort. */
const once = (): Cost => ({ rows: 6 * size, blocks: 2 * blocks });
/** Each name is looked at once, in the index. */
const names = (): Cost => ({ rows: 6 * size, blocks: blocks / 2 });
/** The same of two tables; PostgreSQL may look up the few that a page needs. */
const joined = (): Cost => ({ rows: 6 * size, blocks: 2 * blocks + size });

test("records 1: lists in the order of an indexed column end after a page, others look at each row once", async () => {
  const led =
    /^(newest first|by name|by change, newest|by (last contact|open value|next step)|owner is|without an owner|type is|people by (last contact|change|company))/;
  const ofNames = /^name contains/;
  expect(await dearer("columns", (name) => (led.test(name) ? few : ofNames.test(name) ? names() : once()))).toEqual([]);
});

test("records 3: filters across relations join tables, and look nothing up row by row", async () => {
  expect(await dearer("relations", joined)).toEqual([]);
});

test("records 5: fifty own fields sort and filter in one look at each row", async () => {
  expect(await dearer("own fields", once)).toEqual([]);
});

test("records 1: search, and the number of what a list has", async () => {
  expect(await dearer("search", once)).toEqual([]);
  expect(await dearer("counts", joined)).toEqual([]);
});

test("records 2: numbers of views end at 1,000", async () => {
  const many = /^(newest first|owner is|without an owner|type is|customers)/;
  expect(await dearer("views", (name) => (many.test(name) ? few : joined()))).toEqual([]);
});
