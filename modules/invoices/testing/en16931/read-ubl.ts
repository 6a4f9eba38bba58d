// An invoice or a credit note in UBL 2.1. Only for tests.
import type { Amounted, Document, Party } from "./document.ts";
import { all, type Element, everyElement, one, say, textOf } from "./xml.ts";

const party = (of: Element | undefined): Party => {
  const schemes = all(of, "PartyTaxScheme");
  const contact = one(of, "Contact");
  return {
    name: say(of, "PartyLegalEntity/RegistrationName"),
    address: one(of, "PostalAddress") !== undefined,
    city: say(of, "PostalAddress/CityName"),
    postCode: say(of, "PostalAddress/PostalZone"),
    country: say(of, "PostalAddress/Country/IdentificationCode"),
    ownId: say(of, "PartyIdentification/ID"),
    vatId: say(
      schemes.find((each) => say(each, "TaxScheme/ID") === "VAT"),
      "CompanyID",
    ),
    taxNumber: say(
      schemes.find((each) => say(each, "TaxScheme/ID") !== "VAT"),
      "CompanyID",
    ),
    legalId: say(of, "PartyLegalEntity/CompanyID"),
    endpoint: say(of, "EndpointID"),
    endpointScheme: one(of, "EndpointID")?.attributes["schemeID"],
    contact: contact
      ? { name: say(contact, "Name"), phone: say(contact, "Telephone"), mail: say(contact, "ElectronicMail") }
      : null,
  };
};
/** A tax is one of VAT, or it is none for the standard. */
const vat = (of: Element | undefined) => (say(of, "TaxScheme/ID") === "VAT" ? say(of, "ID") : undefined);
const amounted = (of: Element): Amounted => ({
  amount: say(of, "Amount"),
  category: vat(one(of, "TaxCategory")),
  rate: say(of, "TaxCategory/Percent"),
  reason: say(of, "AllowanceChargeReason") ?? say(of, "AllowanceChargeReasonCode"),
});
const both = (of: Element) => {
  const found = all(of, "AllowanceCharge");
  return {
    allowances: found.filter((each) => say(each, "ChargeIndicator") === "false").map(amounted),
    charges: found.filter((each) => say(each, "ChargeIndicator") === "true").map(amounted),
  };
};

export function readUbl(root: Element): Document {
  const kind = root.name === "CreditNote" ? "CreditNote" : "Invoice";
  const totals = one(root, "LegalMonetaryTotal");
  const period = one(root, "InvoicePeriod");
  const place = one(root, "Delivery/DeliveryLocation/Address");
  const elements = everyElement(root);
  return {
    syntax: "UBL",
    tree: root,
    profile: say(root, "ProfileID"),
    customization: say(root, "CustomizationID"),
    number: say(root, "ID"),
    issued: say(root, "IssueDate"),
    type: say(root, `${kind}TypeCode`),
    currency: say(root, "DocumentCurrencyCode"),
    currencies: elements.flatMap(({ attributes }) => attributes["currencyID"] ?? []),
    due: say(root, "DueDate") ?? say(root, "PaymentMeans/PaymentDueDate"),
    terms: all(root, "PaymentTerms/Note").map(textOf),
    notes: all(root, "Note").map(({ text }) => text),
    buyerReference: say(root, "BuyerReference"),
    preceding: all(root, "BillingReference/InvoiceDocumentReference").map((each) => say(each, "ID")),
    period: period ? { from: say(period, "StartDate"), to: say(period, "EndDate") } : null,
    delivered: say(root, "Delivery/ActualDeliveryDate"),
    deliverTo: place
      ? {
          city: say(place, "CityName"),
          postCode: say(place, "PostalZone"),
          country: say(place, "Country/IdentificationCode"),
        }
      : null,
    seller: party(one(root, "AccountingSupplierParty/Party")),
    buyer: party(one(root, "AccountingCustomerParty/Party")),
    means: all(root, "PaymentMeans").map((each) => ({
      code: say(each, "PaymentMeansCode"),
      transfer: one(each, "PayeeFinancialAccount") !== undefined,
      account: say(each, "PayeeFinancialAccount/ID"),
      other: one(each, "CardAccount") !== undefined || one(each, "PaymentMandate") !== undefined,
    })),
    ...both(root),
    indicators: elements
      .filter(({ name }) => name === "AllowanceCharge")
      .map((each) => one(each, "ChargeIndicator")?.text),
    sumOfLines: say(totals, "LineExtensionAmount"),
    sumOfAllowances: say(totals, "AllowanceTotalAmount"),
    sumOfCharges: say(totals, "ChargeTotalAmount"),
    net: say(totals, "TaxExclusiveAmount"),
    taxes: all(root, "TaxTotal/TaxAmount").map(textOf),
    tax: say(root, "TaxTotal/TaxAmount"),
    gross: say(totals, "TaxInclusiveAmount"),
    prepaid: say(totals, "PrepaidAmount"),
    rounding: say(totals, "PayableRoundingAmount"),
    payable: say(totals, "PayableAmount"),
    breakdown: all(root, "TaxTotal/TaxSubtotal").map((each) => ({
      base: say(each, "TaxableAmount"),
      tax: say(each, "TaxAmount"),
      category: vat(one(each, "TaxCategory")),
      rate: say(each, "TaxCategory/Percent"),
      reason: say(each, "TaxCategory/TaxExemptionReason"),
      reasonCode: say(each, "TaxCategory/TaxExemptionReasonCode"),
    })),
    lines: all(root, `${kind}Line`).map((each) => {
      const quantity = one(each, kind === "CreditNote" ? "CreditedQuantity" : "InvoicedQuantity");
      return {
        id: say(each, "ID"),
        quantity: textOf(quantity),
        unit: quantity?.attributes["unitCode"],
        net: say(each, "LineExtensionAmount"),
        item: say(each, "Item/Name"),
        price: say(each, "Price/PriceAmount"),
        taxes: all(each, "Item/ClassifiedTaxCategory").length,
        category: vat(one(each, "Item/ClassifiedTaxCategory")),
        rate: say(each, "Item/ClassifiedTaxCategory/Percent"),
        ...both(each),
      };
    }),
  };
}
