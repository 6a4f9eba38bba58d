// The query string as a whole: which parameter is a filter, an order, a limit, an argument.
import { badQuery } from "../rest-error.ts";
import { looksLikeFilter, parseFilterValue, parseTree } from "./filter-parser.ts";
import { parseField } from "./field-parser.ts";
import { parseOrder } from "./order-parser.ts";
import type { Field, QueryParams } from "./request-types.ts";
import { Scanner } from "./scanner.ts";
import { parseSelect } from "./select-parser.ts";

const embeddable = new Set(["order", "limit", "offset", "and", "or"]);
const reserved = new Set(["select", "columns", "on_conflict", ...embeddable]);

export function parseQuery(search: URLSearchParams, target: "relation" | "function"): QueryParams {
  const pairs = [...search];
  const query: QueryParams = {
    select: parseSelect(search.get("select") ?? "*"),
    logic: [],
    order: [],
    limit: [],
    offset: [],
    columns: parseNames(search.get("columns"), "columns parameter"),
    onConflict: parseNames(search.get("on_conflict"), "on_conflict parameter"),
    args: [],
    canonical: canonicalOf(pairs),
  };
  for (const [key, value] of pairs) {
    if (key === "select" || key === "columns" || key === "on_conflict") continue;
    const words = key.split(".");
    const last = words.at(-1) ?? "";
    if (embeddable.has(last)) readEmbeddable(query, words.slice(0, -1), last, value);
    else if (target === "function" && mayBeArgument(key, value)) query.args.push([key, value]);
    else {
      const { path, field } = parsePath(key);
      query.logic.push({ path, value: { kind: "filter", field, ...parseFilterValue(value) } });
    }
  }
  return query;
}

const mayBeArgument = (key: string, value: string) => !key.includes(".") && !looksLikeFilter(value);

/** What a call's query asks, without the values of its arguments; and those. Two calls of one shape are planned alike. */
export function shapeOfCall(search: string): { shape: string; args: Map<string, string[]> } {
  const args = new Map<string, string[]>();
  let shape = "";
  for (const [key, value] of new URLSearchParams(search)) {
    const isArgument = !reserved.has(key) && mayBeArgument(key, value);
    shape += isArgument ? `${encodeURIComponent(key)}&` : `${encodeURIComponent(key)}=${encodeURIComponent(value)}&`;
    if (isArgument) args.set(key, [...(args.get(key) ?? []), value]);
  }
  return { shape, args };
}

function readEmbeddable(query: QueryParams, before: string[], word: string, value: string): void {
  if (word === "and" || word === "or") {
    const negated = before.includes("not");
    const path = before.filter((name) => name !== "not").map(unquote);
    query.logic.push({ path, value: parseTree(negated ? `not.${word}` : word, value) });
    return;
  }
  const path = before.map(unquote);
  if (word === "order") query.order.push({ path, value: parseOrder(value) });
  else if (word === "limit") query.limit.push({ path, value: parseCount(value, "limit") });
  else query.offset.push({ path, value: parseCount(value, "offset") });
}

/** Like PostgREST, a number that cannot be read counts as not given. */
function parseCount(text: string, word: "limit" | "offset"): number {
  if (/^-\d+$/.test(text) && word === "limit") return Number(text);
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) return word === "limit" ? Number.POSITIVE_INFINITY : 0;
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}

const unquote = (name: string) => (/^".*"$/.test(name) ? name.slice(1, -1) : name);

function parsePath(key: string): { path: string[]; field: Field } {
  const scan = new Scanner(key, "tree path");
  const names: string[] = [];
  for (;;) {
    const field = parseField(scan);
    if (field.path.length === 0 && scan.eat(".")) {
      names.push(field.name);
      continue;
    }
    scan.end();
    return { path: names, field };
  }
}

function parseNames(text: string | null, what: string): string[] | null {
  if (text === null) return null;
  const scan = new Scanner(text, what);
  const names = new Set<string>();
  do {
    scan.spaces();
    names.add(scan.fieldName());
    scan.spaces();
  } while (scan.eat(","));
  scan.end();
  return [...names];
}

function canonicalOf(pairs: [string, string][]): string {
  return new URLSearchParams([...pairs].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
}

/** More parameters, or longer ones, than any client of ours sends. */
const maxQueryLength = 60_000;
export function guardLength(search: string): void {
  if (search.length > maxQueryLength)
    throw badQuery("the query string is too long", `at most ${maxQueryLength} characters`);
}
