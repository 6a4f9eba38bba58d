import { describe, expect, test } from "vitest";
import { createLibrary } from "./testing/library.ts";
import { restForTests } from "./testing/rest-for-tests.ts";

const { fetch, as, database } = await restForTests({ REST_MAX_ROWS: 100 }, createLibrary);

async function get(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(path, { headers });
  return response.json();
}
const names = async (filter: string) => {
  const rows = await get(`/authors?select=name&order=name&${filter}`);
  return Array.isArray(rows) ? rows.map(({ name }: { name: string }) => name).join(" ") : rows;
};
const titles = async (filter: string) => {
  const rows = await get(`/books?select=title&order=id&${filter}`);
  return Array.isArray(rows) ? rows.map(({ title }: { title: string }) => title).join(" ") : rows;
};

describe("operators", () => {
  test.each([
    ["name=eq.ada", "ada"],
    ["name=neq.ada", "bob cyd"],
    ["name=gt.ada", "bob cyd"],
    ["name=gte.bob", "bob cyd"],
    ["name=lt.bob", "ada"],
    ["name=lte.bob", "ada bob"],
    ["name=like.*d*", "ada cyd"],
    ["name=ilike.A*", "ada"],
    ["name=match.^[ab]", "ada bob"],
    ["name=imatch.^[AB]", "ada bob"],
    ["name=in.(ada,cyd)", "ada cyd"],
    ['name=in.("ada","c\\"d")', "ada"],
    ["name=in.()", ""],
    ["name=not.in.(ada,cyd)", "bob"],
    ["profile=is.null", "cyd"],
    ["profile=is.not_null", "ada bob"],
    ["profile=not.is.null", "ada bob"],
    ["profile=isdistinct.{", "could not parse"],
    ["mood=isdistinct.calm", "bob"],
    ["mood=eq.busy", "bob"],
    ["name=eq(any).{ada,bob}", "ada bob"],
    ["name=like(any).{a*,c*}", "ada cyd"],
    ["name=like(all).{*d*,a*}", "ada"],
    ["name=not.eq(any).{ada,bob}", "cyd"],
    ["words=fts.cat", "ada bob"],
    ["words=fts(simple).fat", "ada cyd"],
    ["words=plfts.fat cat", "ada"],
    ["words=phfts(simple).fat", "ada cyd"],
    ["words=wfts.cat -bat", "ada"],
    ["name=fts(simple).ada", "ada"],
    ["shift=ov.[2,6)", "ada bob"],
    ["shift=cs.[6,7)", "bob"],
    ["shift=cd.[0,4)", "ada"],
    ["shift=sl.[4,5)", "ada"],
    ["shift=sr.[3,4)", "bob"],
    ["shift=nxr.[1,3)", "ada"],
    ["shift=nxl.[5,6)", "bob"],
    ["shift=adj.[3,5)", "ada bob"],
    ["profile->city->>name=eq.Oslo", "bob"],
    ["profile->langs->>0=eq.en", "ada"],
    ["profile->langs->>-1=eq.fr", "ada"],
    ['profile=cs.{"langs":["en"]}', "ada"],
    ["or=(name.eq.ada,name.eq.cyd)", "ada cyd"],
    ["or=(name.eq.bob,and(mood.eq.calm,profile.is.null))", "bob cyd"],
    ["not.or=(name.eq.ada,name.eq.cyd)", "bob"],
    ["and=(mood.eq.calm,not.or(name.eq.ada,name.eq.bob))", "cyd"],
    ['or=(name.in.(ada,bob),name.eq."x,y")', "ada bob"],
    ["or=(name.eq.zed,profile->city->>name.eq.London)", "ada"],
    ["name=gt.ada&name=lt.cyd", "bob"],
    ["name.eq=x", "could not parse"],
  ])("%s", async (filter, expected) => {
    const answer = await names(filter.replaceAll("%", "%25").replaceAll("+", "%2B"));
    if (expected === "could not parse")
      expect(answer).toMatchObject({ code: expect.stringMatching(/^(PGRST1|22P02)/) });
    else expect(answer).toBe(expected);
  });

  test.each([
    ["tags=cs.{new}", "Alpha"],
    ["tags=cd.{old,new}", "Beta Gamma"],
    ["tags=ov.{red,old}", "Alpha Beta"],
    ["price=gt.15&price=lt.25", "Beta"],
    ["id=in.(1,3)", "Alpha Gamma"],
    ["editor=is.null", "Beta"],
    ["added=gte.2024-05-01T12:00:00Z", "Alpha Beta Gamma"],
    ["added=lt.2024-05-01T12:00:00.000Z", ""],
  ])("%s", async (filter, expected) => {
    expect(await titles(filter)).toBe(expected);
  });

  test("what cannot be read", async () => {
    expect(await names("name=noop.0")).toEqual({
      code: "PGRST100",
      message: '"failed to parse filter (noop.0)" (line 1, column 1)',
      details: "unknown single value operator noop",
      hint: null,
    });
    expect(await names("name=ada")).toMatchObject({ code: "PGRST100" });
    expect(await names("mood=eq.angry")).toMatchObject({ code: "22P02" });
    expect(await titles("id=eq.one")).toMatchObject({
      code: "22P02",
      message: 'invalid input syntax for type bigint: "one"',
    });
    expect(await names("nope=eq.1")).toMatchObject({ code: "42703", message: "column authors.nope does not exist" });
    expect(await names("or=(name.eq.ada")).toMatchObject({ code: "PGRST100" });
    expect(await names("or=()")).toMatchObject({ code: "PGRST100" });
    expect(await names("name=cs(any).{a}")).toMatchObject({ code: "PGRST100" });
    expect(await get("/authors?select=name&order=name.sideways")).toMatchObject({ code: "PGRST100" });
    expect(await get("/authors?select=name(")).toMatchObject({ code: "PGRST100" });
  });
});

