// What stands below the lines of a proposal, for the page and the PDF, and for the editor.
import { formatMoney } from "#domain/money.ts";
import { percent, type ProposalContent, taxRows, type Totals } from "./proposal.ts";

export function sums(content: ProposalContent): { term: string; value: string; grand?: boolean }[] {
  const { totals } = content;
  const money = (minor: number) => formatMoney(minor, content.parties.currency);
  return [
    ...(totals.discount_minor === 0 && totals.tax_minor === 0
      ? []
      : [{ term: "Subtotal", value: money(totals.subtotal_minor) }]),
    ...(totals.discount_minor === 0 ? [] : [{ term: "Discount", value: money(-totals.discount_minor) }]),
    ...taxRows(content).map(({ term, minor }) => ({ term, value: money(minor) })),
    { term: "Total", value: money(totals.total_minor), grand: true },
    ...(totals.deposit_minor === 0
      ? []
      : [{ term: `Deposit on acceptance, ${percent(content.deposit_bp)}`, value: money(totals.deposit_minor) }]),
  ];
}

/** In the editor subtotal and tax always stand, so that nothing jumps while one types. */
export function editorSums(totals: Totals): { rows: [string, string][]; total: string; deposit: string | null } {
  const money = (minor: number) => formatMoney(minor, totals.currency);
  return {
    rows: [
      ["Subtotal", money(totals.subtotal_minor)],
      ...(totals.discount_minor === 0 ? [] : [["Discount", money(-totals.discount_minor)] as [string, string]]),
      ...(totals.taxes.length === 0
        ? [["Tax, 0%", money(0)] as [string, string]]
        : totals.taxes.map(({ bp, tax_minor: minor }) => [`Tax, ${percent(bp)}`, money(minor)] as [string, string])),
    ],
    total: money(totals.total_minor),
    deposit: totals.deposit_minor > 0 ? money(totals.deposit_minor) : null,
  };
}
