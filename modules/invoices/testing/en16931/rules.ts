// The business rules of EN 16931 that bear on what we write, by their names, and those of XRechnung. Amounts are compared to the cent: the
// rules that CEN publishes let a difference of 1.00 pass. Only for tests.
import type { Amounted, Document, Party } from "./read.ts";

/** Hundredths, exactly; undefined when it is no amount. */
function cents(text: string | undefined): bigint | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?0*$/.exec(text ?? "");
  return match ? BigInt(`${match[1]}${match[2]}${(match[3] ?? "").padEnd(2, "0")}`) : undefined;
}
const money = (text: string | undefined) => cents(text) ?? 0n;
const sum = (values: readonly bigint[]) => values.reduce((all, each) => all + each, 0n);
const day = /^\d{4}-\d\d-\d\d$/;
const categories = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M"];
const typeCodes = ["380", "381", "384", "386", "389", "326", "751"];
/** Of UN/ECE recommendation 20, as far as we write them. */
const units = ["C62", "HUR", "DAY", "WEE", "MON", "ANN", "MIN", "KMT", "KGM", "H87", "XPP"];
/** Categories that have no tax, with the words or the code that say why. */
const exempt = ["E", "AE", "K", "G", "O"];
/** A rate in thousandths of a percent. */
const rateOf = (text: string | undefined) => Math.round(Number(text ?? "0") * 1000);
/** Half away from zero, of a base in hundredths and a rate in thousandths of a percent. */
function taxOf(base: bigint, pcm: number): bigint {
  const product = base * BigInt(pcm);
  const sign = product < 0n ? -1n : 1n;
  return sign * ((2n * sign * product + 100_000n) / 200_000n);
}
const vatPrefix = (id: string | undefined) => id === undefined || /^(?:[A-Z]{2}|EL)[A-Z0-9]+$/.test(id);

