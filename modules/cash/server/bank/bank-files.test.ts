// What is read of a bank's file, and what is refused whole.
import { describe, expect, test } from "vitest";
import { camt } from "../../testing/camt-files.ts";
import { decimalMarkOf, exactMinor, minorOf } from "./bank-amount.ts";
import { readBankCsv, tableOf } from "./bank-csv.ts";
import { dayOf, dayOrderOf } from "./bank-day.ts";
import { readCamt } from "./camt.ts";
import { textOfFile } from "./file-text.ts";
import { keyed } from "./line-keys.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const csv = async (text: string, manner = {}, currency = "EUR") => readBankCsv(tableOf(text), currency, manner);

describe("CAMT", () => {
  test.each(["camt.053.001.02", "camt.053.001.04", "camt.053.001.08"])(
    "cash 6: %s: each part of a booking is its own line, with its own amount and sign",
    async (version) => {
      const file = await readCamt(
        camt({
          version,
          opening: "100.00",
          entries: [
            {
              amount: "2420.00",
              reference: "B1",
              parts: [
                {
                  amount: "1210.00",
                  name: "Norrfall & Söhne KG",
                  iban: "DE02120300000000202051",
                  text: "Invoice I-2026-001",
                },
                { amount: "1210.00", name: "Fjord AB", text: "I-2026-002" },
              ],
            },
            {
              amount: "49.90",
              mark: "DBIT",
              reference: "B2",
              parts: [{ amount: "49.90", name: "Telekom", text: "Phone" }],
            },
            { amount: "70.00", status: "PDNG", reference: "B3" },
          ],
        }),
      );
      expect(file).toMatchObject({ format: version, leftOut: [{ reason: "not booked yet", count: 1 }] });
      const [statement] = file.statements;
      expect(statement).toMatchObject({
        account: "DE89370400440532013000",
        currency: "EUR",
        openingMinor: 100_00n,
        closingMinor: 2470_10n,
      });
      expect(statement!.lines.map(({ minor, name, text }) => [minor, name, text])).toEqual([
        [1210_00n, "Norrfall & Söhne KG", "Invoice I-2026-001"],
        [1210_00n, "Fjord AB", "I-2026-002"],
        [-49_90n, "Telekom", "Phone"],
      ]);
      expect(statement!.lines[0]).toMatchObject({
        iban: "DE02120300000000202051",
        entry: "B1",
        day: "2026-11-17",
        endToEnd: null,
      });
    },
  );

  test("cash 6: parts that do not come to their booking are one line with the bank's sum, and no text is lost", async () => {
    const file = await readCamt(
      camt({
        entries: [
          { amount: "200.00", reference: "A", parts: [{ text: "first I-2026-001" }, { text: "second" }] },
          {
            amount: "97.50",
            reference: "B",
            parts: [
              { amount: "60.00", text: "one" },
              { amount: "40.00", text: "less fee" },
            ],
          },
          {
            amount: "90.00",
            reference: "C",
            parts: [{ amount: "100.00", currency: "USD", name: "Acme", text: "dollars" }],
          },
        ],
      }),
    );
    expect(file.statements[0]!.lines.map(({ minor, text }) => [minor, text])).toEqual([
      [200_00n, "first I-2026-001 second"],
      [97_50n, "one less fee"],
      [90_00n, "dollars"],
    ]);
  });

  test("cash 6: a part can go the other way than its booking", async () => {
    const file = await readCamt(
      camt({
        entries: [
          { amount: "60.00", reference: "A", parts: [{ amount: "100.00" }, { amount: "40.00", mark: "DBIT" }] },
        ],
      }),
    );
    expect(file.statements[0]!.lines.map(({ minor }) => minor)).toEqual([100_00n, -40_00n]);
  });

  test("cash 6: bookings that are not what the balances say, and balances that are missing, are refused whole", async () => {
    const entries = [{ amount: "10.00" }];
    await expect(readCamt(camt({ entries, closing: "10.01" }))).rejects.toThrow(
      "balances differ by 10.01 EUR, the bookings come to 10.00 EUR",
    );
    await expect(readCamt(camt({ entries, closing: null }))).rejects.toThrow("closing balance");
    await expect(readCamt(camt({ entries: [{ amount: "10.00", currency: "USD" }] }))).rejects.toThrow(
      "the account is in EUR",
    );
    expect((await readCamt(camt({ opening: "-20.00", entries, closing: "-10.00" }))).statements[0]).toMatchObject({
      openingMinor: -20_00n,
      closingMinor: -10_00n,
    });
  });

  test("cash 6: reports of the day and details of bookings are read; without the bank's references they are not", async () => {
    for (const version of ["camt.052.001.08", "camt.054.001.02"]) {
      const file = await readCamt(
        camt({ version, opening: null, closing: null, prefix: "ns2:", entries: [{ amount: "10.00", reference: "X" }] }),
      );
      expect(file.statements[0]).toMatchObject({
        openingMinor: null,
        closingMinor: null,
        lines: [{ minor: 10_00n, reference: "X" }],
      });
      await expect(
        readCamt(camt({ version, opening: null, closing: null, entries: [{ amount: "10.00", reference: "NONREF" }] })),
      ).rejects.toThrow("Use the statement");
    }
  });

  test("cash 6: a DOCTYPE, entities, deep nesting, endless text and cut off files are refused whole", async () => {
    const good = camt({ entries: [{ amount: "10.00" }] });
    const bomb = good.replace("<Document", '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>\n<Document');
    await expect(readCamt(bomb)).rejects.toThrow("no DOCTYPE");
    await expect(readCamt(good.replace("M1", "&b;"))).rejects.toThrow("cut off or damaged");
    await expect(readCamt(good.slice(0, -40))).rejects.toThrow("cut off or damaged");
    await expect(readCamt(good.replace("M1", "<a>".repeat(100_000)))).rejects.toThrow("nested too deeply");
    await expect(readCamt(good.replace("M1", "x".repeat(100_000)))).rejects.toThrow("far too long");
    await expect(readCamt(good.replace("camt.053.001.08", "pain.001.001.03"))).rejects.toThrow("no bank statement");
    await expect(readCamt(good.replace(">10.00<", ">1e3<"))).rejects.toThrow("is no amount");
    await expect(readCamt(good.replace(">10.00<", ">10.005<"))).rejects.toThrow("is no amount");
    await expect(readCamt(good.replace("<CdtDbtInd>CRDT</CdtDbtInd><Sts>", "<Sts>"))).rejects.toThrow(
      "whether money came or went",
    );
  });
});

