// Reads CSV and keeps going where a quote is broken: one bad line costs that line, not the rest of the file.
export interface CsvRow {
  /** Line in the file where the row begins, from 1. */
  line: number;
  cells: string[];
  /** What is wrong with the row itself; null when it could be read. */
  problem: string | null;
}

export interface CsvTable {
  headings: string[];
  rows: CsvRow[];
}

/** A quoted cell longer than this was never meant: its closing quote is missing. */
const longestCell = 100_000;
const delimiters = [",", ";", "\t", "|"] as const;

/** The delimiter that the first line uses most, outside of quotes. */
export function guessDelimiter(text: string): string {
  const [first = ""] = text.split(/\r\n|\n|\r/, 1);
  const outside = first.replace(/"[^"]*"/g, "");
  const counts = delimiters.map((delimiter) => outside.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

export function readCsv(text: string): CsvTable {
  const clean = text.replace(/^\uFEFF/, "");
  const delimiter = guessDelimiter(clean);
  const rows: CsvRow[] = [];
  let position = 0;
  let line = 1;
  while (position < clean.length) {
    const { end, cells, problem } = readRow(clean, position, delimiter);
    if (problem || cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells, problem });
    line += breaksBetween(clean, position, end);
    position = end;
  }
  const [head, ...body] = rows;
  const headings = (head?.cells ?? []).map((cell) => cell.trim());
  return { headings, rows: body.map((row) => withinHeadings(row, headings.length)) };
}

/** Line ends of Windows, Unix and old Macs: spreadsheets still write all three. */
function breaksBetween(text: string, start: number, end: number): number {
  const lineBreak = /\r\n?|\n/g;
  lineBreak.lastIndex = start;
  let count = 0;
  while (lineBreak.test(text) && lineBreak.lastIndex <= end) count++;
  return count;
}

function withinHeadings(row: CsvRow, width: number): CsvRow {
  const extra = row.cells.slice(width).some((cell) => cell.trim() !== "");
  if (row.problem || !extra) return row;
  return { ...row, problem: `Has ${row.cells.length} values, but there are ${width} headings` };
}

function readRow(
  text: string,
  start: number,
  delimiter: string,
): { end: number; cells: string[]; problem: string | null } {
  const cells: string[] = [];
  let position = start;
  for (;;) {
    const cell = text[position] === '"' ? readQuoted(text, position) : readPlain(text, position, delimiter);
    const after = cell && text[cell.end];
    const ends = cell && (after === undefined || after === "\n" || after === "\r");
    if (!cell || (!ends && after !== delimiter)) return skipLine(text, start);
    cells.push(cell.value);
    if (ends) return { end: afterBreak(text, cell.end), cells, problem: null };
    position = cell.end + 1;
  }
}

function readPlain(text: string, start: number, delimiter: string) {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end++;
  return { value: text.slice(start, end), end };
}

/** The cell up to its closing quote, with doubled quotes made one; null when there is no closing quote. */
function readQuoted(text: string, start: number): { value: string; end: number } | null {
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1 || quote - start > longestCell) return null;
    if (text[quote + 1] !== '"') return { value: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    from = quote + 2;
  }
}

function skipLine(text: string, start: number) {
  const { value, end } = readPlain(text, start, "\n");
  return { end: afterBreak(text, end), cells: [value], problem: "A quote is opened and not closed, or not doubled" };
}

function afterBreak(text: string, at: number): number {
  if (at >= text.length) return text.length;
  return text[at] === "\r" && text[at + 1] === "\n" ? at + 2 : at + 1;
}
