// What Germany asks for besides, of files that say they are XRechnung: KoSIT's own rules, and those of Peppol that it has taken over. Warnings
// count as much as what refuses a file. Only for tests.
import { isIban } from "#domain/epc-code.ts";
import { lineAddsUp } from "./amounts.ts";
import { everyElement } from "./xml.ts";
import type { Rule } from "./vat-rules.ts";

const transfers = ["30", "58"];
const word = '[a-zA-Z0-9!#$%&"*+/=?^_`{|}~-]+';
const label = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?";
const mail = new RegExp(`^${word}(?:\\.${word})*@(?:${label}\\.)+${label}$`);

export const xrechnungRules: Record<string, Rule> = {
  "BR-DE-1": ({ means }) => means.length > 0,
  "BR-DE-2": ({ seller }) => seller.contact !== null,
  "BR-DE-3": ({ seller }) => seller.city !== undefined,
  "BR-DE-4": ({ seller }) => seller.postCode !== undefined,
  "BR-DE-5": ({ seller }) => seller.contact?.name !== undefined,
  "BR-DE-6": ({ seller }) => seller.contact?.phone !== undefined,
  "BR-DE-7": ({ seller }) => seller.contact?.mail !== undefined,
  "BR-DE-8": ({ buyer }) => buyer.city !== undefined,
  "BR-DE-9": ({ buyer }) => buyer.postCode !== undefined,
  "BR-DE-10": ({ deliverTo }) => deliverTo === null || deliverTo.city !== undefined,
  "BR-DE-11": ({ deliverTo }) => deliverTo === null || deliverTo.postCode !== undefined,
  "BR-DE-14": ({ breakdown }) => breakdown.every(({ rate }) => rate !== undefined),
  "BR-DE-15": ({ buyerReference }) => buyerReference !== undefined,
  "BR-DE-16": ({ seller, lines, allowances, charges }) =>
    [...lines, ...allowances, ...charges].every(({ category }) => category === "O") ||
    (seller.vatId ?? seller.taxNumber) !== undefined,
  "BR-DE-17": ({ type }) => ["326", "380", "381", "384", "389", "875", "876", "877"].includes(type ?? ""),
  // A line of the terms that begins with "#" is a discount for early payment, in a fixed form: we write none.
  "BR-DE-18": ({ terms }) => !terms.some((text) => /^\s*#/m.test(text ?? "")),
  "BR-DE-18-a": ({ terms }) => terms.length < 2,
  "BR-DE-19": ({ means }) => means.every(({ code, account }) => code !== "58" || isIban(account ?? "")),
  "BR-DE-21": ({ customization }) =>
    customization === "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  "BR-DE-23-a": ({ means }) => means.every(({ code, transfer }) => !transfers.includes(code ?? "") || transfer),
  "BR-DE-23-b": ({ means }) => means.every(({ code, other }) => !transfers.includes(code ?? "") || !other),
  "BR-DE-27": ({ seller }) => (seller.contact?.phone ?? "").replaceAll(/\D/g, "").length >= 3,
  "BR-DE-28": ({ seller }) => mail.test(seller.contact?.mail ?? ""),
  "BR-DE-TMP-32": ({ type, delivered, period }) =>
    // Money that is asked for ahead, or given back, may have no day of supply.
    ["326", "381"].includes(type ?? "") || delivered !== undefined || period !== null,
  "BR-TMP-1": ({ lines }) => lines.every(({ taxes }) => taxes === 1),
  "PEPPOL-EN16931-R001": ({ profile }) => profile !== undefined,
  "PEPPOL-EN16931-R008": ({ tree }) =>
    everyElement(tree).every(
      (each) => each.children.length > 0 || each.text.trim() !== "" || each.name === "ApplicableHeaderTradeDelivery",
    ),
  "PEPPOL-EN16931-R010": ({ buyer }) => buyer.endpoint !== undefined,
  "PEPPOL-EN16931-R020": ({ seller }) => seller.endpoint !== undefined,
  "PEPPOL-EN16931-R043": ({ indicators }) => indicators.every((each) => each === "true" || each === "false"),
  "PEPPOL-EN16931-R053": ({ taxes, breakdown, tree }) =>
    taxes.length === 1 && breakdown.length > 0 && tree.children.filter(({ name }) => name === "TaxTotal").length < 2,
  "PEPPOL-EN16931-R120": ({ lines }) => lines.every(lineAddsUp),
};
