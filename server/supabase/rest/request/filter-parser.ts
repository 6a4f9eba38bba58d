// `id=eq.1`, `name=not.ilike.*acme*`, `or=(a.eq.1,and(b.gt.2,c.is.null))`
import { parseField } from "./field-parser.ts";
import { checkPattern } from "./pattern-cost.ts";
import {
  isValues,
  quantifiable,
  searchFunctions,
  simpleOperators,
  type Filter,
  type IsValue,
  type Logic,
  type SearchOperator,
  type SimpleOperator,
  type Test,
} from "./request-types.ts";
import { Scanner } from "./scanner.ts";

const isSimple = (word: string): word is SimpleOperator => Object.hasOwn(simpleOperators, word);
const isSearch = (word: string): word is SearchOperator => Object.hasOwn(searchFunctions, word);
const isTrilean = (word: string): word is IsValue => Object.hasOwn(isValues, word);

/** Whether a parameter of a GET function call is a filter on its rows rather than an argument. */
export function looksLikeFilter(value: string): boolean {
  const [first = "", ...others] = value.split(".");
  if (others.length === 0) return false;
  const word = first.replace(/\(.*\)$/, "");
  return first === "not" || isSimple(word) || isSearch(word) || ["in", "is", "isdistinct"].includes(first);
}

export function parseFilterValue(text: string): Pick<Filter, "negated" | "test"> {
  const scan = new Scanner(text, "filter");
  const parsed = parseTest(scan, () => scan.takeRest());
  scan.end();
  return parsed;
}

function parseTest(scan: Scanner, readValue: () => string): Pick<Filter, "negated" | "test"> {
  const negated = scan.eat("not.");
  return { negated, test: parseOperation(scan, readValue) };
}

function parseOperation(scan: Scanner, readValue: () => string): Test {
  if (scan.eat("in.")) return { kind: "in", values: parseList(scan) };
  if (scan.eat("isdistinct.")) return { kind: "isdistinct", value: readValue() };
  if (scan.eat("is.")) return { kind: "is", value: parseTrilean(scan) };
  const start = scan.position;
  const word = scan.until(".(");
  if (isSearch(word)) {
    const language = scan.eat("(") ? scan.identifier() : null;
    if (language !== null) scan.expect(")");
    scan.expect(".");
    return { kind: "search", operator: word, language, value: readValue() };
  }
  if (!isSimple(word)) {
    scan.position = start;
    return scan.done || word === ""
      ? scan.fail("expecting operator (eq, gt, ...)")
      : scan.refuse(`unknown single value operator ${word}`);
  }
  const quantifier = scan.eat("(any)") ? "any" : scan.eat("(all)") ? "all" : null;
  if (quantifier !== null && !quantifiable.has(word)) scan.refuse(`operator ${word} takes no modifier`);
  if (!scan.sees(".")) scan.fail("expecting operator (eq, gt, ...)");
  scan.expect(".");
  const value = readValue();
  if (word === "match" || word === "imatch") checkPattern(value);
  return { kind: "simple", operator: word, quantifier, value };
}

function parseTrilean(scan: Scanner): IsValue {
  const start = scan.position;
  const word = scan.until(",)").toLowerCase();
  if (isTrilean(word)) return word;
  scan.position = start;
  return scan.fail("expecting isVal: (null, not_null, true, false, unknown)");
}

function parseList(scan: Scanner): string[] {
  scan.spaces();
  scan.expect("(");
  const values: string[] = [];
  do values.push(parseBracketed(scan));
  while (scan.eat(","));
  scan.spaces();
  scan.expect(")");
  scan.spaces();
  return values.length === 1 && values[0] === "" ? [] : values;
}

/** A quoted value when the quotes close right before `,` or `)`, otherwise everything up to there. */
function parseBracketed(scan: Scanner): string {
  return readQuoted(scan) ?? scan.until(",)");
}

function readQuoted(scan: Scanner): string | null {
  if (!scan.sees('"') || !/^"(?:[^"\\]|\\.)*"(?:[,)]|$)/s.test(scan.rest)) return null;
  return scan.quoted();
}

/** In a tree a value ends at `,` or `)`; `{…}` may hold commas. */
function parseTreeValue(scan: Scanner): string {
  const quoted = readQuoted(scan);
  if (quoted !== null) return quoted;
  const array = /^\{[^{}]*\}(?=[,)]|$)/.exec(scan.rest)?.[0];
  if (array === undefined) return scan.until(",)");
  scan.position += array.length;
  return array;
}

/** `word` is `and`, `or`, `not.and` or `not.or`; `text` is `(…)`. */
export function parseTree(word: string, text: string): Logic {
  const scan = new Scanner(word + text, "logic tree");
  const tree = parseMember(scan, 0);
  scan.end();
  return tree;
}

const maxDepth = 50;

function parseMember(scan: Scanner, depth: number): Logic {
  if (depth > maxDepth) scan.refuse("the tree is too deep");
  scan.spaces();
  const group = /^(not\.)?(and|or)\s*\(/.exec(scan.rest);
  if (group === null) {
    const field = parseField(scan);
    scan.expect(".");
    return { kind: "filter", field, ...parseTest(scan, () => parseTreeValue(scan)) };
  }
  scan.position += group[0].length;
  const members: Logic[] = [];
  do {
    members.push(parseMember(scan, depth + 1));
    scan.spaces();
  } while (scan.eat(","));
  scan.expect(")");
  scan.spaces();
  return { kind: "group", operator: group[2] === "and" ? "and" : "or", negated: group[1] !== undefined, members };
}
