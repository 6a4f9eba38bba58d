// Loaded with the first spreadsheet that someone asks for.
import writeXlsxFile from "write-excel-file/browser";
import { columnWidths, sheetData } from "./sheet-data.ts";
import type { ShownCell, ShownColumn } from "./shown-list.ts";

export const writeXlsx = (
  name: string,
  columns: readonly ShownColumn[],
  rows: readonly (readonly ShownCell[])[],
): Promise<Blob> =>
  writeXlsxFile(sheetData(columns, rows), {
    sheet: name.slice(0, 31),
    columns: columnWidths(columns, rows),
    stickyRowsCount: 1,
  }).toBlob();
