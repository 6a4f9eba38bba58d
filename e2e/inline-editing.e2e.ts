// Cells of a list are edited in place, by keyboard; many records at once, with a preview; both are undone.
import { expect } from "vitest";
import { axeViolations } from "./accessibility.ts";
import { rowOf, toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { addAccounts, asAdmin, asOwner, emptyCrm } from "./people.ts";

const list = "/admin/crm?sort=name&columns=name..type..industry..website..notes..created_at";
const focused = "td:focus";

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
