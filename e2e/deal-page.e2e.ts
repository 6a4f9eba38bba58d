// A deal's page, deals on the pages of companies and people, and what Settings says of stages, reasons and rates.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { addDeals, calm, startDeals } from "./deal-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { asOwner } from "./people.ts";

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
