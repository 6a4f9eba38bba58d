// Notes as they are written: a small part of Markdown (bold, italic, lists, links) and names of colleagues. What is not understood stays
// as it was typed. The result is data that React draws, so nothing in a note is ever HTML.
import { textParts } from "../entry/text-parts.ts";

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "bold" | "italic"; parts: Inline[] }
  | { kind: "link"; text: string; href: string }
  | { kind: "mention"; text: string };

export type Block =
  /** Line breaks count as typed. */
  { kind: "lines"; parts: Inline[] } | { kind: "list"; ordered: boolean; start: number; items: Inline[][] };

const bullet = /^\s*[-*•]\s+(.+)$/;
const numbered = /^\s*(\d{1,3})[.)]\s+(.+)$/;

const marks = [
  String.raw`\[(?<label>[^[\]\n]{1,300})\]\((?<href>https?:\/\/[^\s()<>]+)\)`,
  String.raw`(?<url>https?:\/\/[^\s<>"'${"`"}]+)`,
  String.raw`\*\*(?=\S)(?<bold>[^\n]+?)(?<=\S)\*\*`,
  String.raw`(?<![\p{L}\p{N}*])\*(?=[^\s*])(?<star>[^*\n]+?)(?<=\S)\*(?![\p{L}\p{N}*])`,
  String.raw`(?<![\p{L}\p{N}_])_(?=[^\s_])(?<line>[^_\n]+?)(?<=\S)_(?![\p{L}\p{N}_])`,
].join("|");

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** The longest name first: "Noor Marchetti" is not "Noor". */
function pattern(names: readonly string[]): RegExp {
  const known = names.filter(Boolean).toSorted((a, b) => b.length - a.length);
  const mention = known.length > 0 ? `|(?<mention>@(?:${known.map(escaped).join("|")}))(?![\\p{L}\\p{N}])` : "";
  return new RegExp(marks + mention, "gu");
}

function inline(text: string, names: readonly string[], depth = 0): Inline[] {
  const parts: Inline[] = [];
  const plain = (words: string) => {
    if (words) parts.push({ kind: "text", text: words });
  };
  let from = 0;
  for (const match of text.matchAll(pattern(names))) {
    const found = match.groups ?? {};
    const emphasis = found["bold"] ?? found["star"] ?? found["line"];
    // Mark-up in mark-up in mark-up is no note any more.
    if (emphasis !== undefined && depth > 2) continue;
    plain(text.slice(from, match.index));
    from = match.index + match[0].length;
    if (found["label"] !== undefined && found["href"] !== undefined && URL.canParse(found["href"]))
      parts.push({ kind: "link", text: found["label"], href: new URL(found["href"]).href });
    else if (found["url"] !== undefined)
      for (const part of textParts(found["url"]))
        if (part.href) parts.push({ kind: "link", text: part.text, href: part.href });
        else plain(part.text);
    else if (found["mention"] !== undefined) parts.push({ kind: "mention", text: found["mention"] });
    else if (emphasis !== undefined)
      parts.push({
        kind: found["bold"] === undefined ? "italic" : "bold",
        parts: inline(emphasis, names, depth + 1),
      });
    else plain(match[0]);
  }
  plain(text.slice(from));
  return parts;
}

/** `names` are those of the colleagues that the note names. */
export function noteBlocks(body: string, names: readonly string[] = []): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const flush = () => {
    const text = lines.join("\n").replace(/^\n+|\s+$/g, "");
    if (text) blocks.push({ kind: "lines", parts: inline(text, names) });
    lines = [];
  };
  for (const line of body.split(/\r?\n/)) {
    const number = numbered.exec(line);
    const item = number?.[2] ?? bullet.exec(line)?.[1];
    if (item === undefined) {
      lines.push(line);
      continue;
    }
    const last = lines.length === 0 ? blocks.at(-1) : undefined;
    if (last?.kind === "list" && last.ordered === (number !== null)) {
      last.items.push(inline(item.trimEnd(), names));
      continue;
    }
    flush();
    blocks.push({
      kind: "list",
      ordered: number !== null,
      start: Number(number?.[1] ?? 1),
      items: [inline(item.trimEnd(), names)],
    });
  }
  flush();
  return blocks;
}

/** The name that is being typed before the caret: `@noor ma`. */
export function mentionAt(text: string, caret: number): { from: number; term: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const term = found[1] ?? "";
  return { from: caret - term.length - 1, term };
}

/** Whose names fit what is typed: any word of a name may begin so. */
export function namesFor<Person extends { name: string }>(people: readonly Person[], term: string): Person[] {
  const wanted = term.trim().toLowerCase();
  return people.filter(
    ({ name }) => name.toLowerCase().startsWith(wanted) || ` ${name.toLowerCase()}`.includes(` ${wanted}`),
  );
}

/** Puts marks around the selection, or takes them away. */
export function wrapped(text: string, [start, end]: readonly [number, number], mark: "**" | "_") {
  const size = mark.length;
  const inside = text.slice(start, end);
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark)
    return {
      text: text.slice(0, start - size) + inside + text.slice(end + size),
      selection: [start - size, end - size] as const,
    };
  return {
    text: text.slice(0, start) + mark + inside + mark + text.slice(end),
    selection: [start + size, end + size] as const,
  };
}

/** Makes the selected lines a list, or plain lines again. */
export function listed(text: string, [start, end]: readonly [number, number]) {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const to = text.indexOf("\n", end) < 0 ? text.length : text.indexOf("\n", end);
  const lines = text.slice(from, to).split("\n");
  const isList = lines.every((line) => line.startsWith("- "));
  const made = lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join("\n");
  return {
    text: text.slice(0, from) + made + text.slice(to),
    selection: [from + made.length, from + made.length] as const,
  };
}
