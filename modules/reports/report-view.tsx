// What the page asks for, as each report gets it.
import { useSearchParams } from "react-router";
import { formatMoney, minorDigits, plainMoney, shortMoney } from "#domain/money.ts";
import { type Figure, withRows } from "#app/lib/figure-rows.ts";
import { countOf } from "#app/lib/formats.ts";
import type { Period, Preset } from "./period.ts";
import type { Asked } from "./reports-data.ts";

export interface View {
  asked: Asked;
  /** Null: no comparison is wanted. */
  earlier: Period | null;
  preset: Preset | null;
  today: string;
  currency: string;
}

/** The address in which the rows behind a figure are open, narrowed as the page is. */
export function useRows({ asked }: Pick<View, "asked">) {
  const [params] = useSearchParams();
  const figure = (of: Figure): Figure => ({
    owner: asked.owner,
    service: asked.service,
    from: asked.from,
    to: asked.to,
    ...of,
  });
  return { figure, to: (of: Figure) => ({ search: String(withRows(params, figure(of))) }) };
}

export const moneyOf = (currency: string) => ({
  money: (minor: number) => formatMoney(minor, currency),
  short: (minor: number) => shortMoney(minor, currency),
  /** For files: "88000.00". */
  plain: (minor: number) => plainMoney(minor, currency),
  digits: minorDigits(currency),
});

/** Sums over several currencies say so. */
export const convertedNote = (converted: number, currency: string) =>
  converted > 0
    ? `${countOf(converted, "deal")} in another currency ${converted === 1 ? "is" : "are"} counted in ${currency}, by the rate kept on the deal.`
    : null;

export const sumOf = <Row,>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);
