import { describe, expect, test } from "vitest";
import { readArticles } from "./read-articles.ts";

const articles = readArticles();

test("the specified articles are there, with their dates and read times", () => {
  const facts = articles.map(({ slug, date, readTime }) => [slug, date, readTime]);
  expect(facts).toEqual(
    expect.arrayContaining([
      ["agentic-web", "2024-12-01", 8],
      ["ai-decision-making", "2024-11-15", 6],
      ["ai-implementation", "2024-11-01", 12],
      ["ai-101", "2024-10-18", 9],
    ]),
  );
});

test("articles go on: four since the specified ones, in both years", () => {
  const later = articles.filter(({ date }) => date > "2024-12-01").map(({ date }) => date.slice(0, 4));
  expect(later).toEqual(["2026", "2026", "2025", "2025"]);
});

test("exactly one article is featured", () => {
  expect(articles.filter(({ featured }) => featured)).toHaveLength(1);
});

describe.each(articles)("$file", ({ body }) => {
  test("has 900 to 1,500 words", () => {
    const words = body.split(/\s+/).filter((word) => /\w/.test(word)).length;
    expect(words).toBeGreaterThanOrEqual(900);
    expect(words).toBeLessThanOrEqual(1500);
  });

  test("keeps the house voice: none of the words we do not use, no exclamation marks", () => {
    expect(body).not.toMatch(
      /\b(unlock|empower|transform|leverage|seamless|cutting-edge|revolutionary|journey|supercharge)/i,
    );
    expect(body).not.toContain("!");
  });
});
