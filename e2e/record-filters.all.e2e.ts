// Lists that answer questions: filters of any field, saved views, columns, and all of it on a phone and by keyboard.
import { expect } from "vitest";
import { rowOf } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { addAccounts, asAdmin, emptyCrm } from "./people.ts";

test("records 3: F finds any field; groups, words and the address follow", async ({ page, server }) => {
  await asAdmin(page, server);
  await emptyCrm(server);
  await addAccounts(server, [
    { name: "Norrfall", type: "Customer", industry: "Energy" },
    { name: "Castelline", type: "Customer", industry: "Law" },
    { name: "Meridel", type: "Prospect", industry: null },
  ]);
  await page.goto("/admin/crm");
  await rowOf(page, "Meridel").waitFor();
  await page.keyboard.press("f");
  await page.getByRole("combobox", { name: "Find a field" }).fill("indus");
  await page.keyboard.press("Enter");
  const editor = page.getByRole("dialog", { name: "Filter Industry" });
  await editor.getByRole("textbox", { name: "Industry" }).fill("law");
  await page.getByText("Accounts where industry contains “law”.").waitFor();
  await page.getByText("1 account, newest first").waitFor();
  await editor.getByRole("button", { name: "Or another" }).click();
  await page.getByRole("combobox", { name: "Find a field" }).last().fill("account industry");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "What is asked of Industry" }).click();
  await page.getByRole("menuitem", { name: "is empty" }).click();
  await page.getByText("Accounts where industry contains “law” or industry is empty.").waitFor();
  await page.getByText("2 accounts, newest first").waitFor();
  expect(new URL(page.url()).searchParams.getAll("filter")).toEqual(["industry.contains.law*industry.empty*"]);
  await page.reload();
  await page.getByText("2 accounts, newest first").waitFor();
  await rowOf(page, "Castelline").waitFor();
  await page.getByRole("button", { name: "Remove filter Industry" }).last().click();
  await page.getByText("1 account, newest first").waitFor();

  await page.goto("/admin/crm?filter=own_gone.is.x&filter=type.is.Customer");
  await page.getByText('The field "own_gone" is gone; this filter is left out.').waitFor();
  await page.getByText("2 accounts, newest first").waitFor();
});
