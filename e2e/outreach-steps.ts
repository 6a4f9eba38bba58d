// The steps of outreach that tests of both tiers go through: a template, a sequence of it, someone in it.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { button, dialog, inDialog } from "./outreach-screen.ts";
import { addAccounts, addContacts } from "./people.ts";
import type { RunningServer } from "./start-server.ts";
import { inDatabase } from "./task-screen.ts";

export async function addPeople(server: RunningServer) {
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  const rows = [
    { name: "Maren Oduya", email: "maren@norrfall.example", title: "Chief Executive" },
    { name: "Lucien Moreau", email: "lucien@norrfall.example" },
    { name: "Nobody Mail" },
  ];
  return addContacts(
    server,
    rows.map((row) => ({ ...row, account_id: account!.id })),
  );
}

/** Nothing there, a tag from the list, an unknown one with its place, a fallback, a version. */
export async function writeTemplate(page: Page): Promise<void> {
  await page.goto("/admin/templates");
  await page.getByText("No templates of your own yet").waitFor();
  await page.getByRole("button", { name: "New Template" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Did it arrive");
  await page.getByLabel("What it is for").selectOption("outreach");
  await page.getByRole("textbox", { name: "Subject" }).fill("Did it arrive?");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.fill("Dear ");
  await page.getByRole("button", { name: /^Insert tag/ }).click();
  await dialog(page)
    .getByRole("button", { name: /^First name/ })
    .click();
  await text.getByText("First name").waitFor();
  await button(page, "Source").click();
  const source = page.getByRole("textbox", { name: "Text", exact: true });
  expect(await source.inputValue()).toBe("Dear {{ contact.first_name }}");
  await source.fill("Dear {{ contact.first_name }},\n\nas {{ contact.titel }} you know.\n\n{{ unsubscribe_url }}");
  await page.getByText("Text, line 3, column", { exact: false }).waitFor();
  await page.getByText("contact.title", { exact: false }).first().waitFor();
  await source.fill("Dear {{ contact.first_name }},\n\nas {{ contact.title }} you know.\n\n{{ unsubscribe_url }}");
  await button(page, "With tags").click();
  // A tag that may be empty and has no other words is orange, and its fallback is written below.
  await text.getByText("no fallback").click();
  await page.getByLabel("Fallback for Title").fill("colleague");
  await text.getByText("or “colleague”").waitFor();
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("you know", { exact: false }).waitFor();
  await preview.getByRole("button", { name: "Empty" }).click();
  await preview.getByText("colleague").waitFor();
  await preview.getByRole("button", { name: "Awkward" }).click();
  await preview.getByText("<", { exact: false }).first().waitFor();
  await page.keyboard.press("Control+s");
  await toast(page, "Saved as version 1");
  // What was looked at stays: saving gives the template its address and nothing else.
  await page.waitForURL(/open=[0-9a-f-]{36}/);
  await preview.getByRole("button", { name: "Awkward", pressed: true }).waitFor();
}

/** A mail and a task. */
export async function startSequence(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Sequences", exact: true }).click();
  await page.getByText("No sequences yet").waitFor();
  await button(page, "New Sequence").first().click();
  await dialog(page).getByLabel("Name").fill("Open proposals");
  await dialog(page).getByLabel("What it is for").fill("Follow up until an answer");
  await inDialog(page, "Create").click();
  await button(page, "Add a mail").click();
  await dialog(page).getByLabel("Template").selectOption({ label: "Did it arrive, version 1" });
  await inDialog(page, "Add").click();
  await button(page, "Add a task").click();
  await dialog(page).getByLabel("What is to be done").fill("Call, do not write");
  await inDialog(page, "Add").click();
  await button(page, "Wait 3 business days then").click();
  await dialog(page).getByLabel("Days").fill("5");
  await inDialog(page, "Take it").click();
  await page.getByText("Wait 5 business days").waitFor();
  await button(page, "Save").click();
  await toast(page, "Saved");
  await button(page, "Start").click();
  await toast(page, "It runs: steps are planned from now on");
}

/** Everything against a person is said at once, and no one is enrolled by half. */
export async function enrol(page: Page, server: RunningServer): Promise<void> {
  await inDatabase(
    server,
    (sql) => sql`
    select private.record_suppression('lucien@norrfall.example', 'outreach', 'unsubscribe', 'recipient', 'test')`,
  );
  await button(page, "Enroll").click();
  await dialog(page).getByRole("button", { name: "Choose all 3" }).click();
  await inDialog(page, "Look at 3 people").click();
  const refused = dialog(page).getByRole("region", { name: "Cannot be enrolled" });
  await refused.getByText("2 people cannot be enrolled").waitFor();
  await refused.getByText("There is no e-mail address.").waitFor();
  await refused.getByText("This person unsubscribed.").waitFor();
  await inDialog(page, "Enroll the other 1").click();
  await toast(page, "1 person enrolled");
  await page
    .getByRole("region", { name: "People in Open proposals" })
    .getByRole("link", { name: "Maren Oduya" })
    .waitFor();
}
