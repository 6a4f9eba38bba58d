// Amounts of an e-invoice, exactly. Only for tests.
import type { Amounted, Document, Line } from "./document.ts";

/** Hundredths, exactly; undefined when it is no amount. */
export function cents(text: string | undefined): bigint | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?0*$/.exec(text ?? "");
  return match ? BigInt(`${match[1]}${match[2]}${(match[3] ?? "").padEnd(2, "0")}`) : undefined;
}
export const money = (text: string | undefined) => cents(text) ?? 0n;
export const sum = (values: readonly bigint[]) => values.reduce((all, each) => all + each, 0n);
export const sumOf = (parts: readonly Amounted[]) => sum(parts.map(({ amount }) => money(amount)));
/** At most two decimals, or nothing at all. */
export const twoDecimals = (text: string | undefined) => text === undefined || /^-?\d+(?:\.\d{1,2})?$/.test(text);
/** A rate in thousandths of a percent. */
export const rateOf = (text: string | undefined) => Math.round(Number(text ?? "0") * 1000);
/** Half away from zero, of a base in hundredths and a rate in thousandths of a percent. */
export function taxOf(base: bigint, pcm: number): bigint {
  const product = base * BigInt(pcm);
  const sign = product < 0n ? -1n : 1n;
  return sign * ((2n * sign * product + 100_000n) / 200_000n);
}
const decimals = (currency: string | undefined) =>
  /^[A-Z]{3}$/.test(currency ?? "")
    ? (new Intl.NumberFormat("en", { style: "currency", currency: currency! }).resolvedOptions()
        .maximumFractionDigits ?? 2)
    : 2;
/** To the cent, or to the unit of a currency without cents; and one of them for each line that states its tax: a final invoice has what is left
 *  of the whole. */
export function isTaxOf(
  { base, tax, rate }: Record<"base" | "tax" | "rate", string | undefined>,
  { lines, currency }: Pick<Document, "lines" | "currency">,
) {
  const unit = decimals(currency) === 0 ? 100n : 1n;
  const off = money(tax) - unit * taxOf(money(base) / unit, rateOf(rate));
  return (off < 0n ? -off : off) <= unit * BigInt(lines.filter((line) => Number(line.quantity) < 0).length);
}

/** Quantity × price less allowances is the line's net, rounded to the cent. */
export function lineAddsUp({ quantity, price, net, allowances, charges }: Line): boolean {
  const scaled = (text: string | undefined) => {
    const [whole = "0", part = ""] = (text ?? "0").split(".");
    return BigInt(`${whole}${part.padEnd(6, "0").slice(0, 6)}`);
  };
  const product = scaled(quantity) * scaled(price);
  const unit = 10_000_000_000n;
  const sign = product < 0n ? -1n : 1n;
  const gross = sign * ((2n * sign * product + unit) / (2n * unit));
  return gross - sumOf(allowances) + sumOf(charges) === money(net);
}