describe("files", () => {
  test("cash 6: 20 MB and no more; no zip, PDF or web page; letters are those of the encoding", () => {
    expect(() => textOfFile(new Uint8Array(20 * 1024 * 1024 + 1))).toThrow("larger than 20 MB");
    expect(() => textOfFile(new Uint8Array(0))).toThrow("empty");
    expect(() => textOfFile(bytes("PK\u0003\u0004 some zip"))).toThrow("zip file");
    expect(() => textOfFile(bytes("<!DOCTYPE html><html>"))).toThrow("web page");
    expect(() => textOfFile(bytes('<?xml version="1.0" encoding="EBCDIC-US"?><a/>'))).toThrow("written in ebcdic-us");
    const latin = Uint8Array.from(
      [...'<?xml version="1.0" encoding="ISO-8859-1"?><a>S\u00f6hne</a>'].map((letter) => letter.charCodeAt(0)),
    );
    expect(textOfFile(latin).text).toContain("Söhne");
    const wrong = Uint8Array.from(
      [...'<?xml version="1.0" encoding="UTF-8"?><a>S\u00f6hne</a>'].map((letter) => letter.charCodeAt(0)),
    );
    expect(() => textOfFile(wrong)).toThrow("not in the encoding");
    const utf16 = new Uint8Array(Buffer.from("\ufeff<?xml version='1.0' encoding='UTF-16'?><a>Söhne</a>", "utf16le"));
    expect(textOfFile(utf16).text).toContain("Söhne");
    expect(textOfFile(bytes("\ufeffDate;Amount\n"))).toMatchObject({ isXml: false, encoding: "utf-8", sure: true });
  });
});

