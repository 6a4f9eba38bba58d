// The lines of a proposal as a client can check them: unit price times quantity, less the line's discount, is the line's net. The
// discount on the whole and tax are below the lines (sums.ts). For the page, the PDF and our own summary.
import { exactMoney } from "#domain/money.ts";
import {
  percent,
  type ProposalContent,
  type ProposalGroup,
  type ProposalItem,
  quantityWords,
  taxWords,
  type Totals,
} from "./proposal.ts";

/** What a line comes to by itself. Versions that were sent before lines had it carry their share of all discounts. */
export const lineNet = (line: Totals["lines"][number] | undefined) => line?.line_net_minor ?? line?.net_minor ?? 0;

export interface OfferLine {
  item: ProposalItem;
  /** One for each column behind the first. */
  cells: string[];
}

type Offered = Pick<ProposalContent, "items" | "totals"> & Partial<Pick<ProposalContent, "format" | "groups">>;

/** What was sent before lines showed their tax keeps its columns: its file is the same bytes. */
export const isFirstFormat = ({ format }: Partial<Pick<ProposalContent, "format">>) =>
  format === "guidevane proposal 1";

/** `taxes`: with the rate of each line, so that tax can be recomputed as well. */
export function offerLines(
  { items, totals }: Offered,
  { taxes = false }: { taxes?: boolean } = {},
): { head: string[]; lines: OfferLine[] } {
  const money = (minor: number) => exactMoney(minor, totals.currency);
  const hasDiscount = items.some((item) => item.discount_bp > 0);
  const lines = items.map((item, place) => {
    const line = totals.lines[place];
    const less =
      item.discount_bp > 0 ? `${percent(item.discount_bp)}, ${money(-(line?.line_discount_minor ?? 0))}` : "";
    return {
      item,
      cells: [
        money(item.unit_minor),
        quantityWords(item.quantity_milli, item.unit) || "1",
        ...(hasDiscount ? [less] : []),
        ...(taxes ? [taxWords(item)] : []),
        money(lineNet(line)),
      ],
    };
  });
  return {
    head: [
      "Item",
      "Unit price",
      "Quantity",
      ...(hasDiscount ? ["Discount"] : []),
      ...(taxes ? ["Tax rate"] : []),
      "Net",
    ],
    lines,
  };
}

/** Lines with the title of their group before the first of them; those of a group stand together, where the first of them is. */
export function groupedLines(
  lines: readonly OfferLine[],
  groups: readonly ProposalGroup[] = [],
): (OfferLine | { group: ProposalGroup })[] {
  const seen = new Set<string>();
  return lines.flatMap((line): (OfferLine | { group: ProposalGroup })[] => {
    const key = line.item.group;
    if (key === undefined) return [line];
    if (seen.has(key)) return [];
    seen.add(key);
    const group = groups.find((each) => each.key === key) ?? { key, title: "Choose one" };
    return [{ group }, ...lines.filter(({ item }) => item.group === key)];
  });
}

/** The quantity can be chosen between two others. */
export const hasRange = ({ qty_min_milli: min, qty_max_milli: max }: ProposalItem): boolean =>
  typeof min === "number" && typeof max === "number" && min < max;

/** Below the title of a line. */
export const lineWords = (item: ProposalItem) => {
  const { optional, selected, description, group } = item;
  const chosen = selected ? "chosen" : "not chosen";
  return [
    !optional ? "" : group === undefined ? `Optional, ${chosen}` : selected ? "Chosen" : "Not chosen",
    hasRange(item)
      ? `From ${quantityWords(item.qty_min_milli ?? 0, "") || "1"} to ${quantityWords(item.qty_max_milli ?? 0, item.unit) || "1"}`
      : "",
    description,
  ]
    .filter(Boolean)
    .join(". ");
};
