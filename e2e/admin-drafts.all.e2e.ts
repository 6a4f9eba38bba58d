// Previews and draft exports of an account's brief, and where they are listed.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { problemsOf, test } from "./fixtures.ts";
import { addAccounts, addContacts, asAdmin } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

async function openAccount(page: Page, server: RunningServer, name: string) {
  await asAdmin(page, server);
  const [account] = await addAccounts(server, [{ name, type: "Customer", notes: "First line.\nSecond line." }]);
  await addContacts(server, [{ account_id: account?.id, name: "Ada Lind", title: "CFO" }]);
  await page.goto(`/admin/crm/accounts/${account?.id}`);
  await page.getByRole("heading", { name: "Draft brief" }).waitFor();
}

async function downloaded(page: Page, click: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("the preview shows what is known about the account", async ({ page, server }) => {
  await openAccount(page, server, "Norrfall");
  await page.getByRole("button", { name: "Preview" }).click();
  const brief = page.getByRole("dialog", { name: "Preview" }).getByRole("article", { name: "Brief of Norrfall" });
  for (const text of ["Draft, not published", "Customer", "Ada Lind, CFO", "First line.", "Second line."])
    await brief.getByText(text, { exact: true }).waitFor();
});

test("a draft is exported as PDF and Markdown, and its message downloads the file", async ({ page, server }) => {
  await openAccount(page, server, "../Norr/fall & Søn");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Export draft" }).click();
  const message = page.getByLabel("Notifications");
  await message.getByText("Draft exported", { exact: true }).waitFor();
  const folder = path.join(server.dataDir, "GV/Drafts/Norr-fall & Søn");
  expect(readFileSync(path.join(folder, "Norr-fall & Søn brief.md"), "utf8")).toContain("- Ada Lind, CFO");
  const pdf = await downloaded(page, () => message.getByRole("button", { name: "Download PDF" }).click());
  expect(pdf.name).toBe("Norr-fall & Søn brief.pdf");
  expect(pdf.bytes.equals(readFileSync(path.join(folder, pdf.name)))).toBe(true);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  // In safe mode nothing offers to publish.
  expect(await page.getByRole("button", { name: /Publish/ }).count()).toBe(0);
  expect(problemsOf(page)).toEqual([]);
});

test("drafts are listed on the account's page and under Settings, File Paths, with their files", async ({
  page,
  server,
}) => {
  await openAccount(page, server, "Castelline");
  await page.getByText("No drafts yet.").waitFor();
  await page.getByRole("button", { name: "Export draft" }).click();
  await page.getByRole("button", { name: "Download /GV/Drafts/Castelline/Castelline brief.pdf" }).waitFor();
  await page.goto("/admin/settings?tab=paths");
  const listed = page.getByRole("button", { name: "Download /GV/Drafts/Castelline/Castelline brief.md" });
  await listed.waitFor();
  const file = await downloaded(page, () => listed.click());
  expect(file.name).toBe("Castelline brief.md");
  expect(file.bytes.toString()).toContain("# Castelline");
});

test("a draft that is gone meanwhile is said to be", async ({ page, server }) => {
  await openAccount(page, server, "Gone");
  await page.route("**/api/drafts/*", (route) =>
    route.fulfill({ status: 404, json: { code: 404, message: "This draft no longer exists" } }),
  );
  await page.getByRole("button", { name: "Export draft" }).click();
  await page.getByRole("button", { name: "Download /GV/Drafts/Gone/Gone brief.pdf" }).click();
  await page.getByLabel("Notifications").getByText("This draft no longer exists").waitFor();
});

test("a full disk is said, and nothing is listed", async ({ page, server }) => {
  await openAccount(page, server, "Full");
  const message = "The server's disk is full: nothing was saved";
  await page.route("**/api/drafts", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 507, json: { code: 507, message } })
      : route.continue(),
  );
  await page.getByRole("button", { name: "Export draft" }).click();
  await page.getByLabel("Notifications").getByText(message).waitFor();
  await page.getByText("No drafts yet.").waitFor();
});
