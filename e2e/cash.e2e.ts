// Cash in a browser: figures open the rows they are sums of, tax and revenue theirs, a statement leaves as a file, and a closed period refuses.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addClient, calm, switchOn } from "./payments-screen.ts";
import { asAdmin, asOwner } from "./people.ts";

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("cash 1, 2, 5, 10: figures open their rows, a statement is saved, and a period is closed and opened again with a reason", async ({
  open,
  server,
}) => {
  const page = await open({ ...calm });
  await asAdmin(page, server);
  await switchOn(server, "payments", "invoices", "tasks", "cash");
  const account = await addClient(server);
  await page.goto("/admin/cash");
  await page.getByText("No money asked for yet").waitFor();
  await expectClean(page, "cash without money");

  const ask = (amount_minor: number, issued_on: string, due_on: string, title: string) =>
    asOwner<string>(server, "/rest/v1/rpc/new_payment_request", {
      method: "POST",
      body: { asked: { account_id: account, title, amount_minor, currency: "USD", send: false, issued_on, due_on } },
    });
  await ask(1_250_050, day(-40), day(-10), "Archive reading");
  await ask(300_000, day(-40), day(-5), "Editing desk");
  await ask(90_000, day(-1), day(20), "Teaching");

  await page.reload();
  const figures = page.getByRole("region", { name: "Figures" });
  await figures.getByText("$15,500.50").waitFor();
  await figures.getByRole("link", { name: "Overdue" }).click();
  const lines = page.getByRole("region", { name: "Lines: Overdue, USD" });
  await lines.getByText("2 lines").waitFor();
  expect(await lines.getByRole("listitem").allTextContents()).toEqual([
    expect.stringContaining("$12,500.50"),
    expect.stringContaining("$3,000.00"),
  ]);
  const weeks = page.getByRole("table", { name: "Thirteen weeks" });
  await weeks.getByRole("link", { name: "$900" }).click();
  await page
    .getByRole("region", { name: /Lines: Owed, week/ })
    .getByText("Teaching")
    .waitFor();
  await expectClean(page, "cash with its rows");

  // A day is in the address: a month ago nothing was late.
  await page.goto(`/admin/cash?as_of=${day(-30)}&rows=overdue`);
  await page.getByText("Nothing is late.").waitFor();

  await page.goto(`/admin/cash/statement?account=${account}&from=${day(-60)}&to=${day(0)}`);
  const statement = page.getByRole("table", { name: "Statement in USD" });
  expect(await statement.getByRole("row", { name: /Closing balance/ }).textContent()).toContain("$16,400.50");
  await expectClean(page, "a statement");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await saved).suggestedFilename()).toContain("Norrfall");

  await page.getByRole("navigation", { name: "Cash" }).getByRole("link", { name: "Tax" }).click();
  await page.getByText("Nothing was issued in this period.").waitFor();
  await page.getByRole("navigation", { name: "Cash" }).getByRole("link", { name: "Revenue" }).click();
  await page.getByText("This is not accrual accounting", { exact: false }).waitFor();

  await page.getByRole("navigation", { name: "Cash" }).getByRole("link", { name: "Periods and export" }).click();
  await page.getByRole("button", { name: "Close a period" }).click();
  await page.getByRole("dialog", { name: "Close a period" }).getByRole("button", { name: "Close it" }).click();
  const closed = page.getByRole("region", { name: "Closed periods" });
  await closed.getByText("Closed", { exact: true }).waitFor();
  await expectClean(page, "closed periods");
  await closed.getByRole("button", { name: "Open again" }).click();
  const opening = page.getByRole("dialog", { name: "Open this period again?" });
  expect(await opening.getByRole("button", { name: "Open again" }).isDisabled()).toBe(true);
  await opening.getByLabel("Why").fill("A receipt was missing");
  await opening.getByRole("button", { name: "Open again" }).click();
  await closed.getByText("A receipt was missing", { exact: false }).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["", "/tax", "/revenue", `/statement?account=${account}`, "/periods"]) {
    await page.goto(`/admin/cash${path}`);
    await page.getByRole("heading", { name: "Cash" }).waitFor();
    await expectNoSidewaysScroll(page, `cash${path} at 390 px`);
  }
  await page.goto("/admin");
  await page.getByRole("region", { name: "Cash" }).getByText("$15,500.50").waitFor();
  // System Tests adds up the lists behind them, the one of requests as well.
  await page.goto("/admin/test");
  const checks = page.getByRole("region", { name: "Dashboard figures" });
  await checks.getByRole("button", { name: "Compare figures" }).click();
  await checks.getByText("Cash overdue, of the requests, USD: $15,500.50, as in its list").waitFor();
  await checks.getByText(/^All \d+ figures equal their lists\.$/).waitFor();
  await page.goto("/admin");
  await page.getByRole("region", { name: "Cash" }).getByText("$15,500.50").waitFor();
  // The same figures are not there a second time, counted otherwise.
  expect(await page.getByRole("region", { name: "Money" }).count()).toBe(0);
  expect(problemsOf(page)).toEqual([]);
});
