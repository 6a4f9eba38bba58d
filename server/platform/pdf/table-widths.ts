// Tables of a PDF: how wide the columns are on the page they are printed on, and where lines end in them.
import type { PdfBlock } from "./pdf-document.ts";
import { dividedWord, isUnspaced } from "./pdf-words.ts";

type Table = Pick<Extract<PdfBlock, { kind: "table" }>, "columns" | "rows">;
/** The width of a text at a size of one point. */
export type Measure = (text: string, weight: 400 | 600) => number;

export interface TableLayout {
  /** Of all its entries. */
  size: number;
  /** Of the words, without the gap between two columns. */
  widths: readonly number[];
  gap: number;
  /** Each entry with its line breaks. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const usual = 8.5;
const smallest = 5.5;
/** Beside each line, at a size of one point, so that a difference between what is measured and what is set breaks nothing. */
const tolerance = 0.12;
/** Short entries stay whole: a day, an amount. */
const wholeUpTo = 14;
/** One long text does not narrow all the other columns. */
const usualShare = 0.9;
/** In points at the usual size: a longer word is divided; where room is short, from the next on; a longer entry has more lines. */
const longestWord = 130;
const longestWordInNeed = 60;
const longestEntry = 220;

export function layTable({ columns, rows }: Table, width: number, measure: Measure): TableLayout {
  const weightOf = (place: number) => (place === 0 ? 600 : 400);
  const entries = columns.map((_, place) => rows.map((cells) => cells[place] ?? ""));
  const needs = columns.map(({ label, alignEnd }, place) => {
    const weight = weightOf(place);
    const most = (widths: number[]) => quantile(widths, alignEnd ? 1 : usualShare);
    const parts = entries[place]!.map((text) => (text.length <= wholeUpTo ? [text] : text.split(/\s/)));
    const least = most(parts.map((words) => Math.max(0, ...words.map((word) => measure(word, weight)))));
    const whole = most(entries[place]!.map((text) => measure(text, weight)));
    const ofLabel = Math.max(...label.split(" ").map((word) => measure(word, 400)));
    return {
      least: Math.min(Math.max(least, ofLabel) + tolerance, longestWord / usual),
      whole: Math.min(Math.max(whole, measure(label, 400)) + tolerance, longestEntry / usual),
    };
  });
  const gaps = columns.length - 1;
  const wanted = needs.reduce((total, { least }) => total + Math.min(least, longestWordInNeed / usual), 0);
  const size = Math.max(smallest, Math.min(usual, width / (wanted + gaps * gapAt(1))));
  const gap = gapAt(size);
  const room = width - gaps * gap;
  const least = within(
    needs.map((need) => need.least * size),
    room,
  );
  const left = room - sum(least);
  const wishes = needs.map((need, place) => need.whole * size - least[place]!);
  const isAll = sum(wishes) <= left;
  // What is over goes to each by what it has; what is lacking, by what it lacks.
  const widths = least.map((each, place) =>
    isAll
      ? ((each + wishes[place]!) * room) / (room - left + sum(wishes))
      : each + (wishes[place]! * left) / sum(wishes),
  );
  const broken = (text: string, place: number, weight: 400 | 600) =>
    brokenLines(text, widths[place]! - tolerance * size + 0.01, (part) => measure(part, weight) * size);
  return {
    size,
    widths,
    gap,
    head: columns.map(({ label }, place) => broken(label, place, 400)),
    rows: rows.map((cells) => columns.map((_, place) => broken(cells[place] ?? "", place, weightOf(place)))),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** The same widths, the widest of them cut until all fit. */
function within(widths: readonly number[], room: number): number[] {
  let [rest, most] = [room, 0];
  const sorted = widths.toSorted((a, b) => a - b);
  for (const [at, width] of sorted.entries()) {
    most = rest / (sorted.length - at);
    if (width > most) return widths.map((each) => Math.min(each, most));
    rest -= width;
  }
  return [...widths];
}

const gapAt = (size: number) => (8 / usual) * size;

function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A text in lines of this width. A word that is wider goes on in the next line, where an address has a sign if it can. */
export function brokenLines(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width && !text.includes("\n")) return text;
  return text
    .split("\n")
    .flatMap((paragraph) => {
      const lines: string[] = [];
      let line = "";
      for (const [at, word] of paragraph.split(/ +/).entries()) {
        for (const [piece, part] of partsOf(word, width, measure).entries()) {
          const joined = line + (piece === 0 && at > 0 && line !== "" ? " " : "") + part;
          if (line === "" || measure(joined) <= width) line = joined;
          else {
            lines.push(line);
            line = part;
          }
        }
      }
      return [...lines, line];
    })
    .join("\n");
}

function partsOf(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word) <= width) return [word];
  const parts = isUnspaced(word) ? dividedWord(word) : word.split(/(?<=[@./_:;?&=-])/u);
  return parts.flatMap((part) => (measure(part) <= width ? [part] : lettersOf(part, width, measure)));
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function lettersOf(part: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const { segment } of graphemes.segment(part)) {
    if (line !== "" && measure(line + segment) > width) {
      lines.push(line);
      line = "";
    }
    line += segment;
  }
  return [...lines, line];
}
