import { chooseFile, toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { asAdmin } from "./people.ts";

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
