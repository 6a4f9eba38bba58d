import { expect } from "vitest";
import { headings, rowOf, toast } from "./crm-screen.ts";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { addAccounts, asAdmin, addContacts } from "./people.ts";

test("accounts 1, 2: an account is created, shown, edited and deleted", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm");
  expect(await page.getByRole("tab", { selected: true }).textContent()).toContain("Accounts");
  await page.getByText("No accounts yet. Create your first one!").waitFor();

  await page.getByRole("button", { name: "New Account" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New Account" });
  expect(await dialog.getByLabel("Company name").evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await dialog.getByLabel("Notes").getAttribute("rows")).toBe("4");
  expect(await dialog.getByLabel("Website").getAttribute("type")).toBe("url");
  expect(await dialog.getByLabel("Type").inputValue()).toBe("Prospect");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await dialog.getByText("Company name is required").waitFor();
  await dialog.getByLabel("Company name").fill("Castelline");
  await dialog.getByLabel("Type").selectOption("Customer");
  await dialog.getByLabel("Industry").fill("Banking");
  await dialog.getByLabel("Domain").fill("castelline.example");
  await dialog.getByLabel("Website").fill("https://castelline.example/en");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await toast(page, "Account created");
  await dialog.waitFor({ state: "hidden" });

  expect(await headings(page)).toEqual(["Name", "Type", "Industry", "Website", "Actions"]);
  const link = page.getByRole("link", { name: "castelline.example" });
  expect(await link.getAttribute("href")).toBe("https://castelline.example/en");
  expect(await link.getAttribute("target")).toBe("_blank");

  await page.getByRole("button", { name: "Edit Castelline" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Account" });
  expect(await edit.getByLabel("Industry").inputValue()).toBe("Banking");
  await edit.getByLabel("Domain").fill("");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await toast(page, "Account updated");
  await page.getByRole("link", { name: "Visit", exact: true }).waitFor();

  await page.getByRole("button", { name: "Delete Castelline" }).click();
  const ask = page.getByRole("dialog", { name: "Delete Castelline?" });
  await ask.getByText("Nothing else goes with it. Undo brings everything back for 30 days.").waitFor();
  await ask.getByRole("button", { name: "Delete Castelline" }).click();
  await toast(page, "Account deleted");
  await page.getByText("No accounts yet. Create your first one!").waitFor();
  expect(problemsOf(page)).toEqual([]);
});

test("contacts 1: a contact needs a company, found by typing; mail and call links; deleted", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Norrfall" }, { name: "Castelline" }]);
  await page.goto("/admin/crm?tab=contacts");
  await page.getByText("No contacts yet. Create your first one!").waitFor();
  await page.getByRole("button", { name: "New Contact" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New Contact" });
  expect(await dialog.getByLabel("Email").getAttribute("type")).toBe("email");
  expect(await dialog.getByLabel("Phone").getAttribute("type")).toBe("tel");
  await dialog.getByRole("button", { name: "Create contact" }).click();
  await dialog.getByText("Full name is required").waitFor();
  await dialog.getByText("Company is required").waitFor();
  await dialog.getByLabel("Full name").fill("Ada Lind");
  await dialog.getByLabel("Company").click();
  await expect.poll(() => page.getByRole("option").allTextContents()).toEqual(["Castelline", "Norrfall"]);
  await dialog.getByLabel("Company").fill("norr");
  await page.getByRole("option", { name: "Castelline" }).waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await expect.poll(() => dialog.getByLabel("Company").inputValue()).toBe("Norrfall");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  // The same once more: nothing changes, and the list closes all the same.
  await dialog.getByLabel("Company").fill("nor");
  await page.getByRole("option", { name: "Norrfall" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  expect(await dialog.getByLabel("Company").inputValue()).toBe("Norrfall");
  await dialog.getByLabel("Title").fill("COO");
  await dialog.getByLabel("Email").fill("ada@norrfall.example");
  await dialog.getByLabel("Phone").fill("+46 (0)8 123 45");
  await dialog.getByRole("button", { name: "Create contact" }).click();
  await toast(page, "Contact created");

  expect(await headings(page)).toEqual(["Name", "Company", "Title", "Email", "Phone", "Actions"]);
  expect(await page.getByRole("link", { name: "ada@norrfall.example" }).getAttribute("href")).toBe(
    "mailto:ada@norrfall.example",
  );
  expect(await page.getByRole("link", { name: "+46 (0)8 123 45" }).getAttribute("href")).toBe("tel:+460812345");
  await rowOf(page, "Ada Lind").getByText("Norrfall", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Edit Ada Lind" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Contact" });
  await edit.getByLabel("Title").fill("CEO");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await toast(page, "Contact updated");
  await page.getByRole("button", { name: "Delete Ada Lind" }).click();
  await page.getByRole("dialog").getByText("The company stays. Undo brings everything back for 30 days.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Ada Lind" }).click();
  await toast(page, "Contact deleted");
});

test("accounts 6, contacts 6: an account page shows every field and its contacts; a contact page its company", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [
    { name: "Norrfall", industry: "Energy", notes: "Line one\nLine two", website: "https://norrfall.example" },
  ]);
  const [ada] = await addContacts(server, [
    { account_id: norrfall?.id, name: "Ada Lind", email: "ada@norrfall.example", role: "Buyer" },
  ]);
  await page.goto("/admin/crm");
  await page.getByRole("link", { name: "Norrfall" }).click();
  await page.waitForURL(`/admin/crm/accounts/${norrfall?.id}`);
  await page.getByText("Line one").waitFor();
  await page.getByRole("link", { name: "Ada Lind" }).click();
  await page.waitForURL(`/admin/crm/contacts/${ada?.id}`);
  await page.getByRole("region", { name: "Details" }).getByText("Buyer").waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Title").fill("COO");
  await page.getByRole("button", { name: "Save changes" }).click();
  await toast(page, "Contact updated");
  const main = page.getByRole("main");
  await main.getByText("COO", { exact: true }).waitFor();
  await main.getByRole("link", { name: "Norrfall", exact: true }).click();
  await page.getByRole("button", { name: "New Contact" }).click();
  const dialog = page.getByRole("dialog", { name: "New Contact" });
  await expect.poll(() => dialog.getByLabel("Company").inputValue()).toBe("Norrfall");
  await dialog.getByLabel("Full name").fill("Bo Ek");
  await dialog.getByRole("button", { name: "Create contact" }).click();
  await toast(page, "Contact created");
  // Added where one is: the company's page stays.
  await page.getByRole("region", { name: "Contacts" }).getByRole("link", { name: "Bo Ek" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/admin/crm/accounts/${norrfall?.id}`);
  await page.goto("/admin/crm/accounts/00000000-0000-4000-8000-000000000000");
  await page.getByText("This account no longer exists").waitFor();
});
