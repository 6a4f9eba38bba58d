// Editing in lists: two people at once, many records, a phone. What `npm test -- all` adds.
import { expect } from "vitest";
import { axeViolations } from "./accessibility.ts";
import { rowOf, toast } from "./crm-screen.ts";
import { phone, test } from "./fixtures.ts";
import { addAccounts, asAdmin, asOwner, emptyCrm } from "./people.ts";

const focused = "td:focus";

const list = "/admin/crm?sort=name&columns=name..type..industry..website..notes..created_at";

test("records 6: a cell that someone else changed in between shows both values; another field of theirs is no conflict", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await emptyCrm(server);
  const [alder] = await addAccounts(server, [{ name: "Alder", type: "Prospect", industry: "Paper" }]);
  const change = (body: object) => asOwner(server, `/rest/v1/accounts?id=eq.${alder!.id}`, { method: "PATCH", body });
  const industry = async () =>
    (await asOwner<{ industry: string }[]>(server, "/rest/v1/accounts?select=industry"))[0]?.industry;
  await page.goto(list);
  const cell = rowOf(page, "Alder").locator("td[data-cell=industry]");
  const input = page.getByRole("textbox", { name: "Industry of Alder" });
  await cell.dblclick();
  await input.fill("Rail");
  await change({ notes: "Theirs" });
  await page.keyboard.press("Enter");
  await expect.poll(industry).toBe("Rail");

  await cell.dblclick();
  await input.fill("Mine");
  await change({ industry: "Theirs" });
  await page.keyboard.press("Enter");
  const conflict = page.getByRole("alert").filter({ hasText: "Someone else changed this" });
  await conflict.getByText("Theirs: Theirs").waitFor();
  expect(await input.inputValue()).toBe("Mine");
  expect(await industry()).toBe("Theirs");
  expect(await axeViolations(page)).toEqual([]);
  await conflict.getByRole("button", { name: "Save mine anyway" }).click();
  await expect.poll(industry).toBe("Mine");

  // An undo does not overwrite what came after it either.
  await expect.poll(() => cell.textContent()).toBe("Mine");
  await change({ industry: "Later" });
  await cell.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await toast(page, "Industry of Alder was not put back");
  expect(await industry()).toBe("Later");
});

test("records 6: many records: the preview says which change, then they do, and the whole is undone from the list of past edits", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await emptyCrm(server);
  await addAccounts(server, [
    { name: "Alder", type: "Prospect" },
    { name: "Birch", type: "Customer" },
    { name: "Cedar", type: "Prospect" },
  ]);
  const types = async () =>
    (await asOwner<{ type: string }[]>(server, "/rest/v1/accounts?order=name&select=type")).map(({ type }) => type);
  await page.goto(list);
  await page.getByLabel("Select all accounts on this page").click();
  await page.getByRole("button", { name: "Edit fields..." }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 3 accounts" });
  await dialog.getByLabel("Field", { exact: true }).selectOption("Type");
  await dialog.getByLabel("Type", { exact: true }).selectOption("Customer");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("2 of 3 accounts will change, 1 already has it.").waitFor();
  expect(await dialog.getByRole("row").allTextContents()).toEqual([
    "NameFromTo",
    "AlderProspectCustomer",
    "CedarProspectCustomer",
  ]);
  expect(await axeViolations(page)).toEqual([]);
  expect(await types()).toEqual(["Prospect", "Customer", "Prospect"]);
  await dialog.getByRole("button", { name: "Change 2 accounts" }).click();
  await toast(page, "2 accounts changed");
  expect(await types()).toEqual(["Customer", "Customer", "Customer"]);

  await asOwner(server, "/rest/v1/accounts?name=eq.Cedar", { method: "PATCH", body: { type: "Prospect" } });
  await page.getByRole("button", { name: "Edit fields..." }).click();
  const past = dialog.getByRole("region", { name: "Past edits" });
  await past.getByText("Type set to Customer, 2 accounts").waitFor();
  await past.getByRole("button", { name: "Undo" }).click();
  await toast(page, "Edit undone");
  await page.getByText("Changed since and left as they are: Cedar.").waitFor();
  expect(await types()).toEqual(["Prospect", "Customer", "Prospect"]);
});

test("records 6: on a phone a row is no grid, and opens its record", async ({ open, server }) => {
  const page = await open({ viewport: phone });
  await asAdmin(page, server);
  await emptyCrm(server);
  await addAccounts(server, [{ name: "Alder", type: "Prospect" }]);
  await page.goto(list);
  await rowOf(page, "Alder").getByText("Prospect").click();
  await page.waitForURL("**/admin/crm/accounts/*");
});

