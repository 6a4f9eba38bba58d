// A list, or a selection, as a CSV file: all of it, not only the page on the screen.
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";
import type { CrmRecord, Entity } from "../entity.ts";
import { entriesOf } from "../fields.ts";
import { textOf } from "../field-value.tsx";
import type { ListView } from "../list-view.ts";
import { readAll, readThese } from "../record-lists.ts";
import { csvLine } from "./csv-text.ts";
import { beginExport } from "./running-exports.ts";
import { saveFile } from "./save-file.ts";

const headings = (entity: Entity) => [...entriesOf(entity.fields).map(([, field]) => field.label), "Created"];
const cells = (entity: Entity, record: CrmRecord) => [
  ...entriesOf(entity.fields).map(([name, field]) => textOf(name, field, record)),
  record.created_at,
];

/** A line of the file, and the text it is sorted by. */
interface Line {
  text: string;
  key: string;
}

/** The database's order of words: by the root rules of Unicode, those without a value last. */
const words = new Intl.Collator("en");
const inOrder = (a: Line, b: Line) =>
  a.key === "" || b.key === "" ? Number(a.key === "") - Number(b.key === "") : words.compare(a.key, b.key);

/** Rows come newest first; the file has the order of the list. */
function ordered(lines: Line[], { sort, descending }: ListView): Line[] {
  if (sort === "created_at") return descending ? lines : lines.toReversed();
  return lines.toSorted((a, b) => (descending ? inOrder(b, a) : inOrder(a, b)));
}

export async function exportCsv(entity: Entity, view: ListView, what: { all: number } | { ids: string[] }) {
  const { signal, progress, end } = beginExport(entity.table, "ids" in what ? what.ids.length : what.all);
  const sortField = entity.fields[view.sort];
  try {
    const lines: Line[] = [];
    const pages = "ids" in what ? readThese(entity, what.ids, signal) : readAll(entity, view, signal);
    for await (const rows of pages) {
      for (const row of rows)
        lines.push({ text: csvLine(cells(entity, row)), key: sortField ? textOf(view.sort, sortField, row) : "" });
      progress(lines.length);
    }
    const texts = ordered(lines, view).map(({ text }) => text);
    saveFile(`${entity.many}-${new Date().toISOString().slice(0, 10)}.csv`, [csvLine(headings(entity)), ...texts]);
    toast({ title: `${countOf(lines.length, entity.one, entity.many)} exported` });
  } catch (error) {
    if (signal.aborted) return toast({ title: "Export cancelled" });
    console.error("The export failed:", error);
    toast({ title: `Failed to export ${entity.many}`, text: messageOf(error), tone: "danger" });
  } finally {
    end();
  }
}