type Rule = (document: Document) => boolean;
/** True where it holds. */
export const rules: Record<string, Rule> = {
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
  "BR-29": ({ periodFrom: from, periodTo: to }) => from === undefined || to === undefined || from <= to,
  "BR-31": ({ allowances }) => allowances.every(({ amount }) => cents(amount) !== undefined),
  "BR-32": ({ allowances }) => allowances.every(({ category }) => category !== undefined),
  "BR-33": ({ allowances }) => allowances.every(({ reason }) => reason !== undefined),
  "BR-36": ({ charges }) => charges.every(({ amount }) => cents(amount) !== undefined),
  "BR-37": ({ charges }) => charges.every(({ category }) => category !== undefined),
  "BR-38": ({ charges }) => charges.every(({ reason }) => reason !== undefined),
  "BR-41": ({ lines }) =>
    lines.every(({ allowances }) => allowances.every(({ amount }) => cents(amount) !== undefined)),
  "BR-42": ({ lines }) => lines.every(({ allowances }) => allowances.every(({ reason }) => reason !== undefined)),
  "BR-45": ({ breakdown }) => breakdown.every(({ base }) => cents(base) !== undefined),
  "BR-46": ({ breakdown }) => breakdown.every(({ tax }) => cents(tax) !== undefined),
  "BR-47": ({ breakdown }) => breakdown.every(({ category }) => category !== undefined),
  "BR-48": ({ breakdown }) => breakdown.every(({ category, rate }) => category === "O" || rate !== undefined),
  "BR-49": ({ means }) => means.every(({ code }) => code !== undefined),
  "BR-50": ({ means }) =>
    means.every(({ code, account }) => !["30", "58"].includes(code ?? "") || account !== undefined),
  "BR-55": ({ preceding }) => preceding.every((number) => number !== undefined),
  "BR-57": ({ delivered, deliveredTo }) => delivered === undefined || deliveredTo !== undefined,
  "BR-62": ({ seller }) => seller.endpoint === undefined || seller.endpointScheme !== undefined,
  "BR-63": ({ buyer }) => buyer.endpoint === undefined || buyer.endpointScheme !== undefined,

  "BR-CL-01": ({ type }) => typeCodes.includes(type ?? ""),
  "BR-CL-04": ({ currency }) => /^[A-Z]{3}$/.test(currency ?? ""),
  "BR-CL-14": ({ seller, buyer, deliveredTo }) =>
    [seller.country, buyer.country, deliveredTo].every((code) => code === undefined || /^[A-Z]{2}$/.test(code)),
  "BR-CL-17": ({ breakdown, allowances, charges }) =>
    [...breakdown, ...allowances, ...charges].every(({ category }) => categories.includes(category ?? "")),
  "BR-CL-18": ({ lines }) => lines.every(({ category }) => categories.includes(category ?? "")),
  "BR-CL-22": ({ breakdown }) =>
    breakdown.every(({ reasonCode: code }) => code === undefined || /^VATEX-[A-Z]{2}-[A-Z0-9-]+$/.test(code)),
  "BR-CL-23": ({ lines }) => lines.every(({ unit }) => units.includes(unit ?? "")),
  "BR-CL-25": ({ seller, buyer }) =>
    [seller, buyer].every(({ endpointScheme: scheme }) => scheme === undefined || /^(?:EM|\d{4})$/.test(scheme)),

  "BR-CO-04": ({ lines }) => lines.every(({ category }) => category !== undefined),
  "BR-CO-09": ({ seller, buyer }) => vatPrefix(seller.vatId) && vatPrefix(buyer.vatId),
  "BR-CO-10": ({ lines, sumOfLines }) => sum(lines.map(({ net }) => money(net))) === money(sumOfLines),
  "BR-CO-11": ({ allowances, sumOfAllowances: all }) => sumsTo(allowances, all),
  "BR-CO-12": ({ charges, sumOfCharges: all }) => sumsTo(charges, all),
  "BR-CO-13": ({ sumOfLines, sumOfAllowances: less, sumOfCharges: more, net }) =>
    money(sumOfLines) - money(less) + money(more) === money(net),
  "BR-CO-14": ({ breakdown, tax }) => sum(breakdown.map((each) => money(each.tax))) === money(tax),
  "BR-CO-15": ({ net, tax, gross }) => money(net) + money(tax) === money(gross),
  "BR-CO-16": ({ gross, prepaid, rounding, payable }) =>
    money(gross) - money(prepaid) + money(rounding) === money(payable),
  // One cent for each line that states its tax: a final invoice has what is left of the whole.
  "BR-CO-17": ({ breakdown, lines }) =>
    breakdown.every(({ base, tax, rate }) => {
      const off = money(tax) - taxOf(money(base), rateOf(rate));
      return (off < 0n ? -off : off) <= BigInt(lines.filter((line) => Number(line.quantity) < 0).length);
    }),
  "BR-CO-18": ({ breakdown }) => breakdown.length > 0,
  "BR-CO-21": ({ allowances }) => allowances.every(({ reason }) => reason !== undefined),
  "BR-CO-25": ({ payable, due, terms }) => money(payable) <= 0n || due !== undefined || terms !== undefined,
  "BR-CO-26": ({ seller }) => [seller.vatId, seller.taxNumber, seller.legalId].some((id) => id !== undefined),

  "BR-DEC": ({ amounts }) => amounts.every((amount) => /^-?\d+(?:\.\d{1,2})?$/.test(amount)),
  "BR-LINE": ({ lines }) => lines.every(lineAddsUp),

  ...Object.fromEntries(
    (["S", "Z", "E", "AE", "G", "O"] as const).flatMap((category) => [
      // Where a line or an allowance has the category, the breakdown has it, once for each rate.
      [
        `BR-${category}-01`,
        ({ lines, allowances, charges, breakdown }: Document) =>
          [...lines, ...allowances, ...charges]
            .filter((each) => each.category === category)
            .every(
              (each) =>
                breakdown.filter((row) => row.category === category && rateOf(row.rate) === rateOf(each.rate))
                  .length === 1,
            ),
      ],
      [
        `BR-${category}-05`,
        ({ lines, allowances, charges }: Document) =>
          [...lines, ...allowances, ...charges]
            .filter((each) => each.category === category)
            .every(({ rate }) =>
              category === "S"
                ? rateOf(rate) > 0
                : category === "O"
                  ? rate === undefined
                  : rate !== undefined && rateOf(rate) === 0,
            ),
      ],
      // The base is what lines and allowances of the rate come to.
      [
        `BR-${category}-08`,
        ({ lines, allowances, charges, breakdown }: Document) =>
          breakdown
            .filter((row) => row.category === category)
            .every((row) => {
              const alike = (each: { category: string | undefined; rate: string | undefined }) =>
                each.category === category && rateOf(each.rate) === rateOf(row.rate);
              return (
                sum(lines.filter(alike).map(({ net }) => money(net))) -
                  sum(allowances.filter(alike).map(({ amount }) => money(amount))) +
                  sum(charges.filter(alike).map(({ amount }) => money(amount))) ===
                money(row.base)
              );
            }),
      ],
      ...(category === "S"
        ? []
        : [
            [
              `BR-${category}-09`,
              ({ breakdown }: Document) =>
                breakdown.filter((row) => row.category === category).every(({ tax }) => money(tax) === 0n),
            ],
          ]),
      [
        `BR-${category}-10`,
        ({ breakdown }: Document) =>
          breakdown
            .filter((row) => row.category === category)
            .every(
              ({ reason, reasonCode }) =>
                (reason !== undefined || reasonCode !== undefined) === exempt.includes(category),
            ),
      ],
    ]),
  ),
  "BR-S-02": ({ breakdown, seller }) => !breakdown.some(({ category }) => category === "S") || hasTaxId(seller),
  "BR-E-02": ({ breakdown, seller }) => !breakdown.some(({ category }) => category === "E") || hasTaxId(seller),
  "BR-AE-02": ({ breakdown, seller, buyer }) =>
    !breakdown.some(({ category }) => category === "AE") ||
    (hasTaxId(seller) && (buyer.vatId ?? buyer.legalId) !== undefined),
  "BR-G-02": ({ breakdown, seller }) =>
    !breakdown.some(({ category }) => category === "G") || seller.vatId !== undefined,
  "BR-O-11": ({ breakdown }) => !breakdown.some(({ category }) => category === "O") || breakdown.length === 1,
  "BR-O-12": ({ lines, breakdown }) =>
    !breakdown.some(({ category }) => category === "O") || lines.every(({ category }) => category === "O"),
};

