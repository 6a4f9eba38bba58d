// Writes spreadsheets beside the page: tens of thousands of rows take seconds, and the page stays usable.
import writeXlsxFile from "write-excel-file/browser";
import { columnWidths, sheetData } from "./sheet-data.ts";
import type { ShownCell, ShownColumn } from "./shown-list.ts";

export interface SheetRequest {
  name: string;
  columns: readonly ShownColumn[];
  rows: readonly (readonly ShownCell[])[];
}

globalThis.addEventListener("message", ({ data }: MessageEvent<SheetRequest>) => {
  const { name, columns, rows } = data;
  const options = { sheet: name.slice(0, 31), columns: columnWidths(columns, rows), stickyRowsCount: 1 };
  writeXlsxFile(sheetData(columns, rows), options)
    .toBlob()
    .then(
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the page that started this thread
      (file) => globalThis.postMessage({ file }),
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
      (error: unknown) => globalThis.postMessage({ error: String(error) }),
    );
});
