// A deal's page, deals on the pages of companies and people, and what Settings says of stages, reasons and rates. What `npm test -- all` adds.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { addDeals, calm, card, lane, order, shown, startDeals } from "./deal-screen.ts";
import { phone, test, problemsOf } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addContacts, asOwner } from "./people.ts";
import { undo } from "./task-screen.ts";

test("deals 22: on a phone, by touch, a deal is archived with undo, and one that was won is not deleted; a thin bar says the step, and nothing scrolls sideways", async ({
  open,
  server,
}) => {
  const page = await open({ viewport: phone, hasTouch: true, ...calm });
  await startDeals(page, server, "tasks", "timeline");
  const deals = await addDeals(server, [{ name: "Norrfall desk", stage: "won", amount: 987_654_321 }]);
  const { id } = deals["Norrfall desk"]!;
  await page.goto(`/admin/deals/${id}`);
  await page.getByText("Won, step 5 of 5").waitFor();
  // Facts stand beside each other, however long a figure is.
  await page.locator("header dl").getByText("$987,654,321").waitFor();
  const facts = await page
    .locator("header dl > div")
    .evaluateAll((all) => all.map((fact) => [fact.scrollWidth - fact.clientWidth, fact.textContent]));
  expect(facts.filter(([over]) => Number(over) > 0)).toEqual([]);
  await expectNoSidewaysScroll(page, "deal on a phone");
  await expectClean(page, "deal on a phone");
  const archived = () => asOwner(server, `/rest/v1/deals?select=id&archived_at=not.is.null`);
  const ask = async () => {
    await page.getByRole("button", { name: "More actions" }).tap();
    await page.getByRole("menuitem", { name: "Delete deal" }).tap();
  };
  await ask();
  await page.getByRole("button", { name: "Archive Norrfall desk" }).tap();
  await toast(page, "Deal archived");
  expect(await archived()).toEqual([{ id }]);
  await undo(page, "Deal archived").tap();
  await toast(page, "Deal restored");
  expect(await archived()).toEqual([]);
  await page.goto(`/admin/deals/${id}`);
  await ask();
  await page.getByRole("button", { name: "Delete Norrfall desk" }).tap();
  await page.getByText(/was won once\. Archive it instead/).waitFor();
  expect(await asOwner(server, "/rest/v1/deals?select=id")).toEqual([{ id }]);
});

test("deals 24: C, the dashboard, a company's and a person's page begin a deal; the person is on it", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startDeals(page, server, "timeline");
  const [account] = await asOwner<{ id: string }[]>(server, "/rest/v1/accounts", {
    method: "POST",
    body: { name: "Quillon", type: "Prospect" },
  });
  const [person] = await addContacts(server, [{ name: "Idris Kaplan", account_id: account!.id }]);
  await page.goto(`/admin/crm/contacts/${person!.id}`);
  await page.getByRole("region", { name: "Deals" }).getByRole("button", { name: "Add a deal" }).click();
  const dialog = page.getByRole("dialog", { name: "New Deal" });
  await dialog.getByRole("textbox", { name: "Deal", exact: true }).fill("Quillon assistant");
  await expect.poll(() => dialog.getByRole("combobox", { name: "Company" }).inputValue()).toBe("Quillon");
  await dialog.getByRole("button", { name: "Create deal" }).click();
  await page.getByRole("region", { name: "Deals" }).getByRole("link", { name: "Quillon assistant" }).waitFor();
  expect(
    await asOwner(
      server,
      `/rest/v1/deal_contacts?select=is_primary,deal:deals!deal_id(name)&contact_id=eq.${person!.id}`,
    ),
  ).toEqual([{ is_primary: true, deal: { name: "Quillon assistant" } }]);

  await page.goto("/admin");
  await page.getByRole("link", { name: "New Deal" }).click();
  await dialog.waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/deals");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await card(page, "Quillon assistant").waitFor();
  await page.keyboard.press("c");
  await dialog.getByRole("textbox", { name: "Deal", exact: true }).fill("Second");
  await dialog.getByRole("combobox", { name: "Company" }).fill("Quillon");
  await dialog.getByRole("option", { name: "Quillon", exact: true }).click();
  await dialog.getByRole("button", { name: "Create deal" }).click();
  await dialog.waitFor({ state: "hidden" });
  // New cards stand on top.
  await expect.poll(() => shown(page, "New")).toEqual(["Second", "Quillon assistant"]);
  // Begun by the key or by a button, a deal belongs to the person who begins it.
  const owners = (await asOwner(server, "/rest/v1/deals?select=owner_id")) as { owner_id: string | null }[];
  expect(owners).toHaveLength(2);
  expect(new Set(owners.map(({ owner_id }) => owner_id)).size).toBe(1);
  expect(owners[0]!.owner_id).not.toBeNull();
});