test("columns: renamed, cast, out of JSON, with odd names", async () => {
  expect(
    await get(
      "/authors?select=who:name,m:mood::text,profile->city->>name,profile->langs->0,zip:profile->city->zip::int&name=eq.ada",
    ),
  ).toEqual([{ who: "ada", m: "calm", name: "London", langs: "en", zip: 1 }]);
  expect(await get('/odd%20names?select="with space",q:"quo\\"te"')).toEqual([{ "with space": "a b", q: 'c"d' }]);
  expect(await get("/odd%20names?select=with space&with space=eq.a b".replaceAll(" ", "%20"))).toEqual([
    { "with space": "a b" },
  ]);
  expect(await get("/books?select=id::text,price::integer&id=eq.2")).toEqual([{ id: "2", price: 21 }]);
  expect(await get("/books?select=id::nothing")).toMatchObject({
    code: "42704",
    message: 'type "nothing" does not exist',
  });
  const big = await fetch("/big");
  expect(await big.text()).toContain("9007199254740993");
});

test("order and pages", async () => {
  expect(await titles("order=price.desc")).toBe("Gamma Beta Alpha");
  expect(await get("/books?select=title&order=editor.asc.nullsfirst,title")).toMatchObject([
    { title: "Beta" },
    { title: "Gamma" },
    { title: "Alpha" },
  ]);
  expect(await get("/authors?select=name&order=profile->city->>name.desc.nullslast")).toMatchObject([
    { name: "bob" },
    { name: "ada" },
    { name: "cyd" },
  ]);
  expect(await titles("limit=1&offset=1")).toBe("Beta");
  expect(await titles("limit=0")).toBe("");
  expect(await titles("limit=-1")).toMatchObject({ code: "PGRST103" });
  const page = await fetch("/books?select=id&order=id", { headers: { range: "1-5", prefer: "count=exact" } });
  expect([page.status, page.headers.get("content-range")]).toEqual([206, "1-2/3"]);
  expect(page.headers.get("preference-applied")).toBe("count=exact");
  const beyond = await fetch("/books?offset=10", { headers: { prefer: "count=exact" } });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get("content-range")).toBe("*/3");
  expect(await beyond.json()).toMatchObject({
    code: "PGRST103",
    details: "An offset of 10 was requested, but there are only 3 rows.",
  });
  const none = await fetch("/books?id=eq.0", { headers: { prefer: "count=exact" } });
  expect([none.status, none.headers.get("content-range")]).toEqual([200, "*/0"]);
  const plain = await fetch("/books");
  expect([plain.status, plain.headers.get("content-range")]).toEqual([200, "0-2/*"]);
  const wrong = await fetch("/books", { headers: { range: "5-1" } });
  expect(wrong.status).toBe(416);
});