describe("CSV", () => {
  test("cash 6: lines above the table, a comma, the day first, and sums below it", async () => {
    const read = await csv(
      `"Kontonummer:";"DE89370400440532013000"\n"Von:";"01.11.2026"\n\n"Buchungstag";"Wertstellung";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer";"Betrag (EUR)"\n` +
        `"17.11.2026";"18.11.2026";"Norrfall & Söhne KG";"Rechnung I-2026-001";"DE02 1203 0000 0000 2020 51";"1.210,00"\n"16.11.2026";"16.11.2026";"Telekom";"Telefon";"";"-49,90"\n"Summe";"";"";"";"";"1.160,10"\n`,
    );
    expect(read).toMatchObject({
      dayOrder: "dmy",
      decimalMark: ",",
      question: null,
      leftOut: [{ reason: "without a day", count: 1 }],
    });
    expect(read.statement!.lines.map(({ day, minor, name, text }) => [day, minor, name, text])).toEqual([
      ["2026-11-17", 1210_00n, "Norrfall & Söhne KG", "Rechnung I-2026-001"],
      ["2026-11-16", -49_90n, "Telekom", "Telefon"],
    ]);
    expect(read.statement!.lines[0]).toMatchObject({ valuedOn: "2026-11-18", iban: "DE02120300000000202051" });
  });

  test("cash 6: two columns for in and out, a column that says which way, and balances that are checked", async () => {
    const two = await csv(
      'Date,Description,Paid out,Paid in,Balance\n17/11/2026,Rent,500.00,,500.00\n18/11/2026,I-2026-001,,"1,210.00","1,710.00"\n',
    );
    expect(two.statement).toMatchObject({ openingMinor: 1000_00n, closingMinor: 1710_00n });
    expect(two.statement!.lines.map(({ minor }) => minor)).toEqual([-500_00n, 1210_00n]);
    const newestFirst = await csv(
      "Date,Description,Amount,Balance\n18/11/2026,b,10.00,25.00\n17/11/2026,a,-5.00,15.00\n",
    );
    expect(newestFirst.statement).toMatchObject({ openingMinor: 20_00n, closingMinor: 25_00n });
    await expect(
      csv("Date,Description,Amount,Balance\n17/11/2026,a,10.00,10.00\n18/11/2026,b,5.00,14.00\n"),
    ).rejects.toThrow("do not add up");
    const dutch = await csv(
      '"Datum";"Naam";"Af Bij";"Bedrag";"Mededelingen"\n"20261117";"Fjord";"Bij";"12,50";"x"\n"20261117";"Rent";"Af";"7,00";"y"\n',
    );
    expect(dutch.statement!.lines.map(({ minor }) => minor)).toEqual([12_50n, -7_00n]);
    await expect(csv("Date,Text,Debit,Credit\n2026-11-17,x,1.00,2.00\n")).rejects.toThrow(
      "Line 2: money came in and went out",
    );
  });

  test("cash 6: what nothing proves is asked, and what was chosen must fit", async () => {
    expect((await csv("Date,Text,Amount\n03/04/2026,x,1.50\n")).question).toContain("day or the month");
    expect((await csv("Date,Text,Amount\n2026-04-03,x,1.250\n")).question).toContain("decimal comma");
    expect((await csv("When,Why,How much\n2026-04-03,x,1.25\n")).question).toContain("which column has the day");
    const told = await csv("When,Why,How much\n03/04/2026,x,1.250\n", {
      columns: { day: 0, text: 1, amount: 2 },
      dayOrder: "mdy",
      decimalMark: ",",
    });
    expect(told.statement!.lines).toMatchObject([{ day: "2026-03-04", minor: 1250_00n, text: "x" }]);
    await expect(csv("Date,Text,Amount\n13/04/2026,x,1.50\n", { dayOrder: "mdy" })).rejects.toThrow("another order");
    await expect(csv('Date,Text,Amount\n2026-04-13,x,"1,50"\n', { decimalMark: "." })).rejects.toThrow(
      "another decimal mark",
    );
    await expect(csv("Date,Text,Amount\n2026-04-13,x,12.5.\n")).rejects.toThrow("Line 2");
    await expect(csv("Date,Text,Amount\n2026-04-13,x,1.50\n2026-13-13,x,1.50\n")).rejects.toThrow(
      'Line 3: "2026-13-13" is no day',
    );
    await expect(csv("Date,Text,Amount,Currency\n2026-04-13,x,1.50,USD\n")).rejects.toThrow("it is in USD");
    await expect(csv('Date,Text,Amount\n2026-04-13,"x,1.50\n')).rejects.toThrow("Line 2");
    await expect(csv("hello\nworld\n")).rejects.toThrow("no table");
  });

  test("cash 6: a file without headings is read by the places of its columns; control characters are no text", async () => {
    const table = tableOf("17.11.2026;Fjord\u0000\u202e AB;12,50\n18.11.2026;Nord;1,00\n");
    expect(table.headings).toEqual(["Column 1", "Column 2", "Column 3"]);
    const read = await readBankCsv(table, "EUR", { columns: { day: 0, name: 1, amount: 2 } });
    expect(read.statement!.lines.map(({ name }) => name)).toEqual(["Fjord AB", "Nord"]);
  });
});

