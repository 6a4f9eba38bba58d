import { describe, expect, test } from "vitest";
import { type BusyRules, busyTimes, datedTimes, maxRepeats } from "./busy-times.ts";
import { entriesOf } from "./entries.ts";
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

/** A VTIMEZONE as programs write it. */
const zoneRules = (tzid: string, ...lines: string[]) => ["BEGIN:VTIMEZONE", `TZID:${tzid}`, ...lines, "END:VTIMEZONE"];
const observance = (kind: string, start: string, from: string, to: string, ...more: string[]) => [
  `BEGIN:${kind}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...more,
  `END:${kind}`,
];
const newYork = [
  ...observance("STANDARD", "20071104T020000", "-0400", "-0500", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11"),
  ...observance("DAYLIGHT", "20070311T020000", "-0500", "-0400", "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3"),
];
/** Outlook counts the Sundays by days of the month. */
const berlinOfOutlook = [
  ...observance("STANDARD", "16011028T030000", "+0200", "+0100", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"),
  ...observance(
    "DAYLIGHT",
    "16010325T020000",
    "+0100",
    "+0200",
    "RRULE:FREQ=YEARLY;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU;BYMONTH=3",
  ),
];
/** Evolution writes a list of dates. */
const berlinOfEvolution = [
  "X-LIC-LOCATION:Europe/Berlin",
  ...observance(
    "STANDARD",
    "19961027T030000",
    "+0200",
    "+0100",
    "RDATE:20251026T030000",
    "RDATE:20261025T030000",
    "TZNAME:CET",
  ),
  ...observance(
    "DAYLIGHT",
    "19810329T020000",
    "+0100",
    "+0200",
    "RDATE:20260329T020000,20270328T020000",
    "TZNAME:CEST",
  ),
];

describe("audit-4 I4: an entry is at its hour, whatever its program calls the zone: never UTC, never free", () => {
  const fileWith = (rulesOfZone: string[], ...lines: string[]) =>
    file(...lines).replace("BEGIN:VEVENT", [...rulesOfZone, "BEGIN:VEVENT"].join("\r\n"));
  const at10 = (name: string) => [`DTSTART;TZID=${name}:20261102T100000`, `DTEND;TZID=${name}:20261102T110000`];
  const inNewYork = ["2026-11-02T15:00 2026-11-02T16:00"];
  const seen = (ics: string, zone = "Asia/Tokyo") =>
    busyTimes(ics, { ...rules, zone }).times.map(({ start, end }) =>
      [start, end].map((time) => new Date(time).toISOString().slice(0, 16)).join(" "),
    );

  test.each<[string, string, string[], string[]]>([
    [
      "Evolution",
      "/freeassociation.sourceforge.net/Europe/Berlin",
      zoneRules("/freeassociation.sourceforge.net/Europe/Berlin", ...berlinOfEvolution),
      inBerlin,
    ],
    ["an older Evolution, without its rules", "/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", [], inBerlin],
    [
      "Thunderbird",
      "/mozilla.org/20070129_1/Europe/Berlin",
      zoneRules("/mozilla.org/20070129_1/Europe/Berlin", "X-LIC-LOCATION:Europe/Berlin"),
      inBerlin,
    ],
    ["Thunderbird, a zone of three names", "/mozilla.org/20050126_1/America/Indiana/Indianapolis", [], inNewYork],
    ["Notes", "Eastern", zoneRules("Eastern", ...newYork), inNewYork],
    [
      "a name of its own with a place beside it",
      "Office clock",
      zoneRules("Office clock", "X-LIC-LOCATION:America/New_York"),
      inNewYork,
    ],
    ["Outlook", '"Customized Time Zone"', zoneRules("Customized Time Zone", ...berlinOfOutlook), inBerlin],
    ["Outlook, the name in words", '"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', [], inBerlin],
    ["Exchange, without quotes", "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", [], inBerlin],
    ["Windows", "W. Europe Standard Time", [], inBerlin],
    ["three letters with rules of their own", "EST", zoneRules("EST", ...newYork), inNewYork],
    ["an offset", "GMT+0100", [], inBerlin],
    ["a name that says nothing", "Nowhere/Else", [], ["2026-11-02T01:00 2026-11-02T02:00"]],
    ["an empty name", "", [], ["2026-11-02T01:00 2026-11-02T02:00"]],
    ["UTC, said by its name", "/freeassociation.sourceforge.net/Etc/UTC", [], ["2026-11-02T10:00 2026-11-02T11:00"]],
  ])("%s", (_program, name, rulesOfZone, expected) => {
    const ics = fileWith(rulesOfZone, ...at10(name));
    expect(seen(ics)).toEqual(expected);
    // As an entry of a whole file, and where only its dates count.
    expect(seen(entriesOf(ics)[0]!.ics)).toEqual(expected);
    expect(datedTimes(ics, { ...rules, zone: "Asia/Tokyo" }, rules).times[0]!.start).toBe(
      at(`${expected[0]!.slice(0, 16)}Z`),
    );
  });

  test("a weekly hour by the rules of its file stays at its hour over both changes of the clock", () => {
    const weekly = fileWith(
      zoneRules("Eastern", ...newYork),
      "DTSTART;TZID=Eastern:20261019T100000",
      "DTEND;TZID=Eastern:20261019T110000",
      "RRULE:FREQ=WEEKLY;COUNT=3",
      "EXDATE;TZID=Eastern:20261026T100000",
    );
    expect(seen(weekly)).toEqual(["2026-10-19T14:00 2026-10-19T15:00", "2026-11-02T15:00 2026-11-02T16:00"]);
  });

  test("rules that no place has are the nearest place's", () => {
    const changed = newYork.map((line) => line.replace("BYDAY=1SU;BYMONTH=11", "BYDAY=2SU;BYMONTH=11"));
    expect(
      seen(
        fileWith(zoneRules("Ours", ...changed), ...at10("Ours").map((line) => line.replace("20261102", "20261202"))),
      ),
    ).toEqual(["2026-12-02T15:00 2026-12-02T16:00"]);
  });
});

test("meetings 27: an entry that takes too long counts at its first date, and the next is read as if nothing had been", async () => {
  const reader = createEntryReader({ entrySeconds: 60 });
  const patient = reader.reading("patient");
  expect((await patient.entry(file(...ten, "RRULE:FREQ=DAILY;COUNT=3"), rules)).times).toHaveLength(3);
  await reader.close();
  // A rule that names every second of the year and wants the last of them takes for ever.
  const endless = "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30";
  const hasty = createEntryReader({ entrySeconds: 0.1, slowEntries: 1 });
  const hurried = hasty.reading("hurried");
  const slow = await hurried.entry(file(...ten, endless), rules);
  expect([slow.times.length, slow.unread]).toEqual([1, 1]);
  // One slow entry was what this calendar had; another calendar is read as before.
  expect((await hurried.entry(file(...ten, "RRULE:FREQ=DAILY;COUNT=3"), rules)).times).toHaveLength(1);
  const other = createEntryReader({ entrySeconds: 60 });
  expect((await other.reading("other").entry(file(...ten, "RRULE:FREQ=DAILY;COUNT=3"), rules)).times).toHaveLength(3);
  await Promise.all([hasty.close(), other.close()]);
});
