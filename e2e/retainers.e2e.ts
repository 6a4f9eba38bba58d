// A retainer in a browser: written on its page, its next twelve periods with their amounts, started and paused.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll, typeParts } from "./page-checks.ts";
import { addClient, calm, switchOn, year } from "./payments-screen.ts";
import { asAdmin, asOwner } from "./people.ts";

test("retainers 5, 9: written, its next twelve periods are shown with their amounts, and a pause skips them", async ({
  open,
  server,
}) => {
  const page = await open({ ...calm });
  await asAdmin(page, server);
  await switchOn(server, "payments", "catalogue", "invoices", "retainers", "tasks");
  await addClient(server);
  await page.goto("/admin/retainers");
  await page.getByText("No retainers yet").waitFor();
  await page.getByRole("button", { name: "New Retainer" }).first().click();
  const writing = page.getByRole("dialog", { name: "New retainer" });
  await writing.getByRole("combobox", { name: "Company" }).fill("Norr");
  await writing.getByRole("option", { name: "Norrfall" }).click();
  await writing.getByLabel("What is billed").fill("Care of the archive");
  await writing.getByLabel("Net, each time").fill("1,250.40");
  await writing.getByLabel("Currency").selectOption("EUR");
  // A year that has not come: what is shown does not depend on the day of the test.
  await typeParts(page, "First day", `0131${year + 1}`);
  await writing.getByRole("button", { name: "Save the draft" }).click();
  await page.getByRole("heading", { name: "Care of the archive" }).waitFor();

  const plan = page.getByRole("region", { name: "The next periods" });
  await plan.getByRole("heading", { name: "The next 12 periods" }).waitFor();
  const periods = plan.getByRole("listitem");
  const amounts = () => periods.filter({ hasText: "€1,250.40" }).count();
  expect([await periods.count(), await amounts()]).toEqual([12, 12]);
  expect(await periods.first().textContent()).toContain(`January 31, ${year + 1}`);
  await expectClean(page, "a retainer");

  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Start this retainer?" })
    .getByRole("button", { name: "Start", exact: true })
    .click();
  await page.getByText("Running", { exact: true }).waitFor();
  // The price of the next period is the one that holds; a later one says from when.
  await asOwner(server, "/rest/v1/rpc/set_retainer_price", {
    method: "POST",
    body: {
      retainer: page.url().split("/").at(-1),
      from_day: `${year + 1}-06-30`,
      lines: [{ title: "Care of the archive", unit_minor: 130_000 }],
    },
  });
  await page.reload();
  const agreed = page.getByRole("region", { name: "What is agreed" });
  await agreed.getByText("€1,250.40 a month, net").waitFor();
  await agreed.getByText(`€1,300 from June 30, ${year + 1}`).waitFor();

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const pausing = page.getByRole("dialog", { name: "Pause" });
  await pausing.getByLabel("Why").fill("The archive moves");
  await pausing.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByText("Paused", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Resume", exact: true }).waitFor();
  expect(await periods.filter({ hasText: "Skipped: The archive moves" }).count()).toBe(12);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, "a retainer at 390 px");
  // Amounts stand below each other, beside their periods, however long those are.
  const edges = await periods
    .locator("b")
    .evaluateAll((all) => all.map((amount) => Math.round(amount.getBoundingClientRect().right)));
  expect(new Set(edges).size).toBe(1);
  await page.goto("/admin/retainers");
  await page.getByRole("link", { name: /Care of the archive/ }).waitFor();
  await expectNoSidewaysScroll(page, "retainers at 390 px");
  expect(problemsOf(page)).toEqual([]);
});
