import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { typeParts } from "./page-checks.ts";
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
  expect(await saved()).toMatch(/Created [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{2}:\d\d/u);
  await page.goto("/admin/settings/security");
  await choose(page, "Germany", "24 hours (14:05)");
  await page.getByText("Reads 15 Nov 2026 and 1.234,56.").waitFor();
  await page.goto(`/admin/crm/accounts/${account!.id}`);
  expect(await saved()).toMatch(/Created \d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d/u);
  expect(problemsOf(page)).toEqual([]);
});

test("records 14: days and times are typed and chosen in the person's own format, and kept as they are meant", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await page.goto("/admin/settings/security");
  await choose(page, "Germany", "24 hours (14:05)");
  await page.goto("/admin/settings?tab=office");
  await typeParts(page, "Closing time", "1630");
  await page.getByRole("button", { name: "Save office" }).click();
  await page.getByText("Office saved").waitFor();
  await page
    .getByRole("group", { name: "Day", exact: true })
    .getByRole("button", { name: /^Calendar/ })
    .click();
  const calendar = page.getByRole("application").or(page.getByRole("dialog")).getByRole("grid");
  expect(await calendar.locator("th").first().textContent()).toBe("M");
  await page.keyboard.press("Escape");
  await typeParts(page, "Day", "24122026");
  await page.getByLabel("Name", { exact: true }).last().fill("Christmas Eve");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByText("Christmas Eve added").waitFor();
  const [kept] = await asOwner<object[]>(server, "/rest/v1/office?select=closes_at");
  expect(kept).toEqual({ closes_at: "16:30:00" });
  expect(await asOwner(server, "/rest/v1/office_holidays?select=day")).toEqual([{ day: "2026-12-24" }]);
  // The next one begins with an empty day, and without a day nothing is added.
  await page.getByLabel("Name", { exact: true }).last().fill("No day");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByText("Say which day.").waitFor();
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
  await page.getByRole("gridcell", { name: "Customer" }).first().waitFor();
  await page.getByText("Accounts; where type is Customer; newest first.").waitFor();
  // Every column is on the sheet, which lies on its side.
  await page.setViewportSize({ width: 1032, height: 703 });
  const table = page.getByRole("grid");
  const [wide, room] = await table.evaluate((grid) => [
    grid.getBoundingClientRect().right,
    document.documentElement.clientWidth,
  ]);
  expect(wide).toBeLessThanOrEqual(room!);
  expect(await table.getByRole("columnheader", { name: "Website" }).isVisible()).toBe(true);
  const sheet = await page.pdf({ preferCSSPageSize: true });
  const [, width, height] = /\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/.exec(sheet.toString("latin1"))!;
  expect(Number(width)).toBeGreaterThan(Number(height));
  await page.emulateMedia({ media: null });
});
