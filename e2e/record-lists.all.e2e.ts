// Lists of records: columns, a phone. What `npm test -- all` adds.
import { expect } from "vitest";
import { headings, rowOf } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addAccounts, asAdmin, emptyCrm } from "./people.ts";

test("records 1: columns are chosen, moved and widened by keyboard; the first stays when one scrolls sideways", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await emptyCrm(server);
  await addAccounts(server, [{ name: "Norrfall", type: "Customer" }]);
  await page.goto("/admin/crm?columns=name..type..created_at");
  expect(await headings(page)).toEqual(["Name", "Type", "Created", "Actions"]);
  await page.keyboard.press("l");
  const chooser = page.getByRole("dialog", { name: "Columns" });
  // The address says which columns there are: a box is ticked as soon as it does.
  const lastContact = chooser.getByRole("checkbox", { name: "Last contact" });
  await lastContact.click();
  await expect.poll(() => lastContact.isChecked()).toBe(true);
  await lastContact.press("Alt+ArrowUp");
  await expect.poll(() => headings(page)).toEqual(["Name", "Type", "Last contact", "Created", "Actions"]);
  await chooser.getByRole("checkbox", { name: "Type" }).click();
  await expect.poll(() => headings(page)).toEqual(["Name", "Last contact", "Created", "Actions"]);
  await page.keyboard.press("Escape");
  const edge = page.getByRole("separator", { name: "Width of Name" });
  const before = Number(await edge.evaluate((element) => element.closest("th")!.getBoundingClientRect().width));
  await edge.focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect
    .poll(() => new URL(page.url()).searchParams.get("columns"))
    .toMatch(/^name\.\d+\.\.last_contact_at\.\.created_at$/);
  const width = Number(/^name\.(\d+)/.exec(new URL(page.url()).searchParams.get("columns")!)![1]);
  expect(Math.abs(before - 50 - width)).toBeLessThan(3);

  await page.goto("/admin/crm?columns=name.400..type.400..industry.400..website.400..created_at.400..updated_at.400");
  const name = rowOf(page, "Norrfall").getByRole("gridcell").nth(1);
  await name.waitFor();
  const left = async () => Math.round((await name.boundingBox())!.x);
  const at = await left();
  await page.getByRole("grid", { name: "accounts" }).evaluate((table) => table.parentElement!.scrollTo(600, 0));
  await expect.poll(left).toBe(at);
  await expectNoSidewaysScroll(page, "wide columns");
});

test("records 15: what is typed before the fields of a filter are there starts nothing else on the page", async ({
  open,
  server,
}) => {
  const page = await open({ isFirstVisit: true });
  await asAdmin(page, server);
  const coming = Promise.withResolvers<void>();
  await page.route(/\/field-picker-[\w-]+\.js/, async (route) => {
    await coming.promise;
    await route.continue();
  });
  await page.goto("/admin/crm");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("dialog").getByText("Loading...").waitFor();
  await page.keyboard.press("n");
  coming.resolve();
  await page
    .getByRole("dialog")
    .getByRole("combobox")
    .or(page.getByRole("dialog").getByRole("searchbox"))
    .first()
    .waitFor();
  expect(await page.getByRole("dialog", { name: "New Account" }).count()).toBe(0);
});
