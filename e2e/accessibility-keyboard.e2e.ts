// Journeys with the keyboard alone. Each also proves that the island it drives works in the built site.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { phone, sharedTest as test } from "./fixtures.ts";
import { focused, ready, showsFocus } from "./keyboard.ts";

async function tabTo(page: Page, name: string | RegExp, most = 80): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (typeof name === "string" ? now === name : name.test(now)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test("the first Tab offers to skip the navigation, and the skip works", async ({ page }) => {
  await page.goto("/education");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Skip to content");
  expect(await showsFocus(page)).toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("the menu opens, keeps the focus inside, closes with Escape and gives the focus back", async ({ open }) => {
  const page = await open({ viewport: phone });
  await page.goto("/");
  await tabTo(page, "Menu");
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.waitFor();
  expect(await page.locator("#menu-button").getAttribute("aria-expanded")).toBe("true");
  for (let presses = 0; presses < 15; presses++) {
    await page.keyboard.press("Tab");
    // Focus may pass through the browser's own bar (the body), never to the page behind.
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("#menu") !== null,
      ),
    ).toBe(true);
  }
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  expect(await focused(page)).toBe("Menu");
  // The browser tells the page a task later that the dialog has closed.
  await expect.poll(() => page.locator("#menu-button").getAttribute("aria-expanded")).toBe("false");
});

test("the contact form is filled, refused, sent and answered by keyboard", async ({ page }) => {
  await page.goto("/contact");
  await tabTo(page, "", 1).catch(() => undefined);
  const name = page.getByRole("textbox", { name: "Name" });
  await name.focus();
  await page.keyboard.type("Ada Reader");
  await page.keyboard.press("Enter");
  // The browser itself says what is missing and puts the focus there, once the form is awake.
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("email");
  await page.keyboard.type("ada@example.com");
  for (const text of ["A question", "Which model, and why?"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await ready(page, "contact-form#ContactForm");
  await tabTo(page, /^Send message/, 5);
  const popup = page
    .context()
    .waitForEvent("page")
    .catch(() => null);
  await page.keyboard.press("Enter");
  await page.getByText("Message prepared").waitFor();
  expect(await name.inputValue()).toBe("");
  void popup;
});

test("toasts are announced, reached with Alt+T and dismissed by keyboard", async ({ page }) => {
  await page.goto("/about");
  await page.getByRole("button", { name: "Client Dashboard" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Client portal will be available soon").waitFor();
  expect(await page.locator("[aria-live=polite]").count()).toBeGreaterThan(0);
  await page.keyboard.press("Alt+T");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("[data-sonner-toaster]") !== null))
    .toBe(true);
  await page.getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Client portal will be available soon").waitFor({ state: "hidden" });
});
