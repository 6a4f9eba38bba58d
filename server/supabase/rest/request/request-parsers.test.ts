import { describe, expect, test } from "vitest";
import { negotiate } from "./media-type.ts";
import { parseOrder } from "./order-parser.ts";
import { appliedHeader, parsePreferences } from "./preferences.ts";
import { parseQuery } from "./query-params.ts";
import { parseSelect } from "./select-parser.ts";

test("a select tree", () => {
  expect(
    parseSelect('id,label:name::text,data->a->>0,"odd, name",n:price.sum()::int,...rel!hint!inner(*),two(three())'),
  ).toEqual([
    column("id"),
    { ...column("name"), alias: "label", cast: "text" },
    {
      ...column("data"),
      field: {
        name: "data",
        path: [
          { asText: false, key: "a" },
          { asText: true, key: 0 },
        ],
      },
    },
    column("odd, name"),
    { ...column("price"), alias: "n", aggregate: { name: "sum", cast: "int" } },
    { kind: "embed", name: "rel", alias: null, hint: "hint", join: "inner", spread: true, select: [column("*")] },
    embed("two", [embed("three", [])]),
  ]);
});

const column = (name: string) => ({
  kind: "column",
  field: { name, path: [] },
  alias: null,
  cast: null,
  aggregate: null,
});
const embed = (name: string, select: unknown[]) => ({
  kind: "embed",
  name,
  alias: null,
  hint: null,
  join: null,
  spread: false,
  select,
});

test("an order", () => {
  const term = { relation: null, direction: null, nulls: null };
  expect(parseOrder("a.desc.nullslast,b(c->>d).asc,e.nullsfirst")).toEqual([
    { ...term, field: { name: "a", path: [] }, direction: "desc", nulls: "last" },
    { ...term, relation: "b", field: { name: "c", path: [{ asText: true, key: "d" }] }, direction: "asc" },
    { ...term, field: { name: "e", path: [] }, nulls: "first" },
  ]);
});

describe("a query string", () => {
  test("tells filters, ranges and embedded ones apart", () => {
    const query = parseQuery(
      new URLSearchParams("a=eq.1&rel.b=not.in.(x,y)&rel.limit=2&offset=3&rel.not.or=(c.is.null)"),
      "relation",
    );
    expect(query.logic.map(({ path, value }) => [path, value.kind, value.negated])).toEqual([
      [[], "filter", false],
      [["rel"], "filter", true],
      [["rel"], "group", true],
    ]);
    expect(query.limit).toEqual([{ path: ["rel"], value: 2 }]);
    expect(query.offset).toEqual([{ path: [], value: 3 }]);
  });

  test("tells arguments of a function from filters on its rows", () => {
    const query = parseQuery(new URLSearchParams("term=a.b&name=eq.x&limit=1"), "function");
    expect(query.args).toEqual([["term", "a.b"]]);
    expect(query.logic).toHaveLength(1);
  });
});

test("preferences: the first of a kind counts, the unknown are refused only when strict", () => {
  const preferences = parsePreferences("count=exact, count=planned, return=minimal, tx=rollback, nonsense", false);
  expect(preferences).toMatchObject({ count: "exact", return: "minimal", tx: null });
  expect(appliedHeader(preferences, ["count", "return"])).toBe("return=minimal, count=exact");
  expect(() => parsePreferences("handling=strict, nonsense", true)).toThrow("Invalid preferences");
});

test("media types by preference", () => {
  const offer = { scalar: false, plan: false, openapi: false };
  expect(negotiate("text/html, text/csv;q=0.9, */*;q=0.1", offer).kind).toBe("csv");
  expect(negotiate("application/vnd.pgrst.object+json;nulls=stripped", offer)).toMatchObject({
    kind: "object",
    stripNulls: true,
  });
  expect(() => negotiate("application/vnd.pgrst.plan+json", offer)).toThrow("None of these media types");
});

test("quotes in media types hold commas and semicolons, and cost little when they never close", () => {
  const offer = { scalar: false, plan: true, openapi: false };
  const plan =
    'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json;nulls=stripped"; options=analyze';
  expect(negotiate(`${plan}, text/csv`, offer)).toMatchObject({
    kind: "object",
    stripNulls: true,
    plan: { options: ["analyze"] },
  });
  // So long that only reading it once ends within the test's time.
  expect(() => negotiate(`"${'\\"'.repeat(2_000_000)}`, offer)).toThrow("None of these media types");
});
