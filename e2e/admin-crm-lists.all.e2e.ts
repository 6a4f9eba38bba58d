import { expect } from "vitest";
import { checkFilter, rowOf, toast } from "./crm-screen.ts";
import { phone, problemsOf, sharedTest as test } from "./fixtures.ts";
import { addAccounts, addContacts, asAdmin } from "./people.ts";

test("after a delete by keyboard the focus stays in the list", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Norrfall" }, { name: "Castelline" }, { name: "Meridel" }]);
  await page.goto("/admin/crm");
  const inList = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.getByRole("button", { name: "Delete Norrfall" }).press("Enter");
  // It can be pressed once it is known what goes along.
  const confirm = (name: string) => page.getByRole("dialog").getByRole("button", { name, disabled: false });
  await confirm("Delete Norrfall").press("Enter");
  await toast(page, "Account deleted");
  await expect.poll(inList).toBe("Accounts");
  await page.getByLabel("Select all accounts on this page").check();
  await page.getByRole("button", { name: "Delete selected" }).press("Enter");
  await confirm("Delete 2 accounts").press("Enter");
  await toast(page, "2 accounts deleted");
  await expect.poll(inList).toBe("Accounts");
});

test("on a phone the list keeps both ways to reach a contact", async ({ open, server }) => {
  const page = await open({ viewport: phone });
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall" }]);
  const ada = { name: "Ada Lind", email: "ada@norrfall.example", phone: "+47 555 0100" };
  await addContacts(server, [{ account_id: norrfall?.id, ...ada }]);
  await page.goto("/admin/crm?tab=contacts");
  await page.getByRole("link", { name: ada.email }).waitFor();
  await page.getByRole("link", { name: ada.phone }).waitFor();
});

