// A file that breaks it, for each rule: a checker that finds nothing proves nothing. Each is made of a right one, as UBL and as CII. Only for
// tests.
import { add, asCategory, both, type Change, drop, dropAll, mark, put, swap, twice, where } from "./terms.ts";
import { type Category, namesOfCategories } from "./vat-rules.ts";

const charge = put("allowanceIndicator", "true");
const lineCharge = put("lineIndicator", "true");
/** Empty elements, one in the other: at the end of a file in UBL, at the end of the settlement in CII. */
const atEnd =
  (...names: string[]): Change =>
  (tree) => {
    let into = tree.children.find(({ name }) => name === "SupplyChainTradeTransaction")?.children.at(-1) ?? tree;
    for (const name of names) {
      const element = { name, attributes: {}, children: [], text: "" };
      into.children.push(element);
      into = element;
    }
  };
const badDay = "18.11.2026";

function ofCategory(category: Category): Record<string, Change> {
  const rate = category === "O" ? null : category === "S" ? "19" : "0";
  const reason = !["S", "Z"].includes(category);
  const as = (more: Parameters<typeof asCategory>[1] = {}) => asCategory(category, { rate, reason, ...more });
  // Out of scope is the other way around: there the numbers must not be.
  const unknown = category === "O" ? as() : both(as(), dropAll("sellerTax"), dropAll("buyerTax"));
  const wrong = category === "S" ? "0" : "19";
  const name = `BR-${namesOfCategories[category]}`;
  return {
    // Two rows of what is one category and rate.
    [`${name}-01`]: as(),
    [`${name}-02`]: unknown,
    [`${name}-03`]: unknown,
    [`${name}-04`]: both(unknown, charge),
    [`${name}-05`]: as({ rate: wrong }),
    [`${name}-06`]: as({ rate: wrong }),
    [`${name}-07`]: both(as({ rate: wrong }), charge),
    [`${name}-08`]: as(),
    [`${name}-09`]: as({ tax: "7777.77" }),
    [`${name}-10`]: as({ reason: !reason }),
  };
}

