import { chooseFile, toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { asAdmin, asOwner, addAccounts, addContacts } from "./people.ts";
import { expect } from "vitest";

test("files that are no CSV, or in another encoding, get a clear word", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm?dialog=import");
  const dialog = page.getByRole("dialog", { name: "Import accounts" });
  await chooseFile(page, "book.xlsx", Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]));
  await dialog.getByText("Save it as CSV first").waitFor();
  await chooseFile(page, "logo.csv", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  await dialog.getByText("This is a picture. Save it as CSV first").waitFor();
  await chooseFile(page, "empty.csv", "");
  await dialog.getByText("The file is empty.").waitFor();
  await chooseFile(page, "latin.csv", Buffer.from("Name,Industry\nM\xfcller,Energy\n", "latin1"));
  await dialog.getByText("This file is not UTF-8. It is read as windows-1252").waitFor();
  await dialog.getByRole("cell", { name: "Müller" }).waitFor();
});

// Last: what it adds would take the other tests seconds to clear away.

test("contacts 4, 5: companies are found or made, duplicates by e-mail", async ({ page, server }) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(server, [{ account_id: norrfall?.id, name: "Ada", email: "ada@norrfall.example" }]);
  await page.goto("/admin/crm?tab=contacts&dialog=import");
  const dialog = page.getByRole("dialog", { name: "Import contacts" });
  await chooseFile(
    page,
    "contacts.csv",
    "Name,Company,Email,Phone\nAda Again,Norrfall,ADA@norrfall.example,\nBo,norrfall,bo@norrfall.example,'+46 8\nIlse,Castelline,,\n",
  );
  await dialog.getByRole("button", { name: "Check 3 rows" }).click();
  await dialog.getByText("1 duplicate by email").waitFor();
  await dialog.getByText("Create the companies that are missing (for 1 row).").waitFor();
  await dialog.getByRole("button", { name: "Import 2 contacts" }).click();
  await toast(page, "2 contacts imported");
  expect(await asOwner(server, "/rest/v1/contacts?select=name,phone,account:accounts(name)&name=eq.Bo")).toEqual([
    { name: "Bo", phone: "+46 8", account: { name: "Norrfall" } },
  ]);
});

test("a failure at the end leaves nothing behind", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm?dialog=import");
  const dialog = page.getByRole("dialog", { name: "Import accounts" });
  await chooseFile(page, "a.csv", "Name\nOne\nTwo\n");
  await dialog.getByRole("button", { name: "Check 2 rows" }).click();
  await page.route("**/rest/v1/rpc/import_records", (route) => route.abort("connectionfailed"));
  await dialog.getByRole("button", { name: "Import 2 accounts" }).click();
  await dialog.getByText("Nothing was imported.").waitFor();
  expect(await asOwner(server, "/rest/v1/accounts?select=id")).toEqual([]);
  await page.unroute("**/rest/v1/rpc/import_records");
  await dialog.getByRole("button", { name: "Import 2 accounts" }).click();
  await toast(page, "2 accounts imported");
});

test(
  "50,000 rows with broken quotes: bad rows are named, the rest is added whole",
  { timeout: 400_000 },
  async ({ page, server }) => {
    await asAdmin(page, server);
    page.setDefaultTimeout(180_000);
    await page.goto("/admin/crm?dialog=import");
    const dialog = page.getByRole("dialog", { name: "Import accounts" });
    const lines = Array.from({ length: 50_000 }, (_, n) =>
      n % 1000 === 999 ? `"Broken ${n},x,` : `Company ${n},Energy,c${n}.example`,
    );
    await chooseFile(page, "big.csv", `Name,Industry,Domain\n${lines.join("\n")}\n`);
    await dialog.getByText("49,950 rows can be imported, 50 rows cannot.").waitFor();
    await dialog.getByRole("button", { name: "Check 49,950 rows" }).click();
    await dialog.getByRole("progressbar").waitFor();
    await dialog.getByRole("button", { name: "Import 49,950 accounts" }).click();
    await toast(page, "49,950 accounts imported");
    await page.getByText("49,950 accounts, newest first").waitFor();
  },
);
