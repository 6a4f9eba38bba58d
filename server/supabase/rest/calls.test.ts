import { describe, expect, test } from "vitest";
import type { Caller } from "#server/supabase/caller.ts";
import { createLibrary } from "./testing/library.ts";
import { restForTests } from "./testing/rest-for-tests.ts";

const { as, fetch } = await restForTests({}, createLibrary);
// Its own, so that no other test has to be quick.
const impatient = await restForTests({ STATEMENT_TIMEOUT_MS: 300 }, createLibrary);
const api = as();
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}, caller: Partial<Caller> = {}) =>
  fetch(path, { method: "POST", body, caller, headers: { "content-type": "application/json", ...headers } });
const secretKey = { role: "service_role" } as const;

describe("a function", () => {
  test("answers a value, nothing, a list, a row or rows", async () => {
    expect(await api.rpc("mood_of", { who: "bob" })).toMatchObject({ status: 200, data: "busy", error: null });
    expect(await api.rpc("mood_of", { who: "bob" }, { count: "exact" })).toMatchObject({ data: "busy", count: 1 });
    expect(await api.rpc("mood_of", { who: "bob" }, { head: true, count: "exact" })).toMatchObject({
      data: null,
      count: 1,
    });
    expect(await api.rpc("mood_of", { who: "nobody" })).toMatchObject({ data: null, error: null });
    expect(await api.rpc("nothing")).toMatchObject({ status: 204, data: null, error: null });
    expect(await api.rpc("evens")).toMatchObject({ data: [2, 4] });
    expect(await api.rpc("pairs", { who: "ada" })).toMatchObject({ data: [{ name: "ada", mood: "calm" }] });
    expect(await api.rpc("pairs", { who: "ada" }).select("mood").eq("name", "ada")).toMatchObject({
      data: [{ mood: "calm" }],
    });
    const row = { name: "ada", mood: null, profile: null, shift: null, words: null };
    expect(await api.rpc("first_book", { a: row }).select("title, publishers(name)")).toMatchObject({
      data: { title: "Alpha", publishers: { name: "North" } },
    });
    expect(
      await api
        .rpc("books_of", { a: row }, { count: "exact" })
        .select("title, shout")
        .order("id", { ascending: false })
        .limit(1),
    ).toMatchObject({
      data: [{ title: "Beta", shout: "BETA" }],
      count: 2,
    });
  });

  test("that PostgreSQL puts in the place of its call asks its own questions once, not for every row", async () => {
    for (const asked of [fetch("/rpc/books_if_asked?word=any"), post("/rpc/books_if_asked", '{"word":"any"}')]) {
      const response = await asked;
      expect((await response.json()).length).toBeGreaterThan(1);
      expect(response.headers.get("x-asked")).toBe("1");
    }
  });

  test.each([{ get: true }, { get: false }])("has a list of values paged and counted like rows: %j", async (way) => {
    const evens = (count?: "exact") => api.rpc("evens", {}, { ...way, ...(count && { count }) });
    expect(await evens().limit(1)).toMatchObject({ error: null, data: [2] });
    expect(await evens("exact").range(1, 1)).toMatchObject({ status: 206, data: [4], count: 2 });
    expect(await evens("exact").range(5, 6)).toMatchObject({ status: 416, error: { code: "PGRST103" } });
    expect(await evens().limit(1).single()).toMatchObject({ data: 2 });
  });

  test.each([{ get: true }, { get: false }])("has its rows counted, never guessed: %j", async (way) => {
    const books = (count: "exact" | "planned" | "estimated", who = "ada") =>
      api.rpc("books_of", { a: way.get ? `(${who},,,,)` : { name: who } }, { ...way, count }).limit(1);
    expect(await books("exact")).toMatchObject({ error: null, count: 2 });
    expect(await books("estimated")).toMatchObject({ error: null, count: 2 });
    // The client reads the `*` of PostgREST's answer so.
    expect(await books("planned")).toMatchObject({ error: null, count: Number.NaN, data: [{ title: "Alpha" }] });
    expect(await books("estimated", "nobody")).toMatchObject({ error: null, count: 0 });
  });

  test("is called with GET when it changes nothing", async () => {
    expect(await api.rpc("add", { a: 1 }, { get: true })).toMatchObject({ data: 3 });
    expect(await api.rpc("add", { a: 1, b: 5 }, { get: true })).toMatchObject({ data: 6 });
    expect(await (await fetch("/rpc/total?numbers=1&numbers=2&numbers=3")).json()).toBe(6);
    expect(await (await fetch("/rpc/books_of?a=(ada,,,,)&title=eq.Beta&select=title")).json()).toEqual([
      { title: "Beta" },
    ]);
    expect(await api.rpc("calm_down", { who: "%" }, { get: true })).toMatchObject({
      status: 405,
      error: { code: "25006" },
    });
  });

  test("takes defaults, many values, or the body itself", async () => {
    expect(await api.rpc("add", { a: 1 })).toMatchObject({ data: 3 });
    expect(await api.rpc("total", { numbers: [1, 2, 3] })).toMatchObject({ data: 6 });
    expect(await (await post("/rpc/keys_of", '{"b":1,"a":2}')).json()).toEqual(["a", "b"]);
    expect(await (await post("/rpc/echo", "plain words", { "content-type": "text/plain" })).json()).toBe("plain words");
    const bytes = new Uint8Array([0, 255, 1]);
    expect(await (await post("/rpc/length_of", bytes, { "content-type": "application/octet-stream" })).json()).toBe(3);
    expect(await api.rpc("echo", { "": "x" })).toMatchObject({ data: '{"":"x"}' });
  });

  test("answers text and bytes as they are", async () => {
    const text = await fetch("/rpc/mood_of?who=ada", { headers: { accept: "text/plain" } });
    expect([text.headers.get("content-type"), await text.text()]).toEqual(["text/plain; charset=utf-8", "calm"]);
    const bytes = await fetch("/rpc/dump", { headers: { accept: "application/octet-stream" } });
    expect(bytes.headers.get("content-type")).toBe("application/octet-stream");
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0, 255, 16]);
  });

  test("may set the status and headers of the answer", async () => {
    const response = await post("/rpc/teapot", "{}");
    expect([response.status, response.headers.get("x-kettle")]).toEqual([418, "on"]);
  });

  test("knows who calls it, and how", async () => {
    const response = await fetch("/rpc/who", {
      caller: { role: "authenticated", claims: { role: "authenticated", sub: "abc" } },
      headers: { "x-agent": "test" },
    });
    expect(await response.json()).toEqual({
      role: "authenticated",
      claims: { role: "authenticated", sub: "abc" },
      method: "GET",
      path: "/rpc/who",
      agent: "test",
    });
  });
});

