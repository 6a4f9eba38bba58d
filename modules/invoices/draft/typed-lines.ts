// Lines of a draft as they are typed, and back.
import { parseNumber } from "#domain/formats.ts";
import { parseMoney, typedMoney } from "#domain/money.ts";
import { type InvoiceDraft, type InvoiceLine, type LineTax, ratePcm } from "../invoice.ts";

export interface TypedLine {
  key: string;
  description: string;
  quantity: string;
  unit: string;
  price: string;
  discount: string;
  /** Percent; two of them parted by "+". Untouched, the parts stay as they are, with category and reason. */
  tax: string;
  was: InvoiceLine | null;
}

const percents = (taxes: readonly LineTax[]) => taxes.map((tax) => String(ratePcm(tax) / 1000)).join(" + ");
export const emptyLine = (): TypedLine => ({
  key: crypto.randomUUID(),
  description: "",
  quantity: "1",
  unit: "",
  price: "",
  discount: "",
  tax: "",
  was: null,
});

export const typedLines = ({ lines, currency }: Pick<InvoiceDraft, "lines" | "currency">): TypedLine[] =>
  lines.map((line) => ({
    key: crypto.randomUUID(),
    description: line.description ?? "",
    quantity: String((line.quantity_milli ?? 1000) / 1000),
    unit: line.unit ?? "",
    price: typedMoney(line.unit_minor, currency),
    discount: line.discount_bp ? String(line.discount_bp / 100) : "",
    tax: percents(line.taxes ?? []),
    was: line,
  }));

/** "1.5" by 1000 is 1500; null when it is no such number. */
function scaled(text: string, decimals: number): number | null {
  const plain = parseNumber(text.trim().replace(/%$/, "").trim()) ?? text.trim().replace(",", ".");
  if (!/^-?\d{1,9}(?:\.\d+)?$/.test(plain)) return null;
  const [whole = "", fraction = ""] = plain.replace("-", "").split(".");
  if (fraction.length > decimals) return null;
  return (plain.startsWith("-") ? -1 : 1) * (Number(whole) * 10 ** decimals + Number(fraction.padEnd(decimals, "0")));
}

function taxesOf(line: TypedLine): LineTax[] | null | "wrong" {
  const kept = line.was?.taxes ?? [];
  if (line.was && line.tax.trim() === percents(kept)) return kept;
  // Nothing is said: the rule for this client says it.
  if (line.tax.trim() === "") return null;
  const parts = line.tax.split("+").map((part) => scaled(part, 3));
  if (parts.length > 2 || parts.some((part) => part === null || part < 0 || part > 100_000)) return "wrong";
  return parts.map((pcm, place) => ({
    name: kept[place]?.name || (place === 0 ? "VAT" : "Tax 2"),
    category: pcm === 0 ? "Z" : "S",
    rate_pcm: pcm!,
  }));
}

export function linesOf(lines: readonly TypedLine[], currency: string): { lines: InvoiceLine[] } | { problem: string } {
  const read: InvoiceLine[] = [];
  for (const [place, line] of lines.entries()) {
    const quantity = scaled(line.quantity, 3);
    const minus = line.price.trim().startsWith("-");
    const price = parseMoney(line.price.trim().replace(/^-/, ""), currency);
    const discount = line.discount.trim() === "" ? 0 : scaled(line.discount, 2);
    const taxes = taxesOf(line);
    const at = `Line ${place + 1}`;
    if (quantity === null) return { problem: `${at}: the quantity is a number like 1.5` };
    if (price === null) return { problem: `${at}: the price is an amount like 1,250.50` };
    if (discount === null || discount < 0 || discount > 10_000)
      return { problem: `${at}: the discount is from 0 to 100 percent` };
    if (taxes === "wrong") return { problem: `${at}: the tax is a percentage like 19, or two like 5 + 9.975` };
    read.push({
      ...(line.was?.stated && { ...line.was }),
      description: line.description.trim(),
      unit: line.unit.trim(),
      quantity_milli: quantity,
      unit_minor: minus ? -price : price,
      ...(discount > 0 && { discount_bp: discount }),
      ...(taxes !== null && { taxes }),
    });
  }
  return { lines: read };
}
