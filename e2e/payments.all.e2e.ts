// Payments by hand: in part, too much, corrected.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addClient, calm, switchOn, year } from "./payments-screen.ts";
import { asAdmin, asOwner } from "./people.ts";

test("payments 7, 8, 9, 10: bank details in the safe mode; money by hand in part and too much, corrected; ages, statement, panels", async ({
  open,
  server,
}) => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"], ...calm });
  await asAdmin(page, server);
  await switchOn(server, "payments", "deals", "timeline");
  const account = await addClient(server);
  const ask = (body: object) =>
    asOwner<string>(server, "/rest/v1/rpc/new_payment_request", {
      method: "POST",
      body: { asked: { account_id: account, currency: "USD", send: false, ...body } },
    });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await ask({ title: "Claims workshop", amount_minor: 14_500_00, issued_on: day(-40), due_on: day(-12) });
  await ask({ title: "Yard study", amount_minor: 21_000_00, issued_on: day(-80), due_on: day(-41) });
  await ask({ title: "Bench notes", amount_minor: 12_300_00, due_on: day(13) });

  await page.goto("/admin/payments");
  await page.getByText("$47,800 open, $35,500 of it past its date.").waitFor();
  const ageing = page.getByRole("region", { name: "Ageing" });
  await ageing
    .getByText(
      "Open $47,800: current $12,300, 1 to 30 days $14,500, 31 to 60 days $21,000, 61 to 90 days nothing, over 90 days nothing",
    )
    .waitFor();
  await ageing.getByRole("link", { name: /^1 request.*1 to 30 days$/ }).click();
  const rows = page.getByRole("table", { name: "Payment requests" }).getByRole("row");
  await page.getByText("1 request, open first").waitFor();
  expect(await rows.count()).toBe(2);

  await page.getByRole("button", { name: "Record payment" }).click();
  const record = page.getByRole("dialog", { name: "Record a payment" });
  await record.getByLabel("Amount received").fill("10,000.00");
  await record.getByText("$4,500 stays open").waitFor();
  await expectClean(page, "record a payment");
  await record.getByRole("button", { name: "Record $10,000" }).click();
  await toast(page, "$10,000 recorded");
  await page.getByText("$4,500 open", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Claims workshop" }).click();
  const details = page.getByRole("dialog", { name: `R-${year}-001` });
  await details.getByRole("button", { name: /^Correct \$10,000/ }).click();
  const correct = page.getByRole("dialog", { name: "Correct a payment" });
  await correct.getByLabel("It should have been").fill("15000");
  await correct.getByLabel("Why").fill("Misread");
  await correct.getByRole("button", { name: "Correct", exact: true }).click();
  await toast(page, "Payment corrected");
  await details.getByText("$500 of it credit").waitFor();
  await expectClean(page, "what has come in");
  await details.getByRole("button", { name: "Close" }).click();

  await page.goto(`/admin/payments?account=${account}&statement=yes`);
  const statement = page.getByRole("region", { name: "Statement of Norrfall", exact: true });
  await statement.getByText("Correction").waitFor();
  await page.getByText("$500 credit").waitFor();
  await page.getByRole("button", { name: `More for R-${year}-003` }).click();
  await page.getByRole("menuitem", { name: "Copy a link to the page" }).click();
  await toast(page, "Link copied");
  const address = await page.evaluate(() => navigator.clipboard.readText());

  // On a phone, in the safe mode: bank details, no card.
  const payer = await open({ viewport: phone, ...calm });
  await payer.goto(address);
  await payer.getByRole("heading", { name: "By bank transfer" }).waitFor();
  await payer.getByText("NO93 8601 1117 947").waitFor();
  await payer.getByRole("heading", { level: 1 }).getByText("$12,300.00").waitFor();
  expect(await payer.getByText("Card", { exact: true }).count()).toBe(0);
  await expectNoSidewaysScroll(payer, "page with bank details");
  await expectClean(payer, "page with bank details");
  expect(problemsOf(payer)).toEqual([]);

  // On the company's page, with its history.
  await page.goto(`/admin/crm/accounts/${account}`);
  const panel = page.getByRole("region", { name: "Payments" });
  await panel.getByRole("link", { name: "Yard study" }).waitFor();
  await page.getByText("Payment received").first().waitFor();
  await page.goto("/admin/settings?tab=payments");
  await page.getByText("Not set up").waitFor();

  await page.setViewportSize(phone);
  await page.goto("/admin/payments");
  await page.getByRole("button", { name: "Yard study" }).waitFor();
  await expectNoSidewaysScroll(page, "payments on a phone");
  expect(problemsOf(page)).toEqual([]);
});
