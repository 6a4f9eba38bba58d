// What the CRM does so that no one is misled: old rows said to be old, duplicates named, addresses that lead where they say.
import { expect } from "vitest";
import { rowOf, toast } from "./crm-screen.ts";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { addAccounts, addContacts, asAdmin, asOwner } from "./people.ts";

test("accounts 3: a website says where it leads; a domain is a host name", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [
    { name: "Honest", domain: "honest.example", website: "https://www.honest.example/en" },
    { name: "Elsewhere", domain: "bank.example", website: "https://phish.example" },
  ]);
  await page.goto("/admin/crm");
  await rowOf(page, "Honest").getByRole("link", { name: "honest.example" }).waitFor();
  await rowOf(page, "Elsewhere").getByRole("link", { name: "Visit", exact: true }).waitFor();
  await page.goto("/admin/crm?dialog=new");
  const dialog = page.getByRole("dialog", { name: "New Account" });
  await dialog.getByLabel("Company name").fill("Käse");
  await dialog.getByLabel("Domain").fill("https://kaese.example/shop");
  await dialog.getByLabel("Website").fill("kaese.example");
  await dialog.getByLabel("Notes").focus();
  expect(await dialog.getByLabel("Website").inputValue()).toBe("https://kaese.example");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await dialog.getByText("Write the domain alone, such as example.com").waitFor();
  await dialog.getByLabel("Domain").fill("https://KAESE.example/");
  await dialog.getByLabel("Notes").press("Control+Enter");
  await toast(page, "Account created");
  expect(await asOwner(server, "/rest/v1/accounts?select=domain,website&name=eq.K%C3%A4se")).toEqual([
    { domain: "kaese.example", website: "https://kaese.example" },
  ]);
});

test("accounts 4: what may exist already is named with a link, by name, domain and website", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [
    { name: "Norrfall Energy, Inc.", domain: "norrfall.example", website: "https://norrfall.example" },
  ]);
  await page.goto("/admin/crm?dialog=new");
  const dialog = page.getByRole("dialog", { name: "New Account" });
  const link = dialog.getByRole("link", { name: "Norrfall Energy, Inc." });
  await dialog.getByLabel("Company name").fill("NORRFALL energy inc");
  await dialog.getByText("Same company name as").waitFor();
  expect(await link.getAttribute("href")).toBe(`/admin/crm/accounts/${norrfall?.id}`);
  await dialog.getByLabel("Company name").fill("Something else");
  await link.waitFor({ state: "hidden" });
  await dialog.getByLabel("Website").fill("https://www.norrfall.example/en");
  await dialog.getByText("Same website as").waitFor();
  // The record itself is no duplicate of itself.
  await page.goto(`/admin/crm/accounts/${norrfall?.id}?dialog=edit`);
  const edit = page.getByRole("dialog", { name: "Edit Account" });
  const checked = page.waitForResponse("**/rpc/find_duplicates");
  await edit.getByLabel("Company name").fill("Norrfall Energy Inc");
  await checked;
  expect(await edit.getByText("Same company name as").count()).toBe(0);
});

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
