// What tests of the CRM look at on its screens.
import type { Page } from "playwright-core";

/** A message in the corner that no earlier call has waited for: the same words may have been said a moment ago. */
export const toast = (page: Page, text: string) =>
  page
    .getByLabel("Notifications")
    .locator(`li:not([data-waited-for=${JSON.stringify(text)}])`)
    .filter({ has: page.getByText(text, { exact: true }), visible: true })
    .first()
    .evaluate((message, words) => void (message.dataset["waitedFor"] = words), text);
export const headings = async (page: Page) => {
  await page.getByRole("columnheader").first().waitFor();
  return (await page.getByRole("columnheader").allTextContents()).map((text) => text.trim()).filter(Boolean);
};
export const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

export const chooseFile = (page: Page, name: string, content: string | Buffer) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });

/** Chooses one of a few above a list: "Owner: any" becomes "Owner Noor". */
export async function chooseFilter(page: Page, label: string, words: string) {
  await page.getByRole("button", { name: new RegExp(`^${label}: `) }).click();
  await page.getByRole("menuitemradio", { name: words, exact: true }).click();
}

/** Narrows a list to one choice of a field that stands above it. */
export async function checkFilter(page: Page, label: string, words: string) {
  await page.getByRole("button", { name: `${label}: any` }).click();
  await page
    .getByRole("dialog", { name: `Filter ${label}` })
    .getByLabel(words, { exact: true })
    .click();
  // The address holds the filter: the list is narrowed as soon as it does.
  await page.getByRole("button", { name: new RegExp(`^${label}: .*${words}`) }).waitFor();
  await page.keyboard.press("Escape");
}
