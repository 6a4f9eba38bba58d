// What the CRM does so that no one is misled: old rows said to be old, duplicates named, addresses that lead where they say. What `npm test -- all` adds.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { rowOf, toast } from "./crm-screen.ts";
import { phone, sharedTest as test } from "./fixtures.ts";
import { addAccounts, addContacts, asAdmin, asOwner } from "./people.ts";
import type { RunningServer } from "./start-server.ts";
import { stopClock } from "./stopped-clock.ts";

const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `Company ${String(n).padStart(3, "0")}` }));

test("below 1024 px the headings cover no row", async ({ open, server }) => {
  for (const width of [640, 800, 1023, 1280]) {
    const page = await open({ viewport: { width, height: 700 } });
    await asAdmin(page, server);
    await addAccounts(server, [{ name: "Newest" }]);
    await page.goto("/admin/crm");
    await rowOf(page, "Newest").waitFor();
    const head = await page.getByRole("columnheader", { name: "Name" }).boundingBox();
    const row = await rowOf(page, "Newest").boundingBox();
    expect(row?.y ?? 0, `${width} px`).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1);
    await page.context().close();
  }
});

test("rows of another page are dimmed and said to be old; a lost connection is said", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, numbered(60));
  await page.goto("/admin/crm?sort=name");
  await rowOf(page, "Company 000").waitFor();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/rest/v1/accounts?*offset=50*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Loading. The rows below are from before.").waitFor();
  expect(await page.locator("tbody").evaluate((body) => (body as HTMLElement).inert)).toBe(true);
  answer();
  await rowOf(page, "Company 059").waitFor();
  await page.getByText("The rows below are from before.").waitFor({ state: "hidden" });

  await page.route("**/rest/v1/rpc/search_accounts*", (route) => route.abort("connectionfailed"));
  await page.getByLabel("Find an account").fill("zzz");
  await page.getByText("No connection to the server. Try again when it is back. Trying again.").waitFor();
  await page.unroute("**/rest/v1/rpc/search_accounts*");
  await page.getByText("No accounts match").waitFor();
});

test("offline is said beside rows that were read before", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Norrfall" }]);
  await page.goto("/admin/crm");
  await rowOf(page, "Norrfall").waitFor();
  await page.context().setOffline(true);
  await page.getByText(/You are offline\. The rows below were read at/).waitFor();
  await page.context().setOffline(false);
  await page.getByText(/You are offline/).waitFor({ state: "hidden" });
});

test("Escape closes the picker's list and not the dialog around it", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Norrfall" }]);
  await page.goto("/admin/crm?tab=contacts&dialog=new");
  const dialog = page.getByRole("dialog", { name: "New Contact" });
  await dialog.getByLabel("Company").click();
  await page.getByRole("option", { name: "Norrfall" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("option", { name: "Norrfall" }).waitFor({ state: "hidden" });
  expect(await dialog.isVisible()).toBe(true);
});

test("a tab keeps its search and its order while another is looked at", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Norrfall" }, { name: "Castelline" }]);
  await page.goto("/admin/crm?search=norr&sort=name");
  await page.getByText("1 account, by name").waitFor();
  await page.getByRole("tab", { name: /Contacts/ }).click();
  await page.getByText("No contacts yet. Create your first one!").waitFor();
  await page.getByRole("tab", { name: /Accounts/ }).click();
  await page.getByText("1 account, by name").waitFor();
  expect(await page.getByLabel("Find an account").inputValue()).toBe("norr");
});

test("an address that names no record says so, in words", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm/accounts/bad");
  await page.getByText("This account no longer exists").waitFor();
  expect(await page.getByText(/uuid|syntax/i).count()).toBe(0);
  await page.goto("/admin/crm?dialog=edit&id=bad");
  await page.getByRole("dialog").getByText("This account no longer exists.").waitFor();
});

