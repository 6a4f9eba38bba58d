// Settings, tab Office: zone, currency, work days, closing time, holidays by hand and from a calendar file, names of staff.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { holidays, office } from "./office-screen.ts";
import { asOwner } from "./people.ts";

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", ...lines, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n");

test("zone, currency, work days and closing time are saved, and a week without work days is refused", async ({
  page,
  server,
}) => {
  await office(page, server);
  await page.getByLabel("Time zone").selectOption("America/New_York");
  await page.getByLabel("Currency").selectOption("EUR");
  await page.getByLabel("Closing time").fill("16:30");
  await page.getByLabel("Friday").uncheck();
  await page.getByRole("button", { name: "Save office" }).click();
  await toast(page, "Office saved");
  await page.reload();
  await page.getByLabel("Time zone").waitFor();
  expect(await page.getByLabel("Time zone").inputValue()).toBe("America/New_York");
  expect(await page.getByLabel("Currency").inputValue()).toBe("EUR");
  expect(await page.getByLabel("Closing time").inputValue()).toBe("16:30");
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
