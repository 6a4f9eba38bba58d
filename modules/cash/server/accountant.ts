// The accountant's archive of a period: what was issued and paid as CSV, the issued files, an explanation, and the SHA-256 sums of all of it.
// Everything in it is frozen, so that the same period gives the same bytes.
import { createHash } from "node:crypto";
import { csvLine } from "#domain/csv-text.ts";
import { plainMoney } from "#domain/money.ts";
import type { Statements } from "#server/platform/database/sql.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { datevSchema, type Datev } from "../datev.ts";
import { datevFiles, datevProblem, type DatevRow } from "./datev.ts";
import type { ZipEntry } from "./zip.ts";

type Cell = string | number | null;
type Row = Record<string, Cell>;
interface Column {
  head: string;
  /** What it is, for README.txt. */
  means: string;
  of: (row: Row) => Cell;
}

const plain = (name: string, means: string, field = name): Column => ({
  head: name,
  means,
  of: (row) => row[field] ?? null,
});
const money = (name: string, means: string, field = `${name}_minor`, currency = "currency"): Column => ({
  head: name,
  means,
  of: (row) =>
    row[field] === null || row[field] === undefined ? null : plainMoney(Number(row[field]), String(row[currency])),
});
const percent = (name: string): Column => ({
  head: name,
  means: "percent",
  of: (row) => Number(row["rate_pcm"]) / 1000,
});

interface Table {
  file: string;
  about: string;
  /** A function of this module's SQL that takes the first and the last day. */
  rows: "export_invoices" | "export_lines" | "export_taxes" | "export_payments" | "export_clients" | "export_totals";
  columns: readonly Column[];
}

const tables: readonly Table[] = [
  {
    file: "invoices.csv",
    about: "Invoices and credit notes by day of issue. Credit notes are negative.",
    rows: "export_invoices",
    columns: [
      plain("number", "of the invoice, without gaps in its series"),
      plain("type", "invoice, deposit, final or credit"),
      plain("issued_on", "day of issue"),
      plain("due_on", "day on which it is due"),
      plain("supply_from", "first day of the supply"),
      plain("supply_to", "last day of the supply"),
      plain("client_id", "as in clients.csv"),
      plain("client", "as it stands on the invoice"),
      plain("client_vat_id", "as it stands on the invoice"),
      plain("client_country", "as it stands on the invoice"),
      plain("title", "what it is for"),
      plain("currency", "of the amounts"),
      money("net", "without tax"),
      money("tax", "tax that is owed"),
      money("total", "net and tax"),
      money("withheld", "tax that the client keeps back; no tax of ours"),
      money("payable", "total less what is withheld"),
      plain("office_currency", "what the firm counts in"),
      plain("rate", "what one unit of the currency is in it, on the day of issue"),
      plain("rate_day", "day of that rate"),
      plain("rate_source", "where that rate is from"),
      money("tax_in_office_currency", "as it stands on the invoice", "tax_office_minor", "office_currency"),
      plain("corrects", "the invoice that a credit note takes back, in part or whole"),
      plain("reason", "why it does"),
      plain("sha256", "of all that the invoice says, when it was issued"),
    ],
  },
  {
    file: "lines.csv",
    about: "The lines of invoices.csv.",
    rows: "export_lines",
    columns: [
      plain("number", "as in invoices.csv"),
      plain("line", "from 1", "line_no"),
      plain("description", "what it is for"),
      { head: "quantity", means: "of the unit", of: (row) => Number(row["quantity_milli"]) / 1000 },
      plain("unit", "what is counted"),
      money("unit_price", "net", "unit_minor"),
      money("net", "after discounts"),
      money("tax", "its part of the tax of the document"),
      plain("taxes", "names and rates"),
      plain("currency", "of the amounts"),
    ],
  },
  {
    file: "taxes.csv",
    about:
      "Base and tax of each document, one row for each category and rate (EN 16931: S Z E AE G O). Their sums are totals.csv.",
    rows: "export_taxes",
    columns: [
      plain("number", "as in invoices.csv"),
      plain("row", "from 1", "row_no"),
      plain("issued_on", "day of issue"),
      plain("category", "S taxed, Z zero, E exempt, AE reverse charge, G export, O not in scope"),
      plain("name", "of the tax"),
      percent("rate"),
      money("base", "net that is taxed"),
      money("tax", "on it"),
      plain("currency", "of the amounts"),
      plain("reason_code", "why nothing is charged"),
      plain("reason", "the same in words"),
    ],
  },
  {
    file: "totals.csv",
    about: "Tax of the period by issue: what the screen Cash, Tax shows.",
    rows: "export_totals",
    columns: [
      plain("category", "as in taxes.csv"),
      plain("name", "of the tax"),
      percent("rate"),
      money("base", "sum of the bases"),
      money("tax", "sum of the taxes"),
      plain("currency", "of the amounts"),
    ],
  },
  {
    file: "payments.csv",
    about: "Money by the day on which it came. What went back, and corrections, are rows of their own.",
    rows: "export_payments",
    columns: [
      plain("received_on", "day"),
      plain("kind", "payment, refund, dispute or correction"),
      money("amount", "negative: it went back", "amount_minor"),
      plain("currency", "of the amount"),
      plain("method", "stripe, bank, cash or other"),
      plain("request", "number of the request that it pays"),
      plain("invoice", "number of the invoice that the request is for"),
      plain("client_id", "as in clients.csv"),
      plain("client", "name"),
      plain("reference", "as it was entered or told"),
      plain("id", "of the row"),
    ],
  },
  {
    file: "clients.csv",
    about: "Clients of the other files, as they are known today.",
    rows: "export_clients",
    columns: ["id", "name", "legal_name", "street", "postal_code", "city", "country", "vat_id"].map((name) =>
      plain(name, name === "id" ? "as client_id in the other files" : "as in the client's billing profile"),
    ),
  },
];

