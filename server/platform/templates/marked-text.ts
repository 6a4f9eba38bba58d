// The little mark-up of a mail's body: paragraphs, lists, **bold**, [words](address). From it the text and the page of the mail are
// made, so both say the same. Filled values stand in it as marks (fill.ts) and are never read as mark-up.
import { escapeHtml } from "../safe-text.ts";

/** What may be behind a link. `{{unsubscribe_url}}` and its like are filled by the gate, marks when a value is known. */
export const isLinkTarget = (target: string) =>
  /^(?:https?:\/\/|mailto:)[^\s]+$/i.test(target) || /^(?:\{\{\s*[a-z_.]+\s*\}\}|\uE000[^\s]*)/.test(target);

const inline =
  /\*\*(?<bold>[^*\n]+)\*\*|\[(?<words>[^[\]\n]+)\]\((?<target>[^()\s]+|\{\{[^{}]*\}\})\)|(?<bare>https?:\/\/[^\s<>()[\]"]+[^\s<>()[\]".,;:!?])/g;

interface Writer {
  plain(words: string): string;
  bold(words: string): string;
  link(words: string, target: string): string;
}

function line(source: string, write: Writer): string {
  let from = 0;
  let out = "";
  for (const found of source.matchAll(inline)) {
    const { bold, words, target, bare } = found.groups ?? {};
    out += write.plain(source.slice(from, found.index));
    if (bold !== undefined) out += write.bold(line(bold, write));
    else if (words !== undefined && target !== undefined)
      out += isLinkTarget(target) ? write.link(words, target) : write.plain(found[0]);
    else if (bare !== undefined) out += write.link(bare, bare);
    from = found.index + found[0].length;
  }
  return out + write.plain(source.slice(from));
}

/** Addresses behind links, in the order they stand. */
export function linksIn(source: string): string[] {
  const found: string[] = [];
  line(source, { plain: () => "", bold: () => "", link: (_, target) => (found.push(target), "") });
  return found;
}

const blocks = (source: string) =>
  source
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n\s*/)
    .map((block) => block.replace(/^\n+|\s+$/g, ""))
    .filter((block) => block.trim() !== "")
    .map((block) => block.split("\n"));
const isList = (lines: string[]) => lines.every((one) => one.startsWith("- "));

/** Addresses are between \uE002 and \uE003, because values in them are written another way. */
export function markedToText(source: string): string {
  const write: Writer = {
    plain: (words) => words,
    bold: (words) => words,
    link: (words, target) => (words === target ? `\uE002${target}\uE003` : `${words} (\uE002${target}\uE003)`),
  };
  return blocks(source)
    .map((lines) => lines.map((one) => line(one, write)).join("\n"))
    .join("\n\n");
}

const paragraphStyle = "margin:0 0 16px";

export function markedToHtml(source: string): string {
  const write: Writer = {
    plain: escapeHtml,
    bold: (words) => `<strong>${words}</strong>`,
    link: (words, target) => `<a href="${escapeHtml(target)}">${escapeHtml(words)}</a>`,
  };
  return blocks(source)
    .map((lines) =>
      isList(lines)
        ? `<ul style="${paragraphStyle}">${lines.map((one) => `<li>${line(one.slice(2), write)}</li>`).join("")}</ul>`
        : `<p style="${paragraphStyle}">${lines.map((one) => line(one, write)).join("<br>")}</p>`,
    )
    .join("\n");
}
