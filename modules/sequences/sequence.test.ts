import { expect, test } from "vitest";
import { delayWords, figureWords, openShare, type Step, subjectWords, windowWords } from "./sequence.ts";

const step: Step = {
  kind: "mail",
  delay_days: 0,
  delay_business: false,
  delay_minutes: 0,
  template_version_id: null,
  task_title: null,
  wait_for_task: false,
  same_thread: false,
};

test("waits read as people say them", () => {
  expect(delayWords(step)).toBe("");
  expect(delayWords({ ...step, delay_days: 1, delay_business: true })).toBe("1 business day");
  expect(delayWords({ ...step, delay_days: 3, delay_minutes: 120 })).toBe("3 days and 2 hours");
  expect(delayWords({ ...step, delay_minutes: 90 })).toBe("90 minutes");
});

test("the window is told in words and drawn to the minute", () => {
  const window = {
    window_start: "09:30:00",
    window_end: "13:00:00",
    weekdays: [5, 1],
    timezone: "UTC",
    daily_cap: 20,
    holidays: [],
  };
  expect(windowWords(window)).toBe("Mon, Fri from 09:30 to 13:00");
  expect([8, 9, 12, 13].map((hour) => openShare(window, hour))).toEqual([0, 0.5, 1, 0]);
});

test("a subject reads without the marks of its tags", () => {
  expect(subjectWords('Re: {{ inquiry.subject | default: "x" }}, {% if a %}now{% endif %}')).toBe(
    "Re: [inquiry subject], now",
  );
});

test("the figures above the list are the sums of its columns: a person is active or waiting, never both", () => {
  const running = { status: "active", active: 2, waiting: 30 } as const;
  const list = [running, { ...running, active: 0, waiting: 1 }, { ...running, status: "paused" } as const];
  expect(figureWords(list)).toBe("2 running with 33 people: 2 active, 31 waiting for their next step.");
  expect(figureWords([{ ...running, active: 0, waiting: 1 }])).toBe(
    "1 running with 1 person: 0 active, 1 waiting for their next step.",
  );
});
