// LiquidJS with everything taken out that a mail does not need: no loops, no includes, no assignments, five filters. What is left
// cannot read a file, call a function or run for long; sizes and steps are limited all the same. Steps and not time: on a busy machine a
// short mail may wait long for its turn.
import { analyzeSync, Liquid, LiquidError, Output, type Template } from "liquidjs";

export const maxSource = 100_000;
/** In one source. Without loops each is written once at most, so this limits the work of filling, too. */
const maxTags = 2000;

const keptTags = new Set(["if", "unless"]);
const keptFilters = new Set(["default", "escape", "upcase", "downcase", "capitalize"]);

const engine = new Liquid({
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  parseLimit: maxSource,
  memoryLimit: 1_000_000,
});
for (const tag of Object.keys(engine.tags)) if (!keptTags.has(tag)) delete engine.tags[tag];
for (const filter of Object.keys(engine.filters)) if (!keptFilters.has(filter)) delete engine.filters[filter];
// Every value is escaped by its position (fill.ts): a second time would show.
engine.registerFilter("escape", (value: unknown) => value);

/** A tag as it is in a source. */
export interface FoundTag {
  path: string;
  line: number;
  column: number;
  /** Has other words, or stands where an `if` has asked for it. */
  guarded: boolean;
}

export interface ParsedSource {
  templates: Template[];
  tags: FoundTag[];
}

export class SourceError extends Error {
  readonly line: number;
  readonly column: number;
  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

interface Branch {
  value: unknown;
  templates: Template[];
}
const branchesOf = (template: Template) => (template as unknown as { branches?: Branch[] }).branches;
const elseOf = (template: Template) => (template as unknown as { elseTemplates?: Template[] }).elseTemplates ?? [];

const variables = (template: object): Omit<FoundTag, "guarded">[] =>
  Object.values(analyzeSync([template as Template]).variables)
    .flat()
    .map(({ segments, location }) => ({
      path: segments.map(String).join("."),
      line: location.row,
      column: location.col,
    }));

/** `default` with words of the author's own, also empty ones: more of them than other tags to fall back on. */
const endsInWords = (output: Output) =>
  output.value.filters.filter(({ name }) => name === "default").length >= Math.max(variables(output).length, 1);

function tagsIn(templates: Template[], asked: ReadonlySet<string>): FoundTag[] {
  return templates.flatMap((template): FoundTag[] => {
    if (template instanceof Output) {
      const [first, ...others] = variables(template).toSorted((a, b) => a.line - b.line || a.column - b.column);
      const hasDefault = template.value.filters.some(({ name }) => name === "default");
      // What is in the place of an empty value may be empty itself.
      const hasWords = endsInWords(template);
      return [
        ...(first ? [{ ...first, guarded: hasDefault || asked.has(first.path) }] : []),
        ...others.map((tag) => ({ ...tag, guarded: hasWords || asked.has(tag.path) })),
      ];
    }
    const branches = branchesOf(template);
    if (!branches) return [];
    return [
      ...branches.flatMap(({ value, templates: inner }) => {
        const condition = variables({
          token: template.token,
          *arguments() {
            yield value;
          },
        });
        const known = new Set([...asked, ...condition.map(({ path }) => path)]);
        return [...condition.map((tag) => ({ ...tag, guarded: true })), ...tagsIn(inner, known)];
      }),
      ...tagsIn(elseOf(template), asked),
    ];
  });
}

function parse(source: string): ParsedSource {
  if (source.length > maxSource) throw new SourceError(`At most ${maxSource.toLocaleString("en-US")} characters`, 1, 1);
  try {
    // Counted before the tags are looked at one by one, which takes longer the more there are.
    if ((source.match(/\{[{%]/g) ?? []).length > maxTags)
      throw new SourceError(`At most ${maxTags.toLocaleString("en-US")} tags`, 1, 1);
    const templates = engine.parse(source);
    return { templates, tags: tagsIn(templates, new Set()) };
  } catch (error) {
    if (!LiquidError.is(error)) throw error;
    const [line = 1, column = 1] = error.token.getPosition();
    // "undefined filter: date, line:1, col:1" says its place twice.
    throw new SourceError(error.message.replace(/, line:\d+, col:\d+$/, ""), line, column);
  }
}

/** Sources are few and filled often. */
const parsed = new Map<string, ParsedSource>();
const maxParsed = 200;

export function parseSource(source: string): ParsedSource {
  const known = parsed.get(source);
  if (known) return known;
  const fresh = parse(source);
  if (parsed.size >= maxParsed) parsed.delete(parsed.keys().next().value ?? "");
  parsed.set(source, fresh);
  return fresh;
}

/** `hasWords`: the author said what stands there when it is empty. */
type Write = (value: unknown, path: string | null, hasWords: boolean) => string;

/** Fills a source; `write` decides what replaces a tag. */
export function renderSource({ templates }: ParsedSource, values: object, write: Write): string {
  writing = write;
  try {
    return String(engine.renderSync(templates.map(watched), values));
  } finally {
    writing = null;
  }
}

// Rendering is synchronous: one at a time writes.
let writing: Write | null = null;
const seen = new WeakSet<Template>();

/** Outputs hand their value and path to `write`, wherever they stand. */
function watched(template: Template): Template {
  if (seen.has(template)) return template;
  seen.add(template);
  if (template instanceof Output) {
    const path = variables(template)[0]?.path ?? null;
    const hasWords = endsInWords(template);
    const { value } = template;
    template.render = function* render(context, emitter) {
      const given: unknown = yield value.value(context, false);
      emitter.write(writing ? writing(given, path, hasWords) : "");
    } as Output["render"];
  }
  for (const { templates } of branchesOf(template) ?? []) for (const inner of templates) watched(inner);
  for (const inner of elseOf(template)) watched(inner);
  return template;
}
