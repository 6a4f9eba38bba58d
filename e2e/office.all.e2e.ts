// Settings, tab Office: zone, currency, work days, closing time, holidays by hand and from a calendar file, names of staff. What `npm test -- all` adds.
import { expect } from "vitest";
import { expectAccessibleInBothThemes } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { holidays, office } from "./office-screen.ts";
import { expectNoSidewaysScroll, typeParts } from "./page-checks.ts";
import { addAccounts, asAdmin, asOwner, hideFirstSteps } from "./people.ts";

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
  await typeParts(page, "Day", "12252026");
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
  await page.getByRole("tab", { name: "Team" }).click();
  const own = page
    .getByRole("region", { name: "Names" })
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
  expect(shownThere).toMatch(/\d\d:\d\d E[SD]T\. Last/);
  expect(shownThere.replaceAll(/ E[SD]T/g, "")).toBe(shownHere);
  await hideFirstSteps(server);
  // A column of times is under a day that names the zone once.
  await asOwner(server, "/rest/v1/modules?key=in.(timeline,inquiries,notices)", {
    method: "PATCH",
    body: { live: true },
  });
  for (const [page, zone] of [
    [here, ""],
    [there, " E[SD]T"],
  ] as const) {
    await page.goto(`/admin/crm/accounts/${company!.id}`);
    await page.getByRole("heading", { name: new RegExp(`^Today${zone.replace(" ", ", ")}$`) }).waitFor();
    await page.goto("/admin");
    await page.getByText(new RegExp(`^Updated \\d\\d:\\d\\d${zone}$`)).waitFor();
  }
});

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", ...lines, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n");

test("zone, currency, work days and closing time are saved, and a week without work days is refused", async ({
  page,
  server,
}) => {
  await office(page, server);
  await page.getByLabel("Time zone").selectOption("America/New_York");
  await page.getByLabel("Currency").selectOption("EUR");
  await typeParts(page, "Closing time", "0430PM");
  await page.getByLabel("Friday").uncheck();
  await page.getByRole("button", { name: "Save office" }).click();
  await toast(page, "Office saved");
  await page.reload();
  await page.getByLabel("Time zone").waitFor();
  expect(await page.getByLabel("Time zone").inputValue()).toBe("America/New_York");
  expect(await page.getByLabel("Currency").inputValue()).toBe("EUR");
  expect((await page.getByRole("group", { name: "Closing time" }).textContent())?.replaceAll(/[^\dAPM:]/g, "")).toBe(
    "04:30PM",
  );
  expect(await page.getByLabel("Friday").isChecked()).toBe(false);
  const deadline = await asOwner<string>(server, "/rest/v1/rpc/business_deadline", {
    method: "POST",
    body: { received: "2026-11-11T15:00:00Z", days: 2 },
  });
  // Wednesday; Friday is free now.
  expect(new Date(deadline).toISOString()).toBe("2026-11-16T21:30:00.000Z");
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday"]) await page.getByLabel(day).uncheck();
  await page.getByRole("button", { name: "Save office" }).click();
  await page.getByRole("alert").getByText("Choose at least one work day.").waitFor();
});

test("a calendar file is chosen, dropped or pasted; what is none is refused with a sentence", async ({
  page,
  server,
}) => {
  await office(page, server);
  const file = calendar("DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261227", "SUMMARY:Christ", " mas");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "norway.ics", mimeType: "text/calendar", buffer: Buffer.from(file) });
  await toast(page, "3 holidays added");
  await expect.poll(() => holidays(page).count()).toBe(3);
  await holidays(page).filter({ hasText: "Saturday, December 26, 2026" }).getByText("Christmas").waitFor();

  await page.getByText("Choose a calendar file (ICS), or drop it here").evaluate(
    (text, words) => {
      const data = new DataTransfer();
      data.items.add(new File([words], "more.ics", { type: "text/calendar" }));
      text.parentElement?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    calendar("DTSTART;VALUE=DATE:20270101", "SUMMARY:New Year"),
  );
  await expect.poll(() => holidays(page).count()).toBe(4);

  await page.getByText("Or paste its text").click();
  const box = page.getByLabel("Text of a calendar file");
  await box.fill("25 December: Christmas");
  await page.getByRole("button", { name: "Add these holidays" }).click();
  await page
    .getByRole("alert")
    .getByText("This is not a calendar file: it does not begin with BEGIN:VCALENDAR.")
    .waitFor();
  expect(await box.inputValue()).toBe("25 December: Christmas");
  // A day that is there already takes the new name.
  await box.fill(calendar("DTSTART;VALUE=DATE:20270101", "SUMMARY:New Year's Day"));
  await page.getByRole("button", { name: "Add these holidays" }).click();
  await holidays(page).filter({ hasText: "New Year's Day" }).waitFor();
  expect(await holidays(page).count()).toBe(4);
  expect(problemsOf(page)).toEqual([]);
});
