// A draft that is paid in parts, and the list of invoices as a file.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { expectNoSidewaysScroll, typeParts } from "./page-checks.ts";
import { addClient, calm, switchOn, year } from "./payments-screen.ts";
import { asAdmin, asOwner } from "./people.ts";

test("invoices 13, 22: two instalments are typed, say how far they are, and become two requests; the list leaves as a file", async ({
  open,
  server,
}) => {
  const page = await open({ ...calm });
  await asAdmin(page, server);
  await switchOn(server, "payments", "invoices");
  const account = await addClient(server);
  const call = <T>(name: string, body: object) => asOwner<T>(server, `/rest/v1/rpc/${name}`, { method: "POST", body });
  await asOwner(server, "/rest/v1/firm?id=is.true", {
    method: "PATCH",
    body: { legal_name: "Guidevane GmbH", street: "Markt 1", city: "Hamburg", country: "DE", vat_id: "DE123456788" },
  });
  await asOwner(server, "/rest/v1/office?id=is.true", { method: "PATCH", body: { currency: "EUR" } });
  await asOwner(server, "/rest/v1/billing_profiles", {
    method: "POST",
    body: { account_id: account, street: "Am Wall 2", city: "Bremen", country: "DE" },
  });
  const draft = await call<string>("new_invoice_draft", {
    asked: {
      account_id: account,
      title: "A desk",
      currency: "EUR",
      supply_from: "2026-11-02",
      lines: [{ description: "A desk", unit_minor: 100_000, taxes: [{ name: "VAT", rate_pcm: 19_000 }] }],
    },
  });
  await page.goto(`/admin/invoices/${draft}`);
  const parts = page.getByRole("region", { name: "Instalments" });
  await parts.getByRole("button", { name: "Pay in instalments" }).click();
  await parts.getByLabel("Amount of instalment 1").fill("500");
  await typeParts(page, "Instalment 1 is due", `0131${year + 1}`);
  await parts.getByText("€690.00 of €1,190.00 left to place").waitFor();
  await parts.getByRole("button", { name: "Add an instalment" }).click();
  expect(await parts.getByLabel("Amount of instalment 2").inputValue()).toBe("690.00");
  await typeParts(page, "Instalment 2 is due", `0228${year + 1}`);
  await parts.getByText("They come to €1,190.00.").waitFor();
  // Fields of one form are of one height, a day's as well.
  const height = (name: string) =>
    parts.getByLabel(name).evaluate((field) => (field.closest("[role=group]") ?? field).getBoundingClientRect().height);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await height("month, Instalment 1 is due")).toBe(await height("Amount of instalment 1"));
  await page.setViewportSize({ width: 1440, height: 900 });
  // The sums are of what was saved, and leaving asks.
  await page.getByText("Of what was saved last. Save to see the new sums.").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Norrfall" }).click();
  const leaving = page.getByRole("dialog", { name: "Discard your changes?" });
  await leaving.getByRole("button", { name: "Keep editing" }).click();
  expect(await parts.getByLabel("Amount of instalment 2").inputValue()).toBe("690.00");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Draft saved");
  await expectClean(page, "instalments of a draft");
  await page.getByRole("button", { name: "Issue", exact: true }).click();
  await page.getByRole("dialog", { name: "Issue the invoice" }).getByRole("button", { name: "Issue" }).click();
  await page.getByRole("heading", { name: /A desk$/ }).waitFor();
  const asked = page.getByRole("region", { name: "Requests" }).getByRole("listitem");
  await asked.first().waitFor();
  expect(await asked.count()).toBe(2);
  await asked.filter({ hasText: "€500.00" }).waitFor();
  await page.getByText("Please pay in 2 instalments.").waitFor();

  await page.goto("/admin/invoices");
  await page.getByRole("link", { name: "A desk" }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV", exact: true }).click(),
  ]);
  const lines = readFileSync(await file.path(), "utf8").split(/\r?\n/);
  expect(lines[0]).toContain("Number,Type,Corrects,What for,Account");
  expect(lines[1]).toMatch(/A desk,Norrfall,.*EUR,1000\.00,190\.00,1190\.00,0\.00,1190\.00,0\.00,0\.00,1190\.00$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, "invoices at 390 px");
});
