// Specification 1, section 1, Home page content.
import { expect } from "vitest";
import { firstVisitTest as test } from "./fixtures.ts";
import { homeContent } from "./home-content.ts";

homeContent("/");

test("the alternate home is not indexed and names / as its address", async ({ page }) => {
  await page.goto("/index-draft1");
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
  expect(new URL((await page.locator('link[rel="canonical"]').getAttribute("href")) ?? "").pathname).toBe("/");
});