test("a company deleted while its contact is saved is said in words, not in keys", async ({ page, server }) => {
  // Without live changes the form learns of it from the server's refusal.
  await page.route("**/api/live**", (route) => route.abort());
  const { dialog, company } = await newContactOf(page, server, "Norrfall");
  await asOwner(server, `/rest/v1/accounts?id=eq.${company}`, { method: "DELETE" });
  await dialog.getByRole("button", { name: "Create contact" }).click();
  await dialog.getByText("A record that this one refers to no longer exists. Choose another.").waitFor();
  expect(await dialog.getByText(/foreign key/).count()).toBe(0);
});

test("a company deleted while its contact is written is no longer chosen, and its name says why", async ({
  page,
  server,
}) => {
  const { dialog, company } = await newContactOf(page, server, "Castelline");
  await asOwner(server, `/rest/v1/accounts?id=eq.${company}`, { method: "DELETE" });
  await dialog.getByPlaceholder("Castelline was deleted").waitFor();
  expect(await dialog.getByLabel("Full name").inputValue()).toBe("Ada Lind");
});

async function newContactOf(page: Page, server: RunningServer, name: string) {
  await asAdmin(page, server);
  const [account] = await addAccounts(server, [{ name }]);
  await page.goto(`/admin/crm?tab=contacts&account=${account?.id}&dialog=new`);
  const dialog = page.getByRole("dialog", { name: "New Contact" });
  await dialog.getByLabel("Full name").fill("Ada Lind");
  await expect.poll(() => dialog.getByLabel("Company").inputValue()).toBe(name);
  return { dialog, company: account?.id };
}

test("buttons with an icon alone say what they do after 700 ms, the next one at once", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Norrfall" }]);
  await page.clock.install();
  await page.goto("/admin/crm");
  await rowOf(page, "Norrfall").waitFor();
  await stopClock(page);
  const tip = page.getByRole("tooltip");
  await page.getByRole("button", { name: "Edit Norrfall" }).hover();
  await page.clock.runFor(600);
  expect(await tip.count()).toBe(0);
  await page.clock.runFor(150);
  await tip.getByText("Edit Norrfall").waitFor();
  await page.getByRole("button", { name: "Delete Norrfall" }).hover();
  await page.clock.runFor(50);
  await tip.getByText("Delete Norrfall").waitFor();
});

test("on a phone a row has three lines", async ({ open, server }) => {
  const page = await open({ viewport: phone });
  await asAdmin(page, server);
  await addAccounts(server, [
    { name: "Castelline", type: "Customer", industry: "Banking", domain: "c.example", website: "https://c.example" },
  ]);
  await page.goto("/admin/crm");
  const row = rowOf(page, "Castelline");
  const top = async (text: string) => (await row.getByText(text, { exact: true }).boundingBox())?.y ?? 0;
  const [name, type, industry, website] = [
    await top("Castelline"),
    await top("Customer"),
    await top("Banking"),
    await top("c.example"),
  ];
  expect(Math.abs((type ?? 0) - (industry ?? 0))).toBeLessThan(8);
  expect(type ?? 0).toBeGreaterThan(name ?? 0);
  expect(website ?? 0).toBeGreaterThan((industry ?? 0) + 8);
  expect((await row.boundingBox())?.height).toBeLessThan(110);
});

test("contacts 4: who has the same e-mail address is named with a link", async ({ page, server }) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall" }]);
  const [ada] = await addContacts(server, [
    { account_id: norrfall?.id, name: "Ada Lind", email: "ada@norrfall.example" },
  ]);
  await page.goto("/admin/crm?tab=contacts&dialog=new");
  const dialog = page.getByRole("dialog", { name: "New Contact" });
  await dialog.getByLabel("Email").fill("ADA@norrfall.example");
  await dialog.getByText("Same email as").waitFor();
  expect(await dialog.getByRole("link", { name: "Ada Lind" }).getAttribute("href")).toBe(
    `/admin/crm/contacts/${ada?.id}`,
  );
});

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
