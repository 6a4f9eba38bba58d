import { expect } from "vitest";
import { problemsOf, firstVisitTest as test } from "./fixtures.ts";

test("the home page is served with its heading and without a problem", async ({ page }) => {
  const response = await page.goto("/");
  expect(response?.status()).toBe(200);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(problemsOf(page)).toEqual([]);
});

test("an unknown path answers 404 with the 404 page", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await page.getByText("Oops! Page not found").waitFor();
});
