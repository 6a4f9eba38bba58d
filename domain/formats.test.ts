import { afterEach, describe, expect, test } from "vitest";
import { formatDay, formatLongDay } from "./days.ts";
import {
  asSpecified,
  dateFormat,
  firstDayOfWeek,
  formatCount,
  formatLocales,
  inSpecifiedFormats,
  numberFormat,
  parseNumber,
  setFormats,
  typedNumber,
} from "./formats.ts";
import { compactMoney, exactMoney, formatMoney, parseMoney, plainMoney, shortMoney, typedMoney } from "./money.ts";

afterEach(() => setFormats(asSpecified));
const choose = (locale: string, more: Partial<Parameters<typeof setFormats>[0]> = {}) =>
  setFormats({ ...asSpecified, locale, ...more });
/** Spaces that do not break are spaces to readers, and either apostrophe is one. */
const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ").replaceAll("’", "'");

test("records 14: without a choice everything is as specified", () => {
  expect([formatDay("2026-11-15"), formatMoney(125_050, "USD"), formatCount(100_000)]).toEqual([
    "Nov 15, 2026",
    "$1,250.50",
    "100,000",
  ]);
  expect(dateFormat({ timeStyle: "short", timeZone: "UTC" }).format(0)).toMatch(/^12:00\sAM$/u);
  expect(dateFormat({ hour: "2-digit", minute: "2-digit", timeZone: "UTC" }, "en-GB").format(0)).toBe("00:00");
});

describe("records 14: dates, numbers and money follow the region, their words stay English", () => {
  test.each([
    ["de-DE", "15 Nov 2026", "1.234.567", "1.250,50 €", "1250,50"],
    ["fr-FR", "15 Nov 2026", "1 234 567", "1 250,50 €", "1250,50"],
    ["en-GB", "15 Nov 2026", "1,234,567", "€1,250.50", "1250.50"],
    ["sv-SE", "15 Nov 2026", "1 234 567", "1 250,50 €", "1250,50"],
    ["de-CH", "15 Nov 2026", "1'234'567", "EUR 1'250.50", "1250.50"],
    ["en-IN", "15 Nov 2026", "12,34,567", "€1,250.50", "1250.50"],
    ["en-US", "Nov 15, 2026", "1,234,567", "€1,250.50", "1250.50"],
  ])("%s", (locale, day, count, money, typed) => {
    choose(locale);
    expect([formatDay("2026-11-15"), formatCount(1_234_567), formatMoney(125_050, "EUR")].map(spaced)).toEqual([
      day,
      count,
      money,
    ]);
    expect(typedMoney(125_050, "EUR")).toBe(typed);
    expect(plainMoney(125_050, "EUR")).toBe("1250.50");
    // What is in letters stays.
    expect(formatLongDay("2026-11-15")).toBe("November 15, 2026");
  });
});

test("records 14: every region reads back each amount that it shows, typed or printed", () => {
  for (const { locale } of formatLocales) {
    choose(locale);
    for (const currency of ["USD", "EUR", "JPY", "KWD", "CHF"])
      for (const minor of [0, 5, 125_050, -125_050, 123_456_789, 1_250_000]) {
        expect(parseMoney(typedMoney(minor, currency), currency), `${locale} ${currency} ${minor}, typed`).toBe(minor);
        const shown = numberFormat({ minimumFractionDigits: 3 }).format(minor);
        expect(Number(parseNumber(shown)), `${locale} ${shown}`).toBe(minor);
      }
  }
});

test("records 14: a number is read by the person's own signs; a plain decimal that does not fit them is taken, too", () => {
  choose("de-DE");
  expect(["1.234,56", "1234,56", "1234.56", "1.234", "-1,5"].map(parseNumber)).toEqual([
    "1234.56",
    "1234.56",
    "1234.56",
    "1234",
    "-1.5",
  ]);
  expect(["1,2,3", "12.34,5", "abc", "", "1.23.456,7"].map(parseNumber)).toEqual([null, null, null, null, null]);
  expect(parseMoney("1.250,50 €", "EUR")).toBe(125_050);
  expect(parseMoney("1.250,505", "EUR")).toBe(null);
  expect([typedNumber("0.5"), typedNumber("half")]).toEqual(["0,5", "half"]);
  // In a file 1.250 of a currency with three decimals is one and a quarter in every region.
  expect(inSpecifiedFormats(() => parseMoney("1.250", "KWD"))).toBe(1250);
  expect(parseMoney("1.250", "KWD")).toBe(1_250_000);
  choose("fr-FR");
  expect(["1 234,56", "1\u202f234,56"].map(parseNumber)).toEqual(["1234.56", "1234.56"]);
});

test("records 14: 24 hours or 12, whatever the region has; the first day of the week", () => {
  const clock = dateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" });
  const at = Date.UTC(2026, 10, 15, 14, 5);
  const shown = (locale: string, hours24: boolean | null) => {
    choose(locale, { hours24 });
    return spaced(clock.format(at)).toUpperCase();
  };
  expect([shown("de-DE", null), shown("de-DE", false), shown("en-US", true), shown("en-US", false)]).toEqual([
    "14:05",
    "2:05 PM",
    "14:05",
    "2:05 PM",
  ]);
  choose("de-DE");
  expect(firstDayOfWeek()).toBe(1);
  choose("en-US");
  expect(firstDayOfWeek()).toBe(7);
  choose("en-US", { weekStartsOn: 6 });
  expect(firstDayOfWeek()).toBe(6);
});

test("records 14: short amounts keep their English letters", () => {
  choose("de-DE");
  expect([compactMoney(8_600_000, "USD"), shortMoney(14_480_000, "USD")]).toEqual(["$86K", "$144,8k"]);
  expect(spaced(exactMoney(125_000, "USD"))).toBe("1.250,00 $");
});

test("records 14: a region that is not known is read as specified", () => {
  choose("xx-YY");
  expect(formatDay("2026-11-15")).toBe("Nov 15, 2026");
});
