// Where the focus is, and whether it shows.
import type { Page } from "playwright-core";

export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "";
  });

/** The focused element shows that it is: an outline, or another look. */
export const showsFocus = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.activeElement ?? document.body);
    return style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
  });

export const ready = (page: Page, island: string) =>
  page.locator(`gv-island[data-island="${island}"][data-ready]`).waitFor({ state: "attached" });