describe("refused", () => {
  test("no such function, or too many", async () => {
    expect(await api.rpc("ad", { a: 1 })).toMatchObject({
      status: 404,
      error: {
        code: "PGRST202",
        message: "Could not find the function public.ad(a) in the schema cache",
        details:
          "Searched for the function public.ad with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
        hint: null,
      },
    });
    expect(await api.rpc("mod_of", { who: "ada" })).toMatchObject({
      error: { code: "PGRST202", hint: "Perhaps you meant to call the function public.mood_of" },
    });
    // Closed to this caller, however alike.
    expect(await api.rpc("search_account", { term: "" })).toMatchObject({ error: { code: "PGRST202", hint: null } });
    expect(await api.rpc("add", { a: 1, c: 2 })).toMatchObject({
      error: { code: "PGRST202", hint: "Perhaps you meant to call the function public.add(a, b)" },
    });
    expect(await api.rpc("nope")).toMatchObject({
      error: { message: "Could not find the function public.nope without parameters in the schema cache" },
    });
    expect(await api.rpc("unclear", { a: "1" })).toMatchObject({
      status: 300,
      error: {
        code: "PGRST203",
        message:
          "Could not choose the best candidate function between: public.unclear(a => integer), public.unclear(a => text)",
      },
    });
    expect(await api.rpc("either")).toMatchObject({
      error: {
        code: "PGRST203",
        message: "Could not choose the best candidate function between: public.either(), public.either( => text)",
      },
    });
    expect((await fetch("/rpc/add", { method: "DELETE" })).status).toBe(405);
    expect(await api.rpc("add", { a: "x" })).toMatchObject({ status: 400, error: { code: "22P02" } });
  });

  test("more arguments than a function can have, in few words", async () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `argument${at}`);
    for (const [type, body] of [
      ["application/json", JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))],
      ["application/x-www-form-urlencoded", names.slice(0, 1600).join("=1&")],
    ] as const) {
      const answer = await post("/rpc/add", body, { "content-type": type }, secretKey);
      expect(answer.status).toBe(404);
      expect((await answer.text()).length).toBeLessThan(5000);
    }
    const formType = { "content-type": "application/x-www-form-urlencoded" };
    const form = await post("/rpc/add", names.join("=1&"), formType, secretKey);
    expect([form.status, await form.json()]).toMatchObject([400, { code: "PGRST102" }]);
  });

  test("by what the function raises", async () => {
    expect(await api.rpc("complain", { kind: "plain" })).toMatchObject({
      status: 400,
      error: { code: "P0001", message: "plainly wrong", details: "why", hint: "how" },
    });
    expect(await api.rpc("complain", { kind: "pt" })).toMatchObject({
      status: 409,
      error: { code: "PT409", hint: "try again" },
    });
    const custom = await post("/rpc/complain", '{"kind":"pgrst"}');
    expect([custom.status, custom.headers.get("x-pay")]).toEqual([402, "now"]);
    expect(await custom.json()).toEqual({ code: "123", message: "no", details: "d", hint: "h" });
  });

  test("after the statement timeout", async () => {
    expect(await impatient.as().rpc("slow")).toMatchObject({ status: 500, error: { code: "57014" } });
  });

  test("more rows than max-affected", async () => {
    const over = await api.rpc("calm_down", { who: "%" }).maxAffected(1);
    expect(over).toMatchObject({ status: 400, error: { code: "PGRST124" } });
    expect(await api.rpc("mood_of", { who: "bob" })).toMatchObject({ data: "busy" });
    const scalar = await api.rpc("add", { a: 1 }).maxAffected(1);
    expect(scalar).toMatchObject({ status: 400, error: { code: "PGRST128" } });
  });
});
