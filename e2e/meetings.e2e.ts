// A guest books by keyboard in the month, moves the meeting and cancels it.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { recordScripts } from "./island-parts.ts";
import { startMeetings } from "./meetings-screen.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";

test("meetings 12, 13, 14, 15: booked by keyboard in the month grid, moved, and cancelled", async ({
  open,
  server,
}) => {
  // Never more than two times a day, one of them past its notice at some hours (audit-4 W20): one can be reserved all the same.
  await startMeetings(server, {}, { opens: "10:00", closes: "14:00" });
  const page = await open({ reducedMotion: "reduce" });
  const scripts = recordScripts(page);
  await page.goto("/book/consultation");
  const grid = page.getByRole("grid");
  await grid
    .getByRole("button", { name: /free times?$/ })
    .first()
    .waitFor();
  // Without React: the public pages' limit is 70 KB.
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThanOrEqual(12_000);
  await expectClean(page, "the booking page with its month");
  // One tab stop; arrows go on from day to day, also into the next month.
  expect(await grid.locator("button[tabindex='0']").count()).toBe(1);
  await grid.locator("button[tabindex='0']").focus();
  const day = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day ?? "");
  const first = await day();
  await page.keyboard.press("ArrowDown");
  await expect.poll(day).not.toBe(first);
  await page.keyboard.press("ArrowUp");
  await expect.poll(day).toBe(first);
  // Choosing a day moves on to its times.
  await page.keyboard.press("Enter");
  const times = page.getByRole("radiogroup");
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("slot");
  await page.keyboard.press("Space");
  await page.getByText("We keep this time for you for 10 minutes.").first().waitFor();
  expect(await times.getByRole("radio", { checked: true }).count()).toBe(1);
  await page.getByLabel("Name", { exact: true }).fill("Dana Whitlock");
  await page.getByLabel("Email", { exact: true }).fill("dana@castelline.example");
  await page.getByLabel(/What do you have to decide/).fill("Which of three vendors.");
  // The form asks for three seconds; a person takes longer.
  await expect.poll(() => page.evaluate(() => performance.now()), { timeout: 20_000 }).toBeGreaterThan(3500);
  await page.getByRole("button", { name: /^Confirm \w+day, / }).waitFor();
  await page.getByLabel("Email", { exact: true }).press("Enter");
  await page.getByText("Booked.").waitFor();
  expect(page.url()).toMatch(/\/m\/[\w-]{43}$/);
  expect(await page.getByRole("link", { name: "Open the room" }).first().getAttribute("href")).toMatch(
    /^https:\/\/rooms\.example\/\w{12}$/,
  );
  await expectClean(page, "the meeting's page");

  const was = await page.getByRole("heading", { level: 2 }).textContent();
  await page.getByRole("link", { name: "Move" }).click();
  await page.getByRole("heading", { name: "Move your meeting" }).waitFor();
  await page.setViewportSize(phone);
  await page.getByRole("radio").last().check({ force: true });
  await page.getByRole("button", { name: /^Move to \w+day, / }).click();
  await page.getByText("Changed and confirmed.").waitFor();
  expect(await page.getByRole("heading", { level: 2 }).textContent()).not.toBe(was);
  await expectNoSidewaysScroll(page, "the moved meeting on a phone");

  await page.getByRole("link", { name: "Cancel", exact: true }).click();
  await page.getByLabel("Why (optional)").fill("Another time");
  await page.getByRole("button", { name: "Cancel this meeting" }).click();
  await page.getByText(/^Cancelled on/).waitFor();
  expect(problemsOf(page)).toEqual([]);
});
