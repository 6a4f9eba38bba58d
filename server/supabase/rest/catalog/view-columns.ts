// Which table column is behind each column of a view, read from the view's rewrite rule. This lets a view
// be embedded through the foreign keys of the tables it shows.
export interface Origin {
  relation: number;
  column: number;
}

/**
 * The rule is PostgreSQL's node tree as text: braces nest, a backslash escapes. The target list of the outermost
 * query holds one TARGETENTRY per view column with its origin (0 when it is an expression).
 */
export function readOrigins(rule: string): Map<number, Origin> {
  const origins = new Map<number, Origin>();
  let depth = 0;
  let entry: { start: number; own: string } | null = null;
  for (let at = 0; at < rule.length; at++) {
    const char = rule[at];
    if (char === "\\") at++;
    else if (char === "{") {
      depth++;
      if (depth === 2 && rule.startsWith("{TARGETENTRY", at)) entry = { start: at, own: "" };
      else if (entry !== null && depth === 3) entry.own += rule.slice(entry.start, at);
    } else if (char === "}") {
      if (entry !== null && depth === 3) entry.start = at + 1;
      if (entry !== null && depth === 2) {
        keep(origins, entry.own + rule.slice(entry.start, at));
        entry = null;
      }
      depth--;
    }
  }
  return origins;
}

function keep(origins: Map<number, Origin>, own: string): void {
  const number = (word: string) => Number(new RegExp(`:${word} (\\d+)`).exec(own)?.[1] ?? 0);
  const junk = own.includes(":resjunk true");
  const relation = number("resorigtbl");
  if (!junk && relation !== 0) origins.set(number("resno"), { relation, column: number("resorigcol") });
}
