// `order=name.desc.nullslast,accounts(name).asc,data->>city`
import { parseField } from "./field-parser.ts";
import type { OrderTerm } from "./request-types.ts";
import { Scanner } from "./scanner.ts";

export function parseOrder(text: string): OrderTerm[] {
  const scan = new Scanner(text, "order");
  const terms: OrderTerm[] = [];
  do terms.push(parseTerm(scan));
  while (scan.eat(","));
  scan.end();
  return terms;
}

function parseTerm(scan: Scanner): OrderTerm {
  const outer = parseField(scan);
  let term: OrderTerm = { relation: null, field: outer, direction: null, nulls: null };
  if (outer.path.length === 0 && scan.eat("(")) {
    term = { ...term, relation: outer.name, field: parseField(scan) };
    scan.expect(")");
  }
  if (scan.eat(".asc")) term.direction = "asc";
  else if (scan.eat(".desc")) term.direction = "desc";
  if (scan.eat(".nullsfirst")) term.nulls = "first";
  else if (scan.eat(".nullslast")) term.nulls = "last";
  scan.spaces();
  if (!scan.done && !scan.sees(",")) {
    const wanted =
      term.nulls !== null
        ? '"," or end of input'
        : term.direction !== null
          ? '"nullsfirst" or "nullslast"'
          : '"asc", "desc", "nullsfirst" or "nullslast"';
    scan.eat(".");
    scan.fail(`expecting ${wanted}`);
  }
  return term;
}
