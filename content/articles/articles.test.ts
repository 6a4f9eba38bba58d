import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const folder = new URL(".", import.meta.url);
const articles = readdirSync(folder)
  .filter((name) => name.endsWith(".mdx"))
  .map((name) => {
    const [, head = "", ...body] = readFileSync(new URL(name, folder), "utf8").split(/^---$/m);
    return { slug: name.replace(/\.mdx$/, ""), head, body: body.join("---") };
  });
const field = (head: string, name: string) => new RegExp(`^${name}: "?(.*?)"?$`, "m").exec(head)?.[1];

test("the four articles are there, with the specified dates and read times", () => {
  const facts = articles.map(({ slug, head }) => [slug, field(head, "date"), field(head, "readTime")]);
  expect(facts).toEqual([
    ["agentic-web", "2024-12-01", "8"],
    ["ai-101", "2024-10-18", "9"],
    ["ai-decision-making", "2024-11-15", "6"],
    ["ai-implementation", "2024-11-01", "12"],
  ]);
});

test("exactly one article is featured", () => {
  expect(articles.filter(({ head }) => field(head, "featured") === "true").map(({ slug }) => slug)).toEqual([
    "agentic-web",
  ]);
});

describe.each(articles)("$slug", ({ body }) => {
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
