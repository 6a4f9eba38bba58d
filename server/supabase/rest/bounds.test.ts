// What one request may cost at most: rows, time, and no write behind a read.
import { describe, expect, test } from "vitest";
import { createLibrary } from "./testing/library.ts";
import { restForTests } from "./testing/rest-for-tests.ts";

const { as, user, database } = await restForTests({ REST_MAX_ROWS: 2 }, async (prepared) => {
  await createLibrary(prepared);
  await prepared.sql.unsafe(`
      create table public.jottings (text text);
      create function public.numbers() returns setof int language sql stable as 'select generate_series(1, 5)';
      create function public.note() returns text language sql volatile as
        $$ insert into public.jottings values ('written by a read') returning text $$;
      create view public.noting with (security_invoker = true) as select 1 as one, public.note() as noted;
      grant all on public.jottings, public.noting to anon, authenticated;
    `);
});
const member = await user();

// Its own, so that no other test has to be quick.
const impatient = await restForTests({ STATEMENT_TIMEOUT_MS: 300 }, async ({ sql }) => {
  await sql.unsafe(`
      create view public.sleepy with (security_invoker = true) as select 1 as one, pg_sleep(50)::text as slept;
      grant all on public.sleepy to anon, authenticated;
    `);
});
const impatientMember = await impatient.user();

test.each([
  ["signed in", impatientMember.client],
  ["signed out", impatient.as()],
])("a read is cut after the statement timeout, %s", async (_who, client) => {
  const { status, error } = await client.from("sleepy").select();
  expect([status, error?.code]).toEqual([500, "57014"]);
});

describe.each([
  ["signed in", member.client],
  ["signed out", as()],
])("%s", (_who, client) => {
  test("a read gives at most so many rows, whatever limit it asks for", async () => {
    expect((await client.from("books").select("id")).data).toHaveLength(2);
    expect((await client.from("books").select("id").limit(100)).data).toHaveLength(2);
    expect((await client.from("books").select("id").range(0, 99)).data).toHaveLength(2);
    expect((await client.from("books").select("id", { count: "exact" })).count).toBe(3);
    const { data } = await client.from("authors").select("name, books!books_author_fkey(id)").limit(100);
    for (const { books } of data as { books: unknown[] }[]) expect(books.length).toBeLessThanOrEqual(2);
    expect(await client.rpc("numbers", {}, { count: "exact" })).toMatchObject({ data: [1, 2], count: 5 });
    expect((await client.rpc("numbers", {}, { get: true })).data).toEqual([1, 2]);
  });

  test("a query string has an end", async () => {
    const { status, error } = await client.from("books").select(`id${",id".repeat(40_000)}`);
    expect(status).toBe(400);
    expect(JSON.stringify(error)).toContain("too long");
  });

  test("no more than fifty resources are embedded, side by side or in each other", async () => {
    const wide = (count: number) => Array.from({ length: count }, (_, at) => `e${at}:book_labels(book_id)`).join();
    const deep = (count: number): string => (count === 0 ? "id" : `shelves(${deep(count - 1)})`);
    expect((await client.from("books").select(wide(50))).status).toBe(200);
    expect((await client.from("shelves").select(deep(50))).status).toBe(200);
    for (const answer of [client.from("books").select(wide(51)), client.from("shelves").select(deep(700))])
      expect(await answer).toMatchObject({ status: 400, error: { code: "PGRST100" } });
  });

  test("a read writes nothing, whatever a view calls", async () => {
    expect((await client.from("noting").select()).error).toMatchObject({ code: "25006" });
    expect(await database.sql`select * from public.jottings`).toHaveLength(0);
  });
});
