import { expect } from "vitest";
import { axeViolations } from "./accessibility.ts";
import { chooseFile, toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { addAccounts, addContacts, asAdmin, asOwner } from "./people.ts";

test("records 11: what was deleted is in the trash, comes back, or is deleted for good after a question", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  const [norrfall, castelline] = await addAccounts(server, [{ name: "Norrfall" }, { name: "Castelline" }]);
  await addContacts(server, [{ account_id: norrfall!.id, name: "Ada Lind" }]);
  await page.goto("/admin/trash");
  await page.getByText("The trash is empty.").waitFor();
  for (const { id } of [norrfall!, castelline!])
    await asOwner(server, `/rest/v1/accounts?id=eq.${id}`, { method: "DELETE" });
  await page.goto("/admin/trash");
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await row("Norrfall").getByText("Went with it: 1 contact.").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await row("Norrfall").getByRole("button", { name: "Restore: Norrfall" }).click();
  await toast(page, "1 record restored");
  expect(await asOwner(server, "/rest/v1/contacts?select=name,account_id")).toEqual([
    { name: "Ada Lind", account_id: norrfall!.id },
  ]);
  await row("Castelline").getByRole("button", { name: "Delete for good: Castelline" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete for good?" });
  await dialog.getByText("This cannot be undone.").waitFor();
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("The trash is empty.").waitFor();
});

test("records 9: a pair of duplicates is compared field by field, merged and taken apart again", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(server, [
    { account_id: norrfall!.id, name: "Ada Lind", email: "ada@norrfall.example", phone: "1" },
    { account_id: norrfall!.id, name: "Ada L.", email: "ADA@norrfall.example", phone: "2" },
  ]);
  const people = () => asOwner(server, "/rest/v1/contacts?select=name,phone&order=name");
  await page.goto("/admin/duplicates?kind=contacts");
  await page.getByText("Same email").waitFor();
  await page.getByRole("button", { name: "Compare and merge" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge two contacts" });
  await dialog.getByRole("group", { name: "Phone" }).getByRole("radio").nth(1).check();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Merge contacts" }).click();
  await page.getByText("No duplicates found.").waitFor();
  expect(await people()).toHaveLength(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Same email").waitFor();
  expect(await people()).toEqual([
    { name: "Ada L.", phone: "2" },
    { name: "Ada Lind", phone: "1" },
  ]);
  await page.getByRole("button", { name: "Not a duplicate" }).click();
  await page.getByText("No duplicates found.").waitFor();
  await page.reload();
  await page.getByText("No duplicates found.").waitFor();
});

test("records 10: a file changes the people it finds by e-mail, and its columns are remembered", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(server, [
    { account_id: norrfall!.id, name: "Ada Lind", email: "ada@norrfall.example", phone: "1" },
  ]);
  const phones = () => asOwner(server, "/rest/v1/contacts?select=name,phone&order=name");
  const dialog = page.getByRole("dialog", { name: "Import contacts" });
  const choose = async () => {
    await page.goto("/admin/crm?tab=contacts&dialog=import");
    await chooseFile(
      page,
      "people.csv",
      "Mailbox,Ring,Shoe\nada@norrfall.example,200,38\nnobody@norrfall.example,300,\n",
    );
  };
  await choose();
  await dialog.getByLabel("Email").selectOption("Mailbox");
  await dialog.getByLabel("Phone").selectOption("Ring");
  await dialog.getByText("Not imported: Shoe.").waitFor();
  expect(await dialog.getByRole("table", { name: "First rows" }).getByRole("columnheader").allTextContents()).toEqual([
    "Email",
    "Phone",
  ]);
  await dialog.getByLabel("Records that exist already").selectOption("Change, found by email");
  await dialog.getByRole("button", { name: "Check 2 rows" }).click();
  const outcome = dialog.getByText("0 contacts would be created, 1 changed, 1 row skipped.");
  await outcome.waitFor();
  // Below the columns, and still in sight.
  await expect
    .poll(() =>
      outcome.evaluate((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return line.contains(document.elementFromPoint(line.getBoundingClientRect().left + 5, (top + bottom) / 2));
      }),
    )
    .toBe(true);
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByLabel("Phone").selectOption("Not in the file");
  await dialog.getByLabel("Phone").selectOption("Ring");
  await dialog.getByRole("button", { name: "Check 2 rows" }).click();
  await outcome.waitFor();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download what would happen" }).click();
  expect((await download).suggestedFilename()).toBe("contacts-dry-run.csv");
  await dialog.getByRole("button", { name: "Import or change 1 contact" }).click();
  await toast(page, "0 contacts imported, 1 changed");
  expect(await phones()).toEqual([{ name: "Ada Lind", phone: "200" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(phones).toEqual([{ name: "Ada Lind", phone: "1" }]);
  await choose();
  await expect
    .poll(() => dialog.getByLabel("Email").evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text))
    .toBe("Mailbox");
});