test("counts: exact, planned, estimated, alone", async () => {
  for (const count of ["exact", "planned", "estimated"] as const) {
    const { count: number, error } = await as().from("books").select("*", { count, head: true });
    expect(error).toBeNull();
    expect(number).toBeTypeOf("number");
  }
});

test("ilike knows the capitals of all scripts, of text and of what is no plain text", async () => {
  await database.sql`insert into public.authors (name, profile) values ('Ödön Ægir', '{"city": {"name": "ΑΘΗΝΑ"}}')`;
  const found = async (filter: string) => (await (await fetch(`/authors?select=name&${filter}`)).json()) as unknown[];
  expect(await found("name=ilike.ödön æ*")).toHaveLength(1);
  expect(await found("name=not.ilike.ÖDÖN*&name=like.Ö*")).toHaveLength(0);
  expect(await found("name=ilike(any).{ÖDÖN*,zed}")).toHaveLength(1);
  expect(await found("profile->city->>name=ilike.αθ*")).toHaveLength(1);
  await database.sql`delete from public.authors where name = 'Ödön Ægir'`;
});

test("an estimate for those who are told none is counted, and ends after 1,000 (docs/decisions/246)", async () => {
  const counted = async (count: "exact" | "estimated", most: number) =>
    (await as().from("big").select("*", { count, head: true }).lte("id", most)).count;
  await database.sql`insert into public.big select generate_series(1, 1500)`;
  expect(await counted("estimated", 1000)).toBe(1000);
  expect(await counted("estimated", 1500)).toBe(1001);
  expect(await counted("exact", 1500)).toBe(1500);
  await database.sql`delete from public.big where id <= 1500`;
});

test("a read returns at most REST_MAX_ROWS", async () => {
  const { rest } = await restForTests({ REST_MAX_ROWS: 2 }, createLibrary);
  const response = await rest.routes.request("/rest/v1/books?select=id&limit=50", {
    headers: { "x-test-caller": '{"role":"anon","claims":{"role":"anon"}}', prefer: "count=exact" },
  });
  expect(await response.json()).toHaveLength(2);
  expect(response.headers.get("content-range")).toBe("0-1/3");
});