test("records 6: a cell is edited by keyboard: arrows, Enter, typing, Tab, Escape, Delete and undo", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await emptyCrm(server);
  await addAccounts(server, [
    { name: "Alder", type: "Prospect", industry: "Paper" },
    { name: "Birch", type: "Prospect", industry: null },
  ]);
  await page.goto(list);
  const alder = rowOf(page, "Alder");
  const cell = (row: string, name: string) => rowOf(page, row).locator(`td[data-cell=${name}]`);
  const stored = async () =>
    (
      await asOwner<{ name: string; type: string; industry: string | null; notes: string | null }[]>(
        server,
        "/rest/v1/accounts?order=name&select=name,type,industry,notes",
      )
    ).map(({ name, type, industry, notes }) => [name, type, industry, notes].join("|"));
  await cell("Alder", "type").click();
  await expect.poll(() => page.locator(focused).getAttribute("data-cell")).toBe("type");
  await page.keyboard.press("ArrowRight");
  expect(await page.locator(focused).getAttribute("data-cell")).toBe("industry");

  // Enter opens, Escape puts back, Enter again saves and stays.
  await page.keyboard.press("Enter");
  const industry = page.getByRole("textbox", { name: "Industry of Alder" });
  await industry.fill("Nothing");
  await page.keyboard.press("Escape");
  await industry.waitFor({ state: "detached" });
  expect(await page.locator(focused).textContent()).toBe("Paper");
  await page.keyboard.press("Enter");
  await industry.fill("Rail");
  await page.keyboard.press("Enter");
  await toast(page, "Industry of Alder saved");
  await expect.poll(() => page.locator(focused).textContent()).toBe("Rail");
  expect(await axeViolations(page)).toEqual([]);

  // Typing takes the place of what was there; a key of the page, such as N for new, is a letter here. Tab saves and goes on.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("N");
  await page.keyboard.type("eon");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.locator(focused).getAttribute("data-cell")).toBe("website");
  await expect.poll(stored).toEqual(["Alder|Prospect|Rail|", "Birch|Prospect|Neon|"]);

  // What is refused says so at the cell and keeps what was typed; Shift+Tab goes back.
  await page.keyboard.type("no address");
  await page.keyboard.press("Enter");
  const website = page.getByRole("textbox", { name: "Website of Birch" });
  await page.getByRole("alert").getByText("Start with https://").waitFor();
  expect(await website.inputValue()).toBe("no address");
  await website.fill("birch.example");
  await page.keyboard.press("Shift+Tab");
  await expect.poll(() => page.locator(focused).getAttribute("data-cell")).toBe("industry");
  await rowOf(page, "Birch").getByRole("link", { name: "Visit" }).waitFor();

  // Delete empties, Ctrl+Z brings back, one edit after the other, also before the answer to the last one has come.
  await toast(page, "Website of Birch saved");
  const answered = Promise.withResolvers<void>();
  await page.route(/\/rest\/v1\/accounts/, async (route) => {
    if (route.request().method() === "GET") return route.fallback();
    const response = await route.fetch();
    await answered.promise;
    await route.fulfill({ response });
  });
  await page.keyboard.press("Delete");
  await expect.poll(stored).toEqual(["Alder|Prospect|Rail|", "Birch|Prospect||"]);
  await page.keyboard.press("ControlOrMeta+z");
  answered.resolve();
  await toast(page, "Industry of Birch put back");
  await page.unrouteAll({ behavior: "wait" });
  await expect.poll(stored).toEqual(["Alder|Prospect|Rail|", "Birch|Prospect|Neon|"]);

  // Long text and choices have their own inputs; what is computed says that it cannot be edited.
  await cell("Alder", "notes").dblclick();
  await page.getByRole("textbox", { name: "Notes of Alder" }).fill("One");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("Two");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await stored())[0]).toBe("Alder|Prospect|Rail|One\nTwo");
  await cell("Alder", "type").dblclick();
  await page.getByRole("combobox", { name: "Type of Alder" }).selectOption("Customer");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await stored())[0]).toBe("Alder|Customer|Rail|One\nTwo");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByText("Created is computed and cannot be edited.").first().waitFor();

  // The name still opens the record.
  await alder.getByRole("link", { name: "Alder" }).click();
  await page.waitForURL("**/admin/crm/accounts/*");
});
