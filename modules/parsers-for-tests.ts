// Every parser of what strangers send, and for each the slowest and deepest inputs we know. `quick`: a limit is not reached, so it belongs
// to the first tier of tests.
import { deflateRawSync } from "node:zlib";
import { seeBankFile } from "#modules/cash/server/bank/bank-reader.ts";
import { mailParser } from "#modules/mailbox/server/reading/parser.ts";
import type { PartBytes } from "#modules/mailbox/server/reading/words.ts";
import { createEntryReader } from "#modules/meetings/server/calendars/entry-reader.ts";
import { readText } from "#server/platform/documents/read-text.ts";
import { sniff } from "#server/platform/documents/sniff.ts";
import { readRates } from "#server/platform/rates/take-rates.ts";
import { Readable } from "node:stream";

export interface SlowInput {
  parser: string;
  input: string;
  quick: boolean;
  run(): Promise<unknown>;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const part = (type: string, text: string): PartBytes => ({
  type,
  encoding: "8bit",
  charset: "utf-8",
  bytes: bytes(text),
  isCut: false,
});

const mail = mailParser("tests");
const text = (written: string) => () => mail.words(part("text/plain", written), null);
const page = (html: string) => () => mail.words(null, part("text/html", html));
const headers = (raw: string) => () =>
  mail.headers([{ uid: 1, headers: bytes(raw), arrivedAt: new Date(0).toISOString(), partSizes: [1] }]);
const multiparts = (depth: number) => {
  let head = "";
  for (let n = 0; n < depth; n += 1) head += `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`;
  return head;
};

export const calendarReader = createEntryReader();
const rules = {
  zone: "Europe/Berlin",
  addresses: [],
  from: Date.UTC(2026, 9, 1),
  to: Date.UTC(2026, 11, 31),
  countTentative: true,
  countAllDay: true,
  countUnanswered: true,
};
const calendar = (lines: string[]) => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:u", "DTSTART:20261102T100000Z", ...lines, "END:VEVENT"];
const entry =
  (...lines: string[]) =>
  () =>
    calendarReader.reading(`tests ${lines[0]?.slice(0, 20)}`).entry(calendar(event(...lines)), rules);
const calendarFile = (ics: string) => () => calendarReader.reading("tests file").file(ics);

const bank = (file: string) => () =>
  seeBankFile(
    "tests",
    bytes(file),
    { name: "file" },
    { accounts: [{ account: "DE89370400440532013000", currency: "EUR" }], manner: async () => null },
  ).catch((error: Error) => error.message);
const csv = (cell: string, rows = 1) =>
  bank(`Date,Amount,Text\n${`01.02.2026,${cell},x\n`.repeat(rows)}02.02.2026,"1,00",y\n`);
const camt = (inside: string) =>
  bank(`<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">${inside}`);

const file = (content: Uint8Array) => () =>
  readText("tests", { size: content.length, open: async () => Readable.from([content]) });

/** A zip archive of one file, as an office program would write it. */
function zip(name: string, content: Buffer, { names = 1 } = {}): Uint8Array {
  const packed = deflateRawSync(content, { level: 9 });
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const central = Buffer.alloc(46 + name.length);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(content.length, 24);
  central.writeUInt16LE(name.length, 28);
  central.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names, 8);
  end.writeUInt16LE(names, 10);
  end.writeUInt32LE(central.length * names, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, ...Array.from({ length: names }, () => central), end]);
}

/** A PDF of these objects; programs mend what its table of objects lacks. */
const pdf = (...objects: string[]) =>
  bytes(
    `%PDF-1.7\n${objects.map((each, n) => `${n + 1} 0 obj\n${each}\nendobj\n`).join("")}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF`,
  );

const png = (width: number, height: number) => {
  const header = Buffer.alloc(33);
  header.write("\u0089PNG\r\n\u001a\n", "latin1");
  header.writeUInt32BE(13, 8);
  header.write("IHDR", 12);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.writeUInt8(8, 24);
  return header;
};
/** A picture of ASF's kind whose parts have no length: programs went round in it for ever. */
const asf = () => {
  const head = Buffer.alloc(4100);
  Buffer.from("3026b2758e66cf11a6d900aa0062ce6c", "hex").copy(head);
  head.writeUInt32LE(1000, 16);
  return head;
};

