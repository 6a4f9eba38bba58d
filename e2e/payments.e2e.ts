// A request from writing it to "Paid": by card at a stand-in for Stripe, by transfer in the safe mode, and by hand.
import { afterAll, beforeAll, expect, inject } from "vitest";
import { startStripeStandIn, type StripeStandIn } from "../server/testing/stripe-stand-in.ts";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addClient, calm, switchOn, year } from "./payments-screen.ts";
import { asAdmin } from "./people.ts";
import { type RunningServer, startServer } from "./start-server.ts";

let stripe: StripeStandIn;

let live: RunningServer;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  live = await startServer({ AUTO_PUBLISH: "true", ...stripe.settings }, inject("preparedData"));
  stripe.deliverTo = `${live.url}/api/webhooks/stripe`;
});

afterAll(async () => {
  await live.stop();
  await stripe.close();
});

test("payments 2, 5, 13: a request is written, opened on a phone, paid at the provider's page, and paid here", async ({
  browser,
  open,
}) => {
  const page = await open({ baseURL: live.url, permissions: ["clipboard-read", "clipboard-write"], ...calm });
  await asAdmin(page, live);
  await switchOn(live, "payments");
  await addClient(live);
  await page.goto("/admin/payments");
  await page.getByText("No payment requests yet").waitFor();
  await page.getByRole("button", { name: "New Request" }).first().click();
  const writing = page.getByRole("dialog", { name: "New request" });
  await writing.getByLabel("What for").fill("Deposit for the publishing desk");
  await writing.getByRole("combobox", { name: "Company" }).fill("Norr");
  await writing.getByRole("option", { name: "Norrfall" }).click();
  await writing.getByRole("combobox", { name: "Contact" }).fill("Maren");
  await writing.getByRole("option", { name: "Maren Oduya" }).click();
  await writing.getByLabel("Price, line 1").fill("138.66");
  await writing.getByLabel("Tax %, line 1").fill("19");
  // The database computes: 26.35, not 26.34 or 26.345.
  await writing.getByRole("button", { name: "Request $165.01" }).waitFor();
  await expectClean(page, "new request");
  await writing.getByRole("button", { name: "Request $165.01" }).click();
  await toast(page, "Request written");
  await page.getByText("$165.01 open.").waitFor();
  await page.getByText("Due in 14 days").waitFor();
  await expectClean(page, "payments");

  await page.getByRole("button", { name: `More for R-${year}-001` }).click();
  await page.getByRole("menuitem", { name: "Copy a link to the page" }).click();
  await toast(page, "Link copied");
  const address = await page.evaluate(() => navigator.clipboard.readText());

  // The payer has no script, a phone, and no account here.
  const context = await browser.newContext({ viewport: phone, javaScriptEnabled: false, hasTouch: true });
  const payer = await context.newPage();
  await payer.goto(address);
  await payer.getByText("NO93 8601 1117 947").waitFor();
  expect(await payer.getByRole("button", { name: /Copy/ }).count()).toBe(0);
  await payer.getByRole("radio", { name: /^Card/ }).check();
  await payer.getByRole("button", { name: "Pay $165.01 by card" }).click();
  await payer.getByRole("heading", { name: "Pay 16501 usd" }).waitFor();
  await payer.getByRole("button", { name: "Pay now" }).click();
  await payer.getByText("Paid.").waitFor();
  expect(payer.url()).toBe(address);
  await payer.getByText("$165.01 received").waitFor();
  await context.close();

  // With script: nothing scrolls sideways, and both themes are readable.
  const reader = await open({ baseURL: live.url, viewport: phone, ...calm });
  await reader.goto(address);
  await reader.getByText("Paid.").waitFor();
  await expectNoSidewaysScroll(reader, "paid page");
  await expectClean(reader, "paid page");
  expect(problemsOf(reader)).toEqual([]);

  await page.reload();
  await page.getByText("Nothing is open.").first().waitFor();
  await page.getByRole("button", { name: "Receipt" }).click();
  const money = page.getByRole("dialog", { name: `R-${year}-001` });
  await money.getByText("Payment, card").waitFor();
  expect(await money.getByRole("listitem").count()).toBe(1);
  expect(problemsOf(page)).toEqual([]);
});
