// CSV of banks, which all write their own: lines above the headings, a comma or a point, the day or the month first, one column of amounts or
// two. What nothing in the file proves is asked, not guessed; what a person said is remembered by the headings.
import { minorDigits } from "#domain/money.ts";
import { type CsvRow, guessDelimiter, readCsv } from "#domain/read-csv.ts";
import { type CsvField, type CsvMatching, guessColumns, missingColumns } from "../../bank/csv-columns.ts";
import { type DecimalMark, decimalMarkOf, directionOf, minorOf } from "./bank-amount.ts";
import { type DayOrder, dayOf, dayOrderOf } from "./bank-day.ts";
import {
  BankFileProblem,
  type BankLine,
  maxBankLines,
  pause,
  plainAccount,
  plainReference,
  plainText,
  type Statement,
} from "./bank-file.ts";

/** How a file is to be read, as far as a person said it or an earlier file with these headings was read. */
export interface CsvManner {
  columns?: CsvMatching | undefined;
  dayOrder?: DayOrder | null | undefined;
  decimalMark?: DecimalMark | null | undefined;
}

export interface CsvTable {
  headings: string[];
  rows: CsvRow[];
}

export interface CsvRead {
  columns: CsvMatching;
  dayOrder: DayOrder | null;
  decimalMark: DecimalMark | null;
  /** What a person has to say before it can be read. */
  question: string | null;
  statement: Statement | null;
  leftOut: { reason: string; count: number }[];
}

const linesAbove = 40;
/** More of a cell is not looked at: a text is kept to 1,000 characters. */
const longestCell = 4000;
const longestHeading = 200;
const looksLikeDay = /^\s*\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/;

/** Banks write the account, the days asked for and what not above the headings: the table begins where lines get as wide as those after. */
export function tableOf(text: string): CsvTable {
  const starts = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/, linesAbove);
  const widths = starts.map((line) =>
    line.trim() === "" ? 0 : line.replace(/"[^"]*"/g, "").split(guessDelimiter(line)).length,
  );
  const widest = Math.max(...widths);
  const at = widths.findIndex(
    (width, place) => width >= 3 && width >= widest - 1 && (widths[place + 1] ?? 0) >= width - 1,
  );
  if (at === -1)
    throw new BankFileProblem(
      "There is no table in this file: its lines do not have the same columns. Save it as CSV first.",
    );
  const rest =
    starts.slice(0, at).length === 0
      ? text
      : text
          .replace(/^\uFEFF/, "")
          .split(/\r\n|\n|\r/)
          .slice(at)
          .join("\n");
  const read = readCsv(rest);
  const table = { ...read, headings: read.headings.map((heading) => heading.slice(0, longestHeading)) };
  // Without headings the columns are called by their place.
  if (table.headings.some((heading) => looksLikeDay.test(heading)))
    return {
      headings: table.headings.map((_, place) => `Column ${place + 1}`),
      rows: [{ line: at + 1, cells: table.headings, problem: null }, ...moved(table.rows, at)],
    };
  return { headings: table.headings, rows: moved(table.rows, at) };
}

const moved = (rows: readonly CsvRow[], by: number): CsvRow[] => rows.map((row) => ({ ...row, line: row.line + by }));

const pending = /pend|vorgemerkt|attente|reverted|declined|failed|cancel/i;

export async function readBankCsv(table: CsvTable, currency: string, manner: CsvManner = {}): Promise<CsvRead> {
  if (table.rows.length > maxBankLines)
    throw new BankFileProblem("The file has more than 50,000 lines. Ask the bank for fewer days at once.");
  const columns = manner.columns ?? guessColumns(table.headings);
  const cells = (field: CsvField) => table.rows.map((row) => at(row, columns, field));
  const asked = (question: string): CsvRead => ({
    columns,
    dayOrder,
    decimalMark,
    question,
    statement: null,
    leftOut: [],
  });
  let dayOrder = manner.dayOrder ?? null;
  let decimalMark = manner.decimalMark ?? null;
  const missing = missingColumns(columns);
  if (missing) return asked(missing);
  const digits = minorDigits(currency);
  const amounts = [...cells("amount"), ...cells("money_in"), ...cells("money_out")];
  const proven = dayOrderOf(cells("day"));
  if (proven !== null && dayOrder !== null && proven !== dayOrder)
    throw new BankFileProblem("The days of this file are written in another order than was chosen.");
  dayOrder ??= proven;
  const mark = decimalMarkOf(amounts, digits);
  if (
    mark !== null &&
    decimalMark !== null &&
    mark !== decimalMark &&
    amounts.some((cell) => cell.includes(",") || cell.includes("."))
  )
    throw new BankFileProblem("The amounts of this file have another decimal mark than was chosen.");
  decimalMark ??= mark;
  if (dayOrder === null) return asked("Say whether the day or the month comes first: both are possible.");
  if (decimalMark === null)
    return asked("Say whether the amounts have a decimal comma or a decimal point: both are possible.");
  const statement: Statement = { account: null, currency: null, openingMinor: null, closingMinor: null, lines: [] };
  const left = new Map<string, number>();
  const leave = (reason: string): null => {
    left.set(reason, (left.get(reason) ?? 0) + 1);
    return null;
  };
  const balances: (bigint | null)[] = [];
  for (const [n, row] of table.rows.entries()) {
    if (n % 2000 === 1999) await pause();
    const line = lineOf(row, columns, { dayOrder, decimalMark, digits, currency }, leave);
    if (!line) continue;
    const own = plainAccount(at(row, columns, "own_account"));
    if (own !== null && statement.account !== null && own !== statement.account)
      throw new BankFileProblem("The file has bookings of several accounts. Load each account by itself.");
    statement.account ??= own;
    statement.lines.push(line);
    balances.push(minorOf(at(row, columns, "balance"), decimalMark, digits));
  }
  if (statement.lines.length === 0) throw new BankFileProblem("There is no booking in this file.");
  if (columns.balance !== undefined) balanced(statement, balances);
  return {
    columns,
    dayOrder,
    decimalMark,
    question: null,
    statement,
    leftOut: [...left].map(([reason, count]) => ({ reason, count })),
  };
}

