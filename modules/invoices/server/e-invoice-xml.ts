// The XML of an e-invoice, by the library. It is large: only the thread that ends imports this, and tests.
import { type Invoice, InvoiceService } from "@e-invoice-eu/core";

const silent = { log: () => {}, warn: () => {}, error: () => {}, info: () => {}, debug: () => {} };

export async function writeXml({ invoice, format }: { invoice: object; format: string }): Promise<string> {
  const service = new InvoiceService(silent as never);
  const made = await service.generate(invoice as Invoice, { format, lang: "en", noWarnings: true });
  const xml = typeof made === "string" ? made : new TextDecoder().decode(made);
  return format.endsWith("CII") ? onlyTaxTotalHasCurrency(xml) : xml;
}

/** In CII the currency stands once, and on totals of tax; the library says it on discounts of lines too (CII-DT-031). */
const onlyTaxTotalHasCurrency = (xml: string) =>
  xml.replaceAll(/(<ram:(?!TaxTotalAmount)\w*Amount) currencyID="[^"]*"/g, "$1");
