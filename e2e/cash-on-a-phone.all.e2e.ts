// Reports of cash on a phone: every figure stands in its row, nothing is to be pushed sideways, and the page one is on is among the ones that show.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addClient, calm, switchOn } from "./payments-screen.ts";
import { asAdmin, asOwner } from "./people.ts";

test("cash 3, 4, 5: on a phone the figures of tax, revenue and a statement stand in their rows", async ({
  open,
  server,
}) => {
  const page = await open({ ...calm, viewport: { width: 390, height: 844 } });
  await asAdmin(page, server);
  await switchOn(server, "payments", "invoices", "cash");
  const account = await addClient(server);
  await asOwner(server, "/rest/v1/firm?id=is.true", {
    method: "PATCH",
    body: { legal_name: "Guidevane GmbH", street: "Markt 1", city: "Hamburg", country: "DE", vat_id: "DE123456788" },
  });
  await asOwner(server, "/rest/v1/office?id=is.true", { method: "PATCH", body: { currency: "EUR" } });
  await asOwner(server, "/rest/v1/billing_profiles", {
    method: "POST",
    body: { account_id: account, street: "Am Wall 2", city: "Bremen", country: "DE" },
  });
  await asOwner(server, "/rest/v1/rpc/new_payment_request", {
    method: "POST",
    body: {
      asked: {
        account_id: account,
        title: "Reading of the archive, second part",
        currency: "EUR",
        send: false,
        supply_from: "2026-01-02",
        items: [
          {
            description: "Reading",
            unit_minor: 123_456_789,
            taxes: [{ name: "VAT", category: "S", rate_pcm: 19_000 }],
          },
        ],
      },
    },
  });
  const wider = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("main table")]
        .filter((table) => table.parentElement!.scrollWidth > table.parentElement!.clientWidth + 1)
        .map((table) => table.getAttribute("aria-label")),
    );
  const pages: [path: string, table: string, figures: string[]][] = [
    ["tax", "Tax by rate", ["Rate 19 %", "Documents 1", "Net €1,234,567.89", "€234,567.90"]],
    ["revenue", "Revenue by month", ["Invoiced €1,234,567.89", "Credited €0.00"]],
    [`statement?account=${account}`, "Statement in EUR", ["asked €1,469,135.79", "Closing balance"]],
  ];
  for (const [path, table, figures] of pages) {
    await page.goto(`/admin/cash/${path}`);
    for (const figure of figures)
      await page.getByRole("table", { name: table }).getByText(figure).filter({ visible: true }).first().waitFor();
    await expectNoSidewaysScroll(page, `cash/${path}`);
    expect(await wider(), path).toEqual([]);
    await expectClean(page, `cash/${path} on a phone`);
  }
  // The days of a statement are read whole.
  await page.goto(`/admin/cash/statement?account=${account}`);
  const statement = page.getByRole("region", { name: "Statement", exact: true });
  await statement.getByText("Closing balance").filter({ visible: true }).waitFor();
  expect(
    await statement
      .locator(".overflow-hidden")
      .evaluateAll((all) => all.filter((part) => part.scrollWidth > part.clientWidth + 1).length),
  ).toBe(0);
  // The last of the pages: its name is on the screen.
  await page.goto("/admin/cash/periods");
  const here = page.getByRole("navigation", { name: "Cash" }).getByRole("link", { name: "Periods and export" });
  await expect
    .poll(async () => (await here.boundingBox())!.x + (await here.boundingBox())!.width)
    .toBeLessThanOrEqual(390);
});
