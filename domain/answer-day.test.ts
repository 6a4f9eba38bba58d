import { expect, test } from "vitest";
import { answerDayText } from "./answer-day.ts";

test("a day is written with its weekday and month", () => {
  expect(answerDayText("2026-11-17")).toBe("Tuesday, November 17");
  expect(answerDayText("2028-02-29")).toBe("Tuesday, February 29");
});

test("what is no day says nothing, so that an address cannot put words on the page", () => {
  for (const wrong of [null, "", "soon", "2026-02-30", "2026-13-01", "2026-11-17<b>", "<script>alert(1)</script>"])
    expect(answerDayText(wrong)).toBeNull();
});
