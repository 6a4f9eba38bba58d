// An invoice as EN 16931 has it. What it cannot say is refused with the reason: an e-invoice that cannot be right is not made. The XML itself
// is written by a library in a thread of its own.
import { Worker } from "node:worker_threads";
import { plainMoney } from "#domain/money.ts";
import { type InvoiceLine, type Party, ratePcm } from "../invoice.ts";
import type { PrintedInvoice } from "./invoice-document.ts";

export type MakeXml = (bill: PrintedInvoice & { minor_digits?: number }) => Promise<string>;
export class CannotBeSaid extends Error {}

/** UN/ECE codes of the units that people write; anything else is one piece. */
const units: Record<string, string> = {
  hour: "HUR",
  hours: "HUR",
  h: "HUR",
  day: "DAY",
  days: "DAY",
  week: "WEE",
  weeks: "WEE",
  month: "MON",
  months: "MON",
  year: "ANN",
  years: "ANN",
};
const formatNames: Record<string, string> = { facturx: "CII", xrechnung: "XRECHNUNG-UBL", ubl: "UBL" };

/** The reason why there is no e-invoice, or null. */
export function whyNot(bill: PrintedInvoice & { minor_digits?: number }): string | null {
  if ((bill.minor_digits ?? 2) > 2) return `EN 16931 has two decimals, and ${bill.currency} has ${bill.minor_digits}.`;
  const two = bill.lines.findIndex((line) => (line.taxes ?? []).length > 1);
  if (two !== -1) return `Line ${two + 1} has two taxes, and a line of EN 16931 has one.`;
  const none = bill.lines.findIndex((line) => (line.taxes ?? []).length === 0);
  if (none !== -1) return `Line ${none + 1} has no tax category.`;
  for (const [who, party] of [
    ["seller", bill.seller],
    ["buyer", bill.buyer],
  ] as const)
    if (!party?.legal_name || !party.country) return `The ${who} has no name or country.`;
  if (!bill.seller?.email) return "The seller has no mail address: set it in Settings, Firm.";
  if (!bill.buyer?.e_address && !bill.buyer?.email) return "The buyer has no electronic address.";
  if (
    bill.lines.some((line) => line.taxes?.[0]?.category === "O") &&
    bill.lines.some((line) => line.taxes?.[0]?.category !== "O")
  )
    return "What is outside the scope of VAT is not on one invoice with what is not.";
  if (bill.format === "xrechnung") {
    if (!bill.buyer_reference) return "XRechnung needs the reference of the buyer.";
    if (!bill.seller.phone) return "XRechnung needs a phone number of the seller.";
    if (!bill.buyer.e_address) return "XRechnung needs the electronic address of the buyer.";
  }
  return null;
}

const vat = { "cac:TaxScheme": { "cbc:ID": "VAT" } };

