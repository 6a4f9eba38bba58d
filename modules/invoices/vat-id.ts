// VAT ids: whether one can be right, from its shape and check digits. Nothing is stopped by it.

const shapes: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12})$/,
};
const sumOf = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0);

/** ISO 7064, MOD 11,10. */
function mod1110(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}
function luhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((all, digit, place) => {
    const twice = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return all + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return sum % 10 === 0;
}

/** Those whose rule is simple and public; the others are judged by their shape. */
const checks: Record<string, (digits: string) => boolean> = {
  DE: mod1110,
  HR: mod1110,
  IT: luhn,
  BE: (digits) => 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8)),
  FR: (text) => !/^\d{11}$/.test(text) || (12 + 3 * (Number(text.slice(2)) % 97)) % 97 === Number(text.slice(0, 2)),
  DK: (digits) => sumOf(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  FI: (digits) => (11 - (sumOf(digits, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === Number(digits.at(-1)),
  LU: (digits) => Number(digits.slice(0, 6)) % 89 === Number(digits.slice(6)),
  PL: (digits) => sumOf(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(digits.at(-1)),
  PT: (digits) => ((11 - (sumOf(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(digits.at(-1)),
  AT: (text) => {
    const sum = Array.from(text.slice(1, 8), (digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2)).reduce(
      (all, twice) => all + Math.trunc(twice / 10) + (twice % 10),
      0,
    );
    return (10 - ((sum + 4) % 10)) % 10 === Number(text.at(-1));
  },
};

const countryOf = (vatId: string) => (vatId.startsWith("GR") ? "EL" : vatId.slice(0, 2));
const isOfTheUnion = (vatId: string) => countryOf(vatId) in shapes;

/** Why it cannot be right, or null. */
export function looksLikeVatId(vatId: string): string | null {
  const country = countryOf(vatId);
  const rest = vatId.slice(2);
  if (!isOfTheUnion(vatId))
    return `"${country}" is no country of the Union. VAT ids of other countries are kept as they are.`;
  if (!shapes[country]!.test(rest)) return `A VAT id of ${country} does not look like this.`;
  return checks[country] && !checks[country](rest)
    ? "Its check digits do not fit: one digit or more is mistyped."
    : null;
}

/** The same of what is typed: spaces are left out, and other countries are not judged. */
export function vatIdProblem(typed: string): string | null {
  const vatId = typed.replaceAll(/[\s.-]/g, "").toUpperCase();
  return isOfTheUnion(vatId) ? looksLikeVatId(vatId) : null;
}
