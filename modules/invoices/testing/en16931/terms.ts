// Where a business term of EN 16931 stands in UBL and in CII, to change it in a file. Of what there is several times, the first. Only for tests.
import type { Element } from "./xml.ts";

const agreement = "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement";
const delivery = "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery";
const settlement = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement";
const totals = `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`;
const line = "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem";
const seller = "AccountingSupplierParty/Party";
const buyer = "AccountingCustomerParty/Party";
const place = "Delivery/DeliveryLocation/Address";
const lineCharge = `${line}/SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge`;

const paths = {
  customization: ["CustomizationID", "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"],
  profile: ["ProfileID", "ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID"],
  number: ["ID", "ExchangedDocument/ID"],
  issued: ["IssueDate", "ExchangedDocument/IssueDateTime/DateTimeString"],
  type: ["InvoiceTypeCode", "ExchangedDocument/TypeCode"],
  note: ["Note", "ExchangedDocument/IncludedNote/Content"],
  currency: ["DocumentCurrencyCode", `${settlement}/InvoiceCurrencyCode`],
  due: ["DueDate", `${settlement}/SpecifiedTradePaymentTerms/DueDateDateTime`],
  allTerms: ["PaymentTerms", `${settlement}/SpecifiedTradePaymentTerms`],
  terms: ["PaymentTerms/Note", `${settlement}/SpecifiedTradePaymentTerms/Description`],
  reference: ["BuyerReference", `${agreement}/BuyerReference`],
  period: ["InvoicePeriod", `${settlement}/BillingSpecifiedPeriod`],
  periodFrom: ["InvoicePeriod/StartDate", `${settlement}/BillingSpecifiedPeriod/StartDateTime/DateTimeString`],
  delivery: ["Delivery", `${delivery}/ActualDeliverySupplyChainEvent`],
  place: [place, `${delivery}/ShipToTradeParty/PostalTradeAddress`],
  placeCity: [`${place}/CityName`, `${delivery}/ShipToTradeParty/PostalTradeAddress/CityName`],
  placePostCode: [`${place}/PostalZone`, `${delivery}/ShipToTradeParty/PostalTradeAddress/PostcodeCode`],
  placeCountry: [`${place}/Country/IdentificationCode`, `${delivery}/ShipToTradeParty/PostalTradeAddress/CountryID`],
  seller: [seller, `${agreement}/SellerTradeParty`],
  sellerName: [`${seller}/PartyLegalEntity/RegistrationName`, `${agreement}/SellerTradeParty/Name`],
  sellerAddress: [`${seller}/PostalAddress`, `${agreement}/SellerTradeParty/PostalTradeAddress`],
  sellerCity: [`${seller}/PostalAddress/CityName`, `${agreement}/SellerTradeParty/PostalTradeAddress/CityName`],
  sellerPostCode: [
    `${seller}/PostalAddress/PostalZone`,
    `${agreement}/SellerTradeParty/PostalTradeAddress/PostcodeCode`,
  ],
  sellerCountry: [
    `${seller}/PostalAddress/Country/IdentificationCode`,
    `${agreement}/SellerTradeParty/PostalTradeAddress/CountryID`,
  ],
  sellerTax: [`${seller}/PartyTaxScheme`, `${agreement}/SellerTradeParty/SpecifiedTaxRegistration`],
  sellerTaxId: [`${seller}/PartyTaxScheme/CompanyID`, `${agreement}/SellerTradeParty/SpecifiedTaxRegistration/ID`],
  sellerEndpoint: [`${seller}/EndpointID`, `${agreement}/SellerTradeParty/URIUniversalCommunication/URIID`],
  contact: [`${seller}/Contact`, `${agreement}/SellerTradeParty/DefinedTradeContact`],
  contactName: [`${seller}/Contact/Name`, `${agreement}/SellerTradeParty/DefinedTradeContact/PersonName`],
  contactPhone: [
    `${seller}/Contact/Telephone`,
    `${agreement}/SellerTradeParty/DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber`,
  ],
  contactMail: [
    `${seller}/Contact/ElectronicMail`,
    `${agreement}/SellerTradeParty/DefinedTradeContact/EmailURIUniversalCommunication/URIID`,
  ],
  buyerName: [`${buyer}/PartyLegalEntity/RegistrationName`, `${agreement}/BuyerTradeParty/Name`],
  buyerAddress: [`${buyer}/PostalAddress`, `${agreement}/BuyerTradeParty/PostalTradeAddress`],
  buyerCity: [`${buyer}/PostalAddress/CityName`, `${agreement}/BuyerTradeParty/PostalTradeAddress/CityName`],
  buyerPostCode: [`${buyer}/PostalAddress/PostalZone`, `${agreement}/BuyerTradeParty/PostalTradeAddress/PostcodeCode`],
  buyerCountry: [
    `${buyer}/PostalAddress/Country/IdentificationCode`,
    `${agreement}/BuyerTradeParty/PostalTradeAddress/CountryID`,
  ],
  buyerTax: [`${buyer}/PartyTaxScheme`, `${agreement}/BuyerTradeParty/SpecifiedTaxRegistration`],
  buyerEndpoint: [`${buyer}/EndpointID`, `${agreement}/BuyerTradeParty/URIUniversalCommunication/URIID`],
  means: ["PaymentMeans", `${settlement}/SpecifiedTradeSettlementPaymentMeans`],
  meansCode: ["PaymentMeans/PaymentMeansCode", `${settlement}/SpecifiedTradeSettlementPaymentMeans/TypeCode`],
  transfer: [
    "PaymentMeans/PayeeFinancialAccount",
    `${settlement}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount`,
  ],
  account: [
    "PaymentMeans/PayeeFinancialAccount/ID",
    `${settlement}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID`,
  ],
  allowanceIndicator: [
    "AllowanceCharge/ChargeIndicator",
    `${settlement}/SpecifiedTradeAllowanceCharge/ChargeIndicator/Indicator`,
  ],
  allowanceAmount: ["AllowanceCharge/Amount", `${settlement}/SpecifiedTradeAllowanceCharge/ActualAmount`],
  allowanceReason: ["AllowanceCharge/AllowanceChargeReason", `${settlement}/SpecifiedTradeAllowanceCharge/Reason`],
  allowanceTax: ["AllowanceCharge/TaxCategory", `${settlement}/SpecifiedTradeAllowanceCharge/CategoryTradeTax`],
  allowanceCategory: [
    "AllowanceCharge/TaxCategory/ID",
    `${settlement}/SpecifiedTradeAllowanceCharge/CategoryTradeTax/CategoryCode`,
  ],
  allowanceRate: [
    "AllowanceCharge/TaxCategory/Percent",
    `${settlement}/SpecifiedTradeAllowanceCharge/CategoryTradeTax/RateApplicablePercent`,
  ],
  taxTotal: ["TaxTotal", `${totals}/TaxTotalAmount`],
  tax: ["TaxTotal/TaxAmount", `${totals}/TaxTotalAmount`],
  row: ["TaxTotal/TaxSubtotal", `${settlement}/ApplicableTradeTax`],
  rowTaxed: ["TaxTotal/TaxSubtotal/TaxCategory", `${settlement}/ApplicableTradeTax`],
  rowBase: ["TaxTotal/TaxSubtotal/TaxableAmount", `${settlement}/ApplicableTradeTax/BasisAmount`],
  rowTax: ["TaxTotal/TaxSubtotal/TaxAmount", `${settlement}/ApplicableTradeTax/CalculatedAmount`],
  rowCategory: ["TaxTotal/TaxSubtotal/TaxCategory/ID", `${settlement}/ApplicableTradeTax/CategoryCode`],
  rowRate: ["TaxTotal/TaxSubtotal/TaxCategory/Percent", `${settlement}/ApplicableTradeTax/RateApplicablePercent`],
  sumOfLines: ["LegalMonetaryTotal/LineExtensionAmount", `${totals}/LineTotalAmount`],
  sumOfAllowances: ["LegalMonetaryTotal/AllowanceTotalAmount", `${totals}/AllowanceTotalAmount`],
  net: ["LegalMonetaryTotal/TaxExclusiveAmount", `${totals}/TaxBasisTotalAmount`],
  gross: ["LegalMonetaryTotal/TaxInclusiveAmount", `${totals}/GrandTotalAmount`],
  payable: ["LegalMonetaryTotal/PayableAmount", `${totals}/DuePayableAmount`],
  totals: ["LegalMonetaryTotal", totals],
  line: ["InvoiceLine", line],
  lineId: ["InvoiceLine/ID", `${line}/AssociatedDocumentLineDocument/LineID`],
  quantity: ["InvoiceLine/InvoicedQuantity", `${line}/SpecifiedLineTradeDelivery/BilledQuantity`],
  lineNet: [
    "InvoiceLine/LineExtensionAmount",
    `${line}/SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`,
  ],
  item: ["InvoiceLine/Item/Name", `${line}/SpecifiedTradeProduct/Name`],
  price: [
    "InvoiceLine/Price/PriceAmount",
    `${line}/SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount`,
  ],
  lineTax: ["InvoiceLine/Item/ClassifiedTaxCategory", `${line}/SpecifiedLineTradeSettlement/ApplicableTradeTax`],
  lineCategory: [
    "InvoiceLine/Item/ClassifiedTaxCategory/ID",
    `${line}/SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode`,
  ],
  lineRate: [
    "InvoiceLine/Item/ClassifiedTaxCategory/Percent",
    `${line}/SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent`,
  ],
  lineIndicator: ["InvoiceLine/AllowanceCharge/ChargeIndicator", `${lineCharge}/ChargeIndicator/Indicator`],
  lineAmount: ["InvoiceLine/AllowanceCharge/Amount", `${lineCharge}/ActualAmount`],
  lineReason: ["InvoiceLine/AllowanceCharge/AllowanceChargeReason", `${lineCharge}/Reason`],
} as const satisfies Record<string, readonly [string, string]>;
export type Term = keyof typeof paths;

