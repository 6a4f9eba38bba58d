import { describe, expect, test } from "vitest";
import { type BusyRules, busyTimes, maxRepeats } from "./busy-times.ts";
import { createEntryReader } from "./entry-reader.ts";

const at = (text: string) => Date.parse(text);
const rules: BusyRules = {
  zone: "Europe/Berlin",
  addresses: ["noor@guidevane.example"],
  from: at("2026-10-01T00:00:00Z"),
  to: at("2026-12-31T00:00:00Z"),
  countTentative: true,
  countAllDay: true,
  countUnanswered: false,
};
const file = (...lines: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:test",
    "BEGIN:VEVENT",
    "UID:u1",
    "DTSTAMP:20261001T000000Z",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");
const ten = ["DTSTART;TZID=Europe/Berlin:20261102T100000", "DTEND;TZID=Europe/Berlin:20261102T110000"];
const read = (lines: string[], changed: Partial<BusyRules> = {}) =>
  busyTimes(file(...lines), { ...rules, ...changed }).times.map(({ start, end }) =>
    [start, end].map((time) => new Date(time).toISOString().slice(0, 16)).join(" "),
  );
const inBerlin = ["2026-11-02T09:00 2026-11-02T10:00"];

describe("meetings 27: what counts as busy", () => {
  test.each([
    ["opaque", [], inBerlin],
    ["private", ["CLASS:PRIVATE"], inBerlin],
    ["transparent", ["TRANSP:TRANSPARENT"], []],
    ["cancelled", ["STATUS:CANCELLED"], []],
    ["marked free by Microsoft's field", ["TRANSP:OPAQUE", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"], []],
    ["declined by its owner", ["ATTENDEE;PARTSTAT=DECLINED;CN=Noor:mailto:Noor@Guidevane.example"], []],
    [
      "declined by another",
      ["ATTENDEE;PARTSTAT=DECLINED:mailto:x@y.example", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:noor@guidevane.example"],
      inBerlin,
    ],
    ["declined, address in EMAIL", ["ATTENDEE;PARTSTAT=DECLINED;EMAIL=noor@guidevane.example:urn:uuid:1"], []],
    ["unanswered", ["ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:noor@guidevane.example"], []],
    ["tentative", ["STATUS:TENTATIVE"], inBerlin],
  ])("%s", (_name, lines, expected) => {
    expect(read([...ten, ...lines])).toEqual(expected);
  });

  test("unanswered, tentative and all-day follow the owner's settings", () => {
    const asked = [...ten, "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:noor@guidevane.example"];
    expect(read(asked, { countUnanswered: true })).toEqual(inBerlin);
    expect(read([...ten, "STATUS:TENTATIVE"], { countTentative: false })).toEqual([]);
    expect(read([...ten, "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE"], { countTentative: false })).toEqual([]);
    expect(read(["DTSTART;VALUE=DATE:20261102"], { countAllDay: false })).toEqual([]);
  });
});

describe("meetings 27: times", () => {
  test("all-day and floating entries are in the person's zone, whatever the zone of the process", () => {
    expect(read(["DTSTART;VALUE=DATE:20261102"])).toEqual(["2026-11-01T23:00 2026-11-02T23:00"]);
    expect(read(["DTSTART;VALUE=DATE:20261102", "DTEND;VALUE=DATE:20261104"], { zone: "America/New_York" })).toEqual([
      "2026-11-02T05:00 2026-11-04T05:00",
    ]);
    expect(read(["DTSTART:20261102T100000", "DTEND:20261102T103000"], { zone: "Asia/Tokyo" })).toEqual([
      "2026-11-02T01:00 2026-11-02T01:30",
    ]);
    // A day with 25 hours is busy to its end.
    expect(read(["DTSTART;VALUE=DATE:20261025"])).toEqual(["2026-10-24T22:00 2026-10-25T23:00"]);
  });

  test("a whole day that repeats ends with its day, also across a clock change", () => {
    expect(read(["DTSTART;VALUE=DATE:20261024", "RRULE:FREQ=DAILY;UNTIL=20261026"])).toEqual([
      "2026-10-23T22:00 2026-10-24T22:00",
      "2026-10-24T22:00 2026-10-25T23:00",
      "2026-10-25T23:00 2026-10-26T23:00",
    ]);
  });

  test("a weekly hour stays at its hour over a clock change, without its exceptions, with one moved and one further date", () => {
    const series = [
      "DTSTART;TZID=W. Europe Standard Time:20261019T100000",
      "DTEND;TZID=W. Europe Standard Time:20261019T110000",
      "RRULE:FREQ=WEEKLY;COUNT=4",
      "EXDATE;TZID=W. Europe Standard Time:20261102T100000",
      "RDATE;TZID=W. Europe Standard Time:20261105T160000",
      "END:VEVENT",
      "BEGIN:VEVENT",
      "UID:u1",
      "DTSTAMP:20261001T000000Z",
      "RECURRENCE-ID;TZID=W. Europe Standard Time:20261109T100000",
      "DTSTART;TZID=W. Europe Standard Time:20261110T140000",
      "DTEND;TZID=W. Europe Standard Time:20261110T150000",
    ];
    expect(read(series).toSorted()).toEqual([
      "2026-10-19T08:00 2026-10-19T09:00",
      "2026-10-26T09:00 2026-10-26T10:00",
      "2026-11-05T15:00 2026-11-05T16:00",
      "2026-11-10T13:00 2026-11-10T14:00",
    ]);
  });

  test("one date of a series that is cancelled or free does not count", () => {
    const series = [
      ...ten,
      "RRULE:FREQ=DAILY;COUNT=2",
      "END:VEVENT",
      "BEGIN:VEVENT",
      "UID:u1",
      "DTSTAMP:20261001T000000Z",
      "STATUS:CANCELLED",
      "RECURRENCE-ID;TZID=Europe/Berlin:20261103T100000",
      "DTSTART;TZID=Europe/Berlin:20261103T100000",
      "DTEND;TZID=Europe/Berlin:20261103T110000",
    ];
    expect(read(series)).toEqual(inBerlin);
  });

  test("a series from long ago is found at today, and no series is more than a thousand times", () => {
    const old = ["DTSTART:19700101T080000Z", "DTEND:19700101T083000Z", "RRULE:FREQ=DAILY"];
    expect(read(old).slice(0, 1)).toEqual(["2026-10-01T08:00 2026-10-01T08:30"]);
    expect(read(old)).toHaveLength(91);
    expect(read(["DTSTART:20261101T080000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY"])).toHaveLength(maxRepeats);
  });

  test("what cannot be read and has a date is busy", () => {
    expect(read([...ten, "RRULE:FREQ=SOMETIMES"])).toEqual(inBerlin);
    expect(read(["DTSTART;TZID=Nowhere/Else:20261102T100000", "DTEND;TZID=Nowhere/Else:20261102T110000"])).toHaveLength(
      1,
    );
    expect(read(["SUMMARY:without a date"])).toEqual([]);
  });
});

test("meetings 27: an entry that takes too long counts at its first date, and the next is read as if nothing had been", async () => {
  const reader = createEntryReader({ limitMs: 60_000 });
  const patient = reader.reading();
  expect((await patient(file(...ten, "RRULE:FREQ=DAILY;COUNT=3"), rules)).times).toHaveLength(3);
  await reader.close();
  const hasty = createEntryReader({ limitMs: 0, secondChances: 1 });
  const hurried = hasty.reading();
  const answers = await Promise.all(
    Array.from({ length: 2 }, () => hurried(file(...ten, "RRULE:FREQ=DAILY;COUNT=3"), rules)),
  );
  // The first had its second chance; after that the dates in the file are all there is.
  expect(answers.map(({ times }) => times.length)).toEqual([3, 1]);
  expect(answers.at(-1)!.unread).toBe(1);
  await hasty.close();
});
