// What is read of a bank's file, whatever its format: lines of one or more statements. Amounts are whole minor units as BigInt, so that no
// cent is lost on the way; the database gets them as text.

export interface BankLine {
  /** The day it was booked, and the day it counts from. */
  day: string;
  valuedOn: string | null;
  /** Above zero: it came in. */
  minor: bigint;
  name: string | null;
  iban: string | null;
  /** What it was for. */
  text: string;
  /** What the bank calls the booking; banks use one again, so it proves nothing by itself. */
  reference: string | null;
  endToEnd: string | null;
  /** Bookings that the bank wrote as one: lines with the same entry add up to it. */
  entry: string | null;
}

export interface Statement {
  /** The account as the file names it: an IBAN where it has one. Null: the file does not say. */
  account: string | null;
  currency: string | null;
  openingMinor: bigint | null;
  closingMinor: bigint | null;
  lines: BankLine[];
}

export interface BankFile {
  /** "camt.053.001.08", or "csv". */
  format: string;
  statements: Statement[];
  /** What was left out, and why: { reason: "not booked yet", count: 2 }. */
  leftOut: { reason: string; count: number }[];
}

/** A file that is not read, with the reason in words. Nothing of it is kept. */
export class BankFileProblem extends Error {}

export const maxBankFileBytes = 20 * 1024 * 1024;
export const maxBankLines = 50_000;

/** The loop is given to others after this many rows or pieces. */
export const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

const controls = /[\p{Cc}\p{Bidi_Control}\ufeff]+/gu;
/** One line of text without characters that are no writing; null when nothing is left. */
export function plainText(text: string | null | undefined, longest: number): string | null {
  const plain = (text ?? "").replace(controls, " ").replaceAll(/\s+/g, " ").trim();
  // Half of a pair of surrogates is no text for the database.
  return plain === "" ? null : plain.slice(0, longest).toWellFormed();
}

/** Words that banks write where there is nothing to say. */
const nothing = /^(?:not ?provided|nonref|noref|none|unknown|n\/?a|0+|-+)$/i;
export const plainReference = (text: string | null | undefined): string | null => {
  const plain = plainText(text, 140);
  return plain === null || nothing.test(plain) ? null : plain;
};

/** "DE89370400440532013000", or null for what is too short to be an account. */
export function plainAccount(text: string | null | undefined): string | null {
  const plain = (text ?? "").toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return plain.length >= 4 && plain.length <= 34 ? plain : null;
}
