import writeXlsxFile from "write-excel-file/node";
import { afterEach, expect, test } from "vitest";
import { unzipSync } from "fflate";
import { noFilter } from "#domain/filter.ts";
import type { Entity } from "#domain/entity.ts";
import { asSpecified, setFormats } from "#domain/formats.ts";
import { setOfficeZone } from "#app/lib/office-time.ts";
import type { KitRecord } from "../entity.ts";
import type { ListView } from "../list/list-view.ts";
import { sheetData } from "./sheet-data.ts";
import { sentenceOf, shownCells, shownColumns } from "./shown-list.ts";

afterEach(() => setFormats(asSpecified));
setOfficeZone("Europe/Stockholm");

const entity = {
  table: "deals",
  one: "deal",
  many: "deals",
  fields: {
    name: { label: "Name", kind: "text", column: "Name", required: true },
    value: { label: "Value", kind: "money", column: "Value", currency: { column: "currency" } },
    day: { label: "Close day", kind: "day", column: "Closes" },
    at: { label: "Met at", kind: "moment", column: "Met" },
    chance: { label: "Chance", kind: "percent", column: "Chance" },
    notes: { label: "Notes", kind: "notes" },
  },
} as unknown as Entity;
const record = {
  id: "1",
  name: "=1+1",
  value: 125_050,
  currency: "EUR",
  day: "2026-11-15",
  at: "2026-11-15T13:05:00Z",
  chance: 25,
  notes: "not a column",
  created_at: "2026-11-01T00:00:00Z",
  updated_at: "2026-11-01T00:00:00Z",
} as unknown as KitRecord;
const empty = {
  ...record,
  value: null,
  day: null,
  at: null,
  chance: null,
  name: "-2+3, +49 30",
} as unknown as KitRecord;

async function sheetXml(rows: KitRecord[]) {
  const data = sheetData(
    shownColumns(entity, { columns: null }),
    rows.map((row) => shownCells(entity, { columns: null }, row)),
  );
  const bytes = await writeXlsxFile(data, { sheet: "deals" }).toBuffer();
  const files = unzipSync(new Uint8Array(bytes));
  const text = (name: string) => new TextDecoder().decode(files[name] ?? new Uint8Array());
  const strings = [...text("xl/sharedStrings.xml").matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, value]) => value);
  const sheet = text("xl/worksheets/sheet1.xml");
  const cells = new Map(
    [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(.*?)<\/c>/g)].map(([, at = "", attributes = "", body = ""]) => {
      const value = /<v>([^<]*)<\/v>/.exec(body)?.[1] ?? "";
      return [at, attributes.includes('t="s"') ? strings[Number(value)] : Number(value)];
    }),
  );
  return { sheet, cells, styles: text("xl/styles.xml") };
}

test("records 13: a spreadsheet has the columns of the list, with numbers, amounts and times that can be counted with", async () => {
  setFormats({ ...asSpecified, locale: "de-DE" });
  const { cells, styles } = await sheetXml([record, empty]);
  const row = (number: number) => ["A", "B", "C", "D", "E", "F"].map((column) => cells.get(`${column}${number}`));
  expect(row(1)).toEqual(["Name", "Value", "Closes", "Met", "Chance", undefined]);
  const days = Date.UTC(2026, 10, 15) / 86_400_000 + 25_569;
  expect(row(2)).toEqual(["=1+1", 1250.5, days, expect.closeTo(days + (14 * 60 + 5) / 1440, 6), 0.25, undefined]);
  expect(row(3)).toEqual(["-2+3, +49 30", undefined, undefined, undefined, undefined, undefined]);
  for (const format of ["#,##0.00 &quot;EUR&quot;", "yyyy-mm-dd", "yyyy-mm-dd hh:mm", "0%"])
    expect(styles).toContain(format);
});

test("records 13: nothing in a spreadsheet is a formula, however it begins", async () => {
  const tricky = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("https://x")'];
  const { sheet, cells } = await sheetXml(tricky.map((name) => ({ ...record, name }) as KitRecord));
  expect(sheet).not.toMatch(/<f[ >]/);
  expect(tricky.map((_, index) => typeof cells.get(`A${index + 2}`))).toEqual(tricky.map(() => "string"));
});

test("records 13: a list says in a sentence what it is of", () => {
  const view: ListView = {
    search: "",
    filter: noFilter,
    columns: null,
    saved: null,
    sort: "created_at",
    descending: true,
    page: 1,
    size: 50,
  };
  expect(sentenceOf(entity, view, record, false)).toBe("Deals; newest first.");
  const narrowed = {
    ...view,
    search: " acm ",
    filter: {
      match: "all" as const,
      parts: [
        { field: "day", op: "after" as const, values: ["2026-01-01"] },
        { field: "value", op: "between" as const, values: ["100", "500.5"] },
      ],
    },
    sort: "name",
    descending: false,
  };
  expect(sentenceOf(entity, narrowed, record, false)).toBe(
    'Deals; found by "acm"; where close day is after Jan 1, 2026 and value is between 100 and 500.5; by name.',
  );
  expect(sentenceOf(entity, narrowed, record, true)).toBe("Selected deals; by name.");
});
