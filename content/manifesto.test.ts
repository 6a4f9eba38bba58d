import { expect, test } from "vitest";
import { manifesto } from "./manifesto.ts";
import { story } from "./team.ts";

test("the line on the home page is a line of the manifesto", () => {
  const text = [...manifesto.abstract, ...manifesto.body.map((claim) => claim.text)].join("\n");
  expect(text).toContain(manifesto.quote);
});

test("every year of the timeline has its event and its source, in order, up to this year", () => {
  const { events } = manifesto.timeline;
  for (const { text, source } of events) {
    expect(text.length).toBeGreaterThan(40);
    expect(source).not.toBe("");
  }
  const years = events.map(({ year }) => Number(year));
  expect(years).toEqual([...years].sort((a, b) => a - b));
  expect(years.slice(-3)).toEqual([2024, 2025, 2026]);
});

test("the company's story is told up to this year", () => {
  expect(story.map(({ year }) => year).slice(-3)).toEqual(["2024", "2025", "2026"]);
});
