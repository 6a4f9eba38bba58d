import { expect } from "vitest";
import { sharedTest as test } from "./fixtures.ts";

test("an address that cannot be read shows the error screen", async ({ page }) => {
  const response = await page.goto("/%zz");
  expect(response?.status()).toBe(400);
  await page.getByRole("heading", { level: 1, name: "Unexpected Application Error!" }).waitFor();
  await page.getByText("400 Bad Request").waitFor();
  await page.getByRole("link", { name: "Reload this page" }).waitFor();
});

test("a form sent to a page shows the error screen, and reloading shows the page", async ({ page }) => {
  await page.goto("/education");
  await Promise.all([
    page.waitForEvent("load"),
    page.evaluate(() => {
      const form = document.createElement("form");
      form.method = "post";
      document.body.append(form);
      form.submit();
    }),
  ]);
  await page.getByText("405 Method Not Allowed").waitFor();
  await page.getByRole("link", { name: "Reload this page" }).click();
  await page.waitForURL(/\/education\??$/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByText("405 Method Not Allowed").count()).toBe(0);
});
