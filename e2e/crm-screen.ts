// What tests of the CRM look at on its screens.
import type { Page } from "playwright-core";

/** A message in the corner. */
export const toast = (page: Page, text: string) =>
  page.getByLabel("Notifications").getByText(text, { exact: true }).waitFor();
export const headings = async (page: Page) => {
  await page.getByRole("columnheader").first().waitFor();
  return (await page.getByRole("columnheader").allTextContents()).map((text) => text.trim()).filter(Boolean);
};
export const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
