// A trial: what was issued and paid as a Buchungsstapel in DATEV's own CSV (EXTF 700, category 21, version 13), one file for each fiscal year, as its
// days have no year. Of the columns those up to the text are written. Nobody at DATEV has read it: see the README of this module.
import { rateWords } from "../cash.ts";
import type { Datev } from "../datev.ts";

export interface DatevRow {
  year_from: string;
  day: string;
  what: "invoice" | "payment";
  number: string | null;
  client: string | null;
  category: string | null;
  rate_pcm: number | null;
  method: string | null;
  /** Null: there is no exchange rate. */
  office_minor: number | null;
  currency: string;
}

const columns = [
  "Umsatz (ohne Soll/Haben-Kz)",
  "Soll/Haben-Kennzeichen",
  "WKZ Umsatz",
  "Kurs",
  "Basis-Umsatz",
  "WKZ Basis-Umsatz",
  "Konto",
  "Gegenkonto (ohne BU-Schlüssel)",
  "BU-Schlüssel",
  "Belegdatum",
  "Belegfeld 1",
  "Belegfeld 2",
  "Skonto",
  "Buchungstext",
];

/** Why it cannot be made; null where it can. */
export function datevProblem(rows: readonly DatevRow[], { revenue }: Datev, minorDigits: number): string | null {
  if (minorDigits !== 2) return "DATEV has amounts with two decimals: the office's currency has others.";
  const without = rows.find((row) => row.office_minor === null);
  if (without) return `DATEV: ${without.number ?? "a payment"} in ${without.currency} has no exchange rate.`;
  const missing = new Set(
    rows
      .filter((row) => row.what === "invoice" && !accountOf(row, revenue))
      .map((row) => `${row.category} ${rateWords(row.rate_pcm ?? 0)}`),
  );
  return missing.size === 0 ? null : `DATEV has no account for ${[...missing].toSorted().join(", ")}: set it below.`;
}

const accountOf = (row: DatevRow, revenue: Datev["revenue"]) =>
  revenue.find(({ category, rate_pcm }) => category === row.category && rate_pcm === row.rate_pcm);

const digits = (day: string) => day.replaceAll("-", "");
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const amount = (minor: number) => {
  const plain = String(Math.abs(minor)).padStart(3, "0");
  return `${plain.slice(0, -2)},${plain.slice(-2)}`;
};

export function datevFiles(
  rows: readonly DatevRow[],
  settings: Datev,
  { from, to }: { from: string; to: string },
  currency: string,
): { name: string; bytes: Uint8Array }[] {
  const years = [...new Set(rows.map((row) => row.year_from))].toSorted();
  return years.map((year) => {
    const last = new Date(Date.UTC(Number(year.slice(0, 4)) + 1, Number(year.slice(5, 7)) - 1, 0))
      .toISOString()
      .slice(0, 10);
    const [first, end] = [from > year ? from : year, to < last ? to : last];
    const head = [
      '"EXTF"',
      700,
      21,
      '"Buchungsstapel"',
      13,
      // When it was made is the end of the period: the same period is the same bytes.
      `${digits(end)}000000000`,
      "",
      '""',
      '""',
      '""',
      settings.consultant,
      settings.client,
      digits(year),
      settings.account_length,
      digits(first),
      digits(end),
      quoted(`Guidevane ${first}`),
      '""',
      1,
      0,
      0,
      quoted(currency),
      "",
      '""',
      "",
      "",
      '""',
      "",
      "",
      '""',
      '""',
    ];
    const lines = rows.filter((row) => row.year_from === year).map((row) => lineOf(row, settings, currency));
    return {
      name: `datev/EXTF_Buchungsstapel_${digits(first)}_${digits(end)}.csv`,
      bytes: windows1252([head, columns.map(quoted), ...lines].map((cells) => `${cells.join(";")}\r\n`).join("")),
    };
  });
}

/** A debit of the first account, or the other way round where money or a document goes back. */
function lineOf(row: DatevRow, settings: Datev, currency: string): (string | number)[] {
  const minor = row.office_minor ?? 0;
  const target = row.what === "invoice" ? accountOf(row, settings.revenue) : null;
  const [account, against] =
    row.what === "invoice"
      ? [settings.clients_account, target?.account ?? ""]
      : [row.method === "bank" ? settings.bank_account : settings.other_account, settings.clients_account];
  return [
    amount(minor),
    minor < 0 ? '"H"' : '"S"',
    quoted(currency),
    "",
    "",
    '""',
    account,
    against,
    quoted(target?.key ?? ""),
    row.day.slice(8) + row.day.slice(5, 7),
    quoted((row.number ?? "").slice(0, 36)),
    '""',
    "",
    quoted((row.client ?? "").slice(0, 60)),
  ];
}

/** DATEV reads Windows-1252. What it cannot say is written without its marks, or as a question mark. */
function windows1252(text: string): Uint8Array {
  const plain = text.replaceAll(/[^\r\n -\u00ff]/gu, (sign) => {
    const base = sign.normalize("NFKD").replaceAll(/\p{M}/gu, "");
    return /^[\u0020-\u007e]+$/.test(base) ? base : "?";
  });
  return Buffer.from(plain, "latin1");
}
