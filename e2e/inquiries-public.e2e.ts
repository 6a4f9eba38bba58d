// Inquiries as visitors meet them: forms, the page after sending, and what is never lost.
import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { consentWordings } from "#content/consents.ts";
import { answerDayText } from "#domain/answer-day.ts";
import { expectAccessibleInBothThemes } from "./accessibility.ts";
import { desktop, phone } from "./fixtures.ts";
import { awake, field, fillContact, inquiriesOf, newVisitor, test, withoutToken } from "./inquiries.ts";
import { expectNoSidewaysScroll, expectOutline } from "./page-checks.ts";
import { asAdmin, asOwner } from "./people.ts";
import { send, thanks, posts, on } from "./public-inquiries.ts";

test("switched in Settings, the public pages follow at once, in both directions", async ({ open, server }) => {
  const page = await open();
  await asAdmin(page, server);
  await page.goto("/admin/settings?tab=modules");
  const toggle = page.getByRole("switch", { name: "Inquiries" });
  await toggle.click();
  await page.getByLabel("Notifications").getByText("Inquiries is on").waitFor();
  const action = async () =>
    /<form[^>]* action="([^"]*)"/.exec(await (await fetch(`${server.url}/contact`)).text())?.[1];
  expect(await action()).toBe("/api/inquiries");
  await page.getByRole("link", { name: "Inquiries" }).waitFor();
  await toggle.click();
  await page.getByLabel("Notifications").getByText("Inquiries is off").waitFor();
  expect(await action()).toMatch(/^mailto:/);
  await page.getByRole("link", { name: "Inquiries" }).waitFor({ state: "detached" });
});

describe.each([
  ["390 px", phone],
  ["1440 px", desktop],
] as const)("%s", (name, viewport) => {
  test(`inquiries 5: the page after sending names the day of the task (${name})`, async ({ open, server }) => {
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
    await page.getByText("the mail with the link to confirm your address is held here").waitFor();
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
  });
});

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

  test("inquiries 7: a database that is away is said, and the words wait until it is back", async ({
    open,
    server,
  }) => {
    await on(server);
    const page = await open({ extraHTTPHeaders: newVisitor() });
    await page.goto("/contact");
    await awake(page);
    await fillContact(page, "away@castelline.example");
    const cluster = path.join(server.dataDir, "postgres");
    const pid = Number(readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);
    // It does not start in a folder that everyone may read, so it stays away for as long as this takes.
    chmodSync(cluster, 0o755);
    const answers = async () => (await fetch(`${server.url}/healthz`)).status === 200;
    process.kill(pid, "SIGINT");
    await expect.poll(answers, { timeout: 60_000 }).toBe(false);
    await send(page).click();
    await page.getByRole("alert").filter({ hasText: "Nothing you typed is lost" }).waitFor();
    expect(await field(page, "Message").inputValue()).toBe("We have a board date in December.");
    chmodSync(cluster, 0o700);
    await expect.poll(answers, { timeout: 120_000 }).toBe(true);
    await send(page).click();
    await thanks(page).waitFor();
    expect(await inquiriesOf(server, "away@castelline.example")).toHaveLength(1);
  });
});
