// What a person wrote, and what they quoted of the mail before. Nothing is cut: the parts put together are the text. One pass over the
// lines and no pattern that could run away, so it needs no thread of its own (docs/decisions/311).

export interface Part {
  kind: "text" | "quote";
  text: string;
  lines: number;
}

const isQuoted = (line: string) => line.trimStart().startsWith(">");
const isBlank = (line: string) => line.trim() === "";

/** "On Mon, Dec 2, 2024 at 17:20 Noor Marchetti wrote:", in any language: it ends with a colon and has a number in it. */
const mayAttribute = (line: string) => line.length < 300 && /\d/.test(line);
const endsAttribution = (line: string) => /[::]\s*$/.test(line.slice(-10));

const divider = /^\s*(?:-{3,}|_{5,})[^-_]{0,60}(?:-{3,}|_{5,})?\s*$/;
const headerLine = /^\s*\*?(?:From|Von|De|Van|Från|Fra|Da|От|差出人)\s?:/i;
const otherHeader = /^\s*\*?[\p{L} ]{1,20}\s?:\*?\s/u;

/** "From: ... / Sent: ... / To: ...": what Outlook puts above a mail that is answered. */
function beginsHeaders(lines: readonly string[], at: number): boolean {
  if (!headerLine.test((lines[at] ?? "").slice(0, 40))) return false;
  return [1, 2].every((next) => otherHeader.test((lines[at + next] ?? "").slice(0, 60)));
}

/** The first line of the mail that is quoted whole at the end, or how many lines there are. */
function tailFrom(lines: readonly string[]): number {
  for (const [at, line] of lines.entries()) {
    if (beginsHeaders(lines, at)) return at;
    if (!divider.test(line.slice(0, 140))) continue;
    let next = at + 1;
    while (next < lines.length && next < at + 3 && isBlank(lines[next] ?? "")) next++;
    if (beginsHeaders(lines, next) || (/-{3,}.*\p{L}/u.test(line.slice(0, 140)) && next < lines.length)) return at;
  }
  return lines.length;
}

export function foldQuotes(text: string): Part[] {
  // With its line break, so that joining is all it takes to get the text back.
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const tail = tailFrom(lines);
  const quoted = lines.map((line, at) => at >= tail || isQuoted(line));
  for (let at = 0; at < tail; at++) {
    if (!quoted[at] || (at > 0 && quoted[at - 1])) continue;
    // Above a quote: blank lines, and up to three lines that say whose words they are.
    let above = at - 1;
    while (above >= 0 && isBlank(lines[above] ?? "")) above--;
    if (above < 0 || !endsAttribution(lines[above] ?? "")) continue;
    const said = [above, above - 1, above - 2].filter((one) => one >= 0);
    const first = said.findIndex((one) => isBlank(lines[one] ?? ""));
    const whole = first === -1 ? said : said.slice(0, first);
    const last = whole.findIndex((one) => mayAttribute(lines[one] ?? ""));
    if (last === -1) continue;
    for (let one = whole[last] ?? above; one < at; one++) quoted[one] = true;
  }
  // Blank lines between two quoted ones belong to them, run by run.
  for (let at = 0; at < lines.length; at++) {
    if (quoted[at] || !isBlank(lines[at] ?? "")) continue;
    let end = at;
    while (end < lines.length && !quoted[end] && isBlank(lines[end] ?? "")) end++;
    if (at > 0 && quoted[at - 1] && (end === lines.length || quoted[end])) quoted.fill(true, at, end);
    at = end - 1;
  }
  const parts: Part[] = [];
  for (const [at, line] of lines.entries()) {
    const kind = quoted[at] ? "quote" : "text";
    const last = parts.at(-1);
    if (last?.kind === kind) {
      last.text += line;
      last.lines++;
    } else parts.push({ kind, text: line, lines: 1 });
  }
  return parts;
}
