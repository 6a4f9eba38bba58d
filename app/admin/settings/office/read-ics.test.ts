import { expect, test } from "vitest";
import { readHolidays } from "./read-ics.ts";

const calendar = (...events: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((event) => ["BEGIN:VEVENT", event, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");
const daysOf = (text: string) => {
  const read = readHolidays(text);
  if ("problem" in read) throw new Error(read.problem);
  return read.holidays.map(({ day, name }) => `${day} ${name}`);
};
const problemOf = (text: string) => {
  const read = readHolidays(text);
  return "problem" in read ? read.problem : JSON.stringify(read);
};

test("an all-day entry is one day, also without an end, and with parameters in any order", () => {
  expect(
    daysOf(
      calendar(
        "DTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261226\r\nSUMMARY:Christmas Day",
        'SUMMARY;LANGUAGE=en:New Year\r\nDTSTART;X-SOURCE="a:b";VALUE=DATE:20270101',
        "DTSTART:20261126\r\nSUMMARY:Thanksgiving",
      ),
    ),
  ).toEqual(["2026-11-26 Thanksgiving", "2026-12-25 Christmas Day", "2027-01-01 New Year"]);
});

test("an entry of several days is each of them; its end is the day after, and also over the end of a year", () => {
  expect(daysOf(calendar("DTSTART;VALUE=DATE:20261230\r\nDTEND;VALUE=DATE:20270102\r\nSUMMARY:Closed"))).toEqual([
    "2026-12-30 Closed",
    "2026-12-31 Closed",
    "2027-01-01 Closed",
  ]);
  expect(daysOf(calendar("DTSTART;VALUE=DATE:20270329\r\nDURATION:P2D\r\nSUMMARY:Easter"))).toHaveLength(2);
});

test("a folded line is one line, and what was escaped reads as it was", () => {
  expect(
    daysOf(
      calendar("DTSTART;VALUE=DATE:2026\r\n 1031\r\nSUMMARY:Day of the Ref\r\n\tormation\\, in five\\nlands \\; all"),
    ),
  ).toEqual(["2026-10-31 Day of the Reformation, in five lands ; all"]);
});

test("line ends of any kind, a byte order mark and a reminder inside are no obstacle", () => {
  const text = calendar(
    "DTSTART;VALUE=DATE:20261225\r\nSUMMARY:Christmas\r\nBEGIN:VALARM\r\nSUMMARY:Reminder\r\nTRIGGER:-P1D\r\nEND:VALARM",
  );
  expect(daysOf(`\uFEFF${text.replaceAll("\r\n", "\n")}\n`)).toEqual(["2026-12-25 Christmas"]);
  expect(daysOf(text.replaceAll("\r\n", "\r"))).toEqual(["2026-12-25 Christmas"]);
});

test("hours, repetitions and what was cancelled are left out, the first two counted", () => {
  const read = readHolidays(
    calendar(
      "DTSTART;TZID=Europe/Oslo:20261224T120000\r\nSUMMARY:Lunch",
      "DTSTART;VALUE=DATE:20200101\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:New Year",
      "DTSTART;VALUE=DATE:20261224\r\nSTATUS:CANCELLED\r\nSUMMARY:Eve",
      "DTSTART;VALUE=DATE:20261225\r\nSUMMARY:Christmas",
    ),
  );
  expect(read).toEqual({
    holidays: [{ day: "2026-12-25", name: "Christmas" }],
    leftOut: { withHour: 1, repeating: 1 },
  });
});

test("bad input is refused with a sentence", () => {
  expect(problemOf("day,name\n2026-12-25,Christmas")).toBe(
    "This is not a calendar file: it does not begin with BEGIN:VCALENDAR.",
  );
  expect(problemOf("")).toContain("not a calendar file");
  expect(problemOf(calendar())).toBe("This calendar is empty.");
  expect(problemOf("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20261225\n")).toContain("not whole");
  expect(problemOf(calendar("DTSTART;VALUE=DATE:20261332\r\nSUMMARY:X"))).toBe(
    'The entry "X" begins on 20261332, which is no day.',
  );
  expect(problemOf(calendar("SUMMARY:X"))).toBe('The entry "X" has no day (DTSTART).');
  expect(problemOf(calendar("DTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261220\r\nSUMMARY:X"))).toBe(
    'The entry "X" ends before it begins.',
  );
  expect(problemOf(calendar("DTSTART;VALUE=DATE:20260101\r\nDTEND;VALUE=DATE:20270101\r\nSUMMARY:X"))).toBe(
    'The entry "X" lasts 365 days. A holiday lasts 31 at most.',
  );
  expect(problemOf(calendar("DTSTART;TZID=Europe/Oslo:20261224T120000\r\nSUMMARY:Lunch"))).toBe(
    "This calendar has no all-day entries, only ones with an hour.",
  );
  expect(problemOf(calendar("DTSTART;VALUE=DATE:20261225\r\nRRULE:FREQ=YEARLY"))).toContain("entries that repeat");
  expect(problemOf(`BEGIN:VCALENDAR\n${"x".repeat(1_000_001)}`)).toContain("1 MB");
});
