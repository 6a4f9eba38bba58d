// `select=id,label:name::text,data->>city,accounts!inner(name),...profile(*),total:price.sum()`
import { parseJsonPath } from "./field-parser.ts";
import { aggregates, type Aggregate, type SelectColumn, type SelectEmbed, type SelectItem } from "./request-types.ts";
import { Scanner } from "./scanner.ts";

export function parseSelect(text: string): SelectItem[] {
  const scan = new Scanner(text, "select parameter");
  const items = parseItems(scan);
  scan.end();
  return items;
}

function parseItems(scan: Scanner): SelectItem[] {
  scan.spaces();
  if (scan.done || scan.sees(")")) return [];
  const items: SelectItem[] = [];
  do {
    scan.spaces();
    items.push(parseItem(scan));
    scan.spaces();
  } while (scan.eat(","));
  return items;
}

function parseItem(scan: Scanner): SelectItem {
  if (scan.eat("...")) return parseEmbed(scan, scan.fieldName(), null, true);
  if (scan.eat("*")) return column({ name: "*", path: [] }, null);
  const alias = scan.try(() => {
    const name = scan.fieldName();
    return scan.sees("::") || !scan.eat(":") ? null : name;
  });
  scan.spaces();
  if (scan.sees("count()")) {
    scan.expect("count()");
    return { ...column({ name: "*", path: [] }, alias), aggregate: { name: "count", cast: parseCast(scan) } };
  }
  const name = scan.fieldName();
  if (scan.sees("!") || scan.sees("(")) return parseEmbed(scan, name, alias, false);
  const item = column({ name, path: parseJsonPath(scan) }, alias);
  item.cast = parseCast(scan);
  item.aggregate = parseAggregate(scan);
  if (!scan.done && !scan.sees(",") && !scan.sees(")"))
    scan.fail('expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  return item;
}

const column = (field: SelectColumn["field"], alias: string | null): SelectColumn => ({
  kind: "column",
  field,
  alias,
  cast: null,
  aggregate: null,
});

function parseCast(scan: Scanner): string | null {
  return scan.eat("::") ? scan.identifier() : null;
}

function parseAggregate(scan: Scanner): { name: Aggregate; cast: string | null } | null {
  if (!scan.eat(".")) return null;
  const name = scan.identifier("aggregate function");
  const known = aggregates.find((candidate) => candidate === name);
  if (known === undefined) return scan.fail("expecting sum(), avg(), count(), max() or min()");
  scan.expect("()");
  return { name: known, cast: parseCast(scan) };
}

function parseEmbed(scan: Scanner, name: string, alias: string | null, spread: boolean): SelectEmbed {
  const embed: SelectEmbed = { kind: "embed", name, alias, hint: null, join: null, spread, select: [] };
  while (scan.eat("!")) {
    const word = scan.fieldName();
    if (word === "inner" || word === "left") embed.join ??= word;
    else if (embed.hint === null) embed.hint = word;
    else scan.fail('expecting "("');
  }
  scan.expect("(");
  embed.select = parseItems(scan);
  scan.expect(")");
  return embed;
}
