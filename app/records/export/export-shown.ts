// A list, or a selection, as it is shown, as a spreadsheet or a PDF: all of its rows, with progress and a way to cancel, as CSV.
import { officeDayOf } from "#app/lib/office-time.ts";
import { currentTime } from "#domain/clock.ts";
import type { Entity } from "#domain/entity.ts";
import { maxPdfColumns, maxPdfRows } from "#domain/list-pdf.ts";
import { fetchApi } from "#app/lib/api.ts";
import { countOf, formatNumber } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";
import { ordered, sortKey } from "../csv/export-csv.ts";
import { startExport } from "../csv/running-exports.ts";
import { noteExport, saveBlob } from "../csv/save-file.ts";
import type { KitRecord } from "../entity.ts";
import type { ListView } from "../list/list-view.ts";
import { readAll, readThese } from "../record-lists.ts";
import { maxSheetRows } from "./sheet-data.ts";
import { sentenceOf, type ShownCell, shownCells, shownColumns } from "./shown-list.ts";

export type ShownFormat = "xlsx" | "pdf";
const most: Record<ShownFormat, number> = { xlsx: maxSheetRows, pdf: maxPdfRows };

export async function exportShown(
  entity: Entity,
  view: ListView,
  what: { all: number } | { ids: readonly string[] },
  format: ShownFormat,
) {
  const total = "ids" in what ? what.ids.length : what.all;
  if (total > most[format]) {
    const text = `It holds at most ${formatNumber(most[format])} rows. Narrow the list, or export ${format === "pdf" ? "XLSX or CSV" : "CSV"}.`;
    return toast({ title: `Too many ${entity.many} for ${format.toUpperCase()}`, text, tone: "danger" });
  }
  const columns = shownColumns(entity, view).length;
  if (format === "pdf" && columns > maxPdfColumns) {
    const text = `A page holds at most ${maxPdfColumns}; this list has ${columns}. Choose fewer, or export XLSX.`;
    return toast({ title: "Too many columns for PDF", text, tone: "danger" });
  }
  const { signal, progress, end } = startExport(entity.table, total);
  try {
    const lines: { cells: ShownCell[]; key: string | number }[] = [];
    let first: KitRecord | undefined;
    const pages = "ids" in what ? readThese(entity, what.ids, signal, "facts") : readAll(entity, view, signal, "facts");
    for await (const rows of pages) {
      first ??= rows[0];
      for (const row of rows) lines.push({ cells: shownCells(entity, view, row), key: sortKey(entity, view, row) });
      progress(lines.length);
    }
    const cells = ordered(lines, view).map((line) => line.cells);
    const name = `${entity.many}-${officeDayOf(currentTime())}.${format}`;
    const file = await made(format, entity, view, sentenceOf(entity, view, first, "ids" in what), cells, signal);
    signal.throwIfAborted();
    await noteExport(entity.area, name, cells.length);
    saveBlob(name, file);
    return toast({ title: `${countOf(cells.length, entity.one, entity.many)} exported` });
  } catch (error) {
    if (signal.aborted) return toast({ title: "Export cancelled" });
    console.error("The export failed:", error);
    return toast({ title: `Failed to export ${entity.many}`, text: messageOf(error), tone: "danger" });
  } finally {
    end();
  }
}

async function made(
  format: ShownFormat,
  entity: Entity,
  view: ListView,
  sentence: string,
  rows: ShownCell[][],
  signal: AbortSignal,
) {
  const columns = shownColumns(entity, view);
  if (format === "xlsx") {
    const { writeXlsx } = await import("./write-xlsx.ts");
    return writeXlsx({ name: entity.many, columns, rows }, signal);
  }
  const body = { title: entity.many, sentence, columns, rows: rows.map((cells) => cells.map(({ text }) => text)) };
  const answer = await fetchApi(`/exports/list.pdf?area=${entity.area}`, { method: "POST", body, signal });
  return answer.blob();
}
