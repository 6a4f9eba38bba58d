// Drops rules from minified CSS whose classes are nowhere, and custom properties that nobody reads.

interface Rule {
  /** Selector list, or the at-rule with its condition. */
  head: string;
  /** Declarations, or null when the rule holds rules. */
  declarations: string[] | null;
  rules: Rule[];
}

const holdsRules = /^@(?:media|supports|layer|container|starting-style|scope)\b/;

/** Splits at a character outside of strings, brackets and escapes. */
function splitOutside(text: string, at: string): string[] {
  const parts: string[] = [];
  let start = 0;
  walk(text, 0, (character, index, depth) => {
    if (depth === 0 && character === at) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
    return false;
  });
  return [...parts, text.slice(start)];
}

/** Calls `visit` for each character that is not in a string or escaped, with the depth of brackets, until it says stop. */
function walk(text: string, from: number, visit: (character: string, index: number, depth: number) => boolean): number {
  let depth = 0;
  let quote = "";
  for (let index = from; index < text.length; index++) {
    const character = text[index] ?? "";
    if (character === "\\") index++;
    else if (quote) quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else {
      if (character === ")" || character === "]" || character === "}") depth--;
      if (visit(character, index, depth)) return index;
      if (character === "(" || character === "[" || character === "{") depth++;
    }
  }
  return text.length;
}

function parse(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < css.length;) {
    const end = walk(css, at, (character, _index, depth) => depth === 0 && (character === "{" || character === ";"));
    const head = css.slice(at, end).trim();
    if (css[end] !== "{") {
      // A statement such as @layer a,b; or what is left at the end.
      if (head) rules.push({ head: `${head};`, declarations: null, rules: [] });
      at = end + 1;
      continue;
    }
    const close = walk(css, end + 1, (character, _index, depth) => character === "}" && depth === -1);
    const body = css.slice(end + 1, close);
    if (holdsRules.test(head)) rules.push({ head, declarations: null, rules: parse(body) });
    else if (head.startsWith("@keyframes")) rules.push({ head, declarations: [body], rules: [] });
    else rules.push({ head, declarations: splitOutside(body, ";").filter(Boolean), rules: [] });
    at = close + 1;
  }
  return rules;
}

const print = (rules: readonly Rule[]): string =>
  rules
    .map(({ head, declarations, rules: inner }) =>
      head.endsWith(";") ? head : `${head}{${declarations ? declarations.join(";") : print(inner)}}`,
    )
    .join("");

/** Classes a selector cannot do without; those inside :not(), :has(), :where() or :is() decide nothing here. */
function classesOf(selector: string): string[] {
  const names: string[] = [];
  walk(selector, 0, (character, index, depth) => {
    if (depth === 0 && character === ".") names.push(className.exec(selector.slice(index))?.[1] ?? "");
    return false;
  });
  return names.map((name) =>
    name
      .replace(/\\([0-9a-f]{1,6}) ?/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replace(/\\(.)/g, "$1"),
  );
}
const className = /^\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-]|[^\0-\x7f])+)/i;

export const variablesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = ""]) => name));

/** `readElsewhere`: custom properties that markup or scripts read. */
export function pruneCss(
  css: string,
  isUsed: (className: string) => boolean,
  readElsewhere: ReadonlySet<string> = new Set(),
): string {
  const keep = (rules: readonly Rule[]): Rule[] =>
    rules.flatMap((rule): Rule[] => {
      if (rule.head.endsWith(";")) return [rule];
      if (rule.rules.length > 0) {
        const inner = keep(rule.rules);
        return inner.length > 0 ? [{ ...rule, rules: inner }] : [];
      }
      if (rule.head.startsWith("@")) return [rule];
      const selectors = splitOutside(rule.head, ",").filter((selector) => classesOf(selector).every(isUsed));
      return selectors.length > 0 ? [{ ...rule, head: selectors.join(",") }] : [];
    });

  let rules = keep(parse(css));
  for (let size = Number.POSITIVE_INFINITY, text = print(rules); text.length < size; text = print(rules)) {
    size = text.length;
    const read = variablesIn(text);
    rules = dropUnread(rules, (name) => !read.has(name) && !readElsewhere.has(name));
  }
  return print(rules);
}

function dropUnread(rules: readonly Rule[], isUnread: (name: string) => boolean): Rule[] {
  return rules.flatMap((rule): Rule[] => {
    const [, registered] = /^@property (--[\w-]+)/.exec(rule.head) ?? [];
    if (registered) return isUnread(registered) ? [] : [rule];
    if (rule.rules.length > 0) {
      const inner = dropUnread(rule.rules, isUnread);
      return inner.length > 0 ? [{ ...rule, rules: inner }] : [];
    }
    if (!rule.declarations || rule.head.startsWith("@")) return [rule];
    const declarations = rule.declarations.filter((line) => {
      const [, name] = /^\s*(--[\w-]+)\s*:/.exec(line) ?? [];
      return !name || !isUnread(name);
    });
    return declarations.length > 0 ? [{ ...rule, declarations }] : [];
  });
}
