// The rules of EN 16931 and of XRechnung that a field of ours can touch, by their names and in words of our own. The judges are the rules that
// CEN and KoSIT publish; left-out.md says which of them are not here, and why. Amounts are compared to the cent: CEN's rules let a difference of
// 1.00 pass. Only for tests.
import { cents, isTaxOf, money, sum, sumOf, twoDecimals } from "./amounts.ts";
import { codeRules, startsWithCountry } from "./code-rules.ts";
import type { Amounted, Document } from "./document.ts";
import { syntaxRules } from "./syntax-rules.ts";
import { type Rule, vatRules } from "./vat-rules.ts";
import { xrechnungRules } from "./xrechnung-rules.ts";

const day = /^\d{4}-\d\d-\d\d$/;
const transfers = ["30", "58"];
const hasAmount = ({ amount }: Amounted) => cents(amount) !== undefined;
const hasReason = ({ reason }: Amounted) => reason !== undefined;
const hasCategory = ({ category }: { category: string | undefined }) => category !== undefined;

const general: Record<string, Rule> = {
  "BR-01": ({ customization }) => customization !== undefined,
  "BR-02": ({ number }) => number !== undefined,
  "BR-03": ({ issued }) => day.test(issued ?? ""),
  "BR-04": ({ type }) => type !== undefined,
  "BR-05": ({ currency }) => currency !== undefined,
  "BR-06": ({ seller }) => seller.name !== undefined,
  "BR-07": ({ buyer }) => buyer.name !== undefined,
  "BR-08": ({ seller }) => seller.address,
  "BR-09": ({ seller }) => seller.country !== undefined,
  "BR-10": ({ buyer }) => buyer.address,
  "BR-11": ({ buyer }) => buyer.country !== undefined,
  "BR-12": ({ sumOfLines }) => cents(sumOfLines) !== undefined,
  "BR-13": ({ net }) => cents(net) !== undefined,
  "BR-14": ({ gross }) => cents(gross) !== undefined,
  "BR-15": ({ payable }) => cents(payable) !== undefined,
  "BR-16": ({ lines }) => lines.length > 0,
  "BR-21": ({ lines }) =>
    lines.every(({ id }) => id !== undefined) && new Set(lines.map(({ id }) => id)).size === lines.length,
  "BR-22": ({ lines }) => lines.every(({ quantity }) => quantity !== undefined && !Number.isNaN(Number(quantity))),
  "BR-23": ({ lines }) => lines.every(({ unit }) => unit !== undefined),
  "BR-24": ({ lines }) => lines.every(({ net }) => cents(net) !== undefined),
  "BR-25": ({ lines }) => lines.every(({ item }) => item !== undefined),
  "BR-26": ({ lines }) => lines.every(({ price }) => price !== undefined),
  "BR-27": ({ lines }) => lines.every(({ price }) => Number(price) >= 0),
  "BR-29": ({ period }) => !period?.from || !period.to || period.from <= period.to,
  "BR-31": ({ allowances }) => allowances.every(hasAmount),
  "BR-32": ({ allowances }) => allowances.every(hasCategory),
  "BR-33": ({ allowances }) => allowances.every(hasReason),
  "BR-36": ({ charges }) => charges.every(hasAmount),
  "BR-37": ({ charges }) => charges.every(hasCategory),
  "BR-38": ({ charges }) => charges.every(hasReason),
  "BR-41": ({ lines }) => lines.every(({ allowances }) => allowances.every(hasAmount)),
  "BR-42": ({ lines }) => lines.every(({ allowances }) => allowances.every(hasReason)),
  "BR-43": ({ lines }) => lines.every(({ charges }) => charges.every(hasAmount)),
  "BR-44": ({ lines }) => lines.every(({ charges }) => charges.every(hasReason)),
  "BR-45": ({ breakdown }) => breakdown.every(({ base }) => cents(base) !== undefined),
  "BR-46": ({ breakdown }) => breakdown.every(({ tax }) => cents(tax) !== undefined),
  "BR-47": ({ breakdown }) => breakdown.every(hasCategory),
  "BR-48": ({ breakdown }) => breakdown.every(({ category, rate }) => category === "O" || rate !== undefined),
  "BR-49": ({ means }) => means.every(({ code }) => code !== undefined),
  "BR-50": ({ means }) => means.every(({ transfer, account }) => !transfer || account !== undefined),
  "BR-55": ({ preceding }) => preceding.every((number) => number !== undefined),
  "BR-57": ({ deliverTo }) => deliverTo === null || deliverTo.country !== undefined,
  "BR-61": ({ means }) => means.every(({ code, account }) => !transfers.includes(code ?? "") || account !== undefined),
  "BR-62": ({ seller }) => seller.endpoint === undefined || seller.endpointScheme !== undefined,
  "BR-63": ({ buyer }) => buyer.endpoint === undefined || buyer.endpointScheme !== undefined,

  "BR-CO-04": ({ lines }) => lines.every(hasCategory),
  "BR-CO-09": ({ seller, buyer }) => startsWithCountry(seller.vatId) && startsWithCountry(buyer.vatId),
  "BR-CO-10": ({ lines, sumOfLines }) => sum(lines.map(({ net }) => money(net))) === money(sumOfLines),
  "BR-CO-11": ({ allowances, sumOfAllowances: all }) =>
    sumOf(allowances) === money(all) && (all !== undefined) === allowances.length > 0,
  "BR-CO-12": ({ charges, sumOfCharges: all }) =>
    sumOf(charges) === money(all) && (all !== undefined) === charges.length > 0,
  "BR-CO-13": ({ sumOfLines, sumOfAllowances: less, sumOfCharges: more, net }) =>
    money(sumOfLines) - money(less) + money(more) === money(net),
  "BR-CO-14": ({ breakdown, tax }) => sum(breakdown.map((each) => money(each.tax))) === money(tax),
  "BR-CO-15": ({ net, tax, gross }) => tax !== undefined && money(net) + money(tax) === money(gross),
  "BR-CO-16": ({ gross, prepaid, rounding, payable }) =>
    money(gross) - money(prepaid) + money(rounding) === money(payable),
  "BR-CO-17": (document) => document.breakdown.every((row) => isTaxOf(row, document)),
  "BR-CO-18": ({ breakdown }) => breakdown.length > 0,
  "BR-CO-19": ({ period }) => period === null || (period.from ?? period.to) !== undefined,
  "BR-CO-21": ({ allowances }) => allowances.every(hasReason),
  "BR-CO-22": ({ charges }) => charges.every(hasReason),
  "BR-CO-23": ({ lines }) => lines.every(({ allowances }) => allowances.every(hasReason)),
  "BR-CO-24": ({ lines }) => lines.every(({ charges }) => charges.every(hasReason)),
  "BR-CO-25": ({ payable, due, terms }) => money(payable) <= 0n || due !== undefined || terms.length > 0,
  // A number for the tax office is none by which a buyer knows who sells.
  "BR-CO-26": ({ seller }) => [seller.vatId, seller.ownId, seller.legalId].some((id) => id !== undefined),

  "BR-DEC-01": ({ allowances }) => allowances.every(({ amount }) => twoDecimals(amount)),
  "BR-DEC-05": ({ charges }) => charges.every(({ amount }) => twoDecimals(amount)),
  "BR-DEC-09": ({ sumOfLines }) => twoDecimals(sumOfLines),
  "BR-DEC-10": ({ sumOfAllowances }) => twoDecimals(sumOfAllowances),
  "BR-DEC-11": ({ sumOfCharges }) => twoDecimals(sumOfCharges),
  "BR-DEC-12": ({ net }) => twoDecimals(net),
  "BR-DEC-13": ({ tax }) => twoDecimals(tax),
  "BR-DEC-14": ({ gross }) => twoDecimals(gross),
  "BR-DEC-18": ({ payable }) => twoDecimals(payable),
  "BR-DEC-19": ({ breakdown }) => breakdown.every(({ base }) => twoDecimals(base)),
  "BR-DEC-20": ({ breakdown }) => breakdown.every(({ tax }) => twoDecimals(tax)),
  "BR-DEC-23": ({ lines }) => lines.every(({ net }) => twoDecimals(net)),
  "BR-DEC-24": ({ lines }) => lines.every(({ allowances }) => allowances.every(({ amount }) => twoDecimals(amount))),
  "BR-DEC-27": ({ lines }) => lines.every(({ charges }) => charges.every(({ amount }) => twoDecimals(amount))),
};

/** True where it holds. */
export const rules: Record<string, Rule> = { ...general, ...codeRules, ...vatRules, ...syntaxRules };
export { xrechnungRules };

/** The names of the rules that an invoice breaks. */
export const brokenRules = (document: Document, { german = false } = {}): string[] =>
  Object.entries(german ? { ...rules, ...xrechnungRules } : rules)
    .filter(([, holds]) => !holds(document))
    .map(([name]) => name);
