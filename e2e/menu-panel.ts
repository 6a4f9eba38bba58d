// The menu of the public pages, at one width.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { type phone, sharedTest as test } from "./fixtures.ts";
import { settled } from "./page-checks.ts";
import { menuButton, panel, scrollTo } from "./site-frame.ts";

export const six = ["Education", "Development", "Tools", "Articles", "About", "Contact"];

export const menuPanel = (name: string, viewport: typeof phone) =>
  describe(`menu panel, ${name}`, () => {
    const ready = async (open: (options: object) => Promise<Page>) => {
      const page = await open({ viewport });
      await page.goto("/education");
      await settled(page);
      await scrollTo(page, 200);
      return page;
    };

    test("the toggle opens a panel with the same six links; it closes when a link is chosen", async ({ open }) => {
      const page = await ready(open);
      await menuButton(page).click();
      await panel(page).waitFor();
      expect(
        (await panel(page).getByRole("navigation").getByRole("link").allTextContents()).map((text) => text.trim()),
      ).toEqual(six);
      await panel(page).getByRole("link", { name: "Tools" }).click();
      await page.waitForURL("**/tools");
      expect(await panel(page).count()).toBe(0);
    });

    test("Escape closes it, and so does the button; focus returns to the toggle", async ({ open }) => {
      const page = await ready(open);
      await menuButton(page).focus();
      await page.keyboard.press("Enter");
      await panel(page).waitFor();
      await page.keyboard.press("Escape");
      await panel(page).waitFor({ state: "detached" });
      expect(await menuButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
      await menuButton(page).click();
      await panel(page).getByRole("button", { name: "Close" }).click();
      await panel(page).waitFor({ state: "detached" });
    });

    test("focus is kept inside", async ({ open }) => {
      const page = await ready(open);
      await menuButton(page).click();
      for (let press = 0; press < 12; press++) {
        await page.keyboard.press("Tab");
        // Between the last and the first the browser itself may take the focus: that is body, never the page behind.
        const where = await page.evaluate(() => {
          const at = document.activeElement;
          return at === document.body || at?.closest("#menu") !== null;
        });
        expect(where).toBe(true);
      }
    });
  });
