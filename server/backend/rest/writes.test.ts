import { beforeEach, describe, expect, test } from "vitest";
import { allowEverything, createLibrary } from "./testing/library.ts";
import { restForTests } from "./testing/rest-for-tests.ts";

const { as, fetch, database } = await restForTests({}, async (fresh) => {
  await createLibrary(fresh);
  await allowEverything(fresh);
});
const api = as();

beforeEach(async () => {
  await database.sql`delete from public.labels where id > 2 or name not in ('fun', 'sad')`;
});

async function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const init = body === undefined ? {} : { body: text };
  const response = await fetch(path, { method, ...init, headers: { "content-type": "application/json", ...headers } });
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: answer === "" ? null : (JSON.parse(answer) as unknown),
  };
}
const representation = { prefer: "return=representation" };
const labels = async () =>
  (await database.sql`select id::int, name from public.labels order by id`).map((row) => ({ ...row }));

describe("insert", () => {
  test("one and many, answered or not", async () => {
    const quiet = await send("POST", "/labels", { id: 10, name: "a" });
    expect([quiet.status, quiet.body]).toEqual([201, null]);
    const loud = await send(
      "POST",
      "/labels?select=name",
      [
        { id: 11, name: "b" },
        { id: 12, name: "c" },
      ],
      representation,
    );
    expect([loud.status, loud.body]).toEqual([201, [{ name: "b" }, { name: "c" }]]);
    expect(loud.headers.get("preference-applied")).toBe("return=representation");
    const counted = await api.from("labels").insert({ id: 13, name: "d" }, { count: "exact" }).select();
    expect(counted).toMatchObject({ count: 1, data: [{ id: 13, name: "d" }] });
    const none = await send("POST", "/labels", [], representation);
    expect([none.status, none.body]).toEqual([201, []]);
    const located = await send("POST", "/labels", { id: 14, name: "e" }, { prefer: "return=headers-only" });
    expect(located.headers.get("location")).toBe("/labels?id=eq.14");
  });

  test("with what it belongs to", async () => {
    const book = await api
      .from("books")
      .insert({ title: "Delta", author: "ada", publisher_id: 1 })
      .select("title, shout, publishers(name), writer:authors!author(name), labels(name)")
      .single();
    expect(book.error).toBeNull();
    expect(book.data).toEqual({
      title: "Delta",
      shout: "DELTA",
      publishers: { name: "North" },
      writer: { name: "ada" },
      labels: [],
    });
    const author = await api.from("authors").insert({ name: "dan" }).select("name, first_book(title)").single();
    expect(author.data).toEqual({ name: "dan", first_book: { title: null } });
    await database.sql`delete from public.books where title = 'Delta'`;
  });

  test("from CSV and forms", async () => {
    const csv = await send("POST", "/labels", 'id,name\n20,"x, y"\n21,NULL\n', { "content-type": "text/csv" });
    expect(csv.body).toMatchObject({ code: "23502" });
    const good = await send("POST", "/labels", 'id,name\r\n20,"x, ""y"""\r\n21,z', {
      "content-type": "text/csv",
      ...representation,
    });
    expect(good.body).toEqual([
      { id: 20, name: 'x, "y"' },
      { id: 21, name: "z" },
    ]);
    const form = await send("POST", "/labels", "id=22&name=a+b", {
      "content-type": "application/x-www-form-urlencoded",
      ...representation,
    });
    expect(form.body).toEqual([{ id: 22, name: "a b" }]);
  });

  test("columns, defaults and keys that do not match", async () => {
    const ragged = await send("POST", "/labels", [{ id: 30, name: "a" }, { id: 31 }]);
    expect([ragged.status, ragged.body]).toMatchObject([
      400,
      { code: "PGRST102", message: "All object keys must match" },
    ]);
    const unknown = await send("POST", "/labels", { id: 30, nope: 1 });
    expect([unknown.status, unknown.body]).toMatchObject([
      400,
      { code: "PGRST204", message: "Could not find the 'nope' column of 'labels' in the schema cache" },
    ]);
    const extra = await send("POST", "/labels?columns=id,name", [{ id: 30, name: "a", nope: 1 }], representation);
    expect(extra.body).toEqual([{ id: 30, name: "a" }]);
    const missing = await send(
      "POST",
      "/books?columns=title,author,tags&select=tags",
      [
        { title: "E", author: "ada" },
        { title: "F", author: "ada", tags: ["x"] },
      ],
      {
        prefer: "return=representation, missing=default",
      },
    );
    expect(missing.body).toEqual([{ tags: [] }, { tags: ["x"] }]);
    expect(missing.headers.get("preference-applied")).toBe("missing=default, return=representation");
    // A number that identifies the row counts as a default too, for the rows that bring none.
    const numbered = await send("POST", "/labels?columns=id,name", [{ id: 300, name: "g" }, { name: "h" }], {
      prefer: "return=representation, missing=default, tx=rollback",
    });
    expect(numbered.body).toEqual([
      { id: 300, name: "g" },
      { id: expect.any(Number), name: "h" },
    ]);
    const nulled = await send("POST", "/books?columns=title,author,tags", [{ title: "E", author: "ada" }]);
    expect(nulled.body).toMatchObject({ code: "23502" });
    await database.sql`delete from public.books where title in ('E', 'F')`;
    const text = await send("POST", "/labels", "{", {});
    expect(text.body).toMatchObject({ code: "PGRST102", message: "Empty or invalid json" });
    const scalar = await send("POST", "/labels", 5);
    expect(scalar.body).toMatchObject({ code: "PGRST102" });
  });

  test("numbers keep their digits", async () => {
    const big = await send("POST", "/big", '{"id": 9223372036854775807}');
    expect(big.status).toBe(201);
    const [row] = await database.sql`select id::text from public.big order by id desc limit 1`;
    expect(row).toEqual({ id: "9223372036854775807" });
  });
});