const quick = true;
const slow = false;

export const slowInputs: SlowInput[] = (
  [
    ["mail", "49,000 <img>", quick, page("<img>abcde".repeat(49_000))],
    ["mail", "100,000 open <div>", slow, page("<div>".repeat(100_000))],
    ["mail", "tables in tables, 30,000 deep", slow, page("<table><tr><td>".repeat(30_000))],
    ["mail", "tags closed in the wrong order", slow, page("<b><i>".repeat(40_000) + "</b>".repeat(40_000))],
    ["mail", "a style of 400 KB", slow, page(`<p style="color:red;${"margin:1px;".repeat(40_000)}">x`)],
    ["mail", "quotes that never close", quick, page('<a href="'.repeat(50_000))],
    ["mail", "comments that never close", quick, page("<!--".repeat(120_000))],
    ["mail", "entities that multiply", slow, page("&lt;&amp;&#0;&#x110000;&bogus;".repeat(15_000))],
    ["mail", "50,000 attributes", slow, page(`<p ${"a=b ".repeat(100_000)}>x</p>`)],
    ["mail", "500 KB of <", slow, page("<".repeat(500_000))],
    ["mail", "160,000 links", slow, page("<a>".repeat(160_000))],
    ["mail", "20 KB of newlines", quick, text("\n".repeat(20_000))],
    ["mail", "20 KB of spaces", quick, text(" ".repeat(20_000))],
    ["mail", "a text made for patterns of quotes", quick, text(`On ${"a ".repeat(9000)}wrote`)],
    ["mail", "1,800 lines that begin a quote", quick, text("Op schreef\n".repeat(1800))],
    ["mail", "one line of 400 KB", quick, text("w".repeat(400_000))],
    ["mail headers", "multiparts, 5,000 deep", slow, headers(multiparts(5000))],
    ["mail headers", "128 KB of references", quick, headers(`References: ${"<a@b> ".repeat(21_000)}\r\n\r\n`)],
    ["mail headers", "groups in groups", quick, headers(`To: ${"a:".repeat(60_000)};\r\n\r\n`)],
    ["mail headers", "comments in comments", slow, headers(`To: ${"(".repeat(100_000)}\r\n\r\n`)],
    ["mail headers", "half encoded words", slow, headers(`Subject: ${"=?utf-8?q?".repeat(12_000)}\r\n\r\n`)],
    [
      "mail report",
      "a field of 100 KB",
      quick,
      () => mail.bounce(part("message/delivery-status", `Action:${" \t".repeat(40_000)}failed\r\n`), null),
    ],
    [
      "mail calendar",
      "quotes that never close",
      quick,
      () => mail.calendar([part("text/calendar", `BEGIN:VEVENT\r\nATTENDEE;${'A="'.repeat(100_000)}\r\nEND:VEVENT`)]),
    ],
    ["calendar", "a date that never comes", slow, entry("RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30")],
    ["calendar", "every second, for ever", quick, entry("RRULE:FREQ=SECONDLY")],
    [
      "calendar",
      "a rule of everything",
      slow,
      entry(
        `RRULE:FREQ=YEARLY;BYDAY=${Array.from({ length: 53 }, (_, n) => `${n + 1}MO`).join(",")};BYHOUR=${Array.from({ length: 24 }, (_, n) => n).join(",")};BYMINUTE=${Array.from({ length: 60 }, (_, n) => n).join(",")}`,
      ),
    ],
    ["calendar", "20,000 further dates", slow, entry(`RDATE:${"20261102T100000Z,".repeat(20_000)}20261103T100000Z`)],
    ["calendar", "alarms in alarms", slow, entry(...Array.from({ length: 50_000 }, () => "BEGIN:VALARM"))],
    ["calendar", "a parameter that never ends", quick, entry(`ATTENDEE;${"A=B;".repeat(50_000)}`)],
    [
      "calendar file",
      "5 MB of zones",
      slow,
      calendarFile(calendar(Array.from({ length: 200_000 }, () => "BEGIN:VTIMEZONE"))),
    ],
    [
      "calendar file",
      "50,000 parts of one entry",
      slow,
      calendarFile(calendar(Array.from({ length: 50_000 }, () => event()).flat())),
    ],
    ["bank CSV", "an amount of 60 KB", quick, csv(`1${" ".repeat(60_000)}x`)],
    ["bank CSV", "an amount of 60 KB of figures", quick, csv("1".repeat(60_000))],
    ["bank CSV", "50,000 lines with wide amounts", slow, csv(`1${" ".repeat(200)}x`, 49_000)],
    ["bank CSV", "a quote that never closes", slow, bank(`a,b,c\n${'"x\n'.repeat(200_001)}`)],
    ["bank CSV", "a day of 60 KB", quick, bank(`Date,Amount,Text\n1${"-".repeat(60_000)},"1,00",x\n`)],
    [
      "bank CSV",
      "headings of 1 MB",
      slow,
      bank(`${"booking date ".repeat(80_000)},Amount,Text\n01.02.2026,"1,00",x\n`),
    ],
    ["CAMT", "elements, 100,000 deep", quick, camt("<a>".repeat(100_000))],
    [
      "CAMT",
      "entities that multiply",
      quick,
      bank('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>'),
    ],
    ["CAMT", "400,000 empty bookings", slow, camt("<Stmt>" + "<Ntry/>".repeat(400_000))],
    [
      "CAMT",
      "attributes of 2 MB",
      slow,
      camt(`<Stmt ${Array.from({ length: 100_000 }, (_, n) => `a${n}="${n}"`).join(" ")}>`),
    ],
    ["rates", "a million half lines", slow, () => readRates(`Date,USD\n${"2026-01-02,\n".repeat(1_000_000)}`)],
    [
      "rates",
      "elements, 100,000 deep",
      quick,
      () => readRates("<Cube>".repeat(100_000)).catch((error: Error) => error.message),
    ],
    ["XLSX", "a bomb of 500 MB", slow, file(zip("xl/sharedStrings.xml", Buffer.alloc(500_000_000, 60)))],
    ["XLSX", "half tags", slow, file(zip("xl/sharedStrings.xml", Buffer.alloc(2_000_000, "<a ")))],
    [
      "XLSX",
      "60,000 times the same sheet",
      slow,
      file(zip("xl/sharedStrings.xml", Buffer.alloc(20_000, "<si>a</si>"), { names: 60_000 })),
    ],
    ["RTF", "a file of groups", slow, file(bytes(`{\\rtf${"{\\".repeat(500_000)}`))],
    [
      "PDF",
      "pages that contain themselves",
      quick,
      file(pdf("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R] /Count 1 >>")),
    ],
    [
      "PDF",
      "arrays, 100,000 deep",
      slow,
      file(pdf("<< /Type /Catalog /Pages 2 0 R >>", `<< /Type /Pages /Kids ${"[".repeat(100_000)} >>`)),
    ],
    [
      "PDF",
      "a million pages that are one",
      slow,
      file(
        pdf(
          "<< /Type /Catalog /Pages 2 0 R >>",
          "<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>",
          "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
        ),
      ),
    ],
    ["picture", "a PNG of 4 billion by 4 billion", quick, () => sniff(png(0xffffffff, 0xffffffff))],
    ["picture", "an ASF whose parts have no length", quick, () => sniff(asf())],
    ["picture", "an archive in archives", quick, () => sniff(zip("a.zip", Buffer.from(zip("b", Buffer.alloc(3000)))))],
  ] as const
).map(([parser, input, isQuick, run]) => ({ parser, input, quick: isQuick, run }));

export const tableOf = (rows: readonly (readonly (string | number)[])[]): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          typeof cell === "number" ? String(cell).padStart(widths[column]!) : cell.padEnd(widths[column]!),
        )
        .join("  "),
    )
    .join("\n");
};
