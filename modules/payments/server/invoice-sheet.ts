// The invoice below the payment page: the accessible original. Its figures are the frozen ones of document_totals.
import { formatMoney } from "#domain/money.ts";
import { html, type Markup } from "#server/platform/pages/document-page.ts";
import { exact, type Invoice, longDay } from "./pay-page.ts";

const quantity = (milli = 1000) => String(milli / 1000);
export const rate = (bp: number) => `${bp / 100} %`;

/** What stands below the lines: each with its term. */
export function sumsOfInvoice({ totals }: Invoice): [term: string, minor: number][] {
  const sums: [string, number][] = [];
  if (totals.discount_minor !== 0) {
    sums.push(["Subtotal", totals.subtotal_minor]);
    sums.push(["Discount", -totals.discount_minor]);
  }
  for (const tax of totals.taxes) sums.push([`${tax.name || "Tax"}, ${rate(tax.bp)}`, tax.tax_minor]);
  sums.push(["Total", totals.total_minor]);
  return sums;
}

export const invoiceSheet = (invoice: Invoice): Markup => {
  const { currency, totals } = invoice;
  const sums = sumsOfInvoice(invoice);
  return html`<section class="bill" data-field="paper">
    <div class="wrap">
      <h2>Invoice ${invoice.number}</h2>
      <p class="muted">Issued ${longDay(invoice.issued_on)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" class="num wide">Quantity</th>
            <th scope="col" class="num wide">Price</th>
            <th scope="col" class="num">Amount</th>
          </tr>
        </thead>
        <tbody>
          ${invoice.lines.map(
            (line, place) =>
              html`<tr>
                <td dir="auto">${line.description ?? invoice.title}</td>
                <td class="num wide">${quantity(line.quantity_milli)}</td>
                <td class="num wide">${formatMoney(line.unit_minor, currency)}</td>
                <td class="num">${exact(totals.lines[place]!.gross_minor, currency)}</td>
              </tr>`,
          )}
        </tbody>
        <tfoot>
          ${sums.map(
            ([term, minor]) =>
              html`<tr>
                <th scope="row">${term}</th>
                <td class="wide"></td>
                <td class="wide"></td>
                <td class="num">${exact(minor, currency)}</td>
              </tr>`,
          )}
        </tfoot>
      </table>
    </div>
  </section>`;
};
