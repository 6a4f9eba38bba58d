// What tests of the contact form fill in and look at.
import type { Page } from "playwright-core";

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const banner = (page: Page) => page.getByText("You're contacting about:");

/** Keeps what would be opened in a new tab, instead of opening a mail program. */
export const catchNewTabs = (page: Page) =>
  page.addInitScript(() => {
    const opened: string[][] = [];
    Object.assign(window, { opened });
    window.open = (...args) => {
      opened.push(args.map(String));
      return null;
    };
  });
export const newTabs = (page: Page) => page.evaluate(() => (window as unknown as { opened: string[][] }).opened);
