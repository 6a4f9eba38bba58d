import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { addAccounts, asAdmin, asOwner } from "./people.ts";

const choose = async (page: Page, region: string, clock: string) => {
  const panel = page.getByRole("region", { name: "Dates and numbers" });
  await panel.getByLabel("Region").selectOption({ label: region });
  await panel.getByLabel("Clock").selectOption({ label: clock });
  await panel.getByRole("button", { name: "Save formats" }).click();
  await page.getByText("Formats saved").waitFor();
};

test("records 14: a person chooses a region and a clock; lists and times follow, also after a reload", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  const [account] = await addAccounts(server, [{ name: "Castelline" }]);
  const saved = () => page.getByText(/^Created .* Last saved /).textContent();
  await page.goto(`/admin/crm/accounts/${account!.id}`);
  expect(await saved()).toMatch(/Created [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M/u);
  await page.goto("/admin/settings/security");
  await choose(page, "Germany", "24 hours (14:05)");
  await page.getByText("Reads 15 Nov 2026 and 1.234,56.").waitFor();
  await page.goto(`/admin/crm/accounts/${account!.id}`);
  expect(await saved()).toMatch(/Created \d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d/u);
  expect(problemsOf(page)).toEqual([]);
});

test("records 13: a list is exported as it is shown, as a spreadsheet and as a PDF, and the audit log knows", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await addAccounts(
    server,
    Array.from({ length: 3 }, (_, n) => ({ name: `Castelline ${n}`, type: "Customer" })),
  );
  await page.goto("/admin/crm?type=Customer");
  const save = async (item: string) => {
    await page.getByRole("button", { name: "Export as" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: item }).click(),
    ]);
    return {
      name: download.suggestedFilename(),
      start: readFileSync(await download.path())
        .subarray(0, 4)
        .toString("latin1"),
    };
  };
  expect(await save("Export Excel (XLSX)")).toEqual({
    name: expect.stringMatching(/^accounts-.*\.xlsx$/),
    start: "PK\u0003\u0004",
  });
  expect(await save("Export PDF")).toEqual({ name: expect.stringMatching(/^accounts-.*\.pdf$/), start: "%PDF" });
  const acts = await asOwner<{ subject: string }[]>(
    server,
    "/rest/v1/acts?act=eq.exported&select=subject&order=at.desc&limit=2",
  );
  expect(acts.map(({ subject }) => subject.replace(/^.*\./, ""))).toEqual(["pdf", "xlsx"]);

  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("button", { name: "Export CSV" }).isVisible()).toBe(false);
  expect(await page.getByRole("checkbox").first().isVisible()).toBe(false);
  await page.getByRole("cell", { name: "Customer" }).first().waitFor();
  await page.emulateMedia({ media: null });
});
