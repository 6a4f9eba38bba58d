// Bytes of an upload to what the database takes: lines with their keys, statements with their balances.
import { createHash } from "node:crypto";
import type { Encoding } from "#domain/decode-file.ts";
import { type CsvMatching, headingsKey } from "../../bank/csv-columns.ts";
import { type CsvManner, readBankCsv, tableOf } from "./bank-csv.ts";
import { type BankFile, BankFileProblem, plainText, type Statement } from "./bank-file.ts";
import { readCamt } from "./camt.ts";
import { type FileText, textOfFile } from "./file-text.ts";
import { keyed } from "./line-keys.ts";

export interface OwnAccount {
  account: string;
  currency: string;
}

/** What a person said about the file, where it does not say it itself. */
export interface FileChoices extends CsvManner {
  name: string;
  account?: string | undefined;
  encoding?: Encoding | undefined;
}

/** `manner`: how an earlier file with these headings was read. */
interface Known {
  accounts: readonly OwnAccount[];
  manner(headings: string): Promise<CsvManner | null>;
}

export interface LookedAtCsv {
  headings: string[];
  sample: string[][];
  columns: CsvMatching;
  dayOrder: CsvManner["dayOrder"];
  decimalMark: CsvManner["decimalMark"];
  question: string | null;
  remembered: boolean;
}

export interface ReadFile {
  /** For public.take_bank_file; null while something is to be said. */
  file: FileForDatabase | null;
  text: Pick<FileText, "encoding" | "sure" | "isXml">;
  leftOut: BankFile["leftOut"];
  csv: LookedAtCsv | null;
}

export interface FileForDatabase {
  sha256: string;
  file_name: string;
  format: string;
  statements: object[];
  lines: object[];
  headings?: string;
  manner?: CsvManner;
}

const largest = 9_000_000_000_000_000n;
const sampleRows = 4;

/** Headings and where they are can differ between files: columns are remembered by their headings. */
const byHeading = (headings: readonly string[], columns: CsvMatching) =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, headings[column]?.trim().toLowerCase() ?? ""]),
  );
function fromHeading(headings: readonly string[], remembered: Readonly<Record<string, unknown>>): CsvMatching {
  const plain = headings.map((heading) => heading.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(remembered).flatMap(([field, heading]) => {
      const column = typeof heading === "string" ? plain.indexOf(heading) : -1;
      return column === -1 ? [] : [[field, column]];
    }),
  );
}

export async function readBankFile(bytes: Uint8Array, choices: FileChoices, known: Known): Promise<ReadFile> {
  const text = textOfFile(bytes, choices.encoding);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const name = plainText(choices.name, 200) ?? "file";
  if (known.accounts.length === 0)
    throw new BankFileProblem("No bank account is set. Enter yours in Settings, Firm, then come back.");
  if (text.isXml) {
    const read = await readCamt(text.text);
    for (const { account } of read.statements) demandOwn(account, known.accounts);
    return {
      file: { sha256, file_name: name, format: read.format, ...forDatabase(read.statements, "camt", null) },
      text,
      leftOut: read.leftOut,
      csv: null,
    };
  }
  const table = tableOf(text.text);
  const headings = headingsKey(table.headings);
  const before = choices.columns ? null : await known.manner(headings);
  const chosen =
    known.accounts.find(({ account }) => account === choices.account) ??
    (known.accounts.length === 1 ? known.accounts[0]! : null);
  const manner: CsvManner = {
    columns: choices.columns ?? (before?.columns ? fromHeading(table.headings, before.columns) : undefined),
    dayOrder: choices.dayOrder ?? before?.dayOrder,
    decimalMark: choices.decimalMark ?? before?.decimalMark,
  };
  const read = await readBankCsv(table, chosen?.currency ?? known.accounts[0]!.currency, manner);
  const { columns, dayOrder, decimalMark } = read;
  const csv: LookedAtCsv = {
    headings: table.headings,
    sample: table.rows.slice(0, sampleRows).map(({ cells }) => cells.map((cell) => cell.slice(0, 200))),
    columns,
    dayOrder,
    decimalMark,
    question: read.question ?? (chosen ? null : "Say which account the file is of."),
    remembered: before !== null,
  };
  if (!read.statement || csv.question !== null || !chosen) return { file: null, text, leftOut: read.leftOut, csv };
  if (read.statement.account !== null) demandOwn(read.statement.account, known.accounts);
  if (read.statement.account !== null && read.statement.account !== chosen.account)
    throw new BankFileProblem(
      `The file is of the account ${read.statement.account}, but ${chosen.account} was chosen. Nothing was read.`,
    );
  return {
    file: {
      sha256,
      file_name: name,
      format: "csv",
      ...forDatabase([read.statement], "csv", chosen),
      headings,
      manner: {
        columns: byHeading(table.headings, columns) as never,
        dayOrder: dayOrder ?? null,
        decimalMark: decimalMark ?? null,
      },
    },
    text,
    leftOut: read.leftOut,
    csv,
  };
}

function demandOwn(account: string | null, own: readonly OwnAccount[]): void {
  if (own.some((each) => each.account === account)) return;
  throw new BankFileProblem(
    `The file is of the account ${account ?? "that it does not name"}, which is none of yours. Nothing was read. Accounts are set in Settings, Firm.`,
  );
}

function forDatabase(
  statements: readonly Statement[],
  source: "camt" | "csv",
  chosen: OwnAccount | null,
): Pick<FileForDatabase, "statements" | "lines"> {
  const lines: object[] = [];
  const accountOf = (statement: Statement) => chosen?.account ?? statement.account!;
  // Bookings that are alike are counted through the whole file of an account: a bank may split its days into several statements.
  for (const account of new Set(statements.map(accountOf))) {
    const own = statements.filter((statement) => accountOf(statement) === account);
    const currencies = own.flatMap((statement) => statement.lines.map(() => statement.currency ?? chosen!.currency));
    for (const [place, line] of keyed(own.flatMap((statement) => statement.lines)).entries()) {
      if (line.minor > largest || line.minor < -largest)
        throw new BankFileProblem("An amount in this file is too large to be one. Nothing was read.");
      lines.push({
        n: lines.length,
        account,
        source,
        currency: currencies[place],
        key: line.key,
        day: line.day,
        valued_on: line.valuedOn,
        amount_minor: String(line.minor),
        name: line.name,
        iban: line.iban,
        words: line.text,
        reference: line.reference,
        end_to_end: line.endToEnd,
        entry: line.entry,
      });
    }
  }
  return {
    lines,
    statements: statements.map((statement) => {
      const days = statement.lines.map(({ day }) => day).toSorted();
      return {
        account: chosen?.account ?? statement.account,
        currency: statement.currency ?? chosen!.currency,
        starts_on: days[0] ?? null,
        ends_on: days.at(-1) ?? null,
        opening_minor: statement.openingMinor?.toString() ?? null,
        closing_minor: statement.closingMinor?.toString() ?? null,
        lines: statement.lines.length,
      };
    }),
  };
}
