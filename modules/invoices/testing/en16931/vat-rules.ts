// What EN 16931 demands of each category of VAT: BR-S, BR-Z, BR-E, BR-AE, BR-IC, BR-G and BR-O. Only for tests.
import { isTaxOf, money, rateOf, sum, sumOf } from "./amounts.ts";
import type { Document, Party, Taxed } from "./document.ts";

export type Rule = (document: Document) => boolean;
/** The names that the rules give to categories. */
export const namesOfCategories = { S: "S", Z: "Z", E: "E", AE: "AE", K: "IC", G: "G", O: "O" } as const;
export type Category = keyof typeof namesOfCategories;

const hasTaxId = ({ vatId, taxNumber }: Party) => vatId !== undefined || taxNumber !== undefined;
/** Who has to be known by which number, where a line, an allowance or a charge has the category. */
const numbersOf: Record<Category, Rule> = {
  S: ({ seller }) => hasTaxId(seller),
  Z: ({ seller }) => hasTaxId(seller),
  E: ({ seller }) => hasTaxId(seller),
  AE: ({ seller, buyer }) => hasTaxId(seller) && (buyer.vatId ?? buyer.legalId) !== undefined,
  K: ({ seller, buyer }) => seller.vatId !== undefined && buyer.vatId !== undefined,
  G: ({ seller }) => seller.vatId !== undefined,
  O: ({ seller, buyer }) => seller.vatId === undefined && buyer.vatId === undefined,
};
function rateIsRight(category: Category, rate: string | undefined) {
  if (category === "S") return rateOf(rate) > 0;
  return category === "O" ? rate === undefined : rate !== undefined && rateOf(rate) === 0;
}

function rulesOf(category: Category): [string, Rule][] {
  const is = (each: Taxed) => each.category === category;
  const places = ["lines", "allowances", "charges"] as const;
  const numbered = (no: number, rule: Rule): [string, Rule] => [
    `BR-${namesOfCategories[category]}-${String(no).padStart(2, "0")}`,
    rule,
  ];
  return [
    // Where a line, an allowance or a charge has the category, the breakdown has it, once for each rate; and not otherwise.
    numbered(1, (document) => {
      const said = new Set(places.flatMap((place) => document[place].filter(is).map(({ rate }) => rateOf(rate))));
      const rows = document.breakdown.filter(is).map(({ rate }) => rateOf(rate));
      return rows.length === said.size && rows.every((rate) => said.has(rate));
    }),
    ...places.map((place, n) =>
      numbered(2 + n, (document) => !document[place].some(is) || numbersOf[category](document)),
    ),
    ...places.map((place, n) =>
      numbered(5 + n, (document) => document[place].filter(is).every(({ rate }) => rateIsRight(category, rate))),
    ),
    // The base is what lines, allowances and charges of the rate come to.
    numbered(8, ({ lines, allowances, charges, breakdown }) =>
      breakdown.filter(is).every((row) => {
        const alike = (each: Taxed) => is(each) && rateOf(each.rate) === rateOf(row.rate);
        const net = sum(lines.filter(alike).map((line) => money(line.net)));
        return net - sumOf(allowances.filter(alike)) + sumOf(charges.filter(alike)) === money(row.base);
      }),
    ),
    numbered(9, (document) =>
      document.breakdown.filter(is).every((row) => (category === "S" ? isTaxOf(row, document) : money(row.tax) === 0n)),
    ),
    numbered(10, ({ breakdown }) =>
      breakdown
        .filter(is)
        .every(
          ({ reason, reasonCode }) =>
            (reason !== undefined || reasonCode !== undefined) === !["S", "Z"].includes(category),
        ),
    ),
  ];
}

const has = (category: Category) => (document: Document) => document.breakdown.some((row) => row.category === category);
const alone = (of: (document: Document) => Taxed[]) => (document: Document) =>
  !has("O")(document) || of(document).every(({ category }) => category === "O");

export const vatRules: Record<string, Rule> = {
  ...Object.fromEntries((Object.keys(namesOfCategories) as Category[]).flatMap(rulesOf)),
  "BR-IC-11": (document) => !has("K")(document) || document.delivered !== undefined || document.period !== null,
  "BR-IC-12": (document) => !has("K")(document) || document.deliverTo?.country !== undefined,
  "BR-O-11": alone(({ breakdown }) => breakdown),
  "BR-O-12": alone(({ lines }) => lines),
  "BR-O-13": alone(({ allowances }) => allowances),
  "BR-O-14": alone(({ charges }) => charges),
};
