import { expect, test } from "vitest";
import {
  clockText,
  dayOf,
  dayText,
  isZone,
  knownLocale,
  localeOfHeader,
  offsetText,
  zoneText,
} from "./meeting-times.ts";

const at = new Date("2031-03-12T14:00:00Z");

test("meetings 11: the reader's language and clock, the Gregorian calendar, Latin digits, plain blanks", () => {
  expect(clockText(at, "America/New_York", "en-US")).toBe("10:00 AM");
  expect(clockText(at, "Europe/Berlin", "de")).toBe("15:00");
  expect(dayText(at, "Europe/Berlin", "de")).toBe("Mittwoch, 12. März");
  for (const locale of [
    "en-US",
    "en-GB",
    "de",
    "fr",
    "es",
    "it",
    "pt-BR",
    "nl",
    "pl",
    "ru",
    "ja",
    "zh-CN",
    "ar-EG",
    "fa-IR",
    "th",
  ]) {
    const text = `${dayText(at, "Asia/Tokyo", locale)} ${clockText(at, "Asia/Tokyo", locale)}`;
    expect(text, locale).toMatch(/12|23|11/);
    expect(text, locale).not.toMatch(/[\u00A0\u202F\u0660-\u0669\u06F0-\u06F9\u200E\u200F]/);
    expect(text, locale).not.toMatch(/1409|2574/);
  }
});

test("meetings 10: a zone is named with the offset of that date", () => {
  expect(zoneText(at, "America/New_York")).toBe("New York (UTC\u22124)");
  expect(zoneText(at, "Europe/Berlin")).toBe("Berlin (UTC+1)");
  expect(offsetText(at, "Asia/Kathmandu")).toBe("UTC+5:45");
  expect(dayOf(new Date("2031-12-31T23:30:00Z"), "Pacific/Auckland")).toBe("2032-01-01");
});

test("what a browser says is believed only where it is a language or a zone", () => {
  expect(knownLocale("xx-<script>")).toBe("en-US");
  expect(localeOfHeader("de-AT;q=0.9, en")).toBe("de-AT");
  expect(localeOfHeader(undefined)).toBe("en-US");
  expect(["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires"].every(isZone)).toBe(true);
  expect(["+02:00", "CET", "Mars/Base", "", "XYZ+3", "../etc"].some(isZone)).toBe(false);
});
