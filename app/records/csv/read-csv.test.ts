import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entity, Fields } from "#domain/entity.ts";
import { csvLine, deneutralise } from "#domain/csv-text.ts";
import { decodeFile, guessEncoding } from "#domain/decode-file.ts";
import { matchColumns, prepareRows } from "./match-columns.ts";
import { readCsv } from "#domain/read-csv.ts";

const companyFields: Fields = {
  name: {
    kind: "text",
    label: "Company name",
    column: "Name",
    required: true,
    max: 200,
    alsoCalled: ["company", "firma"],
  },
  type: { kind: "choice", label: "Type", required: true, choices: ["Prospect", "Customer"], alsoCalled: ["typ"] },
  industry: { kind: "text", label: "Industry", max: 200, alsoCalled: ["sector", "branche", "secteur"] },
  website: { kind: "web-address", label: "Website", max: 2000, alsoCalled: ["url", "webseite", "site web"] },
  notes: { kind: "notes", label: "Notes", max: 20_000, alsoCalled: ["bemerkungen"] },
};
const company: Entity = {
  table: "accounts",
  area: "crm",
  one: "company",
  many: "companies",
  page: "/admin/companies",
  title: "name",
  fields: companyFields,
};
const personFields: Fields = {
  name: { kind: "text", label: "Full name", column: "Name", required: true, max: 200, alsoCalled: ["person"] },
  company_id: { kind: "reference", label: "Company", required: true, to: { table: "accounts", one: "company" } },
  title: { kind: "text", label: "Title", max: 200, alsoCalled: ["job title"] },
  email: { kind: "email", label: "Email", max: 254, alsoCalled: ["e-mail", "adresse électronique"] },
};

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
          {
            ...company,
            fields: {
              name: { kind: "text", label: "Name", max: 99 },
              notes: { kind: "text", label: "Notes", max: 99 },
            },
          },
          { name: 0, notes: 1 },
        );
        expect(read.bad).toEqual([]);
        expect(read.ready.map(({ record }) => [record.name ?? "", record.notes ?? ""])).toEqual(
          kept.map((cells) => cells.map((value) => value.trim())),
        );
      }),
      { examples: [[[["-1", " '-"]]], [[["Ada", "'=1"]]]] },
    );
  });

  test("an apostrophe before a sign is kept on the way out and back", () => {
    const names = ["'=1+1", "=1+1", "''@home", "'quoted'", "-5", "'-5"];
    const { rows } = readCsv(csvLine(["Name", "Notes"]) + names.map((name) => csvLine([name, "x"])).join(""));
    expect(rows.map(({ cells }) => deneutralise(cells[0] ?? ""))).toEqual(names);
  });

  test("50,000 rows with broken quotes are read to their end", () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => (i % 100 === 7 ? `"Broken ${i},x` : `Company ${i},Energy`));
    const { rows } = readCsv(`Name,Industry\n${lines.join("\n")}`);
    expect(rows.filter((row) => row.problem)).toHaveLength(500);
    expect(rows.filter((row) => !row.problem)).toHaveLength(49_500);
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
  test.each([
    ["a picture", bytes(0x89, 0x50, 0x4e, 0x47, 0x0d)],
    ["a picture", bytes(0xff, 0xd8, 0xff, 0xe0)],
    ["a PDF", bytes(0x25, 0x50, 0x44, 0x46)],
    ["no text file", bytes(0x61, 0x00, 0x00, 0x62)],
  ])("%s chosen as CSV is refused", (what, given) => {
    expect(() => decodeFile(given, "windows-1252")).toThrow(what);
  });
  test("a spreadsheet is not a CSV file", () => {
    expect(() => decodeFile(bytes(0x50, 0x4b, 0x03, 0x04), "utf-8")).toThrow("Save it as CSV first");
    expect(() => decodeFile(bytes(), "utf-8")).toThrow("The file is empty");
  });
});

describe("matching", () => {
  test("by label, by heading, by other names, each column once", () => {
    expect(matchColumns(["Company", "E-Mail", "Person", "Job title"], personFields)).toEqual({
      company_id: 0,
      email: 1,
      name: 2,
      title: 3,
    });
    expect(matchColumns(["URL", "Company", "Sector"], companyFields)).toEqual({ website: 0, name: 1, industry: 2 });
  });

  test("headings in German and French", () => {
    const german = matchColumns(["Firma", "Typ", "Branche", "Webseite", "Bemerkungen"], companyFields);
    expect(german).toEqual({ name: 0, type: 1, industry: 2, website: 3, notes: 4 });
    expect(matchColumns(["Adresse Électronique"], personFields)).toEqual({ email: 0 });
    expect(matchColumns(["SECTEUR", "Site-Web"], companyFields)).toEqual({ industry: 0, website: 1 });
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
    const { ready, bad } = prepareRows(table, company, matchColumns(table.headings, companyFields));
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

test("phone numbers and negative amounts stay as they are", () => {
  const numbers = ["+49 30 1234", "+1 (207) 555-0142", "-2", "-1,204.50", "+44.20"];
  expect(csvLine(numbers)).toBe(`+49 30 1234,+1 (207) 555-0142,-2,"-1,204.50",+44.20\r\n`);
  // A file that was exported with an apostrophe before its phone numbers still reads well.
  expect(deneutralise("'+49 30 1234")).toBe("+49 30 1234");
});

test("cells that a spreadsheet would run are made text", () => {
  expect(csvLine(["=1+1", "@x", "plain", 'a"b', "+A1", "-A1", "+", "+1+cmd|' /C calc'!A0", "-2*A1"])).toBe(
    `'=1+1,'@x,plain,"a""b",'+A1,'-A1,'+,'+1+cmd|' /C calc'!A0,'-2*A1\r\n`,
  );
  // Spreadsheets take the wide signs for the narrow ones, and skip what cannot be seen before them.
  for (const cell of ["\n=1+1", "\r\n=1", " =1", "\u00a0=1", "\t@x", "＝1+1", "＋1", "－1", "＠x", "\n＝1"]) {
    const row = csvLine([cell, "x"]);
    expect(row.replace(/^"/, "").startsWith("'"), JSON.stringify(cell)).toBe(true);
    expect(deneutralise(readCsv(csvLine(["A", "B"]) + row).rows[0]?.cells[0] ?? "")).toBe(cell);
  }
});
