// Lists of records: columns, a phone. What `npm test -- all` adds.
import { expect } from "vitest";
import { headings, rowOf, toast } from "./crm-screen.ts";
import { test, phone } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addAccounts, asAdmin, emptyCrm, addContacts, asOwner, addPerson, signInAs } from "./people.ts";
import { switchOn } from "./task-screen.ts";

const narrowed = "/admin/crm?filter=type.is.Customer&sort=-open_value&columns=name.260..open_value..next_step_on";

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
  await page.getByRole("dialog").getByRole("combobox", { name: "Find a field" }).waitFor();
  expect(await page.getByRole("dialog", { name: "New Account" }).count()).toBe(0);
});

test("records 2: a list is saved under a name, stands in the sidebar with its count, and says when it was changed", async ({
  page,
  server,
}) => {
  const me = await asAdmin(page, server);
  await emptyCrm(server);
  await asOwner(server, "/rest/v1/views?id=not.is.null", { method: "DELETE" });
  await addAccounts(server, [
    { name: "Norrfall", type: "Customer" },
    { name: "Meridel", type: "Prospect" },
  ]);
  await page.goto(narrowed);
  await page.getByRole("button", { name: "Save view..." }).click();
  const dialog = page.getByRole("dialog", { name: "Save as a view" });
  await dialog.getByLabel("Name").fill("Our customers");
  await dialog.getByLabel("For all colleagues").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "View saved");
  const link = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /Our customers/ });
  await expect.poll(() => link.textContent()).toBe("Our customers1");
  expect(await headings(page)).toEqual(["Name", "Open value", "Next step", "Actions"]);

  await page.goto("/admin");
  await link.click();
  await rowOf(page, "Norrfall").waitFor();
  expect(await headings(page)).toEqual(["Name", "Open value", "Next step", "Actions"]);
  await page.getByRole("button", { name: "Name" }).click();
  await page.getByText("Changed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => page.getByText("Changed", { exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Name" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "View saved");
  await expect.poll(() => page.getByText("Changed", { exact: true }).count()).toBe(0);

  await page.keyboard.press("v");
  await page.getByRole("menuitemradio", { name: /All accounts/ }).click();
  await rowOf(page, "Meridel").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder(/^Search everything/).fill("our cust");
  await page.getByRole("option", { name: /Our customers/ }).click();
  await page.getByText("1 account, by name").waitFor();

  // Another colleague has it too, as the default that it becomes.
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page
    .getByRole("dialog", { name: "View" })
    .getByLabel(/^Open the list with it/)
    .check();
  await page.getByRole("dialog", { name: "View" }).getByRole("button", { name: "Save" }).click();
  await toast(page, "View saved");
  const other = await addPerson(server, { admin: true });
  expect(other.id).not.toBe(me.id);
  await signInAs(page, server, other);
  await page.goto("/admin/crm");
  await page.getByText("1 account, by name").waitFor();
  expect(new URL(page.url()).searchParams.get("filter")).toBe("type.is.Customer");
  await asOwner(server, "/rest/v1/views?id=not.is.null", { method: "DELETE" });
});

test("records 15: on a phone rows have three lines, and filters are a sheet", async ({ open, server }) => {
  const page = await open({ viewport: phone });
  await switchOn(server, "deals", "tasks");
  await asAdmin(page, server);
  await emptyCrm(server);
  const [norrfall] = await addAccounts(server, [
    { name: "Norrfall", type: "Customer" },
    { name: "Meridel", type: "Prospect" },
  ]);
  await addContacts(server, [{ account_id: norrfall?.id, name: "Ada Lind" }]);
  await page.goto("/admin/crm");
  await rowOf(page, "Norrfall").getByRole("button", { name: "Edit Norrfall" }).waitFor();
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("button", { name: "Add a filter" }).click();
  await sheet.getByRole("combobox", { name: "Find a field" }).fill("account type");
  await page.keyboard.press("Enter");
  await sheet.getByLabel("Customer", { exact: true }).check();
  await sheet.getByRole("button", { name: "Show accounts" }).click();
  await page.getByText("1 account, newest first").waitFor();
  await page.getByRole("button", { name: "Filters (1)" }).click();
  await sheet.getByRole("button", { name: "Or another" }).click();
  await sheet.getByRole("combobox", { name: "Find a field" }).fill("account type");
  await page.keyboard.press("Enter");
  await sheet.getByLabel("Prospect", { exact: true }).last().check();
  await sheet.getByRole("button", { name: "Add a filter" }).click();
  await sheet.getByRole("combobox", { name: "Find a field" }).fill("name");
  await page.keyboard.press("Enter");
  await sheet.getByRole("textbox").last().fill("Mer");
  await sheet.getByRole("button", { name: "Any holds" }).click();
  await sheet.getByRole("button", { name: "All hold" }).click();
  await sheet.getByRole("button", { name: "Show accounts" }).click();
  await page.getByText("1 account, newest first").waitFor();
  await page.getByRole("button", { name: "Filters (3)" }).waitFor();
  expect(new URL(page.url()).searchParams.getAll("filter")).toHaveLength(2);
  await expectNoSidewaysScroll(page, "phone");
});
