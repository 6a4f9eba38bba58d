import { expect, test } from "vitest";
import { progressText } from "./person-row.tsx";
import type { Enrolled } from "../sequences-data.ts";

const person = {
  state: "paused",
  step_no: 1,
  steps: 3,
  next_day: "2031-01-09",
  next_clock: "09:00",
  at_work: null,
  ended_at: null,
  paused_until: null,
  stop_reason: null,
} as Enrolled;

test("sequences 12: a person who is paused is told of by the pause, with its end if it has one, and not by the step it keeps back", () => {
  expect(progressText(person)).toBe("Until you let it go on");
  expect(progressText({ ...person, paused_until: "2031-01-08T12:00:00Z" })).toMatch(/^Until .*Jan 8/);
  expect(progressText({ ...person, state: "active" })).toBe("Step 2 of 3 on Thu, Jan 9, 09:00");
});

test.each([
  ["replied", "replied", "Stopped by a reply"],
  ["unsubscribed", "complained", "They complained"],
  ["stopped", "task_deleted", "Its task was deleted"],
  ["stopped", "They moved", "They moved"],
  ["stopped", null, "Stopped"],
  ["failed", "no_address", "There is no address"],
] as const)("sequences 12: a person who is %s because of %s: %s", (state, stop_reason, words) => {
  const ended = { ...person, state, stop_reason, ended_at: "2031-01-09T12:00:00Z" };
  expect(progressText(ended)).toBe(`${words}, Thu, Jan 9`);
});
