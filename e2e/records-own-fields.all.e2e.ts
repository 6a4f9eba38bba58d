// Tags and own fields. What `npm test -- all` adds.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { checkFilter, rowOf, toast } from "./crm-screen.ts";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addAccounts, asAdmin, asOwner } from "./people.ts";

/** Colors change at once with the theme. */
const calm = { reducedMotion: "reduce" } as const;

test("records 4: a tag is made by typing on a record, shown in the list, given to a selection and merged in Settings", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Tagged one" }, { name: "Tagged two" }]);
  await page.goto("/admin/crm");
  await rowOf(page, "Tagged one").getByRole("link", { name: "Tagged one", exact: true }).click();
  const tags = page.getByRole("group", { name: "Tags" });
  await tags.getByRole("combobox", { name: "Add a tag" }).fill("Key account");
  await page.getByRole("option", { name: 'Create "Key account"' }).click();
  await tags.getByRole("button", { name: "Remove tag Key account" }).waitFor();
  await expectClean(page, "tags of a record");

  await page.goto("/admin/crm");
  await rowOf(page, "Tagged one").getByText("Key account").waitFor();
  await page.getByLabel("Select Tagged two").check();
  await page.getByRole("button", { name: "Change tags" }).click();
  const bulk = page.getByRole("dialog", { name: "Tag 1 account" });
  await bulk.getByRole("combobox", { name: "Add a tag" }).fill("Key");
  await page.getByRole("option", { name: "Key account" }).click();
  await bulk.getByRole("combobox", { name: "Add a tag" }).fill("Speaker");
  await page.getByRole("option", { name: 'Create "Speaker"' }).waitFor();
  await page.keyboard.press("Enter");
  await bulk.getByRole("button", { name: "Save tags" }).click();
  await toast(page, "1 account changed");
  await rowOf(page, "Tagged two").getByText("Speaker").waitFor();
  await checkFilter(page, "Tags", "Speaker");
  await rowOf(page, "Tagged one").waitFor({ state: "detached" });

  await page.goto("/admin/settings?tab=tags");
  const listed = page.getByRole("list", { name: "Tags" });
  await listed.getByText("2 accounts").waitFor();
  await page.getByRole("button", { name: "Actions of Speaker" }).click();
  await page.getByRole("menuitem", { name: "Merge into another" }).click();
  await page.getByRole("button", { name: "Merge tags" }).click();
  await toast(page, "Speaker is Key account now");
  expect(await listed.getByRole("listitem").count()).toBe(1);
  expect(problemsOf(page)).toEqual([]);
});

test("records 4, 5: many tags are folded on a page and counted in a list; own fields that say nothing are folded, and no name leaves its menu", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await asAdmin(page, server);
  const long = "What they told us about their archive II";
  for (const label of [long, "Chairs", "Register", "Contract", "Sponsor"])
    await asOwner(server, "/rest/v1/rpc/add_own_field", {
      method: "POST",
      body: { entity: "accounts", kind: "text", settings: { label } },
    });
  const tags = Array.from({ length: 12 }, (_, at) => `Tag ${String.fromCharCode(65 + at)}, which is rather long`);
  const [account] = await addAccounts(server, [{ name: "Tagged often", tags, own_chairs: "12" }]);
  await page.goto(`/admin/crm/accounts/${account!.id}`);
  const chips = page.getByRole("group", { name: "Tags" }).getByRole("button", { name: /^Remove tag/ });
  await page.getByRole("button", { name: "4 more tags" }).waitFor();
  expect(await chips.count()).toBe(8);
  await page.getByRole("button", { name: "4 more tags" }).click();
  await expect.poll(() => chips.count()).toBe(12);
  const details = page.getByRole("region", { name: "Details" });
  await details.getByText("Chairs").waitFor();
  // Four that are empty are no more than they are worth.
  await details.getByText("Sponsor").waitFor();
  await asOwner(server, `/rest/v1/accounts?id=eq.${account!.id}`, { method: "PATCH", body: { own_chairs: null } });
  await page.reload();
  await details.getByRole("button", { name: "5 empty fields" }).waitFor();
  expect(await details.getByText("Sponsor").count()).toBe(0);
  await details.getByRole("button", { name: "5 empty fields" }).click();
  await details.getByText("Sponsor").waitFor();

  await page.goto("/admin/crm?columns=name..tags..type");
  const more = rowOf(page, "Tagged often").getByText("+10");
  await more.waitFor();
  const cell = rowOf(page, "Tagged often").getByRole("gridcell").filter({ hasText: "+10" });
  const [inside, around] = [(await more.boundingBox())!, (await cell.boundingBox())!];
  expect(inside.x + inside.width).toBeLessThanOrEqual(around.x + around.width);
  await page.getByRole("button", { name: "Columns" }).click();
  const chooser = page.getByRole("dialog", { name: "Columns" });
  await chooser.getByText(long).waitFor();
  expect(await chooser.evaluate((menu) => menu.parentElement!.scrollWidth - menu.parentElement!.clientWidth)).toBe(0);
  expect(problemsOf(page)).toEqual([]);
});

test("records 5: another kind says what would be lost, and a deleted field can be brought back", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await asAdmin(page, server);
  await page.goto("/admin/settings?tab=fields");
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Seats");
  await page.getByRole("dialog").getByRole("button", { name: "Add field" }).click();
  await toast(page, "Seats added");
  await addAccounts(server, [
    { name: "Has twelve", own_seats: "12" },
    { name: "Has many", own_seats: "many" },
  ]);
  await expectNoSidewaysScroll(page, "Fields");
  await page.getByRole("button", { name: "Actions of Seats" }).click();
  await page.getByRole("menuitem", { name: "Change the kind" }).click();
  const convert = page.getByRole("dialog", { name: "Change the kind of Seats" });
  await convert.getByLabel("New kind").selectOption("Number");
  await convert.getByText("1 value converts. 1 value does not, and will be empty.").waitFor();
  await convert.getByRole("cell", { name: "Has many" }).waitFor();
  await convert.getByRole("button", { name: "Change the kind" }).click();
  await toast(page, "The kind of Seats is Number now");
  await page.getByRole("button", { name: "Actions of Seats" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete field" }).click();
  await page.getByRole("region", { name: "Deleted fields" }).getByRole("button", { name: "Bring back" }).click();
  await toast(page, "Seats is back");
  await page.getByText("Number, own_seats").waitFor();
  expect(problemsOf(page)).toEqual([]);
});