test("deals 12, 24: a deal's page has its stages, people who are made there, next steps and history; lost and reopened clears date and reason", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startDeals(page, server, "tasks", "timeline");
  const deals = await addDeals(server, [{ name: "Norrfall desk", stage: "proposal", amount: 148_000 }]);
  const { id } = deals["Norrfall desk"]!;
  await page.goto(`/admin/deals/${id}`);
  const stages = page.getByRole("list", { name: "Stages" });
  await stages.getByRole("button", { name: /^Proposal/ }).waitFor();
  expect(await stages.getByRole("button", { name: /^Proposal/ }).getAttribute("aria-current")).toBe("step");
  await page.getByText("$74,000").waitFor();

  // A person no one knows yet.
  const people = page.getByRole("region", { name: "People" });
  await people.getByRole("button", { name: "Add a person" }).click();
  const adding = page.getByRole("dialog", { name: "Add a person" });
  await adding.getByRole("combobox", { name: "Person" }).fill("Maren Oduya");
  await adding.getByRole("option", { name: 'Create "Maren Oduya"' }).click();
  await adding.getByLabel("Email").fill("maren@norrfall.example");
  await adding.getByLabel("Role on this deal").fill("Decides");
  await expectClean(page, "adding a person");
  await adding.getByRole("button", { name: "Add person" }).click();
  await people.getByRole("link", { name: "Maren Oduya" }).waitFor();
  await people.getByText("Decides").waitFor();
  expect(
    await asOwner(server, "/rest/v1/contacts?select=name,email,account:accounts!account_id(name)&name=eq.Maren Oduya"),
  ).toEqual([{ name: "Maren Oduya", email: "maren@norrfall.example", account: { name: "Norrfall" } }]);

  const next = page.getByRole("region", { name: "Next steps" });
  await next.getByRole("button", { name: "Add a task" }).click();
  await next.getByRole("textbox").fill("Send the scope tomorrow");
  await next
    .getByText(/^Tomorrow/)
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await next.getByRole("checkbox", { name: "Done: Send the scope" }).waitFor();
  expect(await asOwner(server, `/rest/v1/tasks?select=title&deal_id=eq.${id}`)).toEqual([{ title: "Send the scope" }]);

  await stages.getByRole("button", { name: /^Negotiation/ }).click();
  await toast(page, "Norrfall desk moved to Negotiation");
  await page.getByRole("article").filter({ hasText: "Deal moved" }).first().waitFor();
  await expectClean(page, "deal");

  await page.getByRole("button", { name: "Mark lost" }).click();
  const question = page.getByRole("dialog", { name: "Why was it lost?" });
  await question.getByRole("radio", { name: /^Another firm/ }).check();
  await question.getByRole("button", { name: "Mark as lost" }).click();
  await question.getByText("This reason wants a note.").waitFor();
  await question.getByLabel("Note", { exact: true }).fill("Harbour & Co");
  await question.getByRole("button", { name: "Mark as lost" }).click();
  await page.getByRole("region", { name: "Details" }).getByText("Harbour & Co").waitFor();
  expect(await asOwner(server, `/rest/v1/tasks?select=title&deal_id=eq.${id}&done_at=is.null`)).toEqual([]);
  await page.getByRole("button", { name: "Reopen" }).click();
  // The message says the same as the one of the move before, which may still be there.
  await expect
    .poll(() => asOwner(server, `/rest/v1/deals?select=closed_on,closed_at,close_reason_id,close_note&id=eq.${id}`))
    .toEqual([{ closed_on: null, closed_at: null, close_reason_id: null, close_note: null }]);
  expect(problemsOf(page)).toEqual([]);
});

test("deals 10, 11: a stage is renamed with its deals and its order; retired, its deals go to the stage that was chosen, and the last of a kind stays", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startDeals(page, server);
  await addDeals(server, [
    { name: "Norrfall desk", stage: "proposal" },
    { name: "Sabler drill", stage: "discovery" },
  ]);
  await page.goto("/admin/settings?tab=deals");
  const stages = page.getByRole("region", { name: "Stages" });
  await stages.getByLabel("Name of Proposal").fill("Offer");
  await page.keyboard.press("Enter");
  await toast(page, "Proposal saved");
  await stages.getByLabel("Probability of Offer in percent").fill("0");
  await page.keyboard.press("Enter");
  await toast(page, "Offer saved");
  await expectClean(page, "settings of deals");
  expect(await stages.getByRole("button", { name: "Retire Won" }).isDisabled()).toBe(true);
  await stages.getByRole("button", { name: "Move Offer up" }).click();
  await toast(page, "Order saved");
  await stages.getByRole("button", { name: "Retire Discovery" }).click();
  const question = page.getByRole("dialog", { name: "Retire Discovery?" });
  await question.getByText(/^1 deal, also closed and archived ones/).waitFor();
  await question.getByLabel("Move its deals to").selectOption({ label: "Offer" });
  await question.getByRole("button", { name: "Retire" }).click();
  await toast(page, "Discovery retired");
  await page.goto("/admin/deals");
  await card(page, "Sabler drill").waitFor();
  expect(await shown(page, "Offer")).toEqual(["Norrfall desk", "Sabler drill"]);
  // 0 % is 0.
  await lane(page, "Offer").getByText("Weighted $0", { exact: true }).waitFor();
  expect(await order(server)).toEqual({ proposal: ["Norrfall desk", "Sabler drill"] });
  expect(await page.getByRole("heading", { name: /^Discovery/ }).count()).toBe(0);
});

test("deals 16: a currency without a rate is refused in the dialog, with the way to the rates", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startDeals(page, server);
  const deals = await addDeals(server, [{ name: "Norrfall desk", stage: "proposal", amount: 148_000 }]);
  await page.goto(`/admin/deals/${deals["Norrfall desk"]!.id}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Deal" });
  await dialog.getByLabel("Currency").selectOption("NZD");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.getByText("There is no rate from NZD to USD yet.", { exact: false }).waitFor();
  const [settings] = await Promise.all([
    page.context().waitForEvent("page"),
    dialog.getByRole("link", { name: "Open the settings" }).click(),
  ]);
  await settings.getByRole("button", { name: "Set a rate" }).waitFor();
  await settings.close();
  // What was typed is still there.
  expect(await dialog.getByLabel("Currency").inputValue()).toBe("NZD");
});
