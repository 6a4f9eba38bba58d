// Many records at once: ranges, all that match, and an import taken back as a whole.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { rowOf, toast } from "./crm-screen.ts";
import { sharedTest as test } from "./fixtures.ts";
import { addAccounts, asAdmin, asOwner, emptyCrm } from "./people.ts";

const numbered = (count: number, industry: string | null = null) =>
  Array.from({ length: count }, (_, n) => ({ name: `Company ${String(n).padStart(3, "0")}`, industry }));
const names = (rows: unknown) => (rows as { name: string }[]).map(({ name }) => name);
const confirm = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, disabled: false }).click();

test("a click with Shift selects everything in between", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, numbered(8));
  await page.goto("/admin/crm?sort=name");
  await page.getByLabel("Select Company 001").click();
  await page.getByLabel("Select Company 005").click({ modifiers: ["Shift"] });
  await page.getByText("5 accounts selected").waitFor();
  expect(await page.getByLabel("Select Company 003").isChecked()).toBe(true);
  await page.getByLabel("Select Company 003").click({ modifiers: ["Shift"] });
  await page.getByText("2 accounts selected").waitFor();
});

test("all that match can be selected: exported and deleted, and nothing else", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [...numbered(130, "Energy"), { name: "Kept", industry: "Law" }]);
  await page.goto("/admin/crm?search=energy");
  await page.getByText("130 accounts, newest first").waitFor();
  await page.getByLabel("Select all accounts on this page").check();
  await page.getByText("50 accounts selected").waitFor();
  await page.getByRole("button", { name: "Select all 130 accounts that match" }).click();
  await page.getByText("All 130 accounts selected").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export selected" }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString("utf8").trimEnd().split("\r\n")).toHaveLength(131);
  await page.getByRole("button", { name: "Delete selected" }).click();
  await confirm(page, "Delete 130 accounts");
  await toast(page, "130 accounts deleted");
  expect(names(await asOwner(server, "/rest/v1/accounts?select=name"))).toEqual(["Kept"]);
});

test("another search ends the selection of all that match", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, numbered(60, "Energy"));
  await page.goto("/admin/crm?search=energy");
  await page.getByText("60 accounts").waitFor();
  await page.getByLabel("Select all accounts on this page").check();
  await page.getByRole("button", { name: "Select all 60 accounts that match" }).click();
  await page.getByText("All 60 accounts selected").waitFor();
  await page.getByLabel("Find an account").fill("Company 00");
  await page.getByText("10 accounts, newest first").waitFor();
  expect(await page.getByText(/All \d+ accounts selected/).count()).toBe(0);
});

test("an import is taken back as a whole, at once or later; what was changed since stays", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Here before" }]);
  const importThree = async () => {
    await page.goto("/admin/crm?dialog=import");
    const dialog = page.getByRole("dialog", { name: "Import accounts" });
    const csv = Buffer.from("Name\nOne\nTwo\nThree\n");
    await page.locator("input[type=file]").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: csv });
    await dialog.getByRole("button", { name: "Check 3 rows" }).click();
    await dialog.getByRole("button", { name: "Import 3 accounts" }).click();
    await toast(page, "3 accounts imported");
    await page.getByText("4 accounts, newest first").waitFor();
  };
  await importThree();
  await page.getByLabel("Notifications").getByRole("button", { name: "Undo" }).click();
  await toast(page, "Import undone, 3 records deleted");
  await page.getByText("1 account, newest first").waitFor();

  await importThree();
  await asOwner(server, "/rest/v1/accounts?name=eq.Two", { method: "PATCH", body: { industry: "Energy" } });
  await page.goto("/admin/crm?dialog=import");
  await page.getByRole("region", { name: "Past imports" }).getByRole("button", { name: "Undo" }).click();
  await toast(page, "Import undone, 2 records deleted");
  const left = await asOwner(server, "/rest/v1/accounts?select=name&order=name");
  expect(names(left)).toEqual(["Here before", "Two"]);
  await emptyCrm(server);
});

test("a record opens by its name, its other cells are for editing; links and buttons keep their own meaning", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall", industry: "Energy" }]);
  await page.goto("/admin/crm");
  await rowOf(page, "Norrfall").getByText("Energy").click();
  await page.locator("td[data-cell=industry]:focus").waitFor();
  await rowOf(page, "Norrfall").locator("td[data-cell=name]").click();
  await page.waitForURL(`/admin/crm/accounts/${norrfall?.id}`);
  await page.goBack();
  await page.getByLabel("Select Norrfall").check();
  await page.getByText("1 account selected").waitFor();
  await page.getByRole("button", { name: "Edit Norrfall" }).click();
  await page.getByRole("dialog", { name: "Edit Account" }).waitFor();
});
