// Money is an integer in the currency's minor units, never a fraction: 125050 with "USD" is $1,250.50.
import { numberFormat, parseNumber, typedNumber } from "./formats.ts";

/** ISO 4217, where browsers leave the decimals out by custom: what is stored has them (public.currencies). */
const isoDigits: Record<string, number> = { HUF: 2 };

// A formatter takes longer to make than to use, and a page has dozens of amounts: each is kept.
const kept = new Map<string, ReturnType<typeof numberFormat>>();
function formatter(currency: string, kind = "", options: Intl.NumberFormatOptions = {}) {
  const key = currency + kind;
  let found = kept.get(key);
  if (!found) {
    const digits = isoDigits[currency];
    const fraction = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
    found = numberFormat({ style: "currency", currency, ...fraction, ...options });
    kept.set(key, found);
  }
  return found;
}

const keptDigits = new Map<string, number>();
/** How many digits are behind the point: 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  let digits = isoDigits[currency] ?? keptDigits.get(currency);
  if (digits === undefined) {
    digits =
      new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
    keptDigits.set(currency, digits);
  }
  return digits;
}

/** "1250.50": exact, for files. */
export function plainMoney(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  const [sign, all] = [minor < 0 ? "-" : "", String(Math.abs(minor)).padStart(digits + 1, "0")];
  return digits === 0 ? sign + all : `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`;
}

/** "1250.50", or "1250,50": exact, as the person who reads it would type it. */
export const typedMoney = (minor: number, currency: string): string => typedNumber(plainMoney(minor, currency));

/** "$1,250.50". Cents are left out only where there are none. */
export function formatMoney(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  const whole = minor % 10 ** digits === 0;
  // The exact decimal text: a number above 2^53 / 100 would lose its cents as a fraction.
  return formatter(currency, whole ? " whole" : "", whole ? { minimumFractionDigits: 0 } : {}).format(
    plainMoney(minor, currency) as Intl.StringNumericLiteral,
  );
}

/** "$1,250.00": with all its decimals, where money is asked for or received. */
export const exactMoney = (minor: number, currency: string): string =>
  formatter(currency).format(plainMoney(minor, currency) as Intl.StringNumericLiteral);

/** What a person typed, in minor units; null when it is no amount of that currency. Takes "1,250.5", "$1250.50", "1250". */
export function parseMoney(text: string, currency: string): number | null {
  const symbol = formatter(currency)
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value;
  const number = parseNumber(text.replace(symbol ?? currency, "").replace(currency, ""));
  const [whole = "", fraction = ""] = number?.split(".") ?? [];
  const digits = minorDigits(currency);
  if (number === null || fraction.length > digits) return null;
  const minor = Number(whole + fraction.padEnd(digits, "0"));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** "$86K": two digits at least, and no more than that behind the point. */
export const compactMoney = (minor: number, currency: string) =>
  compact(currency, " compact", {}, minor)
    .map(({ value }) => value)
    .join("");

/** "K" and "M" in every language: the words of the back office are English. */
function compact(currency: string, kind: string, options: Intl.NumberFormatOptions, minor: number) {
  const key = `${currency}${kind}`;
  const english =
    compactKept.get(key) ??
    new Intl.NumberFormat("en-US", { style: "currency", currency, notation: "compact", ...options });
  compactKept.set(key, english);
  return english
    .formatToParts(minor / 10 ** minorDigits(currency))
    .map(({ type, value }) => ({ type, value: type === "decimal" ? typedNumber("0.0").slice(1, -1) : value }));
}
const compactKept = new Map<string, Intl.NumberFormat>();

/** "$144.8k", "$1.2m": for charts, where a figure has little room. */
export function shortMoney(minor: number, currency: string): string {
  return compact(currency, " tenths", { minimumFractionDigits: 0, maximumFractionDigits: 1 }, minor)
    .map(({ type, value: text }) => (type === "compact" ? text.toLowerCase() : text))
    .join("");
}

/** Currencies that are offered for deals and proposals, the first while no one has chosen. One other than the office's needs a rate. */
export const offeredCurrencies = [
  "USD",
  "EUR",
  "GBP",
  "CHF",
  "JPY",
  "KWD",
  "CAD",
  "AUD",
  "NZD",
  "SEK",
  "NOK",
  "DKK",
  "PLN",
  "CZK",
  "HUF",
  "INR",
  "SGD",
  "HKD",
  "CNY",
  "KRW",
  "BHD",
  "ZAR",
  "BRL",
  "MXN",
  "AED",
  "ILS",
  "TRY",
  "ISK",
  "VND",
  "JOD",
  "OMR",
  "TND",
] as const;
