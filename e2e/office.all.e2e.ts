// Settings, tab Office: zone, currency, work days, closing time, holidays by hand and from a calendar file, names of staff. What `npm test -- all` adds.
import { expect } from "vitest";
import { expectAccessibleInBothThemes } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { phone, test } from "./fixtures.ts";
import { holidays, office } from "./office-screen.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addAccounts, asAdmin, asOwner } from "./people.ts";

test("the tab is always there, and starts with the machine's zone", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/settings");
  await page.getByRole("tab", { name: "Office" }).click();
  await page.waitForURL("/admin/settings?tab=office");
  const zone = page.getByLabel("Time zone");
  await zone.waitFor();
  expect(await zone.inputValue()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test("a holiday is added by hand, removed, and brought back", async ({ page, server }) => {
  await office(page, server);
  await page.getByText("No holidays yet.").waitFor();
  await page.getByLabel("Day", { exact: true }).fill("2026-12-25");
  await page.getByLabel("Name", { exact: true }).last().fill("Christmas Day");
  await page.getByRole("button", { name: "Add holiday" }).click();
  await toast(page, "Christmas Day added");
  await holidays(page).filter({ hasText: "Friday, December 25, 2026" }).waitFor();
  await page.getByRole("button", { name: "Remove Christmas Day, Friday, December 25, 2026" }).click();
  await page.getByText("No holidays yet.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await holidays(page).filter({ hasText: "Christmas Day" }).waitFor();
});

test("staff are named here, and history speaks of them by that name", async ({ page, server }) => {
  const person = await office(page, server);
  await page.getByRole("tab", { name: "Colleagues" }).click();
  const own = page
    .getByRole("region", { name: "Staff" })
    .locator("form")
    .filter({ has: page.getByRole("button", { name: `Save the name ${person.email}` }) });
  await own.getByLabel("Name", { exact: true }).fill("Noor Marchetti");
  await own.getByRole("button", { name: /^Save/ }).click();
  await toast(page, "Name saved");
  await page.getByRole("button", { name: "Save the name Noor Marchetti" }).waitFor();
  // Someone who leaves stays, and is said to have left.
  await asOwner(server, `/rest/v1/user_roles?user_id=eq.${person.id}`, { method: "DELETE" });
  expect(await asOwner(server, `/rest/v1/staff?user_id=eq.${person.id}&select=user_id,name,active`)).toEqual([
    { user_id: person.id, name: "Noor Marchetti", active: false },
  ]);
});

test("on a phone and in both themes: nothing scrolls sideways, axe finds nothing", async ({ open, server }) => {
  for (const viewport of [phone, { width: 1440, height: 900 }]) {
    const page = await open({ viewport, reducedMotion: "reduce" });
    await office(page, server);
    await asOwner(server, "/rest/v1/office_holidays", {
      method: "POST",
      body: { day: "2026-12-25", name: "Christmas Day" },
    });
    await page.reload();
    await holidays(page).first().waitFor();
    await expectNoSidewaysScroll(page, "office");
    await expectAccessibleInBothThemes(page, `office at ${viewport.width}`);
    await page.context().close();
  }
});

test("times are the office's in every browser, and the zone is named where the browser's clock differs", async ({
  open,
  server,
}) => {
  const here = await open({ timezoneId: "America/New_York" });
  await asAdmin(here, server);
  const there = await open({ timezoneId: "Pacific/Kiritimati" });
  await asAdmin(there, server);
  await asOwner(server, "/rest/v1/office?id=is.true", { method: "PATCH", body: { time_zone: "America/New_York" } });
  const [company] = await addAccounts(server, [{ name: "Norrfall" }]);
  const created = /^Created (.+)\. Last saved (.+)\.$/;
  await here.goto(`/admin/crm/accounts/${company!.id}`);
  const shownHere = await here.getByText(created).innerText();
  expect(shownHere).not.toMatch(/E[SD]T|GMT/);
  await there.goto(`/admin/crm/accounts/${company!.id}`);
  const shownThere = await there.getByText(created).innerText();
  expect(shownThere).toMatch(/[AP]M E[SD]T\. Last/);
  expect(shownThere.replaceAll(/ E[SD]T/g, "")).toBe(shownHere);
});