describe("upsert", () => {
  test("merges or ignores", async () => {
    const both = await api
      .from("labels")
      .upsert([
        { id: 1, name: "fun" },
        { id: 40, name: "new" },
      ])
      .select();
    expect(both).toMatchObject({
      status: 201,
      data: [
        { id: 1, name: "fun" },
        { id: 40, name: "new" },
      ],
    });
    const merged = await api.from("labels").upsert({ id: 40, name: "newer" }).select();
    expect(merged).toMatchObject({ status: 200, data: [{ id: 40, name: "newer" }] });
    const ignored = await api.from("labels").upsert({ id: 40, name: "x" }, { ignoreDuplicates: true }).select();
    expect(ignored).toMatchObject({ status: 201, data: [] });
    const byName = await api.from("publishers").upsert({ name: "North" }, { onConflict: "name" }).select("id, name");
    expect(byName).toMatchObject({ status: 200, data: [{ id: 1, name: "North" }] });
    const noKey = await api.from("labels").upsert({ id: 1, name: "fun" }, { onConflict: "name" });
    expect(noKey).toMatchObject({ status: 400, error: { code: "42P10" } });
    const unknown = await api.from("labels").upsert({ id: 1, name: "fun" }, { onConflict: "nope" });
    expect(unknown.error).toMatchObject({ code: "PGRST204" });
  });

  test("PUT writes the row its address names", async () => {
    const made = await send("PUT", "/labels?id=eq.50", { id: 50, name: "put" }, representation);
    expect([made.status, made.body]).toEqual([201, [{ id: 50, name: "put" }]]);
    const again = await send("PUT", "/labels?id=eq.50", { id: 50, name: "again" }, representation);
    expect([again.status, again.body]).toEqual([200, [{ id: 50, name: "again" }]]);
    const other = await send("PUT", "/labels?id=eq.50", { id: 51, name: "x" });
    expect([other.status, other.body]).toMatchObject([400, { code: "PGRST115" }]);
    const vague = await send("PUT", "/labels?name=eq.put", { id: 50, name: "x" });
    expect([vague.status, vague.body]).toMatchObject([405, { code: "PGRST105" }]);
    const limited = await send("PUT", "/labels?id=eq.50&limit=1", { id: 50, name: "x" });
    expect(limited.body).toMatchObject({ code: "PGRST114" });
    expect((await labels()).at(-1)).toEqual({ id: 50, name: "again" });
  });
});

