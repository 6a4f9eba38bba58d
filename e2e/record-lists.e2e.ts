// Lists that answer questions: filters of any field, saved views, columns, and all of it on a phone and by keyboard.
import { expect } from "vitest";
import { headings, rowOf, toast } from "./crm-screen.ts";
import { test, phone } from "./fixtures.ts";
import { addAccounts, addPerson, asAdmin, asOwner, emptyCrm, signInAs, addContacts } from "./people.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { switchOn } from "./task-screen.ts";

const narrowed = "/admin/crm?filter=type.is.Customer&sort=-open_value&columns=name.260..open_value..next_step_on";

test("records 3: F finds any field; groups, words and the address follow", async ({ page, server }) => {
  await asAdmin(page, server);
  await emptyCrm(server);
  await addAccounts(server, [
    { name: "Norrfall", type: "Customer", industry: "Energy" },
    { name: "Castelline", type: "Customer", industry: "Law" },
    { name: "Meridel", type: "Prospect", industry: null },
  ]);
  await page.goto("/admin/crm");
  await rowOf(page, "Meridel").waitFor();
  await page.keyboard.press("f");
  await page.getByRole("combobox", { name: "Find a field" }).fill("indus");
  await page.keyboard.press("Enter");
  const editor = page.getByRole("dialog", { name: "Filter Industry" });
  await editor.getByRole("textbox", { name: "Industry" }).fill("law");
  await page.getByText("Accounts where industry contains “law”.").waitFor();
  await page.getByText("1 account, newest first").waitFor();
  await editor.getByRole("button", { name: "Or another" }).click();
  await page.getByRole("combobox", { name: "Find a field" }).last().fill("account industry");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "What is asked of Industry" }).click();
  await page.getByRole("menuitem", { name: "is empty" }).click();
  await page.getByText("Accounts where industry contains “law” or industry is empty.").waitFor();
  await page.getByText("2 accounts, newest first").waitFor();
  expect(new URL(page.url()).searchParams.getAll("filter")).toEqual(["industry.contains.law*industry.empty*"]);
  await page.reload();
  await page.getByText("2 accounts, newest first").waitFor();
  await rowOf(page, "Castelline").waitFor();
  await page.getByRole("button", { name: "Remove filter Industry" }).last().click();
  await page.getByText("1 account, newest first").waitFor();

  await page.goto("/admin/crm?filter=own_gone.is.x&filter=type.is.Customer");
  await page.getByText('The field "own_gone" is gone; this filter is left out.').waitFor();
  await page.getByText("2 accounts, newest first").waitFor();
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
