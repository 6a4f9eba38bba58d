// Outreach as colleagues meet it: templates, sequences and the outbox, by mouse, by keyboard alone, and on a phone. What `npm test -- all` adds.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { rowOf, toast } from "./crm-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import {
  addDocumentRow,
  button,
  calm,
  dialog,
  inDialog,
  message,
  putInOutbox,
  startOutreach,
} from "./outreach-screen.ts";
import { addPeople, enrol, startSequence, writeTemplate } from "./outreach-steps.ts";
import { expectNoSidewaysScroll, still } from "./page-checks.ts";
import { asAdmin } from "./people.ts";
import { inDatabase, switchOff } from "./task-screen.ts";

test("switched off, sequences and templates are Coming Soon, and there is no outbox", async ({ page, server }) => {
  await asAdmin(page, server);
  await switchOff(server, "outbox", "templates", "sequences");
  for (const area of ["sequences", "templates"]) {
    await page.goto(`/admin/${area}`);
    await page.getByRole("heading", { name: "Coming Soon" }).waitFor();
  }
  const sidebar = page.getByRole("navigation", { name: "Admin" });
  expect(await sidebar.getByRole("link", { name: "Outbox" }).count()).toBe(0);
  expect(await page.evaluate(async () => (await fetch("/api/templates/check", { method: "POST" })).status)).toBe(401);
});

test("the replies that the composer offers from the beginning are listed under templates, and a copy can be changed", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startOutreach(page, server, "tasks");
  await page.goto("/admin/templates");
  await page.getByText("0 templates of your own, 3 built in.", { exact: false }).waitFor();
  const builtIn = page.getByRole("region", { name: "Built in" });
  expect(await builtIn.getByRole("button").allInnerTexts()).toHaveLength(3);
  await builtIn.getByRole("button", { name: "First answer, consulting" }).click();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("First answer, consulting");
  await button(page, "Source").click();
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  expect(await text.inputValue()).toContain("Dear {{ contact.first_name }},");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("1 template of your own, 3 built in.", { exact: false }).waitFor();
});

test("by keyboard alone: messages are walked through, selected, edited and cancelled", async ({ open, server }) => {
  const page = await open(calm);
  await startOutreach(page, server, "documents");
  const version = await addDocumentRow(server, "Offer of November.pdf", 412 * 1024);
  const large = await addDocumentRow(server, "Everything.pdf", 8 * 1024 * 1024);
  await putInOutbox(server, [
    { to: "third@elsewhere.example", subject: "The third", attachments: [version, large] },
    { to: "second@elsewhere.example", subject: "The second", attachments: [version] },
    { to: "first@elsewhere.example", subject: "The first", text: "As it was" },
  ]);
  await page.goto("/admin/outbox?tab=held");
  await message(page, "The first").waitFor();
  await page.keyboard.press("j");
  await page.getByRole("article").getByRole("heading", { name: "The second" }).waitFor();
  // outbox 17: what goes along, by name and size, and what would keep it here.
  const files = page.getByRole("list", { name: "Attached files" }).getByRole("listitem");
  await files.getByText("Offer of November.pdf").waitFor();
  expect(await files.allInnerTexts()).toEqual(["Offer of November.pdf, 412 KB"]);
  await page.keyboard.press("x");
  await page.getByText("1 selected").waitFor();
  // Who clicks beside the list goes on from what is open.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("j");
  await page.getByRole("article").getByRole("heading", { name: "The third" }).waitFor();
  await page.getByText("It would not leave: Its files have 8.5 MB: a message carries at most 7 MB.").waitFor();
  await page.keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await page.getByRole("article").getByRole("heading", { name: "The first" }).waitFor();
  await page.keyboard.press("e");
  await dialog(page).getByText("Cancel this message?").waitFor();
  await page.keyboard.press("Escape");
  await button(page, "Edit").focus();
  await page.keyboard.press("Enter");
  await dialog(page).getByLabel("Text").fill("As it is now");
  // outbox 17: a document is chosen and goes along.
  await dialog(page).getByLabel("Attach a document").selectOption({ label: "Offer of November.pdf, 412 KB" });
  await inDialog(page, "Attach").focus();
  await page.keyboard.press("Enter");
  await inDialog(page, "Take off Offer of November.pdf").waitFor();
  await expectClean(page, "editing a message");
  await inDialog(page, "Save").focus();
  await page.keyboard.press("Enter");
  await toast(page, "Changed. It is still held");
  await page.getByRole("region", { name: "What leaves" }).getByText("As it is now").waitFor();
  await files.getByText("Offer of November.pdf").waitFor();
  // A reload of the same address shows the same message in the same tab.
  await page.reload();
  await page.getByRole("article").getByRole("heading", { name: "The first" }).waitFor();
  // The keys are the list's: it may come after the message.
  await message(page, "The first").waitFor();
  await page.keyboard.press("e");
  await dialog(page).waitFor();
  await inDialog(page, "Cancel message").focus();
  await page.keyboard.press("Enter");
  await toast(page, "1 message cancelled");
  await page.goto("/admin/templates?open=new");
  await page.getByRole("textbox", { name: "Text", exact: true }).focus();
  await page.keyboard.type("Dear {");
  await dialog(page).getByLabel("Find a tag").fill("first name");
  await page.keyboard.press("Enter");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.getByText("First name").waitFor();
  // One keystroke deletes a tag.
  await page.keyboard.press("Backspace");
  await expect.poll(() => text.innerText()).toBe("Dear ");
});

