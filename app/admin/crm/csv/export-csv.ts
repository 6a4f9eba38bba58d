// A list, or a selection, as a CSV file: all of it, not only the page on the screen.
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";
import { capitalised, type CrmRecord, type Entity } from "../entity.ts";
import { entriesOf } from "../fields.ts";
import { textOf } from "../field-value.tsx";
import type { ListView } from "../list-view.ts";
import { readAll, readThese } from "../record-data.ts";
import { csvLine } from "./csv-text.ts";
import { saveFile } from "./save-file.ts";

const headings = (entity: Entity) => [...entriesOf(entity.fields).map(([, field]) => field.label), "Created"];
const cells = (entity: Entity, record: CrmRecord) => [
  ...entriesOf(entity.fields).map(([name, field]) => textOf(name, field, record)),
  record.created_at,
];

export async function exportCsv(entity: Entity, what: { view: ListView } | { ids: string[] }) {
  toast({ title: `Exporting ${entity.many}...` });
  try {
    const parts = [csvLine(headings(entity))];
    let count = 0;
    const pages = "ids" in what ? readThese(entity, what.ids) : readAll(entity, what.view);
    for await (const rows of pages) {
      for (const row of rows) parts.push(csvLine(cells(entity, row)));
      count += rows.length;
    }
    saveFile(`${entity.many}-${new Date().toISOString().slice(0, 10)}.csv`, parts);
    toast({ title: `${capitalised(countOf(count, entity.one, entity.many))} exported` });
  } catch (error) {
    console.error("The export failed:", error);
    toast({ title: `Failed to export ${entity.many}`, text: messageOf(error), tone: "danger" });
  }
}