export function eInvoice(bill: PrintedInvoice & { minor_digits?: number }): object {
  const why = whyNot(bill);
  if (why) throw new CannotBeSaid(why);
  const { currency, totals } = bill;
  // A credit note is written with what it takes back above zero.
  const sign = bill.type === "credit" ? -1 : 1;
  const money = (minor: number) => plainMoney(minor === 0 ? 0 : minor, currency);
  const amount = (name: string, minor: number) => ({
    [`cbc:${name}`]: money(minor),
    [`cbc:${name}@currencyID`]: currency,
  });
  const groups = new Map<
    string,
    {
      category: string;
      pcm: number;
      base: number;
      tax: number;
      lines: number;
      reason: string | undefined;
      code: string | undefined;
    }
  >();
  // Two names of one category and rate are one row here.
  for (const tax of totals.taxes) {
    const key = `${tax.category} ${ratePcm(tax)}`;
    const group = groups.get(key) ?? {
      category: tax.category ?? "S",
      pcm: ratePcm(tax),
      base: 0,
      tax: 0,
      lines: 0,
      reason: tax.reason,
      code: tax.reason_code,
    };
    group.base += sign * tax.base_minor;
    group.tax += sign * tax.tax_minor;
    groups.set(key, group);
  }
  const lines = bill.lines.map((line, place) => {
    const total = totals.lines[place]!;
    const tax = line.taxes![0]!;
    const net = sign * (total.line_net_minor ?? total.net_minor);
    groups.get(`${tax.category ?? "S"} ${ratePcm(tax)}`)!.lines += net;
    return lineOf(line, place, {
      net,
      discount: sign * (total.line_discount_minor ?? 0),
      sign,
      amount,
      title: bill.title,
    });
  });
  const allowances = [...groups.values()].flatMap((group) => {
    const off = group.lines - group.base;
    return off === 0
      ? []
      : [
          {
            "cbc:ChargeIndicator": String(off < 0),
            "cbc:AllowanceChargeReason": "Discount",
            ...amount("Amount", Math.abs(off)),
            "cac:TaxCategory": {
              "cbc:ID": group.category,
              ...(group.category !== "O" && { "cbc:Percent": String(group.pcm / 1000) }),
              ...vat,
            },
          },
        ];
  });
  const sumOf = (of: "lines" | "base" | "tax") => [...groups.values()].reduce((sum, group) => sum + group[of], 0);
  const less = allowances
    .filter((each) => each["cbc:ChargeIndicator"] === "false")
    .reduce((sum, each) => sum + Math.round(Number((each as Record<string, unknown>)["cbc:Amount"]) * 100), 0);
  const more = sumOf("base") - sumOf("lines") + less;
  const gross = sumOf("base") + sumOf("tax");
  if (sumOf("base") !== sign * totals.net_minor || gross !== sign * totals.total_minor)
    throw new CannotBeSaid("The sums of the file do not agree with the invoice.");
  const bank = bill.seller?.bank;
  const notes = [
    bill.note,
    bill.reason,
    bill.withheld_minor === 0
      ? null
      : `Withheld by the buyer: ${money(sign * bill.withheld_minor)} ${currency}. To pay: ${money(sign * bill.payable_minor)} ${currency}.`,
  ].filter(Boolean);
  return {
    "ubl:Invoice": {
      "cbc:ID": bill.number,
      "cbc:IssueDate": bill.issued_on,
      ...(bill.type !== "credit" && { "cbc:DueDate": bill.due_on }),
      "cbc:InvoiceTypeCode": bill.type === "credit" ? "381" : bill.type === "deposit" ? "386" : "380",
      ...(notes.length > 0 && { "cbc:Note": [notes.join("\n")] }),
      "cbc:DocumentCurrencyCode": currency,
      ...(bill.buyer_reference && { "cbc:BuyerReference": bill.buyer_reference }),
      ...(bill.supply_from && {
        "cac:InvoicePeriod": { "cbc:StartDate": bill.supply_from, "cbc:EndDate": bill.supply_to ?? bill.supply_from },
      }),
      ...(bill.corrects && {
        "cac:BillingReference": [
          {
            "cac:InvoiceDocumentReference": {
              "cbc:ID": bill.corrects.number,
              "cbc:IssueDate": bill.corrects.issued_on,
            },
          },
        ],
      }),
      "cac:AccountingSupplierParty": { "cac:Party": partyOf(bill.seller!, "seller") },
      "cac:AccountingCustomerParty": { "cac:Party": partyOf(bill.buyer!, "buyer") },
      ...(bill.supply_from && {
        "cac:Delivery": {
          "cbc:ActualDeliveryDate": bill.supply_to ?? bill.supply_from,
          "cac:DeliveryLocation": {
            "cac:Address": { "cac:Country": { "cbc:IdentificationCode": bill.buyer!.country } },
          },
        },
      }),
      ...(bank && {
        "cac:PaymentMeans": [
          {
            "cbc:PaymentMeansCode": "58",
            "cbc:PaymentID": bill.number,
            "cac:PayeeFinancialAccount": {
              "cbc:ID": bank.account.replaceAll(/\s/g, ""),
              "cbc:Name": bank.holder,
              ...(bank.bic && { "cac:FinancialInstitutionBranch": { "cbc:ID": bank.bic } }),
            },
          },
        ],
      }),
      // An amount needs a day or terms (BR-CO-25), also one that is given back.
      "cac:PaymentTerms": {
        "cbc:Note":
          bill.type === "credit"
            ? `Set against ${bill.corrects?.number ?? "what is open"}`
            : `To pay until ${bill.due_on}`,
      },
      ...(allowances.length > 0 && { "cac:AllowanceCharge": allowances }),
      "cac:TaxTotal": [
        {
          ...amount("TaxAmount", sumOf("tax")),
          "cac:TaxSubtotal": [...groups.values()].map((group) => ({
            ...amount("TaxableAmount", group.base),
            ...amount("TaxAmount", group.tax),
            "cac:TaxCategory": {
              "cbc:ID": group.category,
              ...(group.category !== "O" && { "cbc:Percent": String(group.pcm / 1000) }),
              ...(group.code && { "cbc:TaxExemptionReasonCode": group.code }),
              ...(!["S", "Z"].includes(group.category) && {
                "cbc:TaxExemptionReason":
                  group.reason ?? (group.category === "AE" ? "Reverse charge" : "Not subject to VAT"),
              }),
              ...vat,
            },
          })),
        },
      ],
      "cac:LegalMonetaryTotal": {
        ...amount("LineExtensionAmount", sumOf("lines")),
        ...amount("TaxExclusiveAmount", sumOf("base")),
        ...amount("TaxInclusiveAmount", gross),
        ...(less > 0 && amount("AllowanceTotalAmount", less)),
        ...(more > 0 && amount("ChargeTotalAmount", more)),
        ...amount("PayableAmount", gross),
      },
      "cac:InvoiceLine": lines,
    },
  };
}

