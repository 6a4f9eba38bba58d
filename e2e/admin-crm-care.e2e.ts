// What the CRM does so that no one is misled: old rows said to be old, duplicates named, addresses that lead where they say.
import { expect } from "vitest";
import { toast, rowOf } from "./crm-screen.ts";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { addAccounts, asAdmin, asOwner, addContacts } from "./people.ts";

test("contacts 2: the picker puts the exact name first and can create a company", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [
    ...Array.from({ length: 60 }, (_, n) => ({ name: `A${String(n).padStart(2, "0")} Harbor Bank` })),
    { name: "Harbor Bank" },
  ]);
  await page.goto("/admin/crm?tab=contacts&dialog=new");
  const dialog = page.getByRole("dialog", { name: "New Contact" });
  await dialog.getByLabel("Full name").fill("Ada Lind");
  await dialog.getByLabel("Company").fill("harbor bank");
  await expect.poll(async () => (await page.getByRole("option").allTextContents())[0]).toBe("Harbor Bank");
  await dialog.getByLabel("Company").fill("Brand New");
  await page.getByRole("option", { name: 'Create "Brand New"' }).click();
  await expect.poll(() => dialog.getByLabel("Company").inputValue()).toBe("Brand New");
  await dialog.getByRole("button", { name: "Create contact" }).click();
  await toast(page, "Contact created");
  expect(await asOwner(server, "/rest/v1/contacts?select=name,account:accounts(name)")).toEqual([
    { name: "Ada Lind", account: { name: "Brand New" } },
  ]);
  expect(problemsOf(page)).toEqual([]);
});

test("contacts 3: the company leads to its page and narrows the list", async ({ page, server }) => {
  await asAdmin(page, server);
  const [norrfall, castelline] = await addAccounts(server, [{ name: "Norrfall" }, { name: "Castelline" }]);
  await addContacts(server, [
    { account_id: norrfall?.id, name: "Ada Lind" },
    { account_id: castelline?.id, name: "Bo Ek" },
  ]);
  await page.goto("/admin/crm?tab=contacts");
  await page.getByText("2 contacts, newest first").waitFor();
  await page.getByRole("button", { name: "Company: any" }).click();
  await page.getByRole("dialog", { name: "Filter Company" }).getByRole("combobox", { name: "Company" }).click();
  await page.getByRole("option", { name: "Norrfall" }).click();
  await page.getByText("1 contact, newest first").waitFor();
  await page.waitForURL((url) => url.searchParams.get("filter") === `account_id.is.${norrfall?.id}`);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove filter Company" }).click();
  await page.getByText("2 contacts, newest first").waitFor();
  await rowOf(page, "Bo Ek").getByRole("link", { name: "Castelline" }).click();
  await page.waitForURL(`/admin/crm/accounts/${castelline?.id}`);
});
