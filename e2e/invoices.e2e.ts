// An invoice from its draft to a credit note: what is missing is said with links, issuing gives a number, and crediting shows both sums.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addClient, calm, switchOn, year } from "./payments-screen.ts";
import { asAdmin, asOwner } from "./people.ts";

test("invoices 4, 10, 22: a draft says what is missing, is issued, and is credited in part; the list leaves as a file", async ({
  open,
  server,
}) => {
  const page = await open({ ...calm });
  await asAdmin(page, server);
  await switchOn(server, "payments", "invoices");
  const account = await addClient(server);
  await asOwner(server, "/rest/v1/firm?id=is.true", {
    method: "PATCH",
    body: {
      legal_name: "Guidevane GmbH",
      street: "Markt 1",
      city: "Hamburg",
      postal_code: "20095",
      country: "DE",
      vat_id: "DE123456788",
    },
  });
  await asOwner(server, "/rest/v1/office?id=is.true", { method: "PATCH", body: { currency: "EUR" } });
  await page.goto("/admin/invoices");
  await page.getByText("No invoices yet").waitFor();
  await page.getByRole("button", { name: "New Invoice" }).first().click();
  const writing = page.getByRole("dialog", { name: "New invoice" });
  await writing.getByLabel("What for").fill("Advice in November");
  await writing.getByRole("combobox", { name: "Company" }).fill("Norr");
  await writing.getByRole("option", { name: "Norrfall" }).click();
  await writing.getByRole("button", { name: "Write the draft" }).click();
  await page.getByRole("heading", { name: "Invoice: Advice in November" }).waitFor();
  const missing = page.getByRole("region", { name: "What is missing" });
  await missing.getByRole("link", { name: /billing address of Norrfall/ }).waitFor();
  await missing.getByRole("link", { name: /Line 1: its tax/ }).waitFor();
  await page.getByLabel(/^Price, EUR, line 1/).fill("1,386.60");
  await page.getByLabel("Tax %, line 1").fill("19");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Draft saved");
  await page.getByRole("region", { name: "Lines" }).getByText("€263.45").waitFor();
  await asOwner(server, "/rest/v1/billing_profiles", {
    method: "POST",
    body: { account_id: account, street: "Am Wall 2", city: "Bremen", country: "DE" },
  });
  const [draft] = await asOwner<{ id: string }[]>(server, "/rest/v1/invoice_drafts?select=id");
  await asOwner(server, "/rest/v1/rpc/save_invoice_draft", {
    method: "POST",
    body: { draft: draft!.id, changes: { supply_from: "2026-11-02" } },
  });
  await page.reload();
  await page.getByText("As it is printed").waitFor();
  expect(await missing.count()).toBe(0);
  await expectClean(page, "draft of an invoice");
  await page.getByRole("button", { name: "Issue", exact: true }).click();
  const issuing = page.getByRole("dialog", { name: "Issue the invoice" });
  await issuing.getByText("€1,650.05").waitFor();
  await issuing.getByRole("button", { name: "Issue" }).click();
  await page.getByRole("heading", { name: `I-${year}-001 Advice in November` }).waitFor();
  await expectClean(page, "issued invoice");

  await page.getByRole("button", { name: "Credit", exact: true }).click();
  const credit = page.getByRole("dialog", { name: `Credit I-${year}-001` });
  await credit.getByLabel("What is taken back").selectOption("amounts");
  await credit.getByLabel(/^Net at 19/).fill("1000");
  await credit.getByLabel("Why").fill("Less was done");
  await credit.getByText("€460.05").waitFor();
  await credit.getByRole("button", { name: "Write the credit note" }).click();
  await page.getByRole("heading", { name: /^Credit note:/ }).waitFor();
  await page.getByRole("button", { name: "Issue", exact: true }).click();
  await page.getByRole("dialog", { name: "Issue the credit note" }).getByRole("button", { name: "Issue" }).click();
  await page.getByRole("heading", { name: `C-${year}-001 Advice in November` }).waitFor();
  await page.goto("/admin/invoices");
  await page.getByText("€460.05 open.", { exact: true }).waitFor();
  await expectNoSidewaysScroll(page, "invoices");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV", exact: true }).click(),
  ]);
  const lines = readFileSync(await file.path(), "utf8").split(/\r?\n/);
  expect(lines[0]).toContain("Number,Type,Corrects,What for,Account");
  expect(lines.filter((line) => line.includes("Advice in November,Norrfall"))).toHaveLength(2);
});
