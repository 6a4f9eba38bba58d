// A proposal from a deal to the client's answer: written, queued, read without script, accepted on a phone; another declined.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { addDeals, startDeals } from "./deal-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { addContacts, asOwner } from "./people.ts";

const calm = { reducedMotion: "reduce" } as const;

test("proposals 1, 2, 8, 10: written from a deal, sent, read without script, accepted on a phone, and another declined", async ({
  open,
  server,
}) => {
  const page = await open({ ...calm, permissions: ["clipboard-read", "clipboard-write"] });
  await startDeals(page, server, "proposals", "tasks", "payments", "timeline");
  const { "Norrfall desk": deal } = await addDeals(server, [
    { name: "Norrfall desk", stage: "proposal", amount: 148_000 },
  ]);
  const [person] = await addContacts(server, [
    { account_id: deal!.account_id, name: "Maren Oduya", email: "maren@norrfall.example" },
  ]);
  await asOwner(server, "/rest/v1/deal_contacts", {
    method: "POST",
    body: { deal_id: deal!.id, contact_id: person!.id, is_primary: true },
  });

  // From the deal's page: company, person and amount come with it.
  await page.goto(`/admin/deals/${deal!.id}`);
  const panel = page.getByRole("region", { name: "Proposals" });
  // What stands above it is there, so that it stays where it is.
  await page.getByRole("region", { name: "People" }).getByText("Maren Oduya").waitFor();
  await panel.getByText("None").waitFor();
  await panel.getByRole("button", { name: "New proposal" }).click();
  await page.getByRole("region", { name: "Letter" }).waitFor();
  const totals = page.getByLabel("Totals");
  await totals.getByText("$148,000").first().waitFor();
  await page.getByLabel("Title", { exact: true }).fill("A publishing desk");
  await page.getByLabel("First paragraph").fill("Dear Maren, the desk finds what you look for.");
  for (const name of ["Quantity", "Price"])
    await page.getByRole("region", { name: "Items" }).getByText(name, { exact: true }).waitFor();
  await page.getByLabel("Tax of Norrfall desk").fill("19%");
  await totals.getByText("$176,120").waitFor();
  await page.getByRole("button", { name: "Item", exact: true }).click();
  await page.getByLabel("Item of Item 2").fill("A teaching day");
  await page.getByLabel("Price of A teaching day").fill("1,800");
  await page.getByLabel("A teaching day: what the client chooses").selectOption("optional");
  await page.getByRole("checkbox", { name: "Chosen at first" }).uncheck();
  await page.getByText(/^Saved \d/).waitFor();
  // The name of an item of ordinary length is read whole.
  const title = page.getByLabel("Item of A teaching day");
  await title.fill("A teaching day for up to twenty people");
  expect(await title.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
  await title.fill("A teaching day");
  await page.getByText(/^Saved \d/).waitFor();
  await page.frameLocator("iframe").getByRole("heading", { name: "A publishing desk" }).waitFor();
  await expectClean(page, "editor");

  // As the client will see it: nothing is counted.
  const [preview] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("button", { name: "Open as client" }).click(),
  ]);
  await preview.getByText("Preview for colleagues").waitFor();
  await preview.close();
  await page.getByRole("button", { name: "Queue to Maren Oduya" }).click();
  // One question for every mail: to whom, what it says, what goes along, what becomes of it.
  const question = page.getByRole("dialog", { name: /^Send P-\d{4}-001 for \$176,120/ });
  await question.getByText("maren@norrfall.example").waitFor();
  await question.getByText(/Our proposal “A publishing desk” is ready/).waitFor();
  await question.getByText("proposal page, made for the recipient when it leaves").waitFor();
  await question.getByText("Nothing", { exact: true }).waitFor();
  await question.getByText(/^It will be held by SAFE/).waitFor();
  await expectClean(page, "the question before sending");
  await question.getByRole("button", { name: "Queue proposal" }).click();
  await toast(page, "In the outbox");
  await page.getByText("Written, not sent: held by SAFE").first().waitFor();
  expect(await page.getByText("Sent, not opened").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Release it in the outbox" }).getAttribute("href")).toMatch(
    /^\/admin\/outbox\?open=/,
  );
  const mails = () =>
    asOwner<{ state: string; body_text: string | null }[]>(
      server,
      "/rest/v1/outbox?select=state,body_text&origin_kind=eq.proposal",
    );
  // outbox 22: the server gives it words right after it was written.
  await expect.poll(async () => (await mails())[0]?.body_text ?? "").toContain("{{proposal_page}}");
  expect((await mails()).map(({ state }) => state)).toEqual(["held"]);
  expect((await mails())[0]!.body_text).not.toMatch(/148,|176,/);
  await page.getByRole("button", { name: "Copy link" }).click();
  await toast(page, "Link copied");
  const address = new URL(await page.evaluate(() => navigator.clipboard.readText()));

  // Without script, on a phone.
  const client = await open({ viewport: phone, hasTouch: true, javaScriptEnabled: false });
  await client.goto(address.pathname);
  await client.getByRole("heading", { name: "A publishing desk" }).waitFor();
  await client.getByRole("checkbox", { name: "A teaching day" }).check();
  await client.getByRole("button", { name: "Update the total" }).click();
  const sheet = client.getByRole("complementary", { name: "Your answer" });
  await sheet.getByText("$178,262").waitFor();
  await sheet.getByRole("button", { name: "Accept proposal" }).click();
  // The browser itself asks for the name.
  expect(
    await sheet
      .getByLabel("Type your full name to accept")
      .evaluate((input: HTMLInputElement) => input.validity.valueMissing),
  ).toBe(true);
  await sheet.getByLabel("Type your full name to accept").fill("Maren Oduya");
  await sheet.getByRole("checkbox", { name: /I may sign this for Norrfall/ }).check();
  await sheet.getByRole("button", { name: "Accept proposal" }).click();
  await sheet.getByText("Accepted.").waitFor();
  await sheet.getByRole("button", { name: "Pay deposit, $53,478.60" }).waitFor();
  const [download] = await Promise.all([
    client.waitForEvent("download"),
    sheet.getByRole("link", { name: "Signed PDF" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^P-\d{4}-001\.pdf$/);

  await page.reload();
  await page.getByRole("region", { name: "Answer" }).getByText("Maren Oduya").waitFor();
  await page.getByRole("region", { name: "Answer" }).getByText("$178,262.00").waitFor();
  // The client took the optional day as well: the lines below are those that were accepted, and it is said what was sent.
  await page.getByText(/The client changed the options: it was sent with \$[\d,.]+\./).waitFor();
  await page.getByText("$178,262.00").first().waitFor();
  // On a phone no column of the lines is cut.
  const wide = page.viewportSize()!;
  await page.setViewportSize(phone);
  const lines = page.getByRole("table", { name: "Lines" });
  await expect
    .poll(() => lines.evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth))
    .toBeLessThanOrEqual(0);
  const named = await lines
    .locator("td")
    .first()
    .evaluate((cell) => getComputedStyle(cell, "::before").content);
  expect(named).toBe('"Unit price"');
  await page.setViewportSize(wide);
  await page.getByRole("button", { name: /^More for P-/ }).click();
  await page.getByRole("menuitem", { name: "Check the evidence" }).click();
  await toast(page, "The evidence holds");
  expect(await asOwner(server, `/rest/v1/deals?select=stage_kind,amount_minor&id=eq.${deal!.id}`)).toEqual([
    // Net: what the client pays has sales tax on top.
    { stage_kind: "won", amount_minor: 14_980_000 },
  ]);
  expect(problemsOf(page)).toEqual([]);
});
