// The rules of EN 16931 against what we write, and each rule against a file that breaks it: a checker that finds nothing proves nothing.
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { eInvoicesForTests } from "../testing/e-invoices.ts";
import { readInvoice } from "../testing/en16931/read.ts";
import { brokenRules, rules, xrechnungRules } from "../testing/en16931/rules.ts";

const { sql } = await testDatabase();
const { kinds, xmlAs } = await eInvoicesForTests(sql);
const id = await kinds["rich"]!();
const good = await xmlAs("xrechnung", id);
const broken = (xml: string) => brokenRules(readInvoice(xml), { german: true });

/** Without the element; with `inside`, only within that one. */
const without = (name: string, inside?: string) => (xml: string) =>
  within(inside, xml, (part) => {
    const cut = part.replace(new RegExp(`<(?:cbc|cac):${name}(?: [^>]*)?>[\\s\\S]*?</(?:cbc|cac):${name}>`), "");
    if (cut === part) throw new Error(`there is no ${name}`);
    return cut;
  });
const becomes = (name: string, text: string, inside?: string) => (xml: string) =>
  within(inside, xml, (part) => {
    const cut = part.replace(new RegExp(`(<cbc:${name}(?: [^>]*)?>)[^<]*`), `$1${text}`);
    if (cut === part) throw new Error(`there is no ${name}`);
    return cut;
  });
const replaced = (from: RegExp | string, to: string) => (xml: string) => {
  const cut = xml.replace(from, to);
  if (cut === xml) throw new Error(`there is no ${String(from)}`);
  return cut;
};
function within(name: string | undefined, xml: string, change: (part: string) => string): string {
  if (!name) return change(xml);
  const [from, to] = [xml.indexOf(`<cac:${name}>`), xml.indexOf(`</cac:${name}>`)];
  if (from === -1) throw new Error(`there is no ${name}`);
  return xml.slice(0, from) + change(xml.slice(from, to)) + xml.slice(to);
}
const supplier = "AccountingSupplierParty";
const customer = "AccountingCustomerParty";
const totals = "LegalMonetaryTotal";
const line = "InvoiceLine";
const wholeAllowance = /(<\/cac:PaymentTerms>\s*<cac:AllowanceCharge>[\s\S]*?)/;
const every =
  (...changes: ((xml: string) => string)[]) =>
  (xml: string) =>
    changes.reduce((text, change) => change(text), xml);
/** All of one category: what it says of its reason and its rate follows. */
const asCategory =
  (category: string, { rate = "0", reason = true, tax = "0.00" } = {}) =>
  (xml: string) => {
    const changed = xml
      .replaceAll(/(<cac:(?:TaxCategory|ClassifiedTaxCategory)>\s*<cbc:ID>)[^<]*/g, `$1${category}`)
      .replaceAll(/(<cbc:Percent>)[^<]*/g, `$1${rate}`)
      .replaceAll(/(<cac:TaxSubtotal>[\s\S]*?<cbc:TaxAmount[^>]*>)[^<]*/g, `$1${tax}`);
    return reason
      ? changed.replaceAll(
          /(<cac:TaxSubtotal>[\s\S]*?<cbc:Percent>[^<]*<\/cbc:Percent>)/g,
          "$1<cbc:TaxExemptionReason>Why</cbc:TaxExemptionReason>",
        )
      : changed;
  };

