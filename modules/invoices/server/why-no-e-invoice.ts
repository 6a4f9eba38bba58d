// The reason why there is no e-invoice, as a sentence, or null: what a rule of EN 16931 or of XRechnung demands and the invoice does not have.
import { type Party, ratePcm } from "../invoice.ts";
import type { PrintedInvoice } from "./invoice-document.ts";

export function whyNot(bill: PrintedInvoice & { minor_digits?: number }): string | null {
  if ((bill.minor_digits ?? 2) > 2) return `EN 16931 has two decimals, and ${bill.currency} has ${bill.minor_digits}.`;
  const two = bill.lines.findIndex((line) => (line.taxes ?? []).length > 1);
  if (two !== -1) return `Line ${two + 1} has two taxes, and a line of EN 16931 has one.`;
  const none = bill.lines.findIndex((line) => (line.taxes ?? []).length === 0);
  if (none !== -1) return `Line ${none + 1} has no tax category.`;
  const { seller, buyer } = bill;
  if (!seller?.legal_name || !seller.country) return "The seller has no name or country.";
  if (!buyer?.legal_name || !buyer.country) return "The buyer has no name or country.";
  if (!seller.email) return "The seller has no mail address: set it in Settings, Firm.";
  if (!buyer.e_address && !buyer.email) return "The buyer has no electronic address.";
  return whyNotTaxed(bill, seller, buyer) ?? (bill.format === "xrechnung" ? whyNotGerman(bill, seller, buyer) : null);
}

function whyNotTaxed(bill: PrintedInvoice, seller: Party, buyer: Party): string | null {
  const categories = new Set(bill.lines.map((line) => line.taxes?.[0]?.category ?? "S"));
  if (categories.has("O") && categories.size > 1)
    return "What is outside the scope of VAT is not on one invoice with what is not.";
  const odd = bill.lines.findIndex((line) => line.taxes?.[0]?.category === "O" && ratePcm(line.taxes[0]) !== 0);
  if (odd !== -1) return `Line ${odd + 1} is outside the scope of VAT and has a rate.`;
  if (!seller.vat_id && !seller.tax_number && !(categories.has("O") && seller.register))
    return "The seller has neither a VAT id nor a tax number.";
  if (categories.has("AE") && !buyer.vat_id) return "A reverse charge needs the VAT id of the buyer.";
  if (categories.has("G") && !seller.vat_id) return "An export needs the VAT id of the seller.";
  if (!categories.has("K")) return null;
  if (!seller.vat_id || !buyer.vat_id) return "An intra-community supply needs the VAT ids of both.";
  return bill.supply_from ? null : "An intra-community supply needs its day or days.";
}

function whyNotGerman(bill: PrintedInvoice, seller: Party, buyer: Party): string | null {
  if (!bill.buyer_reference) return "XRechnung needs the reference of the buyer.";
  if (!seller.phone) return "XRechnung needs a phone number of the seller.";
  if (!buyer.e_address) return "XRechnung needs the electronic address of the buyer.";
  if (!seller.bank) return "XRechnung needs a bank account of the seller.";
  if (!seller.city || !seller.postal_code) return "XRechnung needs the city and postal code of the seller.";
  if (!buyer.city || !buyer.postal_code) return "XRechnung needs the city and postal code of the buyer.";
  return null;
}
