import { expect, test } from "vitest";
import { conditionsIn, settle } from "./page-conditions.ts";

const page =
  '<p>We reply</p><gv-unless data-of="inquiries"><form action="mailto:"></form></gv-unless>' +
  '<gv-if data-of="inquiries"><form action="/api/inquiries"></form></gv-if><gv-if data-of="answer-day"><b>{day}</b></gv-if>';

test("only the parts whose condition holds are left, and nothing of the marks", () => {
  expect(settle(page, new Set())).toBe('<p>We reply</p><form action="mailto:"></form>');
  expect(settle(page, new Set(["inquiries"]))).toBe('<p>We reply</p><form action="/api/inquiries"></form>');
  expect(settle(page, new Set(["inquiries", "answer-day"]))).toContain("<b>{day}</b>");
});

test("the conditions of a page are named once each", () => {
  expect(conditionsIn(page)).toEqual(["inquiries", "answer-day"]);
  expect(conditionsIn("<p></p>")).toEqual([]);
});
