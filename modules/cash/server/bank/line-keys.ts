// What makes a booking the same one in two files: everything that both say of it. A bank's reference alone does not, since banks use one
// again for the parts of a booking or, a year later, for another; two bookings that are alike in all of it are counted.
import { createHash } from "node:crypto";
import type { BankLine } from "./bank-file.ts";

export interface KeyedLine extends BankLine {
  key: string;
}

const partsOf = ({ day, minor, reference, entry, iban, name, text, endToEnd }: BankLine) =>
  reference === null && entry === null
    ? [day, minor, iban, name?.toLowerCase(), text.toLowerCase().replaceAll(" ", ""), endToEnd]
    : [day, minor, reference, entry, reference === null || reference === entry ? endToEnd : null];

export function keyed(lines: readonly BankLine[]): KeyedLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const hash = createHash("sha256")
      .update(JSON.stringify(partsOf(line).map((part) => part?.toString() ?? null)))
      .digest("hex")
      .slice(0, 40);
    const n = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, n);
    return { ...line, key: `${hash}-${n}` };
  });
}
