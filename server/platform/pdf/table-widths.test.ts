import { expect, test } from "vitest";
import { brokenLines, layTable } from "./table-widths.ts";

/** Every letter half as wide as it is high. */
const measure = (text: string) => text.length / 2;
const columns = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ label: `Column ${n}`, alignEnd: n === 1 }));
const entries = [
  "Norrfall operations review",
  "$1,113,000",
  "Dec 23, 2026",
  "ines.rasmussen@kestrelavionics.example",
  "",
];
const rowsOf = (count: number) => [
  Array.from({ length: count }, (_, n) => entries[n % entries.length]!),
  Array.from({ length: count }, (_, n) => entries[(n + 1) % entries.length]!),
];

test.for([
  [5, 722],
  [12, 722],
  [24, 722],
  [5, 475],
] as const)("records 13: %i columns fill %i points, and no line is wider than its column", ([count, width]) => {
  const { size, widths, gap, head, rows } = layTable({ columns: columns(count), rows: rowsOf(count) }, width, measure);
  const total = widths.reduce((sum, each) => sum + each, (count - 1) * gap);
  expect(total).toBeCloseTo(width, 5);
  expect(size).toBeGreaterThanOrEqual(5.5);
  for (const cells of [head, ...rows])
    for (const [place, text] of cells.entries())
      for (const line of text.split("\n")) expect(measure(line) * size).toBeLessThanOrEqual(widths[place]!);
});

test("records 13: amounts and days stay whole while there is room, and nothing of an entry is lost", () => {
  const { rows } = layTable({ columns: columns(9), rows: rowsOf(9) }, 722, measure);
  expect(rows[0]![1]).toBe("$1,113,000");
  expect(rows[0]![2]).toBe("Dec 23, 2026");
  expect(rows[0]![3]!.replaceAll("\n", "")).toBe("ines.rasmussen@kestrelavionics.example");
});

test("records 13: a long address is divided behind its signs, a script without spaces between its words", () => {
  const narrow = (text: string) => brokenLines(text, 8, measure).split("\n");
  expect(narrow("ines.rasmussen@kestrel.example")).toEqual(["ines.rasmussen@", "kestrel.example"]);
  expect(narrow("東京都港区東京都港区東京都港区東京都港区")).toEqual(["東京都港区東京都港区東京都港区東", "京都港区"]);
  expect(narrow("one two three four five")).toEqual(["one two three", "four five"]);
  expect(narrow("Donaudampfschifffahrtsgesellschaft").join("")).toBe("Donaudampfschifffahrtsgesellschaft");
});
