// An invoice as EN 16931 has it. What it cannot say is refused with the reason: an e-invoice that cannot be right is not made. The XML itself
// is written by a library in a thread of its own.
import { Worker } from "node:worker_threads";
import { isIban } from "#domain/epc-code.ts";
import { plainMoney } from "#domain/money.ts";
import { type InvoiceLine, ratePcm } from "../invoice.ts";
import { addressOf, partyOf } from "./e-invoice-party.ts";
import type { PrintedInvoice } from "./invoice-document.ts";
import { whyNot } from "./why-no-e-invoice.ts";

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
/** Why there is no tax, where the invoice says no reason. */
const exemptions: Record<string, string> = {
  E: "Exempt from VAT",
  AE: "Reverse charge",
  K: "Intra-community supply",
  G: "Export outside the EU",
  O: "Not subject to VAT",
};

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
      // A line that is rounded to a whole unit is more than the cent off that rules allow (PEPPOL-EN16931-R120).
      rounded: bill.minor_digits === 0 ? currency : null,
      title: bill.title,
    });
  });
  const offs = [...groups.values()].map((group) => group.lines - group.base);
  const allowances = [...groups.values()].flatMap((group, place) => {
    const off = offs[place]!;
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
  const less = offs.reduce((sum, off) => sum + Math.max(off, 0), 0);
  const more = sumOf("base") - sumOf("lines") + less;
  const gross = sumOf("base") + sumOf("tax");
  if (sumOf("base") !== sign * totals.net_minor || gross !== sign * totals.total_minor)
    throw new CannotBeSaid("The sums of the file do not agree with the invoice.");
  const bank = bill.seller?.bank;
  const german = bill.format === "xrechnung";
  const outOfScope = groups.has("O 0");
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
      // XRechnung has no code for what is paid ahead (386): a deposit is a partial invoice there (BR-DE-17).
      "cbc:InvoiceTypeCode": bill.type === "credit" ? "381" : bill.type !== "deposit" ? "380" : german ? "326" : "386",
      // What stands between two "#" is read as a code (BR-CL-08).
      ...(notes.length > 0 && { "cbc:Note": [notes.join("\n").replaceAll("#", "\uFF03")] }),
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
      "cac:AccountingSupplierParty": { "cac:Party": partyOf(bill.seller!, "seller", outOfScope) },
      "cac:AccountingCustomerParty": { "cac:Party": partyOf(bill.buyer!, "buyer", outOfScope) },
      ...(bill.supply_from && {
        "cac:Delivery": {
          "cbc:ActualDeliveryDate": bill.supply_to ?? bill.supply_from,
          // A place of delivery is whole or is not said (BR-DE-10, BR-DE-11); a supply within the EU says its country (BR-IC-12).
          ...(((bill.buyer!.city && bill.buyer!.postal_code) || groups.has("K 0")) && {
            "cac:DeliveryLocation": { "cac:Address": addressOf(bill.buyer!) },
          }),
        },
      }),
      ...(bank && {
        "cac:PaymentMeans": [
          {
            // A transfer within SEPA is in euro and to an IBAN; any other is a transfer.
            "cbc:PaymentMeansCode": currency === "EUR" && isIban(bank.account) ? "58" : "30",
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
              // The rate of what has none is 0 for XRechnung (BR-DE-14); elsewhere it is not said.
              ...((group.category !== "O" || german) && { "cbc:Percent": String(group.pcm / 1000) }),
              ...(group.category in exemptions && {
                ...(group.code && { "cbc:TaxExemptionReasonCode": group.code }),
                "cbc:TaxExemptionReason": group.reason ?? exemptions[group.category],
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
    rounded,
    title,
  }: {
    net: number;
    discount: number;
    sign: number;
    amount: (name: string, minor: number) => object;
    rounded: string | null;
    title: string;
  },
) {
  // A price is never below zero: the quantity is.
  const turned = line.unit_minor < 0 ? -1 : 1;
  const quantity = (sign * turned * (line.quantity_milli ?? 1000)) / 1000;
  const exact = (sign * (line.quantity_milli ?? 1000) * line.unit_minor) / 10;
  const off = rounded ? Math.round(exact) - 100 * (net + discount) : 0;
  const charges = [
    ...(discount === 0
      ? []
      : [
          {
            "cbc:ChargeIndicator": String(discount < 0),
            "cbc:AllowanceChargeReason": "Discount",
            ...amount("Amount", Math.abs(discount)),
          },
        ]),
    ...(off === 0
      ? []
      : [
          {
            "cbc:ChargeIndicator": String(off < 0),
            "cbc:AllowanceChargeReason": "Rounding",
            "cbc:Amount": (Math.abs(off) / 100).toFixed(2),
            "cbc:Amount@currencyID": rounded,
          },
        ]),
  ];
  const tax = line.taxes![0]!;
  const [name = "", ...rest] = (line.description?.trim() || title).split("\n");
  return {
    "cbc:ID": String(place + 1),
    "cbc:InvoicedQuantity": String(quantity),
    "cbc:InvoicedQuantity@unitCode": units[(line.unit ?? "").toLowerCase()] ?? "C62",
    ...amount("LineExtensionAmount", net),
    ...(charges.length > 0 && { "cac:AllowanceCharge": charges }),
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

/** What the thread is asked for. */
export const xmlAsked = (bill: PrintedInvoice & { minor_digits?: number }) => ({
  invoice: eInvoice(bill),
  format: formatNames[bill.format] ?? "UBL",
});

/** One thread for one file: the library is large, and its memory goes with the thread. */
export const makeXml: MakeXml = (bill) =>
  new Promise((resolve, reject) => {
    let asked: object;
    try {
      asked = xmlAsked(bill);
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
