// Tags in the texts of a template: an unknown one is refused with its place, a known one is filled when a draft begins. What is not
// known of a company or person stays as a gap with its name, {title}, for the author of the draft.
import { parseSource, renderSource, SourceError } from "#server/platform/templates/engine.ts";
import { type TemplateWords, textsOf } from "../template.ts";

export type Values = Readonly<Record<string, unknown>>;

export interface TagProblem {
  place: string;
  line: number;
  message: string;
  tag?: string;
}

/** Every path that has a value or may have one: "account.name". */
export const pathsOf = (values: Values, before = ""): string[] =>
  Object.entries(values).flatMap(([key, value]) =>
    value !== null && typeof value === "object" ? pathsOf(value as Values, `${before}${key}.`) : [`${before}${key}`],
  );

const lone = /(?<!\{)\{(?![{%])[^{}\n]{0,60}\}(?!\})/;

function problemsIn(place: string, text: string, known: ReadonlySet<string>): TagProblem[] {
  const bare = text.replaceAll(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, "");
  const alone = lone.exec(bare)?.[0];
  if (alone) return [{ place, line: 1, message: "A tag has two braces on each side.", tag: alone }];
  try {
    return parseSource(text)
      .tags.filter(({ path }) => !known.has(path))
      .map(({ path, line }) => ({ place, line, message: `Nothing is called ${path}.`, tag: path }));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return [{ place, line: error.line, message: error.message }];
  }
}

export const tagProblems = (template: TemplateWords, known: readonly string[]): TagProblem[] => {
  const paths = new Set(known);
  return textsOf(template).flatMap(([place, text]) => problemsIn(place, text, paths));
};

/** A value is text, whatever it looks like: it is filled in last, and read as a tag by nothing. */
export function fillText(text: string, values: Values, missing: Set<string>): string {
  return renderSource(parseSource(text), values, (value, path, hasWords) => {
    const words = String(value ?? "")
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
      .trim();
    if (words !== "" || hasWords || path === null) return words;
    missing.add(path);
    return `{${path.split(".").at(-1)}}`;
  });
}
