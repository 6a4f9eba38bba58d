// What is below the lines of a proposal, for the page and the PDF, and for the editor.
import { exactMoney } from "#domain/money.ts";
import { percent, type ProposalContent, type Recurring, taxRows, type Totals } from "./proposal.ts";

/** What the lines come to, and the discount on the whole; of versions that were sent before these were told apart, both as one. */
const aboveTax = (totals: Totals) => ({
  lines: totals.lines_net_minor ?? totals.net_minor,
  discount: totals.document_discount_minor ?? 0,
});

/** `bases`: what each tax is taken from. */
export function sums(
  content: ProposalContent,
  { bases = false }: { bases?: boolean } = {},
): { term: string; value: string; grand?: boolean }[] {
  const { totals } = content;
  const money = (minor: number) => exactMoney(minor, content.parties.currency);
  const { lines, discount } = aboveTax(totals);
  return [
    ...(discount === 0 && totals.tax_minor === 0 ? [] : [{ term: "Subtotal, net", value: money(lines) }]),
    ...(discount === 0
      ? []
      : [
          { term: `Discount on the whole, ${percent(content.discount_bp)}`, value: money(-discount) },
          { term: "Total, net", value: money(totals.net_minor) },
        ]),
    ...taxRows(content).map(({ term, base, minor }) => ({
      term: bases && base !== null ? `${term} of ${money(base)}` : term,
      value: money(minor),
    })),
    { term: "Total", value: money(totals.total_minor), grand: true },
    ...(totals.deposit_minor === 0
      ? []
      : [
          {
            term:
              content.deposit_bp === 0 ? "Due on acceptance" : `Deposit on acceptance, ${percent(content.deposit_bp)}`,
            value: money(totals.deposit_minor),
          },
        ]),
  ];
}

/** What lines that recur come to each time: net, taxes, total. */
export function recurringSums(
  { totals }: Pick<Recurring, "totals">,
  note: string,
): { term: string; value: string; grand?: boolean }[] {
  const money = (minor: number) => exactMoney(minor, totals.currency);
  return [
    { term: "Net", value: money(totals.net_minor) },
    ...taxRows({ totals, tax_note: note }).map(({ term, base, minor }) => ({
      term: base === null ? term : `${term} of ${money(base)}`,
      value: money(minor),
    })),
    { term: "Each time", value: money(totals.total_minor) },
  ];
}

/** In the editor subtotal and tax always stand, so that nothing jumps while one types. */
export function editorSums(totals: Totals): { rows: [string, string][]; total: string; deposit: string | null } {
  const money = (minor: number) => exactMoney(minor, totals.currency);
  const { lines, discount } = aboveTax(totals);
  return {
    rows: [
      ["Subtotal, net", money(lines)],
      ...(discount === 0
        ? []
        : ([
            ["Discount on the whole", money(-discount)],
            ["Total, net", money(totals.net_minor)],
          ] as [string, string][])),
      ...(totals.taxes.length === 0
        ? [["Tax, 0%", money(0)] as [string, string]]
        : totals.taxes.map(
            ({ name, bp, tax_minor: minor }) => [`${name || "Tax"}, ${percent(bp)}`, money(minor)] as [string, string],
          )),
    ],
    total: money(totals.total_minor),
    deposit: totals.deposit_minor > 0 ? money(totals.deposit_minor) : null,
  };
}