describe("update and delete", () => {
  test("what the filter names", async () => {
    await api.from("labels").insert([
      { id: 60, name: "p" },
      { id: 61, name: "p" },
      { id: 62, name: "q" },
    ]);
    const updated = await api
      .from("labels")
      .update({ name: "r" }, { count: "exact" })
      .eq("name", "p")
      .select("id")
      .order("id");
    expect(updated).toMatchObject({ status: 200, count: 2, data: [{ id: 60 }, { id: 61 }] });
    const quiet = await api.from("labels").update({ name: "s" }).eq("id", 60);
    expect(quiet).toMatchObject({ status: 204, data: null });
    const nobody = await api.from("labels").update({ name: "s" }).eq("id", 999).select();
    expect(nobody).toMatchObject({ status: 200, data: [] });
    const nothing = await api.from("labels").update({}).eq("id", 60).select();
    expect(nothing).toMatchObject({ status: 200, data: [] });
    const gone = await api.from("labels").delete({ count: "exact" }).or("name.eq.s,id.in.(61,62)").select("name");
    expect(gone).toMatchObject({ status: 200, count: 3 });
    expect(await labels()).toHaveLength(2);
  });

  test("of every row needs a filter that says so", async () => {
    expect(await api.from("labels").delete()).toMatchObject({
      status: 400,
      error: { code: "21000", message: "DELETE requires a WHERE clause" },
    });
    expect(await api.from("labels").update({ name: "x" })).toMatchObject({ status: 400, error: { code: "21000" } });
    expect(await labels()).toHaveLength(2);
  });

  test("through a view, where it can be", async () => {
    const renamed = await api.from("titles").update({ title: "Alpha" }).eq("id", 1).select();
    expect(renamed.data).toEqual([{ id: 1, title: "Alpha", fixed: 1 }]);
    expect(await api.from("titles").update({ fixed: 2 }).eq("id", 1)).toMatchObject({
      status: 400,
      error: { code: "0A000" },
    });
    expect(await api.from("recent_books").delete().eq("id", 1)).toMatchObject({
      status: 500,
      error: { code: "55000" },
    });
  });

  test("one row, or none is changed", async () => {
    await api.from("labels").insert([
      { id: 70, name: "t" },
      { id: 71, name: "t" },
    ]);
    const two = await api.from("labels").update({ name: "u" }).eq("name", "t").select().single();
    expect(two).toMatchObject({ status: 406, error: { code: "PGRST116", details: "The result contains 2 rows" } });
    const over = await api.from("labels").delete().eq("name", "t").maxAffected(1);
    expect(over).toMatchObject({ status: 400, error: { code: "PGRST124", details: "The query affects 2 rows" } });
    expect((await labels()).filter(({ name }) => name === "t")).toHaveLength(2);
    const enough = await api.from("labels").delete().eq("name", "t").maxAffected(2);
    expect(enough).toMatchObject({ status: 204 });
  });

  test("tried and rolled back", async () => {
    const tried = await api.from("labels").insert({ id: 80, name: "z" }).select().rollback();
    expect(tried.data).toEqual([{ id: 80, name: "z" }]);
    await api.from("labels").delete().eq("id", 1).rollback();
    expect(await labels()).toHaveLength(2);
  });
});

test("refusals of the database", async () => {
  expect(await api.from("publishers").insert({ name: "North" })).toMatchObject({
    status: 409,
    error: { code: "23505", details: "Key (name)=(North) already exists." },
  });
  expect(await api.from("authors").delete().eq("name", "ada")).toMatchObject({ status: 409, error: { code: "23503" } });
  expect(await api.from("books").insert({ title: "x", author: "nobody" })).toMatchObject({
    status: 409,
    error: { code: "23503" },
  });
  expect(await api.from("authors").insert({ name: "x", mood: "angry" })).toMatchObject({
    status: 400,
    error: { code: "22P02" },
  });
  expect(await api.from("big").insert({ id: 1.5 })).toMatchObject({ status: 400, error: { code: "22P02" } });
});

test("handling=strict refuses what it does not know", async () => {
  const strict = await send(
    "POST",
    "/labels",
    { id: 90, name: "x" },
    { prefer: "handling=strict, whatever, count=exact" },
  );
  expect([strict.status, strict.body]).toMatchObject([
    400,
    { code: "PGRST122", details: "Invalid preferences: whatever" },
  ]);
  const lenient = await send("POST", "/labels", { id: 90, name: "x" }, { prefer: "handling=lenient, whatever" });
  expect(lenient.status).toBe(201);
});

test("timezone", async () => {
  const there = await fetch("/books?select=added&id=eq.1", { headers: { prefer: "timezone=America/New_York" } });
  expect(await there.json()).toEqual([{ added: "2024-05-01T08:00:00-04:00" }]);
  expect(there.headers.get("preference-applied")).toBe("timezone=America/New_York");
});

test("plans, once allowed", async () => {
  const json = await api.from("books").select().explain({ format: "json", analyze: true });
  expect(json.error).toBeNull();
  expect(json.data).toMatchObject([{ Plan: { "Node Type": "Aggregate" } }]);
  const text = await api.from("books").select().explain();
  expect(text.data).toMatch(/Aggregate {2}\(cost=/);
  const told = await api.from("books").select().explain({ format: "json", verbose: true, settings: true });
  expect(told.data).toMatchObject([
    { "Query Identifier": expect.any(Number), Settings: { search_path: `"public", "public", "extensions"` } },
  ]);
  const insert = await api.from("labels").insert({ id: 99, name: "x" }).select().rollback().explain({ analyze: true });
  expect(insert.data).toContain("Insert on labels");
  expect(await labels()).toHaveLength(2);
});
