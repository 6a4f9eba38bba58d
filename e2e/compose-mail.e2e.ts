// A mail to a contact, from the dashboard's button to the outbox; and an answer of which it is not sure who wrote it.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { putInOutbox, startOutreach } from "./outreach-screen.ts";
import { addAccounts, addContacts, asAdmin, emptyCrm } from "./people.ts";
import { inDatabase, switchOff } from "./task-screen.ts";

test("outbox 19: Send Email opens the composer: contact, subject and text, a look at it, and the mail is held in the outbox; a reload keeps what was typed", async ({
  page,
  server,
}) => {
  await emptyCrm(server);
  await startOutreach(page, server);
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(server, [
    { name: "Maren Oduya", email: "maren@norrfall.example", account_id: account!.id },
    { name: "Silas Brandt", account_id: account!.id },
  ]);
  await page.goto("/admin");
  await page.getByRole("link", { name: "Send Email" }).click();
  await page.waitForURL("/admin/outbox?dialog=new");
  const composer = page.getByRole("dialog", { name: "New mail" });
  await composer.getByRole("button", { name: "Preview" }).click();
  for (const missing of ["Choose a contact.", "A mail needs a subject.", "A mail needs a text."])
    await composer.getByText(missing).waitFor();

  const to = composer.getByRole("combobox", { name: "To" });
  await to.fill("Silas");
  await page.getByRole("option", { name: "Silas Brandt" }).click();
  await composer.getByText("This contact has no e-mail address.").waitFor();
  await to.fill("mar");
  await page.getByRole("option", { name: "Maren Oduya" }).click();
  await composer.getByText("maren@norrfall.example, Norrfall").waitFor();
  await composer.getByLabel("Subject").fill("Thursday at ten");
  await composer.getByLabel("Text").fill("Dear Maren,\n\nshall we?");
  await page.reload();
  expect(await composer.getByLabel("Text").inputValue()).toBe("Dear Maren,\n\nshall we?");
  await composer.getByRole("button", { name: "Preview" }).click();

  const question = page.getByRole("dialog", { name: "Send this mail?" });
  await question.getByText("Maren Oduya, maren@norrfall.example").waitFor();
  await question.getByText("shall we?", { exact: false }).waitFor();
  await question.getByText("SAFE", { exact: false }).waitFor();
  await question.getByRole("button", { name: "Queue mail" }).click();
  await toast(page, "Mail written: SAFE holds it in the outbox");
  const article = page.getByRole("article", { name: "Message to maren@norrfall.example" });
  await article.getByText("Held, would send").waitFor();
  const rows = await inDatabase(
    server,
    (sql) => sql`select to_address, subject, state, origin_kind from public.outbox`,
  );
  expect(rows).toEqual([
    { to_address: "maren@norrfall.example", subject: "Thursday at ten", state: "held", origin_kind: "mail" },
  ]);
  // Written is written: the next one begins empty.
  await page.getByRole("button", { name: "New mail" }).click();
  expect(await composer.getByLabel("Text").inputValue()).toBe("");
  expect(problemsOf(page)).toEqual([]);
});

test("with the outbox off, Send Email is a mail link, as specified", async ({ page, server }) => {
  await switchOff(server, "outbox", "templates", "sequences");
  await asAdmin(page, server);
  await page.goto("/admin");
  expect(await page.getByRole("link", { name: "Send Email" }).getAttribute("href")).toBe("mailto:");
});

test("outbox 14: an answer that failed its checks is shown as doubtful, with its real sender, and says that nothing followed from it", async ({
  page,
  server,
}) => {
  await startOutreach(page, server);
  const [id] = await putInOutbox(server, [{ to: "clara@norrfall.example", subject: "Our offer" }]);
  await inDatabase(
    server,
    (sql) => sql`
      insert into public.mail_replies (event_key, from_address, real_sender, subject, body_text, doubt, outbox_id)
      values ('forged', 'clara@norrfall.example', 'someone@elsewhere.example', 'Re: Our offer', 'Please stop.', 'failed_checks', ${id!})`,
  );
  await page.goto(`/admin/outbox?open=${id}`);
  const answer = page.getByRole("article", { name: "Answer from clara@norrfall.example" });
  await answer.getByText("Says to be from clara@norrfall.example").waitFor();
  await answer.getByText("Really sent by someone@elsewhere.example").waitFor();
  await answer.getByText("Doubtful", { exact: true }).waitFor();
  await answer.getByText("No sequence was stopped and nothing counts as answered.", { exact: false }).waitFor();
});