test("cash 6: amounts are exact, in every manner banks write them", () => {
  const amounts: [string, "," | ".", bigint | null][] = [
    ["1.234,56", ",", 123_456n],
    ["1,234.56", ".", 123_456n],
    ["1'234.56", ".", 123_456n],
    ["1 234,56", ",", 123_456n],
    ["12,34,567.89", ".", 123_456_789n],
    ["-12,00", ",", -1200n],
    ["12,00-", ",", -1200n],
    ["\u221212,00", ",", -1200n],
    ["(12.00)", ".", -1200n],
    ["12.00 DR", ".", -1200n],
    ["12,00 S", ",", -1200n],
    ["12,00 H", ",", 1200n],
    ["+12.00", ".", 1200n],
    ["EUR 12,00", ",", 1200n],
    ["-€12.00", ".", -1200n],
    ["12,00 EUR", ",", 1200n],
    ["90071992547409.93", ".", 9_007_199_254_740_993n],
    ["--12.00", ".", null],
    ["(12.00-)", ".", null],
    ["12.005", ".", null],
    ["1,23,4", ".", null],
    ["12..00", ".", null],
    ["1e5", ".", null],
    ["", ".", null],
    ["12.00 XX", ".", null],
  ];
  expect(amounts.map(([cell, mark]) => [cell, mark, minorOf(cell, mark, 2)])).toEqual(amounts);
  expect([minorOf("1.250", ".", 3), minorOf("1250", ".", 0), minorOf("1250.5", ".", 0)]).toEqual([1250n, 1250n, null]);
  expect(exactMinor("0.1", 2)! + exactMinor("0.2", 2)!).toBe(30n);
  expect(decimalMarkOf(["1.250", "3,5"], 2)).toBe(",");
  expect(decimalMarkOf(["1250", "3"], 2)).toBe(".");
  expect(decimalMarkOf(["1.250"], 2)).toBe(null);
  expect(decimalMarkOf(["1.250"], 0)).toBe(",");
  expect(() => decimalMarkOf(["1,50", "1.50"], 2)).toThrow("decimal comma");
});

test("cash 6: days in every order", () => {
  expect(
    [
      "2026-11-17",
      "17.11.2026",
      "17.11.26",
      "17/11/2026 23:59",
      "20261117",
      "17 Nov 2026",
      "17. November 2026",
      "2026-11-17T23:30:00Z",
    ].map((cell) => dayOf(cell, "dmy")),
  ).toEqual(Array.from({ length: 8 }, () => "2026-11-17"));
  expect([
    dayOf("11/17/2026", "mdy"),
    dayOf("Nov 17, 2026", "dmy"),
    dayOf("31.02.2026", "dmy"),
    dayOf("x", "dmy"),
  ]).toEqual(["2026-11-17", "2026-11-17", null, null]);
  expect([
    dayOrderOf(["03/04/2026", "13/04/2026"]),
    dayOrderOf(["03/04/2026"]),
    dayOrderOf(["03.04.2026"]),
    dayOrderOf(["04/13/2026"]),
  ]).toEqual(["dmy", null, "dmy", "mdy"]);
  expect(() => dayOrderOf(["13/04/2026", "04/13/2026"])).toThrow("different orders");
});

test("cash 7: the key of a line is all that both files say of it; alike ones are counted", async () => {
  const line = {
    day: "2026-11-17",
    valuedOn: null,
    minor: 100n,
    name: "A",
    iban: null,
    text: "x",
    reference: null,
    endToEnd: null,
    entry: null,
  };
  const [first, second, spaced, other] = keyed([line, { ...line }, { ...line, text: " X" }, { ...line, minor: 101n }]);
  expect([
    first!.key === second!.key,
    first!.key.slice(0, 40) === second!.key.slice(0, 40),
    spaced!.key.slice(-2),
    other!.key.slice(-2),
  ]).toEqual([false, true, "-3", "-1"]);
  // One reference for two different bookings hides neither.
  const [one, two] = keyed([
    { ...line, reference: "0815" },
    { ...line, reference: "0815", minor: 200n },
  ]);
  expect(one!.key).not.toBe(two!.key);
  expect(keyed([{ ...line, endToEnd: "E1" }])[0]!.key).not.toBe(keyed([{ ...line, endToEnd: "E2" }])[0]!.key);
});
