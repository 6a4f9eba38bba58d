// A list, or a selection, as a CSV file: all of it, not only the page on the screen.
import { officeDayOf } from "#app/lib/office-time.ts";
import { currentTime } from "#domain/clock.ts";
import { listFields } from "#domain/computed-fields.ts";
import { type Entity, entriesOf } from "#domain/entity.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";
import { type KitRecord, sortColumn } from "../entity.ts";
import { exportedText } from "../field-kinds/kinds.ts";
import type { ListView } from "../list/list-view.ts";
import { readAll, readThese } from "../record-lists.ts";
import { csvLine } from "#domain/csv-text.ts";
import { startExport } from "./running-exports.ts";
import { exportFile } from "./save-file.ts";

/** A firm that uses no tags has no column for them. */
const exported = (entity: Entity) =>
  entriesOf(entity.fields).filter(([, field]) => field.kind !== "tags" || field.tags.length > 0);
const headings = (entity: Entity) => [...exported(entity).map(([, field]) => field.label), "Created"];
const cells = (entity: Entity, record: KitRecord) => [
  ...exported(entity).map((entry) => exportedText(entry, record)),
  record.created_at,
];

/** What a line of a file is sorted by. */
export interface Keyed {
  key: string | number;
}

interface Line extends Keyed {
  text: string;
}

export function sortKey(entity: Entity, view: ListView, record: KitRecord): string | number {
  const isComputed = listFields(entity)[view.sort]?.computed !== undefined;
  const value = record[isComputed ? view.sort : sortColumn(entity, view.sort)];
  if (typeof value === "number") return value;
  if (isComputed) return String(value ?? "");
  const field = entity.fields[view.sort];
  return field ? exportedText([view.sort, field], record) : "";
}

/** The database's order: words by the root rules of Unicode, amounts by size, those without a value last. */
const words = new Intl.Collator("en");
function inOrder({ key: a }: Keyed, { key: b }: Keyed, descending: boolean): number {
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  const order = typeof a === "number" && typeof b === "number" ? a - b : words.compare(String(a), String(b));
  return descending ? -order : order;
}

/** Rows come newest first; the file has the order of the list. */
export function ordered<T extends Keyed>(lines: T[], { sort, descending }: ListView): T[] {
  if (sort === "created_at") return descending ? lines : lines.toReversed();
  return lines.toSorted((a, b) => inOrder(a, b, descending));
}

export async function exportCsv(entity: Entity, view: ListView, what: { all: number } | { ids: readonly string[] }) {
  const { signal, progress, end } = startExport(entity.table, "ids" in what ? what.ids.length : what.all);
  try {
    const lines: Line[] = [];
    const pages = "ids" in what ? readThese(entity, what.ids, signal, "facts") : readAll(entity, view, signal);
    for await (const rows of pages) {
      for (const row of rows) lines.push({ text: csvLine(cells(entity, row)), key: sortKey(entity, view, row) });
      progress(lines.length);
    }
    const texts = ordered(lines, view).map(({ text }) => text);
    const file = `${entity.many}-${officeDayOf(currentTime())}.csv`;
    await exportFile(entity.area, file, [csvLine(headings(entity)), ...texts]);
    toast({ title: `${countOf(lines.length, entity.one, entity.many)} exported` });
  } catch (error) {
    if (signal.aborted) return toast({ title: "Export cancelled" });
    console.error("The export failed:", error);
    toast({ title: `Failed to export ${entity.many}`, text: messageOf(error), tone: "danger" });
  } finally {
    end();
  }
}