test("on a phone: list, message, back; templates one after the other; sequences in one column", async ({
  open,
  server,
}) => {
  const page = await open({ viewport: phone, hasTouch: true, ...calm });
  await startOutreach(page, server);
  await putInOutbox(server, [
    {
      to: `a-very-long-address-${"x".repeat(40)}@elsewhere.example`,
      subject: `A subject ${"without end ".repeat(15)}`,
    },
    { to: "short@elsewhere.example", subject: "Short" },
  ]);
  await page.goto("/admin/outbox");
  await message(page, "A subject").waitFor();
  await expectNoSidewaysScroll(page, "outbox");
  await expectClean(page, "outbox on a phone");
  await message(page, "A subject").click();
  await page.getByRole("article").getByRole("link", { name: "Release is off" }).waitFor();
  expect(await message(page, "Short").count()).toBe(0);
  await expectNoSidewaysScroll(page, "a message");
  await expectClean(page, "a message on a phone");
  await page.getByRole("link", { name: "Outbox", exact: true }).click();
  await message(page, "Short").waitFor();
  await page.goto("/admin/templates?open=new");
  await page.getByLabel("Name", { exact: true }).fill("A text");
  await expectNoSidewaysScroll(page, "a template");
  await expectClean(page, "a template on a phone");
  await button(page, "All templates").click();
  await page.getByRole("heading", { name: "Templates", level: 1 }).waitFor();
  await page.goto("/admin/sequences");
  await button(page, "New Sequence").first().click();
  await dialog(page).getByLabel("Name").fill("Quiet customers");
  await inDialog(page, "Create").click();
  await button(page, "Add a task").waitFor();
  await expectNoSidewaysScroll(page, "a sequence");
  await expectClean(page, "a sequence on a phone");
});

test("sequences 2, sequences 12: a sequence is paused and goes on, people move to its newest steps, the plan is told, and an answer ends it", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startOutreach(page, server, "tasks");
  await addPeople(server);
  await page.goto("/admin/templates");
  await page.getByText("No templates of your own yet").waitFor();
  await expectClean(page, "no templates");
  await writeTemplate(page);
  await still(page);
  await expectClean(page, "a template");
  await startSequence(page);
  await enrol(page, server);
  const people = page.getByRole("region", { name: "People in Open proposals" });

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

  await page
    .getByRole("group", { name: "Show", exact: true })
    .getByRole("button", { name: "Next 14 days", exact: true })
    .click();
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

  await page.getByRole("link", { name: /^Outbox/ }).click();
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
  expect(problemsOf(page)).toEqual([]);
});
