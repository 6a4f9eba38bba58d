// The board of deals on a phone.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { addDeals, calm, card, order, startDeals } from "./deal-screen.ts";
import { phone, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { asOwner } from "./people.ts";

test("deals 9: on a phone one stage at a time, and everything by touch through the menu; the order is the same for everyone", async ({
  open,
  server,
}) => {
  const page = await open({ viewport: phone, hasTouch: true, ...calm });
  await startDeals(page, server, "tasks");
  const { "Quillon assistant": quillon } = await addDeals(server, [
    { name: "Quillon assistant", stage: "new" },
    { name: "Arcadine day", stage: "new" },
    { name: "Norrfall desk", stage: "proposal" },
  ]);
  await asOwner(server, `/rest/v1/accounts?id=eq.${quillon!.account_id}`, {
    method: "PATCH",
    body: { name: "Quillon Press of Northern Harbours, Canals, Locks and Pilots Holding Limited" },
  });
  await page.goto("/admin/deals");
  await card(page, "Arcadine day").waitFor();
  // A long name of a company is cut, and what stands beside it stays on the card.
  expect(
    await page
      .locator("[data-deal]")
      .filter({ visible: true })
      .evaluateAll((cards) =>
        cards.filter((each) =>
          [...each.querySelectorAll("button, h3")].some(
            (part) => part.getBoundingClientRect().right > each.getBoundingClientRect().right,
          ),
        ),
      ),
  ).toEqual([]);
  await page.getByRole("button", { name: /^Add a next step to Quillon assistant/ }).tap();
  const adding = page.getByRole("dialog", { name: "Add a task" });
  await adding.getByText(/^It is added to Quillon assistant\./).waitFor();
  await adding.getByRole("textbox").fill("Call Maren tomorrow");
  await adding
    .getByText(/^Tomorrow/)
    .first()
    .waitFor();
  await adding.getByRole("button", { name: /^Add/ }).tap();
  await page.locator("[data-deal]").getByText("Call Maren", { exact: true }).waitFor();
  expect(await asOwner(server, `/rest/v1/tasks?select=title&deal_id=eq.${quillon!.id}`)).toEqual([
    { title: "Call Maren" },
  ]);
  expect(await card(page, "Norrfall desk").isVisible()).toBe(false);
  await expectNoSidewaysScroll(page, "board on a phone");
  await expectClean(page, "board on a phone");
  await page.getByRole("tab", { name: /^Proposal/ }).tap();
  await card(page, "Norrfall desk").waitFor();
  await page.getByRole("tab", { name: /^New/ }).tap();
  await page.getByRole("button", { name: "Move Arcadine day" }).tap();
  await page.getByRole("dialog", { name: "Move Arcadine day" }).waitFor();
  await expectClean(page, "move sheet");
  await page.getByRole("menuitem", { name: "To the top" }).tap();
  await toast(page, "Arcadine day moved to New");
  expect((await order(server))["new"]).toEqual(["Arcadine day", "Quillon assistant"]);
  await page.getByRole("button", { name: "Move Arcadine day" }).tap();
  await page.getByRole("menuitem", { name: "Proposal" }).tap();
  await toast(page, "Arcadine day moved to Proposal");
  // The stage that it went to is shown.
  await expect.poll(() => card(page, "Norrfall desk").isVisible()).toBe(true);
  expect((await order(server))["proposal"]).toEqual(["Arcadine day", "Norrfall desk"]);
  await page.goto("/admin/deals?view=list");
  await page.getByRole("link", { name: "Norrfall desk" }).waitFor();
  await expectNoSidewaysScroll(page, "list on a phone");
  await expectClean(page, "list on a phone");
});
