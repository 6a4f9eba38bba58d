// Meetings on the desk: hours drawn by keyboard, a meeting by hand over an entry of the calendar, moved, and its outcome.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { addAccounts, addContacts, asAdmin, emptyCrm } from "./people.ts";
import { inDatabase, officeIn, switchOn } from "./task-screen.ts";

test("meetings 21: hours by keyboard, a meeting by hand over an entry after a warning, moved; meetings 20: what became of it", async ({
  page,
  server,
}) => {
  await emptyCrm(server);
  await officeIn(server, "Europe/Berlin");
  await switchOn(server, "outbox", "timeline", "meetings");
  const me = await asAdmin(page, server);
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(server, [{ name: "Maren Oduya", email: "maren@norrfall.example", account_id: account!.id }]);
  // Next week's Tuesday, ten to noon, is busy in a calendar.
  const [busy] = await inDatabase(
    server,
    (sql) => sql<{ day: string }[]>`
      insert into public.occupied (staff_id, during, kind)
      select ${me.id}, tstzrange((day + time '10:00') at time zone 'Europe/Berlin', (day + time '12:00') at time zone 'Europe/Berlin'), 'block'
      from (select date_trunc('week', now() at time zone 'Europe/Berlin')::date + 8 as day) as next returning ((lower(during) at time zone 'Europe/Berlin')::date)::text as day`,
  );
  const day = busy!.day;

  await page.goto("/admin/settings?tab=hours");
  await page.getByRole("button", { name: "Add hours on Mon" }).click();
  const closes = page.getByRole("slider", { name: "Mon closes" });
  await closes.focus();
  await page.keyboard.press("ArrowLeft");
  expect(await closes.getAttribute("aria-valuetext")).toBe("16:45");
  await page.getByRole("button", { name: "Save" }).click();
  await toast(page, "Saved. Visitors see it at once; booked meetings stay");

  await page.goto("/admin/meetings");
  await page.getByText("Nothing booked this week").waitFor();
  await page.getByRole("button", { name: "New meeting" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New meeting" });
  await dialog.getByRole("combobox", { name: "With" }).fill("mar");
  await page.getByRole("option", { name: "Maren Oduya" }).click();
  await dialog.getByLabel("Day").fill(day);
  await dialog.getByLabel("Time").fill("11:00");
  await dialog.getByLabel("Title").fill("Second opinion");
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await dialog.getByText("There is an entry in the calendar at this time.").waitFor();
  expect(await dialog.getByLabel("Title").inputValue()).toBe("Second opinion");
  await dialog.getByRole("button", { name: "Book over it" }).click();
  await toast(page, "Booked. The mail is in the outbox");

  await page.goto(`/admin/meetings?week=${day}`);
  const week = page.getByRole("region", { name: "Week", exact: true });
  await week.getByText("Busy, came later").waitFor();
  await week.getByRole("link", { name: /Maren Oduya/ }).click();
  await page.getByRole("heading", { name: "Second opinion with Maren Oduya" }).waitFor();
  await page.getByText("An entry in the calendar came later and overlaps this meeting.").waitFor();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const move = page.getByRole("dialog", { name: "Move the meeting" });
  await move.getByLabel("Time").fill("14:00");
  await move.getByRole("button", { name: "Move" }).click();
  await toast(page, "Moved. The mail is in the outbox");
  await page.getByText("14:00 to 14:30").waitFor();
  await page.getByText("An entry in the calendar came later", { exact: false }).waitFor({ state: "detached" });
  await page.getByText("New time").waitFor();

  await inDatabase(
    server,
    (sql) =>
      sql`update public.meetings set starts_at = now() - interval '1 hour', ends_at = now() - interval '30 minutes'`,
  );
  await page.goto("/admin/meetings?tab=list&part=without_outcome");
  await page.getByRole("link", { name: "Maren Oduya" }).click();
  await page.getByRole("button", { name: "Took place" }).click();
  const outcome = page.getByRole("dialog", { name: "The meeting took place" });
  await outcome.getByLabel("Note for us").fill("They send two samples.");
  await outcome.getByRole("button", { name: "Save" }).click();
  await page.getByText("Held", { exact: true }).waitFor();
  await page.getByText("They send two samples.").waitFor();
  // The one refusal that was asked for.
  expect(problemsOf(page).filter((problem) => !problem.includes("status of 400"))).toEqual([]);
});
