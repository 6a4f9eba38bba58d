// Codes have to be on their lists: BR-CL. Of long lists, those that the product knows. Only for tests.
import type { Rule } from "./vat-rules.ts";

const on = (list: string) => {
  const codes = new Set(list.split(" "));
  return (code: string | undefined) => code === undefined || codes.has(code);
};
/** UNTDID 1001, for an invoice and for a credit note; CII has one list for both. */
const isInvoice = on("326 380 384 386 389 875 876 877");
const isCreditNote = on("381 396");
const known = new Set(Intl.supportedValuesOf("currency"));
const isCurrency = (code: string | undefined) => known.has(code ?? "");
const isCountry = on(
  "1A AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XI YE YT ZA ZM ZW",
);
const isCategory = on("S Z E AE K G O L M B");
/** UN/ECE recommendation 20, as far as units are written. */
const isUnit = on("C62 HUR DAY WEE MON ANN MIN KMT KGM H87 XPP");
const isMeans = on("10 20 30 31 42 48 49 54 55 57 58 59 68 97 ZZZ");
const isReasonCode = (code: string | undefined) =>
  code === undefined ||
  /^VATEX-(?:EU-(?:79-C|144|146-1E|153|159|309|AE|D|F|G|I|IC|J|O|(?:132|143|148|151)(?:-[0-9A-Z]{1,3})?)|FR-[A-Z0-9-]+)$/.test(
    code,
  );
/** What stands between the first two "#" of a note is a subject code (UNTDID 4451): we write none. */
const subjectOf = (note: string) => note.split("#")[1] ?? "";
/** A VAT id begins with its country; Greece may say EL. */
export const startsWithCountry = (id: string | undefined) =>
  id === undefined || id.startsWith("EL") || isCountry(id.slice(0, 2));

export const codeRules: Record<string, Rule> = {
  "BR-CL-01": ({ syntax, tree, type }) =>
    syntax === "CII"
      ? isInvoice(type) || isCreditNote(type)
      : tree.name === "CreditNote"
        ? isCreditNote(type)
        : isInvoice(type),
  "BR-CL-03": ({ currencies }) => currencies.every(isCurrency),
  "BR-CL-04": ({ currency }) => isCurrency(currency),
  "BR-CL-08": ({ notes }) => notes.every((note) => note.split("#").length < 3 || subjectOf(note) === ""),
  "BR-CL-14": ({ seller, buyer, deliverTo }) =>
    [seller.country, buyer.country, deliverTo?.country].every((code) => isCountry(code)),
  "BR-CL-16": ({ means }) => means.every(({ code }) => isMeans(code)),
  "BR-CL-17": ({ breakdown, allowances, charges }) =>
    [...breakdown, ...allowances, ...charges].every(({ category }) => isCategory(category)),
  "BR-CL-18": ({ lines }) => lines.every(({ category }) => isCategory(category)),
  "BR-CL-22": ({ breakdown }) => breakdown.every(({ reasonCode }) => isReasonCode(reasonCode)),
  "BR-CL-23": ({ lines }) => lines.every(({ unit }) => isUnit(unit)),
  // Mail addresses are the only electronic addresses that are written.
  "BR-CL-25": ({ seller, buyer }) => [seller, buyer].every(({ endpointScheme }) => on("EM")(endpointScheme)),
};