export type Change = (tree: Element) => void;
const isCii = (tree: Element) => tree.name === "CrossIndustryInvoice";
const pathOf = (tree: Element, term: Term) => paths[term][isCii(tree) ? 1 : 0].split("/");
function parentsOf(tree: Element, path: readonly string[]): Element[] {
  let found = [tree];
  for (const name of path.slice(0, -1))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}
/** The parent that has it, and its place there. */
function placeOf(tree: Element, term: Term): [Element, number] {
  const path = pathOf(tree, term);
  for (const parent of parentsOf(tree, path)) {
    const at = parent.children.findIndex(({ name }) => name === path.at(-1));
    if (at !== -1) return [parent, at];
  }
  throw new Error(`There is no ${term}.`);
}
const element = (tree: Element, term: Term) => {
  const [parent, at] = placeOf(tree, term);
  return parent.children[at]!;
};

export const drop =
  (...terms: Term[]): Change =>
  (tree) => {
    for (const term of terms) {
      const [parent, at] = placeOf(tree, term);
      parent.children.splice(at, 1);
    }
  };
export const dropAll =
  (term: Term): Change =>
  (tree) => {
    const path = pathOf(tree, term);
    for (const parent of parentsOf(tree, path))
      parent.children = parent.children.filter(({ name }) => name !== path.at(-1));
  };
