// Record pages and the composer on them: what only a browser shows.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { startOutreach } from "./outreach-screen.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addAccounts, addContacts, emptyCrm } from "./people.ts";
import { entries } from "./timeline-screen.ts";

test("records 8: E on a company writes to its person; the draft survives a reload; the words are then on the timeline, folded; no address is a mail link", async ({
  page,
  server,
}) => {
  await emptyCrm(server);
  await startOutreach(page, server, "timeline", "documents");
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  const email = `${"a-long-name-".repeat(4)}maren@norrfall.example`;
  await addContacts(server, [{ name: "Maren Oduya", email, account_id: account!.id }]);
  await page.goto(`/admin/crm/accounts/${account!.id}`);
  await entries(page).first().waitFor();
  expect(await page.locator('a[href^="mailto:"]').count()).toBe(0);
  await page.keyboard.press("e");
  const composer = page.getByRole("dialog", { name: "New mail" });
  await composer.getByText(`${email}, Norrfall`).waitFor();
  await composer.getByLabel("Subject").fill("Thursday at ten");
  const text = `Dear Maren,\n\n${"shall we look at it together? ".repeat(12)}\n\nThe end.`;
  await composer.getByLabel("Text").fill(text);
  await page.reload();
  await entries(page).first().waitFor();
  await page.getByRole("button", { name: email }).waitFor();
  await page.keyboard.press("e");
  expect(await composer.getByLabel("Text").inputValue()).toBe(text);
  await composer.getByRole("button", { name: "Add a signature" }).click();
  await composer.getByLabel("Your signature").fill("Noor\nGuidevane");
  await composer.getByRole("button", { name: "Save signature" }).click();
  await composer.getByRole("checkbox", { name: "Signature" }).waitFor();
  await composer.getByText("It will be held by SAFE", { exact: false }).waitFor();
  await composer.getByRole("button", { name: "Preview" }).click();
  const question = page.getByRole("dialog", { name: "Send this mail?" });
  await question.getByText("Noor\nGuidevane", { exact: false }).waitFor();
  await question.getByRole("button", { name: "Queue mail" }).click();
  await toast(page, "Mail written: SAFE holds it in the outbox");
  const entry = entries(page).filter({ hasText: "Mail written: Thursday at ten" });
  await entry.getByText("Written, not sent: held by SAFE").waitFor();
  await entry.getByRole("button", { name: "Show all" }).click();
  await entry.getByText("The end.", { exact: false }).waitFor();
  await page.setViewportSize(phone);
  await expectNoSidewaysScroll(page, "mails on a phone");
  expect(problemsOf(page)).toEqual([]);
});
