// The text of a code by which a bank's app fills in a transfer in euro (EPC069-12, version 2). A wrong character makes a code that no bank
// reads, so what cannot be in one gives none.
export interface Transfer {
  holder: string;
  iban: string;
  bic?: string | null | undefined;
  /** In cents. */
  minor: number;
  currency: string;
  /** What the payment is for: our number, and nothing else. */
  text: string;
}

/** Two check digits of an IBAN: the rest by 97 is 1 (ISO 13616). */
export function isIban(text: string): boolean {
  const plain = text.replaceAll(/\s/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return false;
  let rest = 0;
  for (const letter of plain.slice(4) + plain.slice(0, 4))
    for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** In groups of four, as it is read and typed; what is no IBAN stays as it is. */
export const ibanInGroups = (text: string): string =>
  isIban(text)
    ? (
        text
          .replaceAll(/\s/g, "")
          .toUpperCase()
          .match(/.{1,4}/g) ?? []
      ).join(" ")
    : text;

const maxBytes = 331;

export function epcText({ holder, iban, bic, minor, currency, text }: Transfer): string | null {
  if (currency !== "EUR" || !isIban(iban) || minor < 1 || minor > 99_999_999_999) return null;
  const plain = (words: string, longest: number) =>
    words
      .replaceAll(/[\r\n]+/g, " ")
      .trim()
      .slice(0, longest);
  const lines = [
    "BCD",
    "002",
    "1",
    "SCT",
    /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/.test(bic ?? "") ? bic! : "",
    plain(holder, 70),
    iban.replaceAll(/\s/g, "").toUpperCase(),
    `EUR${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, "0")}`,
    "",
    "",
    plain(text, 140),
  ];
  const all = lines.join("\n");
  return new TextEncoder().encode(all).length <= maxBytes && lines[5] !== "" ? all : null;
}
