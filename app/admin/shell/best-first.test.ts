import { expect, test } from "vitest";
import { bestFirst, bestGroupFirst } from "./best-first.ts";

const named = (...names: string[]) => names.map((name) => ({ name }));

test("the exact name comes first, then beginnings, beginnings of words, and the rest", () => {
  const found = named("A00 Harbor Bank", "Oldharbor", "Harbor Bank", "Harbor");
  expect(bestFirst(found, " harbor ").map(({ name }) => name)).toEqual([
    "Harbor",
    "Harbor Bank",
    "A00 Harbor Bank",
    "Oldharbor",
  ]);
});

test("equally good ones keep their order", () => {
  const pages = named("Deals", "Dashboard", "Documents");
  expect(bestFirst(pages, "d")).toEqual(pages);
});

test("a page called what was typed comes before a record that only contains it, and empty groups go", () => {
  const groups = [
    { heading: "Accounts", entries: named("Global Reports") },
    { heading: "Contacts", entries: [] },
    { heading: "Pages", entries: named("Reports") },
  ];
  expect(bestGroupFirst(groups, "reports").map(({ heading }) => heading)).toEqual(["Pages", "Accounts"]);
});
