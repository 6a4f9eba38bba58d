// An e-invoice as EN 16931 has it, read from UBL 2.1 or CII D16B. Written against the standard and apart from what writes the files: the two
// share no code. Names are those of the standard's business terms. Only for tests.
import { SaxesParser } from "saxes";

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

export interface Amounted {
  amount: string | undefined;
  category: string | undefined;
  rate: string | undefined;
  reason: string | undefined;
}
export interface Party {
  name: string | undefined;
  address: boolean;
  city: string | undefined;
  postCode: string | undefined;
  country: string | undefined;
  vatId: string | undefined;
  taxNumber: string | undefined;
  legalId: string | undefined;
  endpoint: string | undefined;
  endpointScheme: string | undefined;
  contact: { name: string | undefined; phone: string | undefined; mail: string | undefined } | null;
}
export interface Line {
  id: string | undefined;
  quantity: string | undefined;
  unit: string | undefined;
  net: string | undefined;
  item: string | undefined;
  price: string | undefined;
  category: string | undefined;
  rate: string | undefined;
  allowances: Amounted[];
  charges: Amounted[];
}
export interface Document {
  syntax: "UBL" | "CII";
  customization: string | undefined;
  number: string | undefined;
  issued: string | undefined;
  type: string | undefined;
  currency: string | undefined;
  due: string | undefined;
  terms: string | undefined;
  buyerReference: string | undefined;
  preceding: (string | undefined)[];
  periodFrom: string | undefined;
  periodTo: string | undefined;
  delivered: string | undefined;
  deliveredTo: string | undefined;
  seller: Party;
  buyer: Party;
  means: { code: string | undefined; account: string | undefined }[];
  allowances: Amounted[];
  charges: Amounted[];
  sumOfLines: string | undefined;
  sumOfAllowances: string | undefined;
  sumOfCharges: string | undefined;
  net: string | undefined;
  tax: string | undefined;
  gross: string | undefined;
  prepaid: string | undefined;
  rounding: string | undefined;
  payable: string | undefined;
  breakdown: {
    base: string | undefined;
    tax: string | undefined;
    category: string | undefined;
    rate: string | undefined;
    reason: string | undefined;
    reasonCode: string | undefined;
  }[];
  lines: Line[];
  /** Every amount of money that the file has, for the number of decimals. */
  amounts: string[];
}

