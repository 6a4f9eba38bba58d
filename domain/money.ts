// Money is an integer in the currency's minor units, never a fraction: 125050 with "USD" is $1,250.50.
// A formatter takes longer to make than to use, and a page has dozens of amounts: each is kept.
const kept = new Map<string, Intl.NumberFormat>();
function formatter(currency: string, kind = "", options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = currency + kind;
  let found = kept.get(key);
  if (!found) {
    found = new Intl.NumberFormat("en-US", { style: "currency", currency, ...options });
    kept.set(key, found);
  }
  return found;
}

const keptDigits = new Map<string, number>();
/** How many digits are behind the point: 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  let digits = keptDigits.get(currency);
  if (digits === undefined) {
    digits = formatter(currency).resolvedOptions().maximumFractionDigits ?? 2;
    keptDigits.set(currency, digits);
  }
  return digits;
}

/** "1250.50": exact, for inputs and CSV files. */
export function plainMoney(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  const [sign, all] = [minor < 0 ? "-" : "", String(Math.abs(minor)).padStart(digits + 1, "0")];
  return digits === 0 ? sign + all : `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`;
}

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
  const plain = text
    .trim()
    .replace(symbol ?? currency, "")
    .replace(currency, "")
    .replace(/[\s\u00a0]/g, "");
  const match = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(plain);
  if (!match) return null;
  const [, sign = "", whole = "", fraction = ""] = match;
  const digits = minorDigits(currency);
  if (fraction.length > digits) return null;
  const minor = Number(whole.replaceAll(",", "") + fraction.padEnd(digits, "0"));
  return Number.isSafeInteger(minor) ? (sign ? -minor : minor) : null;
}

/** "$86K": two digits at least, and no more than that behind the point. */
export const compactMoney = (minor: number, currency: string) =>
  formatter(currency, " compact", { notation: "compact" }).format(minor / 10 ** minorDigits(currency));

/** "$144.8k", "$1.2m": for charts, where a figure has little room. */
export function shortMoney(minor: number, currency: string): string {
  const value = minor / 10 ** minorDigits(currency);
  return formatter(currency, " tenths", { notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 1 })
    .formatToParts(value)
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