export const broken: Record<string, Change> = {
  "BR-01": drop("customization"),
  "BR-02": put("number", " "),
  "BR-03": put("issued", badDay),
  "BR-04": drop("type"),
  "BR-05": drop("currency"),
  "BR-06": drop("sellerName"),
  "BR-07": drop("buyerName"),
  "BR-08": drop("sellerAddress"),
  "BR-09": drop("sellerCountry"),
  "BR-10": drop("buyerAddress"),
  "BR-11": drop("buyerCountry"),
  "BR-12": drop("sumOfLines"),
  "BR-13": drop("net"),
  "BR-14": drop("gross"),
  "BR-15": drop("payable"),
  "BR-16": dropAll("line"),
  "BR-21": put("lineId", "2"),
  "BR-22": drop("quantity"),
  "BR-23": mark("quantity", "unitCode", null),
  "BR-24": drop("lineNet"),
  "BR-25": drop("item"),
  "BR-26": drop("price"),
  "BR-27": put("price", "-1.00"),
  "BR-29": where(put("periodFrom", "2030-01-01"), put("periodFrom", "20300101")),
  "BR-31": drop("allowanceAmount"),
  "BR-32": drop("allowanceTax"),
  "BR-33": drop("allowanceReason"),
  "BR-36": both(charge, drop("allowanceAmount")),
  "BR-37": both(charge, drop("allowanceTax")),
  "BR-38": both(charge, drop("allowanceReason")),
  "BR-41": drop("lineAmount"),
  "BR-42": drop("lineReason"),
  "BR-43": both(lineCharge, drop("lineAmount")),
  "BR-44": both(lineCharge, drop("lineReason")),
  "BR-45": drop("rowBase"),
  "BR-46": drop("rowTax"),
  "BR-47": drop("rowCategory"),
  "BR-48": drop("rowRate"),
  "BR-49": drop("meansCode"),
  "BR-50": drop("account"),
  "BR-55": where(atEnd("BillingReference", "InvoiceDocumentReference"), atEnd("InvoiceReferencedDocument")),
  "BR-57": drop("placeCountry"),
  "BR-61": drop("transfer"),
  "BR-62": mark("sellerEndpoint", "schemeID", null),
  "BR-63": mark("buyerEndpoint", "schemeID", null),

  "BR-CL-01": put("type", "999"),
  "BR-CL-03": mark("tax", "currencyID", "EURO"),
  "BR-CL-04": put("currency", "Euro"),
  "BR-CL-08": put("note", "Order #12 of #34"),
  "BR-CL-14": put("buyerCountry", "Germany"),
  "BR-CL-16": put("meansCode", "999"),
  "BR-CL-17": put("rowCategory", "XX"),
  "BR-CL-18": put("lineCategory", "XX"),
  "BR-CL-22": where(add("rowTaxed", "TaxExemptionReasonCode"), add("rowTaxed", "ExemptionReasonCode")),
  "BR-CL-23": mark("quantity", "unitCode", "hours"),
  "BR-CL-25": mark("sellerEndpoint", "schemeID", "mail"),

  "BR-CO-04": drop("lineTax"),
  "BR-CO-09": put("sellerTaxId", "123456788"),
  "BR-CO-10": put("sumOfLines", "0.01"),
  "BR-CO-11": put("sumOfAllowances", "0.01"),
  // A charge that the sum of charges does not know.
  "BR-CO-12": charge,
  "BR-CO-13": put("net", "0.01"),
  "BR-CO-14": put("tax", "0.01"),
  "BR-CO-15": put("gross", "0.01"),
  "BR-CO-16": put("payable", "0.01"),
  "BR-CO-17": put("rowTax", "0.01"),
  "BR-CO-18": dropAll("row"),
  "BR-CO-19": both(drop("period"), where(atEnd("InvoicePeriod"), atEnd("BillingSpecifiedPeriod"))),
  "BR-CO-21": drop("allowanceReason"),
  "BR-CO-22": both(charge, drop("allowanceReason")),
  "BR-CO-23": drop("lineReason"),
  "BR-CO-24": both(lineCharge, drop("lineReason")),
  "BR-CO-25": where(drop("due", "allTerms"), drop("allTerms")),
  "BR-CO-26": drop("sellerTax"),

  "BR-DEC-01": put("allowanceAmount", "1.001"),
  "BR-DEC-05": both(charge, put("allowanceAmount", "1.001")),
  "BR-DEC-09": put("sumOfLines", "1.001"),
  "BR-DEC-10": put("sumOfAllowances", "1.001"),
  "BR-DEC-11": add("totals", "ChargeTotalAmount", "1.001"),
  "BR-DEC-12": put("net", "1.001"),
  "BR-DEC-13": put("tax", "1.001"),
  "BR-DEC-14": put("gross", "1.001"),
  "BR-DEC-18": put("payable", "1.001"),
  "BR-DEC-19": put("rowBase", "1.001"),
  "BR-DEC-20": put("rowTax", "1.001"),
  "BR-DEC-23": put("lineNet", "1.001"),
  "BR-DEC-24": put("lineAmount", "1.001"),
  "BR-DEC-27": both(lineCharge, put("lineAmount", "1.001")),

  ...Object.assign({}, ...(Object.keys(namesOfCategories) as Category[]).map(ofCategory)),
  "BR-IC-11": both(asCategory("K"), drop("delivery", "period")),
  "BR-IC-12": both(asCategory("K"), drop("placeCountry")),
  "BR-O-11": put("rowCategory", "O"),
  "BR-O-12": put("rowCategory", "O"),
  "BR-O-13": put("rowCategory", "O"),
  "BR-O-14": both(put("rowCategory", "O"), charge),

  "BR-DE-1": drop("means"),
  "BR-DE-2": drop("contact"),
  "BR-DE-3": drop("sellerCity"),
  "BR-DE-4": drop("sellerPostCode"),
  "BR-DE-5": drop("contactName"),
  "BR-DE-6": drop("contactPhone"),
  "BR-DE-7": drop("contactMail"),
  "BR-DE-8": drop("buyerCity"),
  "BR-DE-9": drop("buyerPostCode"),
  "BR-DE-10": drop("placeCity"),
  "BR-DE-11": drop("placePostCode"),
  "BR-DE-14": asCategory("O", { rate: null }),
  "BR-DE-15": drop("reference"),
  "BR-DE-16": drop("sellerTax"),
  "BR-DE-17": put("type", "386"),
  "BR-DE-18": put("terms", "To pay soon\n#SKONTO#TAGE=7#PROZENT=2#"),
  "BR-DE-18-a": where(add("allTerms", "Note"), add("allTerms", "Description")),
  "BR-DE-19": put("account", "DE00370400440532013000"),
  "BR-DE-21": put("customization", "urn:cen.eu:en16931:2017"),
  "BR-DE-23-a": drop("transfer"),
  "BR-DE-23-b": where(add("means", "CardAccount"), add("means", "ApplicableTradeSettlementFinancialCard")),
  "BR-DE-27": put("contactPhone", "n/a"),
  "BR-DE-28": put("contactMail", "office"),
  "BR-DE-TMP-32": drop("delivery", "period"),
  "BR-TMP-1": twice("lineTax"),
  "PEPPOL-EN16931-R001": drop("profile"),
  "PEPPOL-EN16931-R008": put("reference", ""),
  "PEPPOL-EN16931-R010": drop("buyerEndpoint"),
  "PEPPOL-EN16931-R020": drop("sellerEndpoint"),
  "PEPPOL-EN16931-R043": put("lineIndicator", "no"),
  "PEPPOL-EN16931-R053": twice("taxTotal"),
  "PEPPOL-EN16931-R120": put("quantity", "2.6"),
};

/** Rules of one syntax. */
export const brokenUbl: Record<string, Change> = {
  "UBL-CR": add("seller", "WebsiteURI"),
  "UBL-SR": twice("reference"),
  "UBL-DT": mark("customization", "schemeID", "x"),
  "UBL-XSD": swap("reference"),
};
export const brokenCii: Record<string, Change> = {
  "CII-SR": add("seller", "RoleCode"),
  "CII-DT": mark("lineAmount", "currencyID", "EUR"),
  "CII-XSD": swap("currency"),
};