const bad: Record<string, (xml: string) => string> = {
  "BR-01": without("CustomizationID"),
  "BR-02": becomes("ID", ""),
  "BR-03": becomes("IssueDate", "18.11.2026"),
  "BR-04": without("InvoiceTypeCode"),
  "BR-05": without("DocumentCurrencyCode"),
  "BR-06": without("RegistrationName", supplier),
  "BR-07": without("RegistrationName", customer),
  "BR-08": without("PostalAddress", supplier),
  "BR-09": without("Country", supplier),
  "BR-10": without("PostalAddress", customer),
  "BR-11": without("Country", customer),
  "BR-12": without("LineExtensionAmount", totals),
  "BR-13": without("TaxExclusiveAmount", totals),
  "BR-14": without("TaxInclusiveAmount", totals),
  "BR-15": without("PayableAmount", totals),
  "BR-16": replaced(/<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>/, ""),
  "BR-21": becomes("ID", "2", line),
  "BR-22": without("InvoicedQuantity", line),
  "BR-23": replaced(/ unitCode="[^"]*"/, ""),
  "BR-24": without("LineExtensionAmount", line),
  "BR-25": without("Name", line),
  "BR-26": without("PriceAmount", line),
  "BR-27": becomes("PriceAmount", "-1.00", line),
  "BR-29": becomes("StartDate", "2030-01-01", "InvoicePeriod"),
  "BR-31": replaced(new RegExp(`${wholeAllowance.source}<cbc:Amount [^<]*</cbc:Amount>`), "$1"),
  "BR-32": replaced(new RegExp(`${wholeAllowance.source}<cac:TaxCategory>[\\s\\S]*?</cac:TaxCategory>`), "$1"),
  "BR-33": without("AllowanceChargeReason"),
  "BR-36": every(
    replaced(/<cbc:ChargeIndicator>false/, "<cbc:ChargeIndicator>true"),
    replaced(new RegExp(`${wholeAllowance.source}<cbc:Amount [^<]*</cbc:Amount>`), "$1"),
  ),
  "BR-37": every(
    replaced(/<cbc:ChargeIndicator>false/, "<cbc:ChargeIndicator>true"),
    replaced(new RegExp(`${wholeAllowance.source}<cac:TaxCategory>[\\s\\S]*?</cac:TaxCategory>`), "$1"),
  ),
  "BR-38": every(replaced(/<cbc:ChargeIndicator>false/, "<cbc:ChargeIndicator>true"), without("AllowanceChargeReason")),
  "BR-41": without("Amount", line),
  "BR-42": without("AllowanceChargeReason", line),
  "BR-45": without("TaxableAmount"),
  "BR-46": without("TaxAmount", "TaxSubtotal"),
  "BR-47": without("ID", "TaxSubtotal"),
  "BR-48": without("Percent", "TaxSubtotal"),
  "BR-49": without("PaymentMeansCode"),
  "BR-50": without("PayeeFinancialAccount"),
  "BR-55": replaced(
    "<cac:AccountingSupplierParty>",
    "<cac:BillingReference><cac:InvoiceDocumentReference/></cac:BillingReference><cac:AccountingSupplierParty>",
  ),
  "BR-57": without("DeliveryLocation"),
  "BR-62": replaced(/(<cac:AccountingSupplierParty>[\s\S]*?) schemeID="EM"/, "$1"),
  "BR-63": replaced(/(<cac:AccountingCustomerParty>[\s\S]*?) schemeID="EM"/, "$1"),
  "BR-CL-01": becomes("InvoiceTypeCode", "999"),
  "BR-CL-04": becomes("DocumentCurrencyCode", "Euro"),
  "BR-CL-14": becomes("IdentificationCode", "Germany"),
  "BR-CL-17": becomes("ID", "XX", "TaxSubtotal"),
  "BR-CL-18": becomes("ID", "XX", "ClassifiedTaxCategory"),
  "BR-CL-22": replaced(
    /(<cac:TaxSubtotal>[\s\S]*?<\/cbc:Percent>)/,
    "$1<cbc:TaxExemptionReasonCode>because</cbc:TaxExemptionReasonCode>",
  ),
  "BR-CL-23": replaced(/unitCode="[^"]*"/, 'unitCode="hours"'),
  "BR-CL-25": replaced('schemeID="EM"', 'schemeID="mail"'),
  "BR-CO-04": without("ClassifiedTaxCategory", line),
  "BR-CO-09": becomes("CompanyID", "123456788", supplier),
  "BR-CO-10": becomes("LineExtensionAmount", "0.01", totals),
  "BR-CO-11": becomes("AllowanceTotalAmount", "0.01", totals),
  "BR-CO-12": replaced(
    /(<cbc:PayableAmount )/,
    '<cbc:ChargeTotalAmount currencyID="EUR">0.01</cbc:ChargeTotalAmount>$1',
  ),
  "BR-CO-13": becomes("TaxExclusiveAmount", "0.01", totals),
  "BR-CO-14": becomes("TaxAmount", "0.01"),
  "BR-CO-15": becomes("TaxInclusiveAmount", "0.01", totals),
  "BR-CO-16": becomes("PayableAmount", "0.01", totals),
  "BR-CO-17": becomes("TaxAmount", "0.01", "TaxSubtotal"),
  "BR-CO-18": replaced(/<cac:TaxSubtotal>[\s\S]*<\/cac:TaxSubtotal>/, ""),
  "BR-CO-21": without("AllowanceChargeReason"),
  "BR-CO-25": every(without("DueDate"), without("PaymentTerms")),
  "BR-CO-26": every(
    without("PartyTaxScheme", supplier),
    replaced(
      /(<cac:AccountingSupplierParty>[\s\S]*?)<cac:PartyIdentification>[\s\S]*?<\/cac:PartyIdentification>|$/,
      "$1",
    ),
  ),
  "BR-DEC": replaced(/(<cbc:PayableAmount [^>]*>[^<]*)/, "$11"),
  "BR-LINE": becomes("InvoicedQuantity", "2.6", line),
  "BR-S-01": becomes("Percent", "18", line),
  "BR-S-02": without("PartyTaxScheme", supplier),
  "BR-S-05": becomes("Percent", "0", line),
  "BR-S-08": becomes("TaxableAmount", "1.00"),
  "BR-S-10": replaced(
    /(<cac:TaxSubtotal>[\s\S]*?<\/cbc:Percent>)/,
    "$1<cbc:TaxExemptionReason>Why</cbc:TaxExemptionReason>",
  ),
  ...Object.fromEntries(
    ["Z", "E", "AE", "G", "O"].flatMap((category) => [
      // Two rows of one category, which are one rate.
      [`BR-${category}-01`, asCategory(category)],
      [`BR-${category}-05`, asCategory(category, { rate: "19" })],
      [`BR-${category}-08`, asCategory(category)],
      [`BR-${category}-09`, asCategory(category, { tax: "0.01" })],
      [`BR-${category}-10`, asCategory(category, { reason: category === "Z" })],
    ]),
  ),
  "BR-E-02": every(asCategory("E"), without("PartyTaxScheme", supplier)),
  "BR-AE-02": every(asCategory("AE"), without("PartyTaxScheme", customer)),
  "BR-G-02": every(asCategory("G"), without("PartyTaxScheme", supplier)),
  "BR-O-11": asCategory("O"),
  "BR-O-12": becomes("ID", "O", "TaxSubtotal"),
  "BR-DE-1": without("PaymentMeans"),
  "BR-DE-2": without("Contact", supplier),
  "BR-DE-3": without("CityName", supplier),
  "BR-DE-4": without("PostalZone", supplier),
  "BR-DE-5": without("Name", "Contact"),
  "BR-DE-6": without("Telephone", "Contact"),
  "BR-DE-7": without("ElectronicMail", "Contact"),
  "BR-DE-8": without("CityName", customer),
  "BR-DE-9": without("PostalZone", customer),
  "BR-DE-14": without("Percent", "TaxSubtotal"),
  "BR-DE-15": without("BuyerReference"),
  "BR-DE-16": without("PartyTaxScheme", supplier),
  "BR-DE-17": becomes("InvoiceTypeCode", "386"),
  "BR-DE-21": becomes("CustomizationID", "urn:cen.eu:en16931:2017"),
  "BR-DE-27": becomes("Telephone", "n/a", "Contact"),
  "BR-DE-28": becomes("ElectronicMail", "office", "Contact"),
};

