// A request from writing it to "Paid": by card at a stand-in for Stripe, by transfer in the safe mode, and by hand.
import { afterAll, beforeAll, expect, inject } from "vitest";
import { type StripeStandIn, startStripeStandIn } from "../server/testing/stripe-stand-in.ts";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addAccounts, addContacts, asAdmin, asOwner } from "./people.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** The one in every number. */
const year = new Date().getFullYear();
const calm = { reducedMotion: "reduce" } as const;

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

const switchOn = (server: RunningServer, ...keys: string[]) =>
  asOwner(server, `/rest/v1/modules?key=in.(${keys.join(",")})`, { method: "PATCH", body: { live: true } });

async function addClient(server: RunningServer) {
  await asOwner(server, "/rest/v1/firm?id=is.true", {
    method: "PATCH",
    body: { bank_holder: "Guidevane Advisory LLC", bank_account: "NO93 8601 1117 947", bank_bic: "SKHBNO22" },
  });
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(server, [{ account_id: account!.id, name: "Maren Oduya", email: "maren@norrfall.example" }]);
  return account!.id;
}

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
