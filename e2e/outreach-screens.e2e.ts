// Outreach as colleagues meet it: templates, sequences and the outbox, by mouse, by keyboard alone, and on a phone.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { rowOf, toast } from "./crm-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { button, calm, dialog, inDialog, message, startOutreach } from "./outreach-screen.ts";
import { still } from "./page-checks.ts";
import { addAccounts, addContacts } from "./people.ts";
import type { RunningServer } from "./start-server.ts";
import { inDatabase } from "./task-screen.ts";

async function addPeople(server: RunningServer) {
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
const show = (page: Page, name: string) =>
  page.getByRole("group", { name: "Show", exact: true }).getByRole("button", { name, exact: true });

test("by mouse: a template is written, a sequence runs, its mail is held and looked at", async ({ open, server }) => {
  const page = await open(calm);
  await startOutreach(page, server, "tasks");
  await addPeople(server);

  // Templates: nothing there, a tag from the list, an unknown one with its place, a fallback, a version.
  await page.goto("/admin/templates");
  await page.getByText("No templates of your own yet").waitFor();
  await expectClean(page, "no templates");
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
  await still(page);
  await expectClean(page, "a template");
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Send a test to myself" }).click();
  await toast(page, "Test written: SAFE holds it in the outbox");

  // A sequence of a mail and a task.
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

  // sequences 1: everything against a person is said at once, and no one is enrolled by half.
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
  await expectClean(page, "refusals");
  await inDialog(page, "Enroll the other 1").click();
  await toast(page, "1 person enrolled");
  const people = page.getByRole("region", { name: "People in Open proposals" });
  await people.getByRole("link", { name: "Maren Oduya" }).waitFor();
  await still(page);
  await expectClean(page, "a sequence");

  // sequences 12: paused, nothing of it is taken; it goes on, and so does one person in it.
  const steps = page.getByRole("region", { name: "Steps of Open proposals" });
  const status = () =>
    inDatabase(
      server,
      async (sql) => (await sql<{ status: string }[]>`select status from public.sequences`)[0]!.status,
    );
  await steps.getByRole("button", { name: "Pause", exact: true }).click();
  await toast(page, "Paused: everything is held");
  await steps.getByRole("button", { name: "Go on", exact: true }).waitFor();
  expect(await status()).toBe("paused");
  await steps.getByRole("button", { name: "Go on", exact: true }).click();
  await steps.getByRole("button", { name: "Pause", exact: true }).waitFor();
  expect(await status()).toBe("active");
  const ofMaren = people.getByRole("button", { name: "More for Maren Oduya in Open proposals" });
  await ofMaren.click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await inDialog(page, "Pause").click();
  await toast(page, "Paused. What was planned waits");
  // The dialog had these words too.
  await dialog(page).waitFor({ state: "detached" });
  await people.getByText("Until you let it go on").waitFor();
  await ofMaren.click();
  await page.getByRole("menuitem", { name: "Go on" }).click();
  await toast(page, "Goes on, from now");
  await people.getByText("Until you let it go on").waitFor({ state: "detached" });

  // sequences 2: who is in it keeps version 1, until someone moves them after a look at what it means.
  await button(page, "Wait 5 business days then").click();
  await dialog(page).getByLabel("Days").fill("7");
  await inDialog(page, "Take it").click();
  await steps.getByText("People in the sequence keep the steps they began with.", { exact: false }).waitFor();
  await steps.getByRole("button", { name: "Save", exact: true }).click();
  await steps.getByText("version 2").waitFor();
  await people.getByText("Norrfall, version 1").waitFor();
  await people.getByRole("button", { name: "Move to newest" }).click();
  const moved = dialog(page).getByRole("list", { name: "What changes" });
  await moved.getByText("Maren Oduya").waitFor();
  await moved.getByText("Version 1 to 2,", { exact: false }).waitFor();
  await expectClean(page, "the move");
  await inDialog(page, "Move 1 person").click();
  await toast(page, "1 person moved to the newest version");
  await people.getByText("Norrfall", { exact: true }).waitFor();
  await people.getByRole("button", { name: "Move to newest" }).waitFor({ state: "detached" });

  await show(page, "Next 14 days").click();
  const plan = page.getByRole("region", { name: "Plan of the next 14 days" });
  await plan.getByText("Call, do not write").waitFor();
  await plan.getByRole("button", { name: "By person" }).click();
  await plan.getByRole("link", { name: /Maren Oduya/ }).waitFor();
  await expectClean(page, "the plan");

  // On the contact's page: how she stands, and the button for an answer that no machine saw.
  await plan.getByRole("link", { name: /Maren Oduya/ }).click();
  const panel = page.getByRole("region", { name: "Sequences" });
  await panel.getByRole("button", { name: "They replied" }).click();
  await toast(page, "Maren Oduya replied: out of every sequence");
  await panel.getByText("Replied", { exact: true }).waitFor();

  // From the selection of the list: the way in is the same.
  await page.goto("/admin/crm?tab=contacts");
  await rowOf(page, "Nobody Mail").getByRole("checkbox").check();
  await button(page, "Enroll in a sequence").click();
  await dialog(page).getByText("There is no e-mail address.").waitFor();
  await page.keyboard.press("Escape");

  // The outbox: the test is held, is looked at as it would leave, and SAFE lets nothing go.
  await page.getByRole("link", { name: /^Outbox/ }).click();
  await page.getByText("SAFE is on, so nothing leaves by itself.").waitFor();
  // In office hours Maren's own mail was written too, and taken back by her answer.
  await message(page, "[Test] Did it arrive?").click();
  const article = page.getByRole("article");
  await article.getByRole("button", { name: "HTML" }).click();
  const frame = article.locator("iframe");
  expect(await frame.getAttribute("sandbox")).toBe("");
  await frame.contentFrame().getByText("Dear", { exact: false }).first().waitFor();
  await article.getByRole("button", { name: "Headers" }).click();
  await article.getByText("Message-ID").waitFor();
  expect(await button(page, "Release and send").count()).toBe(0);
  expect(await page.getByRole("article").getByRole("link", { name: "Release is off" }).getAttribute("href")).toBe(
    "/admin/settings?tab=flags",
  );
  await expectClean(page, "the outbox");
  await article.getByRole("button", { name: "Cancel message" }).click();
  await inDialog(page, "Cancel message").click();
  await toast(page, "1 message cancelled");
  await page.getByRole("tab", { name: "Stop list" }).click();
  await page.getByText("lucien@norrfall.example").waitFor();
  await button(page, "Add an address").click();
  await dialog(page).getByLabel("Address").fill("stop@elsewhere.example");
  await dialog(page).getByLabel("Why").fill("Asked on the phone");
  await inDialog(page, "Add").click();
  await toast(page, "stop@elsewhere.example gets no outreach any more");
  await button(page, "Lift stop@elsewhere.example").click();
  await dialog(page).getByLabel("Why").fill("Asked to hear from us again");
  await inDialog(page, "Lift it").click();
  await toast(page, "Lifted: messages may leave again");
  await expectClean(page, "the stop list");
  // The test signs in by a script that runs in every frame; in the frame of a mail it may not.
  expect(problemsOf(page).filter((problem) => !problem.includes("The document is sandboxed"))).toEqual([]);
});