describe("what is answered", () => {
  test("one object, nulls left out, CSV", async () => {
    const single = { accept: "application/vnd.pgrst.object+json" };
    expect(await get("/authors?name=eq.cyd", { ...single, accept: `${single.accept};nulls=stripped` })).toEqual({
      name: "cyd",
      mood: "calm",
      words: "'fat' 'rat'",
    });
    const many = await fetch("/authors", { headers: single });
    expect(many.status).toBe(406);
    expect(await many.json()).toEqual({
      code: "PGRST116",
      details: "The result contains 3 rows",
      hint: null,
      message: "Cannot coerce the result to a single JSON object",
    });
    const stripped = await get("/authors?name=eq.cyd&select=name,profile", {
      accept: "application/vnd.pgrst.array+json;nulls=stripped",
    });
    expect(stripped).toEqual([{ name: "cyd" }]);
    const csv = await fetch("/authors?select=name,mood,shift&order=name", { headers: { accept: "text/csv" } });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(await csv.text()).toBe('name,mood,shift\nada,calm,"[1,3)"\nbob,busy,"[5,9)"\ncyd,calm,');
    const none = await fetch("/authors", { headers: { accept: "image/png" } });
    expect(none.status).toBe(406);
    expect(await none.json()).toMatchObject({
      code: "PGRST107",
      message: "None of these media types are available: image/png",
    });
  });

  test("plans, aggregates and rollbacks are off until the database allows them", async () => {
    const plan = await fetch("/authors", { headers: { accept: "application/vnd.pgrst.plan+json" } });
    expect(plan.status).toBe(406);
    expect(await get("/books?select=price.sum()")).toMatchObject({ code: "PGRST123" });
  });

  test("HEAD has the headers and no body", async () => {
    const response = await fetch("/authors", { method: "HEAD", headers: { prefer: "count=exact" } });
    expect([response.status, response.headers.get("content-range"), await response.text()]).toEqual([200, "0-2/3", ""]);
  });

  test("tables that are not there, paths, methods, schemas", async () => {
    expect(await get("/author")).toEqual({
      code: "PGRST205",
      details: null,
      hint: "Perhaps you meant the table 'public.authors'",
      message: "Could not find the table 'public.author' in the schema cache",
    });
    // Less alike than three quarters: not worth a guess.
    expect(await get("/autho")).toMatchObject({ code: "PGRST205", hint: null });
    expect(await get("/account")).toMatchObject({ code: "PGRST205", hint: null });
    expect((await fetch("/a/b/c")).status).toBe(404);
    expect((await fetch("/authors", { method: "PURGE" })).status).toBe(405);
    expect(await get("/authors", { "accept-profile": "private" })).toMatchObject({
      code: "PGRST106",
      hint: "Only the following schemas are exposed: public",
    });
    expect(await get("/pg_class")).toMatchObject({ code: "PGRST205" });
    const options = await fetch("/titles", { method: "OPTIONS" });
    expect(options.headers.get("allow")).toBe("OPTIONS,GET,HEAD,POST,PATCH,DELETE");
    const table = await fetch("/books", { method: "OPTIONS" });
    expect(table.headers.get("allow")).toBe("OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE");
  });
});

test("other exposed schemas by profile", async () => {
  const { as: asIn } = await restForTests({ REST_SCHEMAS: ["public", "archive"] }, createLibrary);
  const notes = await asIn().schema("archive").from("jottings").select();
  expect(notes.data).toEqual([{ id: 1, note: "old" }]);
  const added = await asIn().schema("archive").from("jottings").insert({ id: 2, note: "new" }).select();
  expect(added.data).toEqual([{ id: 2, note: "new" }]);
  const missing = await asIn().from("jottings").select();
  expect(missing.error).toMatchObject({ code: "PGRST205" });
});

test("the OpenAPI document", async () => {
  const response = await fetch("/");
  expect(response.headers.get("content-type")).toBe("application/openapi+json; charset=utf-8");
  const document = (await response.json()) as Record<string, Record<string, Record<string, unknown>>>;
  expect(Object.keys(document["paths"] ?? {})).toEqual(expect.arrayContaining(["/books", "/rpc/add", "/"]));
  expect(document["definitions"]?.["authors"]).toMatchObject({
    properties: {
      mood: { enum: ["calm", "busy"], default: "calm" },
      profile: { description: "Anything worth knowing" },
    },
  });
  // The next number of a sequence is nothing that a client could fill in.
  const books = document["definitions"]?.["books"];
  expect(books).toHaveProperty("properties.id.format", "bigint");
  expect(books).not.toHaveProperty("properties.id.default");
});

test("maps, with what PostGIS makes of a row", async () => {
  // PostGIS is not among the embedded extensions; its function is what the statement asks for.
  await database.sql.unsafe(`create function extensions.st_asgeojson(place anyelement) returns text language sql
    as $$ select json_build_object('type', 'Feature', 'geometry', null, 'properties', to_json(place))::text $$`);
  const { data, error } = await as().from("publishers").select().order("id").limit(1).geojson();
  expect(error).toBeNull();
  expect(data).toEqual({
    type: "FeatureCollection",
    features: [{ type: "Feature", geometry: null, properties: { id: 1, name: "North" } }],
  });
});