export const put =
  (term: Term, text: string): Change =>
  (tree) => {
    element(tree, term).text = text;
  };
export const mark =
  (term: Term, name: string, value: string | null): Change =>
  (tree) => {
    const { attributes } = element(tree, term);
    if (value === null) delete attributes[name];
    else attributes[name] = value;
  };
/** Another element inside it. */
export const add =
  (term: Term, name: string, text = "x"): Change =>
  (tree) => {
    element(tree, term).children.push({ name, attributes: {}, children: [], text });
  };
export const twice =
  (term: Term): Change =>
  (tree) => {
    const [parent, at] = placeOf(tree, term);
    parent.children.splice(at, 0, structuredClone(parent.children[at]!));
  };
/** It changes places with what stands before it. */
export const swap =
  (term: Term): Change =>
  (tree) => {
    const [parent, at] = placeOf(tree, term);
    parent.children.splice(at - 1, 2, parent.children[at]!, parent.children[at - 1]!);
  };
export const both =
  (...changes: Change[]): Change =>
  (tree) => {
    for (const change of changes) change(tree);
  };
/** By syntax. */
export const where =
  (ubl: Change, cii: Change): Change =>
  (tree) =>
    (isCii(tree) ? cii : ubl)(tree);

/** All of one category and rate, with a reason or without; null is no rate. */
export const asCategory =
  (
    category: string,
    { rate = "0", reason = true, tax = "0.00" }: { rate?: string | null; reason?: boolean; tax?: string } = {},
  ): Change =>
  (tree) => {
    const change = (of: Element) => {
      const taxed = ["TaxCategory", "ClassifiedTaxCategory", "CategoryTradeTax", "ApplicableTradeTax"].includes(
        of.name,
      );
      if (taxed) {
        of.children.find(({ name }) => name === (isCii(tree) ? "CategoryCode" : "ID"))!.text = category;
        const percent = isCii(tree) ? "RateApplicablePercent" : "Percent";
        of.children = of.children.filter(({ name }) => name !== percent || rate !== null);
        for (const each of of.children) if (each.name === percent) each.text = rate!;
      }
      const row = of.name === "TaxSubtotal" || of.children.some(({ name }) => name === "CalculatedAmount");
      if (row) {
        of.children.find(({ name }) => name === "TaxAmount" || name === "CalculatedAmount")!.text = tax;
        const into = of.name === "TaxSubtotal" ? of.children.find(({ name }) => name === "TaxCategory")! : of;
        const name = isCii(tree) ? "ExemptionReason" : "TaxExemptionReason";
        if (reason) into.children.push({ name, attributes: {}, children: [], text: "Why" });
      }
      for (const child of of.children) change(child);
    };
    change(tree);
  };
