// Inquiries as visitors meet them: forms, the page after sending, and what is never lost.
import { describe, expect } from "vitest";
import { answerDayText } from "#domain/answer-day.ts";
import { awake, field, fillContact, inquiriesOf, newVisitor, test } from "./inquiries.ts";
import { asOwner } from "./people.ts";
import { on, posts, send, thanks } from "./public-inquiries.ts";

test("inquiries 6: without JavaScript the form is sent, and a page names the day", async ({ open, server }) => {
  await on(server);
  const page = await open({ javaScriptEnabled: false, extraHTTPHeaders: newVisitor() });
  await page.goto("/contact");
  await fillContact(page, "plain@castelline.example");
  await send(page).click();
  await page.getByRole("heading", { level: 1, name: "Thank you" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/contact/sent");
  const [inquiry] = await inquiriesOf(server, "plain@castelline.example");
  expect(inquiry).toMatchObject({ state: "new", held_because: [] });
  const [task] = await asOwner<{ due_on: string }[]>(server, `/rest/v1/tasks?id=eq.${inquiry!.task_id}`);
  await page.getByText(answerDayText(task!.due_on)!, { exact: true }).waitFor();
  // What an address says is shown only if it is a day.
  const forged = await (await fetch(`${server.url}/contact/sent?by=${encodeURIComponent("<b>never</b>")}`)).text();
  expect(forged).not.toContain("never");
  expect(forged).not.toContain("{answer-day}");
});

describe("inquiries 7: what is typed is never lost", () => {
  test("inquiries 7: offline it says so, keeps the words over a reload, and sends them once", async ({
    open,
    server,
  }) => {
    await on(server);
    const page = await open({ extraHTTPHeaders: newVisitor() });
    await page.goto("/contact");
    await awake(page);
    await fillContact(page, "offline@castelline.example", "Typed in a train");
    const sent = posts(page);
    await page.context().setOffline(true);
    await send(page).click();
    const problem = page.getByRole("alert").filter({ hasText: "there is no connection" });
    await problem.waitFor();
    expect(await problem.getByRole("link").getAttribute("href")).toContain("Typed%20in%20a%20train");
    expect(await send(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.context().setOffline(false);
    await page.reload();
    await awake(page);
    expect(await field(page, "Message").inputValue()).toBe("Typed in a train");
    expect(await field(page, "Email").inputValue()).toBe("offline@castelline.example");
    await send(page).click();
    await thanks(page).waitFor();
    expect(new Set(sent.map(({ submission }) => submission)).size).toBe(1);
    expect(await inquiriesOf(server, "offline@castelline.example")).toHaveLength(1);
  });
});