test("lists and deletes that fail say so; a failed delete brings the row back", async ({ page, server }) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(server, [{ account_id: norrfall?.id, name: "Ada Lind" }]);
  const refuse = async (table: string, method: string) => {
    await page.route(`**/rest/v1/${table}*`, (route) =>
      route.request().method() === method ? route.fulfill({ status: 403, json: { message: "no" } }) : route.continue(),
    );
  };
  await page.goto("/admin/crm");
  await rowOf(page, "Norrfall").waitFor();
  await refuse("accounts", "DELETE");
  await refuse("contacts", "DELETE");
  await page.getByRole("button", { name: "Delete Norrfall" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Norrfall" }).click();
  await toast(page, "Failed to delete account");
  await rowOf(page, "Norrfall").waitFor();
  await page.getByRole("tab", { name: /Contacts/ }).click();
  await page.getByRole("button", { name: "Delete Ada Lind" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Ada Lind" }).click();
  await toast(page, "Failed to delete contact");
  await rowOf(page, "Ada Lind").waitFor();
  await refuse("accounts", "GET");
  await refuse("contacts", "GET");
  await page.goto("/admin/crm");
  await toast(page, "Failed to load accounts");
  await page.goto("/admin/crm?tab=contacts");
  await toast(page, "Failed to load contacts");
});

test("a list that cannot be read again says so and keeps the rows it has", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Norrfall" }]);
  await page.goto("/admin/crm");
  await rowOf(page, "Norrfall").waitFor();
  await page.route("**/rest/v1/accounts*", (route) =>
    route.request().method() === "GET" ? route.fulfill({ status: 403, json: { message: "no" } }) : route.continue(),
  );
  await page.getByRole("button", { name: "New Account" }).first().click();
  await page.getByLabel("Company name").fill("Castelline");
  await page.getByRole("button", { name: "Create account" }).click();
  await toast(page, "Failed to load accounts");
  await rowOf(page, "Norrfall").waitFor();
});

test("while a list loads it says Loading...", async ({ page, server }) => {
  await asAdmin(page, server);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/rest/v1/accounts?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/admin/crm");
  await page.getByRole("region", { name: "Accounts" }).getByText("Loading...").waitFor();
  answer();
  await page.getByText("No accounts yet. Create your first one!").waitFor();
});

test("search, type, sort and page stand in the URL and survive a reload", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(
    server,
    Array.from({ length: 60 }, (_, n) => ({
      name: `Company ${String(n).padStart(2, "0")}`,
      type: n % 2 ? "Customer" : "Prospect",
      industry: n === 7 ? "Energy & ports" : null,
    })),
  );
  await page.goto("/admin/crm");
  await page.getByText("60 accounts, newest first").waitFor();
  await page.getByRole("button", { name: "Name" }).click();
  await page.waitForURL(/sort=name/);
  await page.getByText("60 accounts, by name").waitFor();
  await rowOf(page, "Company 00").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await rowOf(page, "Company 59").waitFor();
  expect(new URL(page.url()).search).toBe("?sort=name&page=2");
  await page.reload();
  await rowOf(page, "Company 59").waitFor();
  await checkFilter(page, "Type", "Customer");
  await page.getByText("30 accounts, by name").waitFor();
  await page.getByLabel("Find an account").fill("energy ports");
  await page.getByText("1 account, by name").waitFor();
  await rowOf(page, "Company 07").waitFor();
  await page.goBack();
  await page.getByText("60 accounts").waitFor();
  await page.goto("/admin/crm?page=99");
  await page.getByRole("button", { name: "Show all accounts" }).click();
  await page.getByText("60 accounts").waitFor();
});

test("names that read like the API's own operators are found like others", async ({ page, server }) => {
  await asAdmin(page, server);
  const names = ["match.com", "not.yet.example", "in.gr", "is (limited)", "fts(english).example"];
  await addAccounts(
    server,
    [...names, "Norrfall"].map((name) => ({ name })),
  );
  for (const name of names) {
    await page.goto("/admin/crm?tab=accounts");
    await page.getByText("6 accounts").waitFor();
    await page.getByLabel("Find an account").fill(name);
    await page.getByText("1 account, newest first").waitFor();
    await rowOf(page, name).waitFor();
  }
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search everything, by name, words or number").fill("match.com");
  await page.getByRole("option", { name: /^match\.com/ }).waitFor();
  expect(problemsOf(page)).toEqual([]);
});

test("contacts can be sorted by their company", async ({ page, server }) => {
  await asAdmin(page, server);
  const made = await addAccounts(server, [{ name: "Zeta" }, { name: "Alpha" }]);
  await addContacts(
    server,
    made.map(({ id, name }) => ({ account_id: id, name: `Person of ${name}` })),
  );
  await page.goto("/admin/crm?tab=contacts&sort=account_id");
  await page.getByText("2 contacts, by company").waitFor();
  expect((await page.getByRole("row").nth(1).textContent()) ?? "").toContain("Alpha");
});

test("a selection is deleted at once, and exported", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "=1+1", website: "https://a.example" }, { name: "Beta" }, { name: "Gamma" }]);
  await page.goto("/admin/crm?sort=name");
  await page.getByLabel("Select =1+1").check();
  await page.getByLabel("Select Beta").check();
  await page.getByText("2 accounts selected").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export selected" }).click();
  const file = await (await download).createReadStream();
  const text = Buffer.concat(await file.toArray()).toString("utf8");
  expect(text.split("\r\n")[0]).toBe("\uFEFFCompany name,Type,Industry,Domain,Website,Owner,Notes,Created");
  expect(text).toContain("'=1+1,Prospect,,,https://a.example,,,");
  await page.getByRole("button", { name: "Delete selected" }).click();
  await page
    .getByRole("dialog", { name: "Delete 2 accounts?" })
    .getByRole("button", { name: "Delete 2 accounts" })
    .click();
  await toast(page, "2 accounts deleted");
  await page.getByText("1 account, by name").waitFor();
  await page.getByText("2 accounts selected").waitFor({ state: "hidden" });
});
