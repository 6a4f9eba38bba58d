import { expect, test } from "vitest";
import { pagesTouchedBy } from "../../e2e/page-sources.ts";

const sample = ["/", "/articles/the-off-switch", "/docs/bootloader/api"];
const paths = [...sample, "/about", "/articles/ai-101", "/docs/bootloader/costs", "/build/torah-and-ai/availut"];
const touched = (...changed: string[]) => pagesTouchedBy(changed, { sample, paths });

test("a page is touched by its own file, its words and its text", () => {
  expect(touched("app/site/about.tsx")).toEqual(["/about"]);
  expect(touched("content/team.ts")).toEqual(["/about"]);
  expect(touched("content/articles/ai-101.mdx")).toEqual(["/articles/ai-101"]);
  expect(touched("content/docs/costs.mdx")).toEqual(["/docs/bootloader/costs"]);
  expect(touched("app/site/newsletter-guide.tsx")).toEqual(["/build/torah-and-ai/availut"]);
});

test("what a page of the sample is made of, too, is the sample's matter; a server's file touches no page", () => {
  expect(touched("app/ui/button.tsx", "app/site/home.tsx", "app/site/docs/docs-page.tsx")).toEqual([]);
  expect(touched("server/app.ts")).toEqual([]);
});
