// Drops from minified CSS what cannot matter on a page: rules for classes and elements that are nowhere, custom
// properties that nobody reads, fallbacks for those that are always set, animations and fonts without a use.

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

/** Elements of which a selector needs one each; a part of a form field needs a form field. */
function elementsOf(selector: string): string[][] {
  const names: string[][] = [];
  const bare = selector.replace(everyClass, ".");
  walk(bare, 0, (character, index, depth) => {
    if (depth !== 0) return false;
    const [name] = /[\w:.#-]/.test(bare[index - 1] ?? "") ? [] : (/^[a-z][a-z0-9]*/.exec(bare.slice(index)) ?? []);
    if (name) names.push([name]);
    if (character === ":" && ofFormFields.test(bare.slice(index))) names.push(["input", "textarea", "select"]);
    return false;
  });
  return names;
}
const everyClass = new RegExp(className.source.slice(1), "gi");
const ofFormFields =
  /^::(?:placeholder|file-selector-button|-webkit-(?:datetime|date-and|calendar|search|inner-spin|outer-spin))|^:-moz-ui-invalid/;

export const variablesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = ""]) => name));

/** What there is on a page and in the scripts that can run there. */
export interface Page {
  hasClass(name: string): boolean;
  hasElement(name: string): boolean;
  /** Custom properties that markup or scripts read. */
  variables: ReadonlySet<string>;
  /** All its words, to see which fonts are asked for. */
  text: string;
}

export function pruneCss(css: string, page: Page): string {
  const canMatch = (selector: string) =>
    classesOf(selector).every(page.hasClass) && elementsOf(selector).every((names) => names.some(page.hasElement));

  const keep = (rules: readonly Rule[]): Rule[] =>
    rules.flatMap((rule): Rule[] => {
      if (rule.head.endsWith(";")) return [rule];
      if (rule.rules.length > 0) {
        const inner = keep(rule.rules);
        return inner.length > 0 ? [{ ...rule, rules: inner }] : [];
      }
      if (rule.head === "@font-face") return isAskedFor(rule, page.text) ? [rule] : [];
      if (rule.head.startsWith("@")) return [rule];
      const selectors = splitOutside(rule.head, ",").filter(canMatch);
      const declarations = (rule.declarations ?? []).filter((line, index, lines) => line !== lines[index - 1]);
      return selectors.length > 0 ? [{ ...rule, head: selectors.join(","), declarations }] : [];
    });

  let rules = withoutFallbacks(keep(parse(css)));
  for (let size = Number.POSITIVE_INFINITY, text = print(rules); text.length < size; text = print(rules)) {
    size = text.length;
    const read = variablesIn(text);
    const animated = text.replace(/@keyframes [\w-]+/g, "");
    rules = dropUnread(rules, (name) => !read.has(name) && !page.variables.has(name)).filter(({ head }) => {
      const [, name] = /^@keyframes ([\w-]+)/.exec(head) ?? [];
      return !name || new RegExp(`\\b${name}\\b`).test(animated + page.text);
    });
  }
  return print(rules);
}

/** A font with a `unicode-range` is of use only to a page with one of those characters. */
function isAskedFor({ declarations }: Rule, text: string): boolean {
  const range = declarations?.find((line) => line.startsWith("unicode-range:"));
  if (!range) return true;
  const ends = [...range.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = "", to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]);
  // Dashes and joiners in a range are borrowed; a font is asked for by its letters.
  return [...text].some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return /\p{L}/u.test(character) && ends.some(([from = 0, to = 0]) => code >= from && code <= to);
  });
}

/** `var(--x, y)` is `var(--x)` where the root sets --x, and nothing takes it away. */
function withoutFallbacks(rules: readonly Rule[]): Rule[] {
  const all = (list: readonly Rule[]): Rule[] => list.flatMap((rule) => [rule, ...all(rule.rules)]);
  const setAtRoot = new Set(
    all(rules)
      .filter(({ head }) => /^:root(?:,:host)?$/.test(head))
      .flatMap(({ declarations }) => declarations ?? [])
      .map((line) => line.slice(0, line.indexOf(":")))
      .filter((name) => name.startsWith("--")),
  );
  for (const { head, declarations } of all(rules)) {
    const [, registered = ""] = /^@property (--[\w-]+)/.exec(head) ?? [];
    setAtRoot.delete(registered);
    for (const line of declarations ?? [])
      if (line.endsWith(":initial")) setAtRoot.delete(line.slice(0, -":initial".length));
  }
  const shorten = (line: string): string => {
    const found = /var\((--[\w-]+),/.exec(line);
    if (!found?.[1] || !setAtRoot.has(found[1])) return line;
    const from = found.index + found[0].length;
    const end = walk(line, from, (character, _index, depth) => character === ")" && depth === -1);
    return shorten(`${line.slice(0, from - 1)}${line.slice(end)}`);
  };
  const inEach = (list: readonly Rule[]): Rule[] =>
    list.map((rule) => ({
      ...rule,
      declarations: rule.declarations?.map(shorten) ?? null,
      rules: inEach(rule.rules),
    }));
  return inEach(rules);
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
