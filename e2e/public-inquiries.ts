// What tests of the public forms press and look at.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { consentWordings } from "#content/consents.ts";
import { answerDayText } from "#domain/answer-day.ts";
import { expectAccessibleInBothThemes } from "./accessibility.ts";
import type { OpenPage } from "./fixtures.ts";
import { awake, fillContact, inquiriesOf, newVisitor, switchModules, withoutToken } from "./inquiries.ts";
import { expectNoSidewaysScroll, expectOutline } from "./page-checks.ts";
import { asOwner } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

export const send = (page: Page) => page.getByRole("button", { name: "Send message" });
export const thanks = (page: Page) => page.getByRole("heading", { level: 1, name: "Thank you, Dana" });
export const posts = (page: Page) => {
  const seen: { submission?: string; message?: string }[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/inquiries"))
      seen.push(request.postDataJSON() as { submission: string });
  });
  return seen;
};
export const on = (server: RunningServer) => switchModules(server, ["inquiries", "tasks", "timeline"], true);

/** A message is sent at this width, and the page after it names the day by which it is answered. */
export async function expectDayAfterSending(
  open: (options: OpenPage) => Promise<Page>,
  server: RunningServer,
  viewport: { width: number; height: number },
) {
  await on(server);
  const page = await open({ viewport, reducedMotion: "reduce", extraHTTPHeaders: newVisitor() });
  await withoutToken(page);
  await page.goto("/contact");
  await awake(page);
  const email = `dana-${viewport.width}@castelline.example`;
  await fillContact(page, email);
  await page.getByRole("checkbox", { name: consentWordings.newsletter }).check();
  await send(page).click();
  await thanks(page).waitFor();
  // The box for articles was ticked: in the safe mode the mail to confirm is held, and it is said so.
  await page.getByText("the email with your confirmation link arrives within 2 business days").waitFor();
  expect(await page.getByText("has been sent").count()).toBe(0);
  expect(await thanks(page).evaluate((heading) => heading === document.activeElement)).toBe(true);
  const [inquiry] = await inquiriesOf(server, email);
  expect(inquiry).toMatchObject({ kind: "contact", state: "new", name: "Dana Whitlock", subject_text: "AI Consult" });
  const [task] = await asOwner<{ due_at: string; due_on: string }[]>(
    server,
    `/rest/v1/tasks?id=eq.${inquiry!.task_id}`,
  );
  expect(Date.parse(task!.due_at)).toBe(Date.parse(inquiry!.due_at!));
  await page.getByText(answerDayText(task!.due_on)!, { exact: true }).first().waitFor();
  expect(await page.getByRole("button", { name: "Send message" }).count()).toBe(0);
  await expectNoSidewaysScroll(page, "after sending");
  await expectOutline(page);
  await expectAccessibleInBothThemes(page, "after sending");
}
