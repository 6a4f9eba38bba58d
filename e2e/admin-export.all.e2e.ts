import type { Page } from "playwright-core";
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { sharedTest as test } from "./fixtures.ts";
import { addAccounts, addContacts, asAdmin, asOwner } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const seed = (account: string | undefined, count: number, name: string) =>
  Array.from({ length: count }, (_, n) => ({
    account_id: account,
    name: `${name} ${n}`,
    email: `${name}${n}@c.example`,
  }));

/** On a busy machine thousands at once take longer than a request may. */
async function start(page: Page, server: RunningServer) {
  for (const name of ["p0-*", "p1-*", "p2-*"])
    await asOwner(server, `/rest/v1/contacts?name=like.${name}`, { method: "DELETE" });
  await asAdmin(page, server);
}

/** The first cell of each line below the headings. */
async function exportedNames(page: Page): Promise<string[]> {
  const download = page.waitForEvent("download");
  await press(page, "Export CSV");
  return namesIn(await download);
}
async function namesIn(download: { createReadStream(): Promise<NodeJS.ReadableStream> }): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const [, ...lines] = Buffer.concat(chunks).toString("utf8").trimEnd().split("\r\n");
  return lines.map((line) => line.split(",")[0] ?? "");
}

test("an export has every row once, though others add rows while it runs", async ({ page, server }) => {
  await start(page, server);
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  for (const part of [0, 1, 2]) await addContacts(server, seed(account?.id, 800, `p${part}-`));
  await page.goto("/admin/crm?tab=contacts");
  await page.getByText("2,400 contacts, newest first").waitFor();
  let pages = 0;
  await page.route("**/rest/v1/contacts?*limit=1000*", async (route) => {
    // One insert is one moment: the second request begins in the middle of rows that share theirs.
    if (++pages === 2) await addContacts(server, seed(account?.id, 40, "late"));
    await route.continue();
  });
  const names = await exportedNames(page);
  await toast(page, "2,400 contacts exported");
  expect(pages).toBe(4);
  expect(names).toHaveLength(2400);
  expect(new Set(names).size).toBe(2400);
  expect(names.some((name) => name.startsWith("late"))).toBe(false);
});

test("the progress of an export is shown, and it can be cancelled", async ({ page, server }) => {
  await start(page, server);
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  for (const part of [0, 1]) await addContacts(server, seed(account?.id, 600, `p${part}-`));
  await page.goto("/admin/crm?tab=contacts");
  await page.getByText("1,200 contacts, newest first").waitFor();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let pages = 0;
  await page.route("**/rest/v1/contacts?*limit=1000*", async (route) => {
    if (++pages === 2) await held;
    // The page may have given up on the request in the meantime.
    await route.continue().catch(() => {});
  });
  const files: unknown[] = [];
  page.on("download", (file) => files.push(file));
  await press(page, "Export CSV");
  await page.getByText("Exporting 1,000 of 1,200 contacts").waitFor();
  expect(await page.getByRole("progressbar").getAttribute("value")).toBe("1000");
  expect(await page.getByRole("button", { name: "Export CSV" }).isDisabled()).toBe(true);
  // It goes on while other pages are looked at, and is still there on the way back.
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Deals" }).click();
  await page.getByRole("heading", { name: "Coming Soon" }).waitFor();
  await page.goBack();
  await press(page, "Cancel export");
  await toast(page, "Export cancelled");
  goOn();
  await page.getByRole("button", { name: "Export CSV", disabled: false }).waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(0);
  expect(files).toEqual([]);
});

test("the file has the order of the list, and only what the list shows", async ({ page, server }) => {
  await start(page, server);
  await addAccounts(server, [
    { name: "Ostrey", industry: "rail", type: "Customer" },
    { name: "Élan", industry: "Energy", type: "Customer" },
    { name: "Castelline", industry: null, type: "Customer" },
    { name: "Zed", industry: "Éclairage", type: "Customer" },
    { name: "Left out", industry: "Law", type: "Prospect" },
  ]);
  for (const sort of ["name", "-name", "industry", "-industry"]) {
    await page.goto(`/admin/crm?type=Customer&sort=${sort}`);
    await page.getByRole("row").nth(4).waitFor();
    const listed = await page.locator("tbody tr > td:nth-child(2)").allTextContents();
    expect(await exportedNames(page), sort).toEqual(listed);
  }
});

test("an export that fails says so and makes no file", async ({ page, server }) => {
  await start(page, server);
  await addAccounts(server, [{ name: "Norrfall" }]);
  await page.goto("/admin/crm");
  await page.getByRole("link", { name: "Norrfall" }).waitFor();
  await page.route("**/rest/v1/accounts?*limit=1000*", (route) =>
    route.fulfill({ status: 500, json: { message: "Something went wrong on our side" } }),
  );
  await press(page, "Export CSV");
  await toast(page, "Failed to export accounts");
  await page.getByRole("progressbar").waitFor({ state: "detached" });
});
