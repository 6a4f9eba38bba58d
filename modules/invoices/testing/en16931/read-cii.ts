// An invoice in CII D16B. Only for tests.
import type { Amounted, Document, Party } from "./document.ts";
import { all, type Element, everyElement, one, say, textOf } from "./xml.ts";

/** "20261118" is "2026-11-18". */
const day = (text: string | undefined) => text?.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
const party = (of: Element | undefined): Party => {
  const registration = (id: string) =>
    textOf(all(of, "SpecifiedTaxRegistration/ID").find(({ attributes }) => attributes["schemeID"] === id));
  const uri = one(of, "URIUniversalCommunication/URIID");
  const contact = one(of, "DefinedTradeContact");
  return {
    name: say(of, "Name"),
    address: one(of, "PostalTradeAddress") !== undefined,
    city: say(of, "PostalTradeAddress/CityName"),
    postCode: say(of, "PostalTradeAddress/PostcodeCode"),
    country: say(of, "PostalTradeAddress/CountryID"),
    ownId: say(of, "ID"),
    vatId: registration("VA"),
    taxNumber: registration("FC"),
    legalId: say(of, "SpecifiedLegalOrganization/ID"),
    endpoint: textOf(uri),
    endpointScheme: uri?.attributes["schemeID"],
    contact: contact
      ? {
          name: say(contact, "PersonName") ?? say(contact, "DepartmentName"),
          phone: say(contact, "TelephoneUniversalCommunication/CompleteNumber"),
          mail: say(contact, "EmailURIUniversalCommunication/URIID"),
        }
      : null,
  };
};
/** A tax is one of VAT, or it is none for the standard. */
const vat = (of: Element | undefined) => (say(of, "TypeCode") === "VAT" ? say(of, "CategoryCode") : undefined);
const amounted = (of: Element): Amounted => ({
  amount: say(of, "ActualAmount"),
  category: vat(one(of, "CategoryTradeTax")),
  rate: say(of, "CategoryTradeTax/RateApplicablePercent"),
  reason: say(of, "Reason") ?? say(of, "ReasonCode"),
});
const both = (of: Element | undefined) => {
  const found = all(of, "SpecifiedTradeAllowanceCharge");
  return {
    allowances: found.filter((each) => say(each, "ChargeIndicator/Indicator") === "false").map(amounted),
    charges: found.filter((each) => say(each, "ChargeIndicator/Indicator") === "true").map(amounted),
  };
};

export function readCii(root: Element): Document {
  const agreement = one(root, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement");
  const delivery = one(root, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery");
  const settlement = one(root, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement");
  const totals = one(settlement, "SpecifiedTradeSettlementHeaderMonetarySummation");
  const currency = say(settlement, "InvoiceCurrencyCode");
  const period = one(settlement, "BillingSpecifiedPeriod");
  const place = one(delivery, "ShipToTradeParty/PostalTradeAddress");
  const elements = everyElement(root);
  return {
    syntax: "CII",
    tree: root,
    profile: say(root, "ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID"),
    customization: say(root, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"),
    number: say(root, "ExchangedDocument/ID"),
    issued: day(say(root, "ExchangedDocument/IssueDateTime/DateTimeString")),
    type: say(root, "ExchangedDocument/TypeCode"),
    currency,
    currencies: elements.flatMap(({ attributes }) => attributes["currencyID"] ?? []),
    due: day(say(settlement, "SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString")),
    terms: all(settlement, "SpecifiedTradePaymentTerms/Description").map(textOf),
    notes: all(root, "ExchangedDocument/IncludedNote/Content").map(({ text }) => text),
    buyerReference: say(agreement, "BuyerReference"),
    preceding: all(settlement, "InvoiceReferencedDocument").map((each) => say(each, "IssuerAssignedID")),
    period: period
      ? { from: day(say(period, "StartDateTime/DateTimeString")), to: day(say(period, "EndDateTime/DateTimeString")) }
      : null,
    delivered: day(say(delivery, "ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString")),
    deliverTo: place
      ? { city: say(place, "CityName"), postCode: say(place, "PostcodeCode"), country: say(place, "CountryID") }
      : null,
    seller: party(one(agreement, "SellerTradeParty")),
    buyer: party(one(agreement, "BuyerTradeParty")),
    means: all(settlement, "SpecifiedTradeSettlementPaymentMeans").map((each) => ({
      code: say(each, "TypeCode"),
      transfer: one(each, "PayeePartyCreditorFinancialAccount") !== undefined,
      account:
        say(each, "PayeePartyCreditorFinancialAccount/IBANID") ??
        say(each, "PayeePartyCreditorFinancialAccount/ProprietaryID"),
      other:
        one(each, "ApplicableTradeSettlementFinancialCard") !== undefined ||
        one(each, "PayerPartyDebtorFinancialAccount") !== undefined,
    })),
    ...both(settlement),
    indicators: elements
      .filter(({ name }) => name === "SpecifiedTradeAllowanceCharge")
      .map((each) => one(each, "ChargeIndicator/Indicator")?.text),
    sumOfLines: say(totals, "LineTotalAmount"),
    sumOfAllowances: say(totals, "AllowanceTotalAmount"),
    sumOfCharges: say(totals, "ChargeTotalAmount"),
    net: say(totals, "TaxBasisTotalAmount"),
    taxes: all(totals, "TaxTotalAmount").map(textOf),
    tax: textOf(all(totals, "TaxTotalAmount").find(({ attributes }) => attributes["currencyID"] === currency)),
    gross: say(totals, "GrandTotalAmount"),
    prepaid: say(totals, "TotalPrepaidAmount"),
    rounding: say(totals, "RoundingAmount"),
    payable: say(totals, "DuePayableAmount"),
    breakdown: all(settlement, "ApplicableTradeTax").map((each) => ({
      base: say(each, "BasisAmount"),
      tax: say(each, "CalculatedAmount"),
      category: vat(each),
      rate: say(each, "RateApplicablePercent"),
      reason: say(each, "ExemptionReason"),
      reasonCode: say(each, "ExemptionReasonCode"),
    })),
    lines: all(root, "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem").map((each) => {
      const quantity = one(each, "SpecifiedLineTradeDelivery/BilledQuantity");
      const settled = one(each, "SpecifiedLineTradeSettlement");
      return {
        id: say(each, "AssociatedDocumentLineDocument/LineID"),
        quantity: textOf(quantity),
        unit: quantity?.attributes["unitCode"],
        net: say(settled, "SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"),
        item: say(each, "SpecifiedTradeProduct/Name"),
        price: say(each, "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount"),
        taxes: all(settled, "ApplicableTradeTax").length,
        category: vat(one(settled, "ApplicableTradeTax")),
        rate: say(settled, "ApplicableTradeTax/RateApplicablePercent"),
        ...both(settled),
      };
    }),
  };
}