const at = (row: CsvRow, columns: CsvMatching, field: CsvField): string =>
  row.cells[columns[field] ?? -1]?.slice(0, longestCell).trim() ?? "";

function lineOf(
  row: CsvRow,
  columns: CsvMatching,
  {
    dayOrder,
    decimalMark,
    digits,
    currency,
  }: { dayOrder: DayOrder; decimalMark: DecimalMark; digits: number; currency: string },
  leave: (reason: string) => null,
): BankLine | null {
  const cell = (field: CsvField) => at(row, columns, field);
  const refuse = (why: string): never => {
    throw new BankFileProblem(`Line ${row.line}: ${why} Nothing was read.`);
  };
  if (row.problem) refuse(`${row.problem}.`);
  // Sums below the table have words where the day is.
  if (!/\d/.test(cell("day"))) return leave("without a day");
  if (pending.test(cell("state"))) return leave("not booked");
  const day = dayOf(cell("day"), dayOrder) ?? refuse(`"${cell("day").slice(0, 30)}" is no day.`);
  const amount = (field: CsvField) =>
    cell(field) === ""
      ? null
      : (minorOf(cell(field), decimalMark, digits) ??
        refuse(`"${cell(field).slice(0, 30)}" is no amount in ${currency}.`));
  let minor: bigint | null;
  if (columns.money_in !== undefined && columns.money_out !== undefined) {
    const came = amount("money_in");
    const went = amount("money_out");
    if ((came ?? 0n) !== 0n && (went ?? 0n) !== 0n) refuse("money came in and went out in one booking.");
    // A column of money that went has it with or without its minus.
    minor = (came ?? 0n) - ((went ?? 0n) < 0n ? -(went ?? 0n) : (went ?? 0n));
    if (came === null && went === null) minor = null;
  } else {
    minor = amount("amount");
    if (columns.direction !== undefined && minor !== null) {
      const way =
        directionOf(cell("direction")) ??
        refuse(`"${cell("direction").slice(0, 30)}" does not say whether money came or went.`);
      if (minor < 0n && way === 1n) refuse("the amount is negative, but money came in.");
      minor = (minor < 0n ? -minor : minor) * way;
    }
  }
  if (minor === null || minor === 0n) return leave("without an amount");
  const own = cell("currency").toUpperCase();
  if (/^[A-Z]{3}$/.test(own) && own !== currency) refuse(`it is in ${own}, but the account is in ${currency}.`);
  return {
    day,
    valuedOn: dayOf(cell("valued_on"), dayOrder),
    minor,
    name: plainText(cell("name"), 200),
    iban: plainAccount(cell("iban")),
    text: plainText([cell("text"), cell("more_text")].join(" "), 1000) ?? "",
    reference: plainReference(cell("reference")),
    endToEnd: null,
    entry: null,
  };
}

/** Each balance is the one before it and the booking, from the oldest to the newest or the other way round. */
function balanced(statement: Statement, balances: readonly (bigint | null)[]): void {
  const { lines } = statement;
  if (balances.some((balance) => balance === null))
    throw new BankFileProblem("A balance in this file is no amount. Choose another column, or none. Nothing was read.");
  const known = balances as readonly bigint[];
  const upward = known.every((balance, n) => n === 0 || known[n - 1]! + lines[n]!.minor === balance);
  const downward = known.every((balance, n) => n === 0 || balance + lines[n - 1]!.minor === known[n - 1]!);
  if (!upward && !downward)
    throw new BankFileProblem(
      "The bookings and the balances after them do not add up: check which columns have the amounts. Nothing was read.",
    );
  const [oldest, newest] = upward ? [0, lines.length - 1] : [lines.length - 1, 0];
  statement.openingMinor = known[oldest]! - lines[oldest]!.minor;
  statement.closingMinor = known[newest]!;
}
