// Reads what an author wrote, before it is saved: what keeps it from being saved, and what is only worth a warning.
import { parseSource, SourceError, type FoundTag } from "#server/platform/templates/engine.ts";
import { cleanPage, pageToMarked } from "#server/platform/templates/hand-written-page.ts";
import { isLinkTarget, linksIn, markedToText } from "#server/platform/templates/marked-text.ts";
import { allTags, type MergeField, nearestTag } from "../merge-fields.ts";

export interface WrittenTemplate {
  purpose: "outreach" | "transactional";
  subject: string;
  body_text: string;
  body_html: string | null;
}

export type Place = "subject" | "body_text" | "body_html";
export interface Remark {
  place: Place;
  line: number;
  column: number;
  message: string;
  tag?: string;
  nearest?: string;
}

export interface Checked {
  /** What is saved: one line, cleaned, the text made from the page where there is none. */
  template: WrittenTemplate;
  problems: Remark[];
  warnings: Remark[];
  tags: string[];
  needs: string[];
}

const limits: Record<Place, number> = { subject: 200, body_text: 20_000, body_html: 100_000 };
const words: Record<Place, string> = { subject: "The subject", body_text: "The text", body_html: "The page" };

/** Lone braces: `{first_name}` is a tag of no one, and would be sent as it stands. */
const lone = /(?<!\{)\{(?![{%])[^{}\n]{0,60}\}(?!\})/g;
const without = (source: string) =>
  source.replaceAll(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, (tag) => tag.replaceAll(/[^\n]/g, " "));
const placeAt = (source: string, index: number) => {
  const before = source.slice(0, index).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

function checkPlace(place: Place, source: string, known: readonly MergeField[], problems: Remark[]): FoundTag[] {
  const say = (line: number, column: number, message: string, more: Partial<Remark> = {}) =>
    problems.push({ place, line, column, message, ...more });
  if (source.length > limits[place])
    say(1, 1, `${words[place]} has at most ${limits[place].toLocaleString("en-US")} characters.`);
  if (/[\uE000-\uE005]/.test(source)) say(1, 1, `${words[place]} has characters that cannot be shown.`);
  for (const found of without(source).matchAll(lone)) {
    const { line, column } = placeAt(source, found.index);
    say(line, column, "A tag has two braces on each side.", { tag: found[0] });
  }
  try {
    const { tags } = parseSource(source);
    for (const { path, line, column } of tags) {
      if (known.some((field) => field.path === path)) continue;
      const nearest = nearestTag(path, known);
      say(line, column, `Nothing is called ${path}. Did you mean ${nearest}?`, { tag: path, nearest });
    }
    return tags;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    say(error.line, error.column, sentence(error.message));
    return [];
  }
}

const sentence = (message: string) => {
  const filter = /undefined filter: (\w+)/.exec(message)?.[1];
  if (filter) return `There is no filter called ${filter}. There are default, upcase, downcase and capitalize.`;
  const tag = /tag "?(\w+)"? not found/.exec(message)?.[1];
  if (tag) return `There is no tag called ${tag}. There are if and unless.`;
  if (/not closed/.test(message)) return "This tag is not closed.";
  return `This tag cannot be read: ${message}.`;
};

/** The words alone, to compare two ways of writing them. */
const bare = (marked: string) =>
  markedToText(marked)
    .replaceAll(/[\uE002\uE003*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** `own`: the tags of fields that an administrator added. */
export function checkTemplate(written: WrittenTemplate, own: readonly MergeField[] = []): Checked {
  const known = [...allTags, ...own];
  const mayBeEmpty = new Map(known.filter((field) => field.may_be_empty).map((field) => [field.path, field.label]));
  const problems: Remark[] = [];
  const html = written.body_html?.trim() ? cleanPage(written.body_html) : null;
  const fromPage = html === null ? "" : pageToMarked(html);
  const template: WrittenTemplate = {
    purpose: written.purpose,
    subject: written.subject.replaceAll(/\s+/g, " ").trim(),
    body_text: written.body_text.replaceAll("\r\n", "\n").trim() || fromPage,
    body_html: html,
  };
  const places = (["subject", "body_text", "body_html"] as const).filter((place) => template[place] !== null);
  const found = places.flatMap((place) =>
    checkPlace(place, template[place] ?? "", known, problems).map((tag) => ({ ...tag, place })),
  );
  for (const place of ["subject", "body_text"] as const)
    if (template[place] === "") problems.push({ place, line: 1, column: 1, message: `${words[place]} is empty.` });
  for (const match of template.body_text.matchAll(/\]\((\{\{[^{}]*\}\}|[^\s)]*)/g))
    if (!isLinkTarget(match[1] ?? ""))
      problems.push({
        place: "body_text",
        ...placeAt(template.body_text, match.index),
        message: "A link leads to an address that begins with https://, http:// or mailto:.",
      });
  if (html !== null && bare(fromPage) !== bare(template.body_text))
    problems.push({
      place: "body_text",
      line: 1,
      column: 1,
      message: "The text and the page do not say the same. Leave the text empty, and it is made from the page.",
    });
  else if (html !== null && linksIn(fromPage).join("\n") !== linksIn(template.body_text).join("\n"))
    problems.push({ place: "body_text", line: 1, column: 1, message: "The text and the page have other links." });
  for (const { path, place, line, column } of found) {
    if (path.endsWith("_url") && place === "subject")
      problems.push({ place, line, column, tag: path, message: "An address does not stand in a subject." });
  }
  const open = found.filter(({ path, guarded }) => !guarded && mayBeEmpty.has(path));
  const warnings = open.map(({ path, place, line, column }) => ({
    place,
    line,
    column,
    tag: path,
    message: `${mayBeEmpty.get(path)} may be empty. Say what stands there then, or people without it cannot be written to.`,
  }));
  return {
    template,
    problems,
    warnings,
    tags: [...new Set(found.map(({ path }) => path))].toSorted(),
    needs: [...new Set(open.map(({ path }) => path))].toSorted(),
  };
}
