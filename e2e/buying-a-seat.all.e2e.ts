// A Professional seat, from the product page to the provider's page and back, and what the office sees of it.
import { afterAll, beforeAll, expect, inject } from "vitest";
import { type StripeStandIn, startStripeStandIn } from "../server/testing/stripe-stand-in.ts";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { phone, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { asAdmin, asOwner } from "./people.ts";
import { type RunningServer, startServer } from "./start-server.ts";

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

const switchPayments = (isOn: boolean) =>
  asOwner(live, "/rest/v1/modules?key=in.(payments,tasks)", { method: "PATCH", body: { live: isOn } });

test("payments 14: Professional is bought at the provider's page; paid, a task asks for the license", async ({
  open,
}) => {
  const page = await open({ baseURL: live.url, viewport: phone, ...calm });
  const admin = await open({ baseURL: live.url, ...calm });
  await asAdmin(admin, live);
  await switchPayments(true);
  const shown = async () =>
    (await (await fetch(`${live.url}/build/products/bootloader`)).text()).includes("/pay/professional");
  await expect.poll(shown).toBe(true);
  await page.goto("/build/products/bootloader#pricing");
  await page.locator('[data-behavior="pricing"][data-ready]').waitFor({ state: "attached" });
  await page.getByText("Pays for one month, by card, at our payment provider. It does not renew by itself.").waitFor();
  await page.getByRole("switch", { name: "Bill annually" }).click();
  await page.getByText("Pays for one year, by card").waitFor();
  await expectNoSidewaysScroll(page, "pricing with checkout");
  await page.getByRole("button", { name: "Start Professional" }).click();
  await page.getByRole("heading", { name: "Pay 49000 usd" }).waitFor();
  await page.getByRole("button", { name: "Pay now" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  await page.getByText("Your payment has arrived.").waitFor();
  await expectClean(page, "after buying a seat");
  await admin.goto("/admin/payments");
  const pile = admin.getByRole("region", { name: "Money that fits no request" });
  await pile.getByText("Bootloader Professional, one year, buyer@example.com").waitFor();
  const tasks = await asOwner<{ title: string }[]>(live, "/rest/v1/tasks?title=like.*seat*&select=title");
  expect(tasks).toHaveLength(1);
  // Off, the specified button is back.
  await switchPayments(false);
  expect(await shown()).toBe(false);
});
