// The header and the menu of public pages, as tests look at them.
import type { Page } from "playwright-core";

export const menuButton = (page: Page) => page.getByRole("button", { name: "Menu", exact: true });
export const panel = (page: Page) => page.getByRole("dialog", { name: "Menu" });
export const scrollTo = async (page: Page, y: number) => {
  // The browser tells the page of a scroll with its next frame.
  await page.evaluate(
    (top) =>
      new Promise((resolve) => {
        window.scrollTo(0, top);
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
    y,
  );
};

export const headerTop = async (page: Page) => (await page.getByRole("banner").boundingBox())?.y;
export const headerBottom = (page: Page) =>
  page.getByRole("banner").evaluate((header) => header.getBoundingClientRect().bottom);
/** How solid the header's ground is, from 0 to 1. */
export const opacity = (page: Page) =>
  page.getByRole("banner").evaluate((header) => {
    // Without any ground a browser says "rgba(0, 0, 0, 0)".
    const [, alpha, ofRgba] =
      /\/ ([\d.]+)\)|rgba\([^)]*, ([\d.]+)\)/.exec(getComputedStyle(header).backgroundColor) ?? [];
    return Number(alpha ?? ofRgba ?? 1);
  });
/** How many pixels of a line near the upper edge of the window are the header's. */
export const coveredByHeader = (page: Page) =>
  page.evaluate(() => {
    const header = document.querySelector("header");
    const xs = Array.from({ length: document.documentElement.clientWidth }, (_, x) => x);
    return xs.filter((x) => header?.contains(document.elementFromPoint(x, 32))).length;
  });
