import { expect, test } from "vitest";
import { formatMoney, parseMoney, plainMoney } from "./money.ts";

test.each([
  ["1,250.50", "USD", 125050],
  ["$1250.5", "USD", 125050],
  ["-0.05", "EUR", -5],
  ["98,000", "JPY", 98000],
  ["¥98000", "JPY", 98000],
  ["1.234", "KWD", 1234],
  ["90,071,992,547,409.91", "USD", 9007199254740991],
])("%s in %s is %i minor units", (text, currency, minor) => {
  expect(parseMoney(text, currency)).toBe(minor);
  expect(parseMoney(plainMoney(minor, currency), currency)).toBe(minor);
  expect(parseMoney(formatMoney(minor, currency), currency)).toBe(minor);
});

test.each([
  ["1.5", "JPY"],
  ["1.005", "USD"],
  ["1,25.00", "USD"],
  ["1.250,50", "EUR"],
  ["one", "USD"],
  ["", "USD"],
  ["99999999999999999999", "USD"],
])("%s is no amount of %s", (text, currency) => expect(parseMoney(text, currency)).toBeNull());

test("cents are shown wherever there are any", () => {
  expect(formatMoney(125050, "USD")).toBe("$1,250.50");
  expect(formatMoney(125000, "USD")).toBe("$1,250");
  expect(formatMoney(-5, "EUR")).toBe("-€0.05");
  expect(formatMoney(9007199254740991, "USD")).toBe("$90,071,992,547,409.91");
});
