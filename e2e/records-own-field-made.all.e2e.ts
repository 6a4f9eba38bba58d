// Fields and tags of a firm's own: made in Settings, then used where records are.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { checkFilter, headings, rowOf, toast } from "./crm-screen.ts";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { addAccounts, asAdmin } from "./people.ts";

/** Colors change at once with the theme. */
const calm = { reducedMotion: "reduce" } as const;

// Last: the field that it requires would be missing in what the others add.
test("records 5: a field made in Settings is in the form, the list, the filters and the record's page at once", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Before" }]);
  await page.goto("/admin/settings?tab=fields");
  await page.getByRole("button", { name: "Add field" }).click();
  const dialog = page.getByRole("dialog", { name: "New field of accounts" });
  await dialog.getByLabel("Name").fill("Region");
  await dialog.getByLabel("Kind").selectOption("One of");
  await dialog.getByLabel("Choice 1", { exact: true }).fill("North");
  await dialog.getByRole("button", { name: "Add a choice" }).click();
  await dialog.getByLabel("Choice 2", { exact: true }).fill("South");
  await dialog.getByLabel("Help text").fill("Where their office is.");
  await dialog.getByLabel("Section").fill("Sales");
  await dialog.getByText("Required from now on").click();
  await dialog.getByText("Shown as a column").click();
  await expectClean(page, "a new field");
  await dialog.getByRole("button", { name: "Add field" }).click();
  await toast(page, "Region added");
  await page.getByText("One of: 2 choices, in Sales").waitFor();

  await page.goto("/admin/crm");
  await page.getByRole("button", { name: "New Account" }).first().click();
  const form = page.getByRole("dialog", { name: "New Account" });
  await form.getByRole("heading", { name: "Sales" }).waitFor();
  await form.getByText("Where their office is.").waitFor();
  await form.getByLabel("Company name").fill("Norrfall");
  await form.getByLabel("Region").selectOption("South");
  await form.getByRole("button", { name: "Create account" }).click();
  await toast(page, "Account created");
  expect(await headings(page)).toContain("Region");
  await rowOf(page, "Norrfall").getByText("South").waitFor();

  await checkFilter(page, "Region", "North");
  await page.getByText("No accounts match").waitFor();
  await page.getByRole("button", { name: /^Region: .*North/ }).click();
  await page.getByRole("dialog", { name: "Filter Region" }).getByLabel("South", { exact: true }).click();
  await page.keyboard.press("Escape");
  await rowOf(page, "Norrfall").getByRole("link", { name: "Norrfall", exact: true }).click();
  const details = page.getByRole("region", { name: "Details" });
  await details.getByRole("heading", { name: "Sales" }).waitFor();
  expect(await details.getByRole("definition").last().textContent()).toBe("South");
  expect(problemsOf(page)).toEqual([]);
});
