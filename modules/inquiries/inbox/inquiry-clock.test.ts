import { expect, test } from "vitest";
import { clockOf, pointInTime, span } from "./inquiry-clock.ts";

const waiting = (due_at: string | null) => ({
  state: "new",
  received_at: "2026-11-13T15:00:00Z",
  due_at,
  answered_at: null,
});
const at = (time: string) => Date.parse(time);
const zone = "America/New_York";

test("inquiries 15: plain while there is time, amber under 4 hours, red when late, all by the viewer's clock", () => {
  const inquiry = waiting("2026-11-17T22:00:00Z");
  expect(clockOf(inquiry, at("2026-11-16T15:00:00Z"), zone)).toMatchObject({
    tone: "plain",
    words: "Answer by Tue 17:00",
  });
  // 17:00 less 4 hours, to the minute.
  expect(clockOf(inquiry, at("2026-11-17T18:00:00Z"), zone)).toMatchObject({ tone: "plain" });
  expect(clockOf(inquiry, at("2026-11-17T18:00:01Z"), zone)).toMatchObject({
    tone: "near",
    words: "Answer by today 17:00",
  });
  expect(clockOf(inquiry, at("2026-11-17T22:00:00Z"), zone).tone).toBe("near");
  expect(clockOf(inquiry, at("2026-11-17T22:40:00Z"), zone)).toMatchObject({ tone: "late", words: "Overdue 40 min" });
  expect(clockOf(inquiry, at("2026-11-18T03:30:00Z"), zone).words).toBe("Overdue 5 h");
  expect(clockOf(inquiry, at("2026-11-20T03:30:00Z"), zone).words).toBe("Overdue 2 days");
});

test("inquiries 15: what needs no answer, or has one, has no deadline", () => {
  expect(clockOf(waiting(null), at("2026-11-20T00:00:00Z"), zone)).toMatchObject({
    tone: "none",
    words: "Nothing to answer",
  });
  const answered = { ...waiting("2026-11-17T22:00:00Z"), state: "answered", answered_at: "2026-11-13T20:10:00Z" };
  const told = (more: object) => clockOf({ ...answered, ...more }, at("2026-11-30T00:00:00Z"), zone);
  expect(told({ answer_id: "a reply that left" })).toMatchObject({ tone: "done", words: "Answered in 5 h" });
  // A person's word is told as such.
  expect(told({ answer_id: null, answerer: { name: "Noor" } }).words).toBe("Marked answered by Noor");
  expect(told({ answer_id: null, answerer: null }).words).toBe("Marked answered in 5 h");
});

test("inquiries 15: a quarantined message has the clock its sender was told", () => {
  const quarantined = { ...waiting("2026-11-17T22:00:00Z"), state: "held" };
  expect(clockOf(quarantined, at("2026-11-16T15:00:00Z"), zone).words).toBe("Answer by Tue 17:00");
  expect(clockOf(quarantined, at("2026-11-30T00:00:00Z"), zone)).toMatchObject({ tone: "late" });
  expect(clockOf({ ...waiting(null), state: "held" }, 0, zone).words).toBe("Waiting for a check");
});

test("a point in time is told in the office's zone, across its midnight", () => {
  // 23:30 in New York is the next day in UTC.
  expect(pointInTime(at("2026-11-18T04:30:00Z"), at("2026-11-17T15:00:00Z"), zone)).toBe("today 23:30");
  expect(pointInTime(at("2026-11-18T22:00:00Z"), at("2026-11-17T15:00:00Z"), zone)).toBe("Wed 17:00");
  expect(pointInTime(at("2026-12-01T22:00:00Z"), at("2026-11-17T15:00:00Z"), zone)).toBe("Tue 1 Dec 17:00");
  expect(span(30_000)).toBe("1 min");
});
