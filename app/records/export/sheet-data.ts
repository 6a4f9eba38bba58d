// A list as the cells of a spreadsheet. Numbers, amounts and times are what they are, so that they can be summed and sorted; everything else
// is text, also where it begins with a sign that a spreadsheet would run as a formula.
import type { SheetData } from "write-excel-file/browser";
import type { ShownCell, ShownColumn } from "./shown-list.ts";

/** Writing more takes longer than people wait; CSV has no such limit. */
export const maxSheetRows = 50_000;
/** Excel's own limit. */
const maxText = 32_767;

function cellOf({ text, typed }: ShownCell) {
  if (typed && "number" in typed) return { type: Number, value: typed.number, format: typed.format };
  if (typed) {
    // A spreadsheet knows no zones: its clock is the one that is written.
    const value = new Date(`${typed.clock.length === 10 ? `${typed.clock}T00:00` : typed.clock}Z`);
    return { type: Date, value, format: typed.clock.length === 10 ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mm" };
  }
  return text === "" ? null : { type: String, value: text.slice(0, maxText) };
}

export const sheetData = (columns: readonly ShownColumn[], rows: readonly (readonly ShownCell[])[]): SheetData => [
  columns.map(({ label, alignEnd }) => ({
    type: String,
    value: label,
    fontWeight: "bold" as const,
    align: alignEnd ? ("right" as const) : ("left" as const),
  })),
  ...rows.map((cells) => cells.map(cellOf)),
];

/** As wide as most of what is in a column, in characters. */
export const columnWidths = (columns: readonly ShownColumn[], rows: readonly (readonly ShownCell[])[]) =>
  columns.map(({ label }, index) => {
    const lengths = rows.slice(0, 200).map((cells) => cells[index]?.text.length ?? 0);
    return { width: Math.min(60, Math.max(10, label.length + 2, ...lengths.map((length) => length + 2))) };
  });
