// The invoice below the payment page: the accessible original. Its figures are the frozen ones of document_totals.
import { formatLongDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import { html, type Markup } from "#server/platform/pages/document-page.ts";
import type { Invoice, PaymentFacts } from "./pay-page.ts";

const quantity = (milli = 1000, unit = "") => `${milli / 1000} ${unit}`.trim();
export const rate = (bp: number) => `${bp / 100}%`;

/** What is below the lines: each with its term. */
export function sumsOfInvoice({ totals }: Invoice): [term: string, minor: number][] {
  const sums: [string, number][] = [];
  const discount = totals.document_discount_minor ?? 0;
  if (discount !== 0) {
    sums.push(["Subtotal, net", totals.lines_net_minor ?? totals.net_minor], ["Discount on the whole", -discount]);
  }
  if (discount !== 0 || totals.taxes.length > 0) sums.push(["Total, net", totals.net_minor]);
  for (const tax of totals.taxes) sums.push([`${tax.name || "Tax"}, ${rate(tax.bp)}`, tax.tax_minor]);
  sums.push(["Total", totals.total_minor]);
  return sums;
}

/** Each line with unit price, quantity, its own discount and its net; what was issued before lines had these shows its gross. */
export function linesOfInvoice(invoice: Invoice): { head: string[]; rows: { title: string; cells: string[] }[] } {
  const { lines, totals, currency, title } = invoice;
  const money = (minor: number) => exactMoney(minor, currency);
  const hasDiscount = lines.some((line) => (line.discount_bp ?? 0) > 0);
  const rows = lines.map((line, place) => {
    const total = totals.lines[place];
    const less = line.discount_bp ? `${rate(line.discount_bp)}, ${money(-(total?.line_discount_minor ?? 0))}` : "";
    return {
      title: line.description ?? title,
      cells: [
        money(line.unit_minor),
        quantity(line.quantity_milli, line.unit),
        ...(hasDiscount ? [less] : []),
        money(total?.line_net_minor ?? total?.gross_minor ?? 0),
      ],
    };
  });
  return { head: ["What", "Unit price", "Quantity", ...(hasDiscount ? ["Discount"] : []), "Net"], rows };
}

/** Below the total: what was taken back, and what is left of it. */
const sumsAfter = ({ totals }: Invoice, credits: PaymentFacts["credits"] = []): [term: string, minor: number][] =>
  credits.length === 0
    ? []
    : [
        ...credits.map(({ number, total_minor: minor }): [string, number] => [`Credit note ${number}`, minor]),
        ["Total after credit", credits.reduce((sum, { total_minor: minor }) => sum + minor, totals.total_minor)],
      ];

export const invoiceSheet = (invoice: Invoice, credits?: PaymentFacts["credits"]): Markup => {
  const { currency } = invoice;
  const sums = [...sumsOfInvoice(invoice), ...sumsAfter(invoice, credits)];
  const { head, rows } = linesOfInvoice(invoice);
  const place = (at: number, of: number) => (at === of - 1 ? "num" : "num wide");
  const between = head.slice(1, -1).map(() => html`<td class="wide"></td>`);
  return html`<section class="bill" data-field="paper">
    <div class="wrap">
      <h2>Invoice ${invoice.number}</h2>
      <p class="muted">Issued ${formatLongDay(invoice.issued_on)}</p>
      <table>
        <thead>
          <tr>
            ${head.map((term, at) => html`<th scope="col" ${at === 0 ? "" : html` class="${place(at, head.length)}"`}>${term}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ title, cells }) =>
              html`<tr>
                <td dir="auto">
                  ${title}<span class="small muted narrow">${cells.slice(0, -1).filter(Boolean).join(" × ")}</span>
                </td>
                ${cells.map((cell, at) => html`<td class="${place(at, cells.length)}">${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
        <tfoot>
          ${sums.map(
            ([term, minor]) =>
              html`<tr>
                <th scope="row">${term}</th>
                ${between}
                <td class="num">${exactMoney(minor, currency)}</td>
              </tr>`,
          )}
        </tfoot>
      </table>
    </div>
  </section>`;
};