test("invoices 17: the rules of EN 16931 and of XRechnung hold for an invoice with two rates and discounts, as UBL and as CII", async () => {
  expect(broken(good)).toEqual([]);
  const cii = readInvoice(await xmlAs("facturx", id));
  expect([cii.syntax, brokenRules(cii)]).toEqual(["CII", []]);
  // Both say the same, but for what each is made for.
  const { syntax, customization, seller, buyer, means, amounts, terms, ...same } = readInvoice(good);
  expect(cii).toMatchObject(same);
  expect([syntax, customization, terms, means, amounts.length > 0, seller.vatId, buyer.vatId]).toEqual([
    "UBL",
    expect.stringContaining("xrechnung"),
    cii.terms,
    cii.means,
    true,
    cii.seller.vatId,
    cii.buyer.vatId,
  ]);
});

test("invoices 17: each rule is broken by a file that is made for it", () => {
  expect(Object.keys(bad).toSorted()).toEqual(Object.keys({ ...rules, ...xrechnungRules }).toSorted());
  const missed = Object.entries(bad).filter(([name, change]) => !broken(change(good)).includes(name));
  expect(missed.map(([name]) => name)).toEqual([]);
  expect(() => readInvoice("<!DOCTYPE x><Invoice/>")).toThrow("DOCTYPE");
  expect(() => readInvoice("<Order/>")).toThrow("no e-invoice");
});
