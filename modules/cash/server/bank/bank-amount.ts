// Amounts as banks write them, to whole minor units. The decimal mark is decided for a whole column: "1.234" alone could be either.
import { BankFileProblem } from "./bank-file.ts";

export type DecimalMark = "," | ".";

/** "1234.5" with 2 digits: 123450n. Digits that the currency does not have must be zeros. */
export function exactMinor(plain: string, digits: number): bigint | null {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d{1,15})(?:\.(\d{1,8}))?$/.exec(plain) ?? [];
  if (whole === "" || !/^0*$/.test(fraction.slice(digits))) return null;
  const minor = BigInt(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  return sign === "-" ? -minor : minor;
}

/** Signs and words around the figures. Letters of debit and credit: English, German, Dutch, French, Spanish and Italian banks. */
const debit = /^(?:d|dr|db|dbit|debit|debet|s|soll|af|out|lastschrift|débit|cargo|addebito|-)$/i;
const credit = /^(?:c|cr|crdt|credit|h|haben|bij|in|gutschrift|crédit|abono|accredito|\+)$/i;

/** Which way a mark says the money went; null when it is none. */
export function directionOf(mark: string): 1n | -1n | null {
  const plain = mark.trim().replace(/\.$/, "");
  if (debit.test(plain)) return -1n;
  return credit.test(plain) ? 1n : null;
}

interface Taken {
  /** Digits and marks only. */
  figures: string;
  sign: 1n | -1n;
}

/** No bank writes an amount with more signs than this. */
const longestAmount = 60;
const currencyBefore = /^(?:[A-Z]{3}|[€$£¥₣₤₹]|kr|Fr\.?|zł|Kč)/u;
const currencyBehind = /(?:\b[A-Z]{3}|[€$£¥₣₤₹]|kr\.?|zł|Kč)$/u;

/** "(1.234,56)", "1.234,56-", "− 1'234.56", "EUR 12,00 S": figures and sign. Null when it is no amount. */
function taken(cell: string): Taken | null {
  if (cell.length > longestAmount) return null;
  let text = cell
    .normalize("NFKC")
    .replaceAll(/[−–—﹣－]/g, "-")
    .trim();
  let sign: 1n | -1n = 1n;
  let signs = 0;
  const negate = () => {
    sign = -1n;
    signs += 1;
  };
  if (text.startsWith("(") && text.endsWith(")")) {
    negate();
    text = text.slice(1, -1).trim();
  }
  // The currency, before or behind; then a letter for the direction behind the figures.
  const leading = /^[-+]/.exec(text)?.[0] ?? "";
  const unsigned = text.slice(leading.length).trimStart();
  const figuresOn = unsigned.replace(currencyBefore, "");
  if (figuresOn !== unsigned) text = (leading === "-" ? "-" : "") + figuresOn.trimStart();
  text = text.replace(currencyBehind, "").trimEnd();
  const letters = /[A-Za-z]{1,6}(?=\.?$)/.exec(text)?.[0] ?? "";
  const before = text.slice(0, text.length - letters.length - (text.endsWith(".") ? 1 : 0)).trimEnd();
  const hasLetters = letters !== "" && /\d$/.test(before);
  const figures = hasLetters ? before : text;
  if (hasLetters) {
    const way = directionOf(letters);
    if (way === null) return null;
    if (way === -1n) negate();
    else signs += 1;
  }
  text = figures.replaceAll(/[\s'’`_]/g, "");
  if (/^[-+]/.test(text)) {
    if (text.startsWith("-")) negate();
    else signs += 1;
    text = text.slice(1);
  }
  if (/[-+]$/.test(text)) {
    if (text.endsWith("-")) negate();
    else signs += 1;
    text = text.slice(0, -1);
  }
  // Two signs contradict each other, or say the same twice: not guessed.
  return signs > 1 || !/^\d[\d.,]*$/.test(text) ? null : { figures: text, sign };
}

/** Which mark the figures themselves prove; null when they would be right either way, or are whole. */
function provenMark(figures: string, digits: number): DecimalMark | null {
  const last = Math.max(figures.lastIndexOf(","), figures.lastIndexOf("."));
  if (last === -1) return null;
  const mark = figures[last] as DecimalMark;
  const other = mark === "," ? "." : ",";
  if (figures.includes(other)) return mark;
  if (figures.indexOf(mark) !== last) return other;
  const behind = figures.length - last - 1;
  if (behind !== 3 || last > 3 || figures.startsWith("0")) return mark;
  // "1.234": thousands where the currency has no decimals, else nothing tells.
  return digits === 0 ? other : null;
}

/** The decimal mark of a column: proven by a cell, or null when none proves it. Contradictions are refused. */
export function decimalMarkOf(cells: readonly string[], digits: number): DecimalMark | null {
  const proven = new Set<DecimalMark>();
  let unclear = false;
  for (const cell of cells) {
    const figures = taken(cell)?.figures;
    if (figures === undefined) continue;
    const mark = provenMark(figures, digits);
    if (mark) proven.add(mark);
    else if (/[.,]/.test(figures)) unclear = true;
  }
  if (proven.size > 1)
    throw new BankFileProblem("Some amounts have a decimal comma and others a decimal point. Nothing was read.");
  const [only] = proven;
  // Without any mark each is right.
  return only ?? (unclear ? null : ".");
}

/** Null when it is no amount with this decimal mark. */
export function minorOf(cell: string, mark: DecimalMark, digits: number): bigint | null {
  const found = taken(cell);
  if (!found) return null;
  const thousands = mark === "," ? "." : ",";
  const [whole = "", fraction, ...more] = found.figures.split(mark);
  if (more.length > 0 || fraction?.includes(thousands)) return null;
  // "1,23,456" of India is well written; "1,2" is not.
  if (whole.includes(thousands) && !/^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(whole)) return null;
  const minor = exactMinor(whole.replaceAll(thousands, "") + (fraction ? `.${fraction}` : ""), digits);
  return minor === null ? null : minor * found.sign;
}
