import { expect, test } from "vitest";
import { parseFrontMatter } from "./front-matter.ts";

const good = {
  title: "Reading contracts",
  excerpt: "What to read first.",
  date: "2025-01-20",
  tags: ["Law"],
  readTime: 5,
  figure: { drawing: "lift", note: "Plate: a body that lifts." },
  contact: { label: "Talk to us", subject: "AI Consult" },
};
const file = "content/articles/reading-contracts.mdx";
const without = (key: keyof typeof good) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== key));

test("an article is not featured unless it says so, and may close with a page instead of a subject", () => {
  expect(parseFrontMatter(file, good)).toEqual({ ...good, featured: false });
  const contact = { label: "See the programs", page: "/education" };
  expect(parseFrontMatter(file, { ...good, featured: true, contact })).toMatchObject({ featured: true, contact });
});

test.each(Object.keys(good) as (keyof typeof good)[])("%s missing: the sentence names file and key", (key) => {
  expect(() => parseFrontMatter(file, without(key))).toThrow(`The front matter of ${file}: "${key}" is missing: `);
});

test.each([
  [{ date: "20 January 2025" }, `"date" is not as it should be: a day like "2024-12-01"`],
  [{ readTime: "5 minutes" }, `"readTime" is not as it should be: whole minutes, like 8`],
  [
    { figure: { drawing: "bridge", note: "x" } },
    `"figure.drawing" is not as it should be: drawing (aerofoil, cylinder`,
  ],
  [{ contact: { label: "x", subject: "AI Consultt" } }, `"contact" is not as it should be: label, and either subject`],
  [{ tag: ["Law"] }, `"tag" is not a key of an article`],
  [{ title: "" }, `"title" is not as it should be: a text`],
])("%j: %s", (change, sentence) => {
  expect(() => parseFrontMatter(file, { ...good, ...change })).toThrow(sentence);
});

test("no front matter at all", () => {
  expect(() => parseFrontMatter(file, undefined)).toThrow(`"title" is missing: a text; "excerpt" is missing: a text`);
});
