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
