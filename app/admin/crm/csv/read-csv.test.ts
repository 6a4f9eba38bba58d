import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accountFields } from "../accounts/account-fields.ts";
import { contactFields } from "../contacts/contact-fields.ts";
import type { Entity } from "../entity.ts";
import { csvLine, deneutralise } from "./csv-text.ts";
import { decodeFile, guessEncoding } from "./decode-file.ts";
import { matchColumns, prepareRows } from "./match-columns.ts";
import { readCsv } from "./read-csv.ts";

const entityOf = (fields: Entity["fields"]) => ({ fields }) as Entity;

describe("reading", () => {
  test("quotes, breaks inside quotes, delimiters, blank lines", () => {
    const table = readCsv('Name;Notes\r\n"Ostrey; Reed";"two\nlines ""quoted"""\r\n\r\nVeldhaven;\r\n');
    expect(table).toEqual({
      headings: ["Name", "Notes"],
      rows: [
        { line: 2, cells: ["Ostrey; Reed", 'two\nlines "quoted"'], problem: null },
        { line: 5, cells: ["Veldhaven", ""], problem: null },
      ],
    });
  });

  test.each(["\n", "\r\n", "\r"])("lines are counted whatever ends them: %j", (end) => {
    const { rows } = readCsv(["Name,Notes", "Norrfall,", `Castelline,"two${end}lines"`, "", "Meridel,", ""].join(end));
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2, "Norrfall"],
      [3, "Castelline"],
      [6, "Meridel"],
    ]);
  });

  test("a broken quote costs its own line only", () => {
    const { rows } = readCsv('Name,Industry\n"Norrfall,Energy\nCastelline,Banking\n"Bad" x,y\nMeridel,Health\n');
    expect(rows.filter((row) => row.problem).map((row) => row.line)).toEqual([2, 4]);
    expect(rows.filter((row) => !row.problem).map((row) => row.cells[0])).toEqual(["Castelline", "Meridel"]);
  });

  test("too many values are said, too few are fine", () => {
    const { rows } = readCsv("a,b\n1,2,3\n4\n");
    expect(rows.map((row) => row.problem)).toEqual(["Has 3 values, but there are 2 headings", null]);
  });

  test("what is exported reads back the same", () => {
    const cell = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => text.replaceAll("\0", ""));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), (given) => {
        const text = csvLine(["Name", "Notes"]) + given.map((cells) => csvLine(cells)).join("");
        const kept = given.filter((cells) => cells.some((value) => value.trim() !== ""));
        const table = readCsv(text);
        const read = prepareRows(
          table,
          entityOf({
            name: { label: "Name", input: "text", max: 99 },
            notes: { label: "Notes", input: "text", max: 99 },
          }),
          { name: 0, notes: 1 },
        );
        expect(read.bad).toEqual([]);
        expect(read.ready.map(({ record }) => [record.name ?? "", record.notes ?? ""])).toEqual(
          kept.map((cells) => cells.map((value) => value.trim())),
        );
      }),
    );
  });

  test("an apostrophe before a sign is kept on the way out and back", () => {
    const names = ["'=1+1", "=1+1", "''@home", "'quoted'", "-5", "'-5"];
    const { rows } = readCsv(csvLine(["Name", "Notes"]) + names.map((name) => csvLine([name, "x"])).join(""));
    expect(rows.map(({ cells }) => deneutralise(cells[0] ?? ""))).toEqual(names);
  });

  test("50,000 rows with broken quotes are read in reasonable time", () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => (i % 100 === 7 ? `"Broken ${i},x` : `Company ${i},Energy`));
    const started = performance.now();
    const { rows } = readCsv(`Name,Industry\n${lines.join("\n")}`);
    expect(rows.filter((row) => row.problem)).toHaveLength(500);
    expect(rows.filter((row) => !row.problem)).toHaveLength(49_500);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe("encodings", () => {
  const bytes = (...values: number[]) => new Uint8Array(values);
  test.each([
    ["UTF-8 with mark", bytes(0xef, 0xbb, 0xbf, 0x61), "utf-8", "a"],
    ["UTF-16 with mark", bytes(0xff, 0xfe, 0x61, 0x00), "utf-16le", "a"],
    ["UTF-16 without mark", bytes(0x61, 0x00, 0x62, 0x00), "utf-16le", "ab"],
    ["Windows-1252", bytes(0x4d, 0xfc, 0x6c), "windows-1252", "Mül"],
  ])("%s", (_, given, encoding, text) => {
    expect(guessEncoding(given).encoding).toBe(encoding);
    expect(decodeFile(given, guessEncoding(given).encoding)).toBe(text);
  });
  test("a spreadsheet is not a CSV file", () => {
    expect(() => decodeFile(bytes(0x50, 0x4b, 0x03, 0x04), "utf-8")).toThrow("Save it as CSV first");
    expect(() => decodeFile(bytes(), "utf-8")).toThrow("The file is empty");
  });
});

describe("matching", () => {
  test("by label, by heading, by other names, each column once", () => {
    expect(matchColumns(["Company", "E-Mail", "Person", "Job title"], contactFields)).toEqual({
      account_id: 0,
      email: 1,
      name: 2,
      title: 3,
    });
    expect(matchColumns(["URL", "Company", "Sector"], accountFields)).toEqual({ website: 0, name: 1, industry: 2 });
  });

  test("rows are checked by the same rules as the form", () => {
    const table = readCsv(
      [
        "Name,Type,Website",
        "Norrfall,customer,norrfall.example",
        ",Prospect,",
        "Bad,Partner,javascript:alert(1)",
        `${"x".repeat(201)},,`,
      ].join("\n"),
    );
    const { ready, bad } = prepareRows(table, entityOf(accountFields), matchColumns(table.headings, accountFields));
    expect(ready).toEqual([
      { line: 2, record: { name: "Norrfall", type: "Customer", website: "https://norrfall.example" } },
    ]);
    expect(bad.map(({ line, problem }) => [line, problem])).toEqual([
      [3, "Company name is required"],
      [4, "Type: Choose Prospect or Customer. Website: Start with https://"],
      [5, "Company name: At most 200 characters; this has 201"],
    ]);
  });
});

test("cells that a spreadsheet would run are made text", () => {
  expect(csvLine(["=1+1", "+49 30", "-2", "@x", "plain", 'a"b'])).toBe(`'=1+1,'+49 30,'-2,'@x,plain,"a""b"\r\n`);
});
