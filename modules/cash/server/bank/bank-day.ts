// Days as banks write them. The order of day, month and year is decided for a whole column: "03/04/2026" alone could be either.
import { isDay } from "#domain/days.ts";
import { BankFileProblem } from "./bank-file.ts";

export type DayOrder = "ymd" | "dmy" | "mdy";

const monthNames: Record<string, number> = {
  jan: 1,
  januar: 1,
  janvier: 1,
  feb: 2,
  februar: 2,
  fév: 2,
  mar: 3,
  mär: 3,
  mrz: 3,
  mars: 3,
  maart: 3,
  apr: 4,
  avr: 4,
  may: 5,
  mai: 5,
  mei: 5,
  jun: 6,
  juni: 6,
  juin: 6,
  jul: 7,
  juli: 7,
  juil: 7,
  aug: 8,
  août: 8,
  sep: 9,
  sept: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  dez: 12,
  déc: 12,
};

/** With a time of day and its zone behind it. */
const longestDay = 60;

/** The parts of a day, in their order; the name of a month is its number with `named` as its place. */
function partsOf(cell: string): { parts: [string, string, string]; named: number | null } | null {
  if (cell.length > longestDay) return null;
  const text = cell.normalize("NFKC").trim().toLowerCase();
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (packed) return { parts: [packed[1]!, packed[2]!, packed[3]!], named: null };
  // A time behind it says nothing about the day.
  const found =
    /^([\p{L}\d]{1,10})\.?(?:[./\-\s,]\s*)([\p{L}\d]{1,10})\.?(?:[./\-\s,]\s*)(\d{1,4})(?:[t\s,].*)?$/u.exec(text);
  if (!found) return null;
  const raw = [found[1]!, found[2]!, found[3]!] as [string, string, string];
  const named = raw.findIndex((part) => !/^\d+$/.test(part));
  if (named === -1) return raw.some((part) => part.length > 4) ? null : { parts: raw, named: null };
  const month = monthNames[raw[named]!] ?? monthNames[raw[named]!.slice(0, 3)];
  if (month === undefined) return null;
  raw[named] = String(month);
  return { parts: raw, named };
}

const builtFrom = (parts: readonly string[], order: DayOrder): string | null => {
  const place = { ymd: [0, 1, 2], dmy: [2, 1, 0], mdy: [2, 0, 1] }[order];
  const [year = "", month = "", day = ""] = place.map((at) => parts[at]);
  if (month.length > 2 || day.length > 2 || (year.length !== 2 && year.length !== 4)) return null;
  const made = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(made) && made >= "1990-01-01" && made < "2100-01-01" ? made : null;
};

const possible = (cell: string): DayOrder[] => {
  const found = partsOf(cell);
  if (!found) return [];
  if (found.parts[0].length === 4) return builtFrom(found.parts, "ymd") ? ["ymd"] : [];
  if (found.named !== null)
    return builtFrom(found.parts, found.named === 0 ? "mdy" : "dmy") ? [found.named === 0 ? "mdy" : "dmy"] : [];
  // Points are written by those who begin with the day.
  const orders: DayOrder[] = cell.includes(".")
    ? ["dmy"]
    : found.parts[2].length === 4
      ? ["dmy", "mdy"]
      : ["dmy", "mdy", "ymd"];
  return orders.filter((order) => builtFrom(found.parts, order) !== null);
};

/** The one order in which every cell is a day; null when several are possible, and the person says which. */
export function dayOrderOf(cells: readonly string[]): DayOrder | null {
  let left: DayOrder[] = ["dmy", "mdy", "ymd"];
  for (const cell of cells) {
    if (cell.trim() === "") continue;
    const here = possible(cell);
    if (here.length === 0) continue;
    left = left.filter((order) => here.includes(order));
  }
  if (left.length === 0)
    throw new BankFileProblem("The days of this column are written in different orders. Nothing was read.");
  return left.length === 1 ? left[0]! : null;
}

/** Null when the cell is no day in this order. A day that begins with its year, or names its month, is what it says. */
export function dayOf(cell: string, order: DayOrder): string | null {
  const found = partsOf(cell);
  if (!found) return null;
  if (found.parts[0].length === 4) return builtFrom(found.parts, "ymd");
  if (found.named !== null) return builtFrom(found.parts, found.named === 0 ? "mdy" : "dmy");
  return builtFrom(found.parts, order);
}