export function parseXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  parser.on("doctype", () => {
    throw new Error("An e-invoice has no DOCTYPE.");
  });
  parser.on("opentag", ({ local, attributes }) => {
    const element: Element = {
      name: local,
      attributes: Object.fromEntries(Object.values(attributes).map((each) => [each.local, each.value])),
      children: [],
      text: "",
    };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("text", (piece) => {
    open.at(-1)!.text += piece;
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(text).close();
  return root.children[0]!;
}

const all = (of: Element | undefined, path: string): Element[] =>
  path
    .split("/")
    .reduce<Element[]>(
      (from, name) => from.flatMap(({ children }) => children.filter((child) => child.name === name)),
      of ? [of] : [],
    );
const one = (of: Element | undefined, path: string) => all(of, path)[0];
const say = (of: Element | undefined, path: string): string | undefined => {
  const text = one(of, path)?.text.trim();
  return text === "" ? undefined : text;
};
/** "20261118" is "2026-11-18". */
const day = (text: string | undefined) => text?.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");

function everyAmount(element: Element, isAmount: (name: string) => boolean): string[] {
  const own = isAmount(element.name) && element.children.length === 0 ? [element.text.trim()] : [];
  return [...own, ...element.children.flatMap((child) => everyAmount(child, isAmount))];
}

export function readInvoice(xml: string): Document {
  const root = parseXml(xml);
  if (root.name === "CrossIndustryInvoice") return readCii(root);
  if (root.name === "Invoice" || root.name === "CreditNote") return readUbl(root);
  throw new Error(`${root.name} is no e-invoice`);
}

function readUbl(root: Element): Document {
  const isNote = root.name === "CreditNote";
  const party = (path: string): Party => {
    const of = one(root, `${path}/Party`);
    const scheme = (id: string) => all(of, "PartyTaxScheme").find((each) => say(each, "TaxScheme/ID") === id);
    const contact = one(of, "Contact");
    return {
      name: say(of, "PartyLegalEntity/RegistrationName"),
      address: one(of, "PostalAddress") !== undefined,
      city: say(of, "PostalAddress/CityName"),
      postCode: say(of, "PostalAddress/PostalZone"),
      country: say(of, "PostalAddress/Country/IdentificationCode"),
      vatId: say(scheme("VAT"), "CompanyID"),
      taxNumber: say(
        all(of, "PartyTaxScheme").find((each) => say(each, "TaxScheme/ID") !== "VAT"),
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
  const amounted = (of: Element): Amounted => ({
    amount: say(of, "Amount"),
    category: say(of, "TaxCategory/ID"),
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
  const totals = one(root, "LegalMonetaryTotal");
  return {
    syntax: "UBL",
    customization: say(root, "CustomizationID"),
    number: say(root, "ID"),
    issued: say(root, "IssueDate"),
    type: say(root, isNote ? "CreditNoteTypeCode" : "InvoiceTypeCode"),
    currency: say(root, "DocumentCurrencyCode"),
    due: say(root, "DueDate") ?? say(root, "PaymentMeans/PaymentDueDate"),
    terms: say(root, "PaymentTerms/Note"),
    buyerReference: say(root, "BuyerReference"),
    preceding: all(root, "BillingReference/InvoiceDocumentReference").map((each) => say(each, "ID")),
    periodFrom: say(root, "InvoicePeriod/StartDate"),
    periodTo: say(root, "InvoicePeriod/EndDate"),
    delivered: say(root, "Delivery/ActualDeliveryDate"),
    deliveredTo: say(root, "Delivery/DeliveryLocation/Address/Country/IdentificationCode"),
    seller: party("AccountingSupplierParty"),
    buyer: party("AccountingCustomerParty"),
    means: all(root, "PaymentMeans").map((each) => ({
      code: say(each, "PaymentMeansCode"),
      account: say(each, "PayeeFinancialAccount/ID"),
    })),
    ...both(root),
    sumOfLines: say(totals, "LineExtensionAmount"),
    sumOfAllowances: say(totals, "AllowanceTotalAmount"),
    sumOfCharges: say(totals, "ChargeTotalAmount"),
    net: say(totals, "TaxExclusiveAmount"),
    tax: say(root, "TaxTotal/TaxAmount"),
    gross: say(totals, "TaxInclusiveAmount"),
    prepaid: say(totals, "PrepaidAmount"),
    rounding: say(totals, "PayableRoundingAmount"),
    payable: say(totals, "PayableAmount"),
    breakdown: all(root, "TaxTotal/TaxSubtotal").map((each) => ({
      base: say(each, "TaxableAmount"),
      tax: say(each, "TaxAmount"),
      category: say(each, "TaxCategory/ID"),
      rate: say(each, "TaxCategory/Percent"),
      reason: say(each, "TaxCategory/TaxExemptionReason"),
      reasonCode: say(each, "TaxCategory/TaxExemptionReasonCode"),
    })),
    lines: all(root, isNote ? "CreditNoteLine" : "InvoiceLine").map((each) => {
      const quantity = one(each, isNote ? "CreditedQuantity" : "InvoicedQuantity");
      return {
        id: say(each, "ID"),
        quantity: quantity?.text.trim() || undefined,
        unit: quantity?.attributes["unitCode"],
        net: say(each, "LineExtensionAmount"),
        item: say(each, "Item/Name"),
        price: say(each, "Price/PriceAmount"),
        category: say(each, "Item/ClassifiedTaxCategory/ID"),
        rate: say(each, "Item/ClassifiedTaxCategory/Percent"),
        ...both(each),
      };
    }),
    amounts: everyAmount(root, (name) => name.endsWith("Amount") && name !== "PriceAmount"),
  };
}

function readCii(root: Element): Document {
  const agreement = one(root, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement");
  const delivery = one(root, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery");
  const settlement = one(root, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement");
  const totals = one(settlement, "SpecifiedTradeSettlementHeaderMonetarySummation");
  const party = (of: Element | undefined): Party => {
    const registration = (id: string) =>
      all(of, "SpecifiedTaxRegistration/ID")
        .find(({ attributes }) => attributes["schemeID"] === id)
        ?.text.trim();
    const uri = one(of, "URIUniversalCommunication/URIID");
    const contact = one(of, "DefinedTradeContact");
    return {
      name: say(of, "Name"),
      address: one(of, "PostalTradeAddress") !== undefined,
      city: say(of, "PostalTradeAddress/CityName"),
      postCode: say(of, "PostalTradeAddress/PostcodeCode"),
      country: say(of, "PostalTradeAddress/CountryID"),
      vatId: registration("VA"),
      taxNumber: registration("FC"),
      legalId: say(of, "SpecifiedLegalOrganization/ID"),
      endpoint: uri?.text.trim() || undefined,
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
  const amounted = (of: Element): Amounted => ({
    amount: say(of, "ActualAmount"),
    category: say(of, "CategoryTradeTax/CategoryCode"),
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
  const currency = say(settlement, "InvoiceCurrencyCode");
  return {
    syntax: "CII",
    customization: say(root, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"),
    number: say(root, "ExchangedDocument/ID"),
    issued: day(say(root, "ExchangedDocument/IssueDateTime/DateTimeString")),
    type: say(root, "ExchangedDocument/TypeCode"),
    currency,
    due: day(say(settlement, "SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString")),
    terms: say(settlement, "SpecifiedTradePaymentTerms/Description"),
    buyerReference: say(agreement, "BuyerReference"),
    preceding: all(settlement, "InvoiceReferencedDocument").map((each) => say(each, "IssuerAssignedID")),
    periodFrom: day(say(settlement, "BillingSpecifiedPeriod/StartDateTime/DateTimeString")),
    periodTo: day(say(settlement, "BillingSpecifiedPeriod/EndDateTime/DateTimeString")),
    delivered: day(say(delivery, "ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString")),
    deliveredTo: say(delivery, "ShipToTradeParty/PostalTradeAddress/CountryID"),
    seller: party(one(agreement, "SellerTradeParty")),
    buyer: party(one(agreement, "BuyerTradeParty")),
    means: all(settlement, "SpecifiedTradeSettlementPaymentMeans").map((each) => ({
      code: say(each, "TypeCode"),
      account:
        say(each, "PayeePartyCreditorFinancialAccount/IBANID") ??
        say(each, "PayeePartyCreditorFinancialAccount/ProprietaryID"),
    })),
    ...both(settlement),
    sumOfLines: say(totals, "LineTotalAmount"),
    sumOfAllowances: say(totals, "AllowanceTotalAmount"),
    sumOfCharges: say(totals, "ChargeTotalAmount"),
    net: say(totals, "TaxBasisTotalAmount"),
    tax: all(totals, "TaxTotalAmount")
      .find(({ attributes }) => attributes["currencyID"] === currency)
      ?.text.trim(),
    gross: say(totals, "GrandTotalAmount"),
    prepaid: say(totals, "TotalPrepaidAmount"),
    rounding: say(totals, "RoundingAmount"),
    payable: say(totals, "DuePayableAmount"),
    breakdown: all(settlement, "ApplicableTradeTax").map((each) => ({
      base: say(each, "BasisAmount"),
      tax: say(each, "CalculatedAmount"),
      category: say(each, "CategoryCode"),
      rate: say(each, "RateApplicablePercent"),
      reason: say(each, "ExemptionReason"),
      reasonCode: say(each, "ExemptionReasonCode"),
    })),
    lines: all(root, "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem").map((each) => {
      const quantity = one(each, "SpecifiedLineTradeDelivery/BilledQuantity");
      const settled = one(each, "SpecifiedLineTradeSettlement");
      return {
        id: say(each, "AssociatedDocumentLineDocument/LineID"),
        quantity: quantity?.text.trim() || undefined,
        unit: quantity?.attributes["unitCode"],
        net: say(settled, "SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"),
        item: say(each, "SpecifiedTradeProduct/Name"),
        price: say(each, "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount"),
        category: say(settled, "ApplicableTradeTax/CategoryCode"),
        rate: say(settled, "ApplicableTradeTax/RateApplicablePercent"),
        ...both(settled),
      };
    }),
    amounts: everyAmount(root, (name) => name.endsWith("Amount") && name !== "ChargeAmount"),
  };
}
