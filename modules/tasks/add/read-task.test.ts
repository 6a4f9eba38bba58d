import { describe, expect, test } from "vitest";
import { readDay } from "../day-words.ts";
import { readTask } from "./read-task.ts";

// A Sunday.
const today = "2026-11-15";

describe("tasks 12: words that name a day", () => {
  test.each([
    ["today", "2026-11-15"],
    ["tomorrow", "2026-11-16"],
    ["Tomorrow", "2026-11-16"],
    ["tmr", "2026-11-16"],
    ["day after tomorrow", "2026-11-17"],
    ["mon", "2026-11-16"],
    ["fri", "2026-11-20"],
    ["Friday", "2026-11-20"],
    ["on friday", "2026-11-20"],
    ["by thurs", "2026-11-19"],
    ["sunday", "2026-11-22"],
    ["next fri", "2026-11-20"],
    ["next week", "2026-11-16"],
    ["next month", "2026-12-01"],
    ["end of month", "2026-11-30"],
    ["in 3 days", "2026-11-18"],
    ["in a week", "2026-11-22"],
    ["in two weeks", "2026-11-29"],
    ["in 1 month", "2026-12-15"],
    ["17 nov", "2026-11-17"],
    ["17th of November", "2026-11-17"],
    ["nov 17", "2026-11-17"],
    ["Nov 3", "2027-11-03"],
    ["3 nov 2026", "2026-11-03"],
    ["29 feb", "2028-02-29"],
    ["2026-12-24", "2026-12-24"],
    ["24.12.", "2026-12-24"],
    ["24.12.2027", "2027-12-24"],
    ["12/24", "2026-12-24"],
  ])("%s", (words, day) => {
    expect(readDay(words, today)).toBe(day);
  });

  test.each(["", "someday", "31 nov", "30 feb 2027", "13/45", "monitor", "sunny", "marching", "may", "in days", "4"])(
    "%j is none",
    (words) => expect(readDay(words, today)).toBeNull(),
  );

  test("from a Friday, fri is the next one and next week begins on Monday", () => {
    expect(readDay("fri", "2026-11-20")).toBe("2026-11-27");
    expect(readDay("next fri", "2026-11-20")).toBe("2026-11-27");
    expect(readDay("next wed", "2026-11-20")).toBe("2026-11-25");
    expect(readDay("wed", "2026-11-20")).toBe("2026-11-25");
    expect(readDay("next week", "2026-11-20")).toBe("2026-11-23");
    expect(readDay("in 1 month", "2027-01-31")).toBe("2027-02-28");
    expect(readDay("end of week", "2026-11-20")).toBe("2026-11-20");
  });
});

test("tasks 12: a whole sentence is read, and what is left is the title", () => {
  expect(readTask("Call Maren wednesday 16:00 about the committee #norrfall @noor !high", today)).toMatchObject({
    title: "Call Maren about the committee",
    day: "2026-11-18",
    time: "16:00",
    priority: "high",
    person: "noor",
    record: "norrfall",
  });
});

test.each([
  ["Send at 4pm", "16:00"],
  ["Send at 4:30 pm", "16:30"],
  ["Send 12 am", "00:00"],
  ["Send at noon", "12:00"],
  ["Send 09:05", "09:05"],
])("tasks 12: %s has an hour, which without a day is today's", (text, time) => {
  expect(readTask(text, today)).toMatchObject({ title: "Send", day: today, time });
});

test.each(["Read version 2.10", "Score 25:99", "Pay 4", "Meet 13 pm", "mail a@b.example", "Ask about C#", "Wow!high"])(
  "tasks 12: %j holds nothing to understand",
  (text) =>
    expect(readTask(text, today)).toMatchObject({ title: text, day: null, time: null, priority: null, tags: [] }),
);

test("tasks 12: of several days the last one counts, the others are words", () => {
  expect(readTask("Prepare the monday report tomorrow", today)).toMatchObject({
    title: "Prepare the monday report",
    day: "2026-11-16",
  });
});

test("tasks 12: a dotted day is no hour", () => {
  expect(readTask("Pay rent 01.12.", today)).toMatchObject({ title: "Pay rent", day: "2026-12-01", time: null });
});

test("tasks 12: what is said to be plain text stays in the title", () => {
  expect(readTask("Write to Fri Sat Ltd tomorrow", today, new Set(["tomorrow"]))).toMatchObject({
    title: "Write to Fri Ltd tomorrow",
    day: "2026-11-21",
  });
  expect(readTask("Ask !high", today, new Set(["!high"]))).toMatchObject({ title: "Ask !high", priority: null });
});

test("tags stand in the order of the text and name their words", () => {
  const { tags } = readTask("!low call @ada in 3 days", today);
  expect(tags.map(({ kind, text }) => [kind, text])).toEqual([
    ["priority", "!low"],
    ["person", "@ada"],
    ["day", "in 3 days"],
  ]);
});
