import { expect } from "vitest";
import { chooseFile, toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { addAccounts, asAdmin, asOwner } from "./people.ts";

test("accounts: columns matched, errors by row, duplicates left out", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Castelline SA", domain: "castelline.example" }]);
  await page.goto("/admin/crm?dialog=import");
  const dialog = page.getByRole("dialog", { name: "Import accounts" });
  await chooseFile(
    page,
    "accounts.csv",
    [
      "Company;Sector;Web;Domain;Status",
      "Norrfall;Energy;norrfall.example;norrfall.example;customer",
      "Castelline;Banking;https://castelline.example;www.castelline.example;",
      '"Broken;Quote;;;',
      "Bad;X;javascript:alert(1);;",
      "Veldhaven;Ports;;;Prospect",
    ].join("\r\n"),
  );
  await dialog.getByText("3 rows can be imported, 2 rows cannot.").waitFor();
  expect(await dialog.getByLabel("Company name").evaluate((s: HTMLSelectElement) => s.selectedOptions[0]?.text)).toBe(
    "Company",
  );
  await dialog.getByText("Line 4: A quote is opened and not closed, or not doubled").waitFor();
  await dialog.getByText("Line 5: Website: Start with https://").waitFor();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download rows with errors" }).click();
  expect((await download).suggestedFilename()).toBe("accounts-rows-with-errors.csv");
  await dialog.getByRole("button", { name: "Check 3 rows" }).click();
  await dialog.getByText("1 duplicate by domain: 1 already in the database").waitFor();
  await dialog.getByRole("button", { name: "Import 2 accounts" }).click();
  await toast(page, "2 accounts imported");
  await page.getByText("3 accounts, newest first").waitFor();
  expect(await asOwner(server, "/rest/v1/accounts?select=name,type,website&name=eq.Norrfall")).toEqual([
    { name: "Norrfall", type: "Customer", website: "https://norrfall.example" },
  ]);
  expect(await asOwner(server, "/rest/v1/import_parts?select=part")).toEqual([]);
});