const csv = ({ columns }: Table, rows: readonly Row[]) =>
  [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ of }) => String(of(row) ?? "")))]
    .map((cells) => csvLine(cells))
    .join("");

/** The file for DATEV, where its accounts are set. */
interface DatevWish {
  settings: Datev;
  rows: DatevRow[];
  currency: string;
  problem: string | null;
}
export async function datevWish(
  sql: Statements,
  { from, to }: { from: string; to: string },
): Promise<DatevWish | null> {
  const [own] = await sql<{ datev: unknown; currency: string; minor_digits: number }[]>`
    select datev, code as currency, minor_digits from public.cash_settings, public.office join public.currencies on code = office.currency`;
  if (!own?.datev) return null;
  const settings = datevSchema.parse(own.datev);
  const rows = await sql<DatevRow[]>`
    select year_from::text, day::text, what, number, client, category, rate_pcm, method, office_minor::float8 as office_minor, currency from private.export_datev(${from}, ${to})`;
  return { settings, rows, currency: own.currency, problem: datevProblem(rows, settings, own.minor_digits) };
}

const readme = (from: string, to: string, firm: string) =>
  [
    `${firm}: ${from} to ${to}`,
    "",
    "CSV files: UTF-8, commas, a point in amounts, days as 2026-12-31. A cell that a spreadsheet would run as a formula begins with an apostrophe.",
    "files/ holds the invoices as they were issued. SHA256SUMS has the sum of every other file (sha256sum -c SHA256SUMS).",
    "datev/ holds a Buchungsstapel where the accounts of DATEV are set (a trial: read what it books before you import it).",
    ...tables.flatMap(({ file, about, columns }) => [
      "",
      file,
      about,
      ...columns.map(({ head, means }) => `  ${head}: ${means}`),
    ]),
    "",
  ].join("\r\n");

/** Read as one moment saw it: `sql` is a transaction that reads. */
export async function* accountantFiles(
  sql: Statements,
  storage: Pick<Storage, "read">,
  { from, to }: { from: string; to: string },
): AsyncGenerator<ZipEntry> {
  const sums: string[] = [];
  const entry = (name: string, bytes: Uint8Array): ZipEntry => {
    sums.push(`${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
    return { name, bytes };
  };
  const [firm] = await sql<{ name: string }[]>`select coalesce(legal_name, 'Accounts') as name from public.firm`;
  yield entry("README.txt", Buffer.from(readme(from, to, firm?.name ?? "Accounts"), "utf8"));
  for (const table of tables) {
    const rows = await sql.unsafe<{ row: Row }[]>(
      `select to_jsonb(given) as row from private.${table.rows}($1::date, $2::date) with ordinality as given order by ordinality`,
      [from, to],
    );
    yield entry(
      table.file,
      Buffer.from(
        csv(
          table,
          rows.map(({ row }) => row),
        ),
        "utf8",
      ),
    );
  }
  const datev = await datevWish(sql, { from, to });
  if (datev?.problem) throw new Error(datev.problem);
  for (const { name, bytes } of datev ? datevFiles(datev.rows, datev.settings, { from, to }, datev.currency) : [])
    yield entry(name, bytes);
  const files = await sql<{ number: string; kind: string; file_id: string; sha256: string }[]>`
    select number, kind, file_id, sha256 from private.export_files(${from}, ${to})`;
  for (const { number, kind, file_id, sha256 } of files) {
    const pieces: Uint8Array[] = [];
    for await (const piece of await storage.read(file_id)) pieces.push(piece as Uint8Array);
    const bytes = Buffer.concat(pieces);
    const made = entry(`files/${number}.${kind}`, bytes);
    // Kept with its sum when it was issued: a file that was changed since is not handed out as the invoice.
    if (!sums.at(-1)?.startsWith(sha256)) throw new Error(`The ${kind} of ${number} is not the one that was issued.`);
    yield made;
  }
  yield { name: "SHA256SUMS", bytes: Buffer.from(sums.join(""), "utf8") };
}
