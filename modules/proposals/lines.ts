// The lines of a proposal as a client can check them: unit price times quantity, less the line's discount, is the line's net. The
// discount on the whole and tax are below the lines (sums.ts). For the page, the PDF and our own summary.
import { exactMoney } from "#domain/money.ts";
import { percent, type ProposalContent, type ProposalItem, quantityWords, type Totals } from "./proposal.ts";

/** What a line comes to by itself. Versions that were sent before lines had it carry their share of all discounts. */
export const lineNet = (line: Totals["lines"][number] | undefined) => line?.line_net_minor ?? line?.net_minor ?? 0;

export interface OfferLine {
  item: ProposalItem;
  /** One for each column behind the first. */
  cells: string[];
}

export function offerLines(content: Pick<ProposalContent, "items" | "totals">): { head: string[]; lines: OfferLine[] } {
  const { items, totals } = content;
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
        money(lineNet(line)),
      ],
    };
  });
  return { head: ["Item", "Unit price", "Quantity", ...(hasDiscount ? ["Discount"] : []), "Net"], lines };
}

/** Below the title of a line. */
export const lineWords = ({ optional, selected, description }: ProposalItem) =>
  [optional ? (selected ? "Optional, chosen" : "Optional, not chosen") : "", description].filter(Boolean).join(". ");