/** What Germany asks for besides, of files that say they are XRechnung. */
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
  "BR-DE-14": ({ breakdown }) => breakdown.every(({ rate, category }) => rate !== undefined || category === "O"),
  "BR-DE-15": ({ buyerReference }) => buyerReference !== undefined,
  "BR-DE-16": ({ seller }) => hasTaxId(seller),
  "BR-DE-17": ({ type }) => ["326", "380", "384", "389", "381", "875", "876", "877"].includes(type ?? ""),
  "BR-DE-21": ({ customization }) => (customization ?? "").includes("xrechnung"),
  "BR-DE-27": ({ seller }) => (seller.contact?.phone ?? "").replaceAll(/\D/g, "").length >= 3,
  "BR-DE-28": ({ seller }) => /^[^@\s]+@[^@\s.]+\.[^@\s]+$/.test(seller.contact?.mail ?? ""),
};

const sumsTo = (parts: readonly Amounted[], all: string | undefined) =>
  sum(parts.map(({ amount }) => money(amount))) === money(all);
const hasTaxId = ({ vatId, taxNumber }: Party) => vatId !== undefined || taxNumber !== undefined;

/** Quantity × price less allowances is the line's net, rounded to the cent: PEPPOL-EN16931-R120. */
function lineAddsUp({ quantity, price, net, allowances, charges }: Document["lines"][number]): boolean {
  const scaled = (text: string | undefined) => {
    const [whole = "0", part = ""] = (text ?? "0").split(".");
    return BigInt(`${whole}${part.padEnd(6, "0").slice(0, 6)}`);
  };
  const product = scaled(quantity) * scaled(price);
  const unit = 10_000_000_000n;
  const sign = product < 0n ? -1n : 1n;
  const gross = sign * ((2n * sign * product + unit) / (2n * unit));
  return (
    gross - sum(allowances.map(({ amount }) => money(amount))) + sum(charges.map(({ amount }) => money(amount))) ===
    money(net)
  );
}

/** The names of the rules that an invoice breaks. */
export function brokenRules(document: Document, { german = false } = {}): string[] {
  return Object.entries(german ? { ...rules, ...xrechnungRules } : rules)
    .filter(([, holds]) => !holds(document))
    .map(([name]) => name);
}
