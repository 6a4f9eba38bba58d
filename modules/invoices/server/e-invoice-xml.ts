// The XML of an e-invoice, by the library. It is large: only the thread that ends imports this, and tests.
import { type Invoice, InvoiceService } from "@e-invoice-eu/core";

const silent = { log: () => {}, warn: () => {}, error: () => {}, info: () => {}, debug: () => {} };

export async function writeXml({ invoice, format }: { invoice: object; format: string }): Promise<string> {
  const service = new InvoiceService(silent as never);
  const made = await service.generate(invoice as Invoice, { format, lang: "en", noWarnings: true });
  const xml = typeof made === "string" ? made : new TextDecoder().decode(made);
  return format.endsWith("CII") ? mended(xml, invoice) : xml;
}

/** What the library leaves wrong in CII. */
function mended(xml: string, invoice: object): string {
  const seller = (invoice as Written)["ubl:Invoice"]["cac:AccountingSupplierParty"]["cac:Party"];
  const id = seller["cac:PartyIdentification"]?.[0]?.["cbc:ID"];
  return (
    xml
      // The currency stands once, and on the total of tax; not on discounts of lines (CII-DT-031).
      .replaceAll(/(<ram:(?!TaxTotalAmount)\w*Amount) currencyID="[^"]*"/g, "$1")
      // The schema demands a delivery, also of what has no day yet.
      .replace(
        /(<\/ram:ApplicableHeaderTradeAgreement>)(?!\s*<ram:ApplicableHeaderTradeDelivery)/,
        "$1<ram:ApplicableHeaderTradeDelivery/>",
      )
      // The number of a seller that has neither a VAT id nor a register is left out (BR-CO-26).
      .replace(/<ram:SellerTradeParty>(?!\s*<ram:ID>)/, (start) =>
        id ? `${start}<ram:ID>${escaped(id)}</ram:ID>` : start,
      )
  );
}
interface Written {
  "ubl:Invoice": {
    "cac:AccountingSupplierParty": { "cac:Party": { "cac:PartyIdentification"?: { "cbc:ID": string }[] } };
  };
}
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