function lineOf(
  line: InvoiceLine,
  place: number,
  {
    net,
    discount,
    sign,
    amount,
    title,
  }: { net: number; discount: number; sign: number; amount: (name: string, minor: number) => object; title: string },
) {
  // A price is never below zero: the quantity is.
  const turned = line.unit_minor < 0 ? -1 : 1;
  const quantity = (sign * turned * (line.quantity_milli ?? 1000)) / 1000;
  const tax = line.taxes![0]!;
  const [name = title, ...rest] = (line.description ?? title).split("\n");
  return {
    "cbc:ID": String(place + 1),
    "cbc:InvoicedQuantity": String(quantity),
    "cbc:InvoicedQuantity@unitCode": units[(line.unit ?? "").toLowerCase()] ?? "C62",
    ...amount("LineExtensionAmount", net),
    ...(discount !== 0 && {
      "cac:AllowanceCharge": [
        {
          "cbc:ChargeIndicator": String(discount < 0),
          "cbc:AllowanceChargeReason": "Discount",
          ...amount("Amount", Math.abs(discount)),
        },
      ],
    }),
    "cac:Item": {
      ...(rest.length > 0 && { "cbc:Description": rest.join("\n") }),
      "cbc:Name": name.slice(0, 200),
      "cac:ClassifiedTaxCategory": {
        "cbc:ID": tax.category ?? "S",
        ...(tax.category !== "O" && { "cbc:Percent": String(ratePcm(tax) / 1000) }),
        ...vat,
      },
    },
    "cac:Price": { ...amount("PriceAmount", Math.abs(line.unit_minor)) },
  };
}

function partyOf(party: Party, role: "seller" | "buyer") {
  const address = role === "seller" ? party.email : (party.e_address ?? party.email);
  const schemes = [
    ...(party.vat_id ? [{ "cbc:CompanyID": party.vat_id, "cac:TaxScheme": { "cbc:ID": "VAT" } }] : []),
    ...(role === "seller" && party.tax_number
      ? [{ "cbc:CompanyID": party.tax_number, "cac:TaxScheme": { "cbc:ID": "FC" } }]
      : []),
  ];
  return {
    ...(address && { "cbc:EndpointID": address, "cbc:EndpointID@schemeID": "EM" }),
    "cac:PostalAddress": {
      ...(party.street && { "cbc:StreetName": party.street }),
      ...(party.city && { "cbc:CityName": party.city }),
      ...(party.postal_code && { "cbc:PostalZone": party.postal_code }),
      ...(party.region && { "cbc:CountrySubentity": party.region }),
      "cac:Country": { "cbc:IdentificationCode": party.country },
    },
    ...(schemes.length > 0 && { "cac:PartyTaxScheme": role === "seller" ? schemes : schemes[0] }),
    "cac:PartyLegalEntity": {
      "cbc:RegistrationName": party.legal_name,
      ...(role === "seller" && party.register && { "cbc:CompanyID": party.register }),
    },
    ...(role === "seller" &&
      party.email && {
        "cac:Contact": {
          "cbc:Name": party.legal_name,
          ...(party.phone && { "cbc:Telephone": party.phone }),
          "cbc:ElectronicMail": party.email,
        },
      }),
  };
}

/** One thread for one file: the library is large, and its memory goes with the thread. */
export const makeXml: MakeXml = (bill) =>
  new Promise((resolve, reject) => {
    let asked: object;
    try {
      asked = { invoice: eInvoice(bill), format: formatNames[bill.format] ?? "UBL", lang: "en" };
    } catch (error) {
      reject(error as Error);
      return;
    }
    const thread = new Worker(new URL("./e-invoice-worker.ts", import.meta.url), {
      workerData: asked,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const tooLong = setTimeout(
      () => void thread.terminate().then(() => reject(new Error("The e-invoice took too long."))),
      120_000,
    );
    thread.once("message", ({ xml, error }: { xml?: string; error?: string }) => {
      if (xml) resolve(xml);
      else reject(new CannotBeSaid(error ?? "The e-invoice could not be made."));
    });
    thread.once("error", reject);
    thread.once("exit", () => {
      clearTimeout(tooLong);
      reject(new Error("The e-invoice could not be made."));
    });
  });
