// What tests of documents do on the screen.
import type { Page } from "playwright-core";

export const choose = async (page: Page, company: string) => {
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("combobox", { name: "Company" });
  await field.click();
  await field.fill(company);
  await page.getByRole("option", { name: company, exact: true }).click();
};
