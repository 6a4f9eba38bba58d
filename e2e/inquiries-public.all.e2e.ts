// Inquiries as visitors meet them: forms, the page after sending, and what is never lost. What `npm test -- all` adds.
import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { axeViolations } from "./accessibility.ts";
import { desktop, phone } from "./fixtures.ts";
import { awake, field, fillContact, inquiriesOf, newVisitor, sendPlain, test, withoutToken } from "./inquiries.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { asOwner, asAdmin } from "./people.ts";
import { expectDayAfterSending, on, posts, send, thanks } from "./public-inquiries.ts";
import type { RunningServer } from "./start-server.ts";
import { switchOff } from "./task-screen.ts";

test("off: no form sends anything, and the page after sending does not exist", async ({ page, server }) => {
  await page.goto("/contact");
  expect(await page.locator("#message form").getAttribute("action")).toMatch(/^mailto:/);
  await page.getByText("Opens your mail client, ready to send.").waitFor();
  expect(await page.content()).not.toMatch(/gv-if|gv-unless|\/api\/inquiries/);
  expect((await fetch(`${server.url}/contact/sent?by=2026-11-17`)).status).toBe(404);
  expect((await fetch(`${server.url}/api/inquiries/token?form=contact`)).status).toBe(404);
  const privacy = await (await fetch(`${server.url}/privacy`)).text();
  expect(privacy).toContain("Nothing is sent by the page.");
  expect(privacy).not.toContain("sent to this server");
});

test("the program a visitor asks about is stored with the inquiry, and a reload keeps it above what was typed", async ({
  open,
  server,
}) => {
  await on(server);
  const page = await open({ extraHTTPHeaders: newVisitor() });
  await withoutToken(page);
  await page.goto("/contact?subject=Speaking+Engagement&about=keynote");
  await awake(page);
  const first = "About: Who sets the angle (keynote)\n\n";
  expect(await field(page, "Message").inputValue()).toBe(first);
  await field(page, "Message").fill(`${first}Lisbon, in May.`);
  await page.reload();
  await awake(page);
  expect(await field(page, "Message").inputValue()).toBe(`${first}Lisbon, in May.`);
  await field(page, "Name").fill("Dana Whitlock");
  await field(page, "Email").fill("keynote@castelline.example");
  await send(page).click();
  await thanks(page).waitFor();
  const [inquiry] = await inquiriesOf(server, "keynote@castelline.example");
  expect(inquiry).toMatchObject({ subject_text: "Speaking Engagement" });
  const [kept] = await asOwner<{ message: string }[]>(
    server,
    "/rest/v1/inquiries?select=message&email=eq.keynote@castelline.example",
  );
  expect(kept?.message).toBe(`${first}Lisbon, in May.`);
});

test("a name that begins with a mark above its capital stands clear of the line before it", async ({
  open,
  server,
}) => {
  await on(server);
  const page = await open({ viewport: phone, extraHTTPHeaders: newVisitor() });
  await withoutToken(page);
  await page.goto("/contact");
  await fillContact(page, "asa@castelline.example");
  await field(page, "Name").fill("Åsa Ekström");
  await send(page).click();
  const heading = page.getByRole("heading", { level: 1, name: "Thank you, Åsa" });
  await heading.waitFor();
  const lines = await heading.evaluate((element) => {
    const { fontSize, lineHeight } = getComputedStyle(element);
    return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
  });
  expect(lines).toBeGreaterThanOrEqual(1.1);
});

test("inquiries 6: a filled trap, or none, holds the message and says the same to the sender", async ({ server }) => {
  await on(server);
  const clean = await sendPlain(server, { email: "clean@castelline.example" });
  const caught = await sendPlain(server, { email: "caught@castelline.example", trap: "x" });
  expect([caught.status, caught.headers.get("location")]).toEqual([clean.status, clean.headers.get("location")]);
  expect(await inquiriesOf(server, "caught@castelline.example")).toMatchObject([
    { state: "held", held_because: ["trap"] },
  ]);
});

describe("inquiries 7: what is typed is never lost", () => {
  test("inquiries 7: an expired token is renewed without a word", async ({ open, server }) => {
    await on(server);
    const page = await open({ extraHTTPHeaders: newVisitor() });
    await page.clock.install();
    await page.goto("/contact");
    await awake(page);
    const tokens: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/inquiries/token")) tokens.push(request.url());
    });
    const asked = page.waitForResponse((response) => response.url().includes("/api/inquiries/token"));
    await field(page, "Name").focus();
    await (await asked).finished();
    await fillContact(page, "expired@castelline.example");
    await page.clock.fastForward("25:00:00");
    await send(page).click();
    await thanks(page).waitFor();
    expect(tokens).toHaveLength(2);
    expect(await inquiriesOf(server, "expired@castelline.example")).toHaveLength(1);
  });

  test("inquiries 7: Back brings the words back, and sending them again is the same message", async ({
    open,
    server,
  }) => {
    await on(server);
    const page = await open({ extraHTTPHeaders: newVisitor() });
    await page.goto("/contact");
    await awake(page);
    await fillContact(page, "back@castelline.example");
    await page.goto("/about");
    await page.goBack();
    await awake(page);
    expect(await field(page, "Message").inputValue()).toBe("We have a board date in December.");
    const sent = posts(page);
    // A double click is one wish.
    await send(page).dblclick();
    await thanks(page).waitFor();
    expect(sent).toHaveLength(1);
    // The same words once more, as a browser brings them back with Back.
    await page.goto("/contact");
    await awake(page);
    expect(await field(page, "Message").inputValue()).toBe("");
    await fillContact(page, "back@castelline.example");
    await send(page).click();
    await thanks(page).waitFor();
    expect(sent[1]!.submission).toBe(sent[0]!.submission);
    expect(await inquiriesOf(server, "back@castelline.example")).toHaveLength(1);
    // Other words are another message.
    await page.goto("/contact");
    await awake(page);
    await fillContact(page, "back@castelline.example", "Something else");
    await send(page).click();
    await thanks(page).waitFor();
    expect(await inquiriesOf(server, "back@castelline.example")).toHaveLength(2);
  });

  test("inquiries 7: a network over its ceiling is told when, and keeps the words", async ({ open, server }) => {
    await on(server);
    const visitor = newVisitor();
    const page = await open({ extraHTTPHeaders: visitor });
    await page.goto("/contact");
    await awake(page);
    await fillContact(page, "flood@castelline.example");
    await expect
      .poll(
        async () => {
          const body = JSON.stringify({ form: "newsletter", email: "flood@elsewhere.example", trap: "" });
          const headers = { ...visitor, "Content-Type": "application/json" };
          const all = await Promise.all(
            Array.from({ length: 20 }, () => fetch(`${server.url}/api/inquiries`, { method: "POST", body, headers })),
          );
          return all.at(-1)!.status;
        },
        { timeout: 60_000 },
      )
      .toBe(429);
    await send(page).click();
    await page.getByRole("alert").filter({ hasText: "too many came from your network" }).waitFor();
    await page
      .getByRole("alert")
      .filter({ hasText: /try again in (?:a|\d+) minute/ })
      .waitFor();
    expect(await field(page, "Message").inputValue()).toBe("We have a board date in December.");
  });
});

test("inquiries 12: filled in at once, as by autofill, a message is heard like any other", async ({ open, server }) => {
  await on(server);
  const page = await open({ extraHTTPHeaders: newVisitor() });
  await page.goto("/contact");
  await awake(page);
  await fillContact(page, "quick@castelline.example");
  await send(page).click();
  await thanks(page).waitFor();
  expect(await inquiriesOf(server, "quick@castelline.example")).toMatchObject([{ state: "new", held_because: [] }]);
});

test("inquiries 7: how long a message may be is said before and while typing, and a longer one is kept whole", async ({
  open,
  server,
}) => {
  await on(server);
  const page = await open({ extraHTTPHeaders: newVisitor() });
  await page.goto("/contact");
  await awake(page);
  await page.getByText("Up to 10,000 characters.").waitFor();
  const words = "x".repeat(10_412);
  await fillContact(page, "long@castelline.example", words);
  await page.getByText("10,412 of 10,000 characters: 412 too many.").waitFor();
  await send(page).click();
  await page.getByRole("link", { name: /^Message: Shorten this by 412 characters/ }).waitFor();
  expect(await field(page, "Message").inputValue()).toBe(words);
  expect(await inquiriesOf(server, "long@castelline.example")).toEqual([]);
  await field(page, "Message").fill("x".repeat(9_500));
  await page.getByText("9,500 of 10,000 characters.").waitFor();
  await send(page).click();
  await thanks(page).waitFor();
});

test("what is missing is listed above with links, and said at each field", async ({ open, server }) => {
  await on(server);
  const page = await open({ viewport: phone, extraHTTPHeaders: newVisitor() });
  await page.goto("/contact");
  await awake(page);
  await field(page, "Email").fill("no address");
  await send(page).click();
  const summary = page.getByRole("region", { name: "What is missing" });
  await summary.waitFor();
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await summary.getByRole("link").allTextContents()).toEqual([
    "Name: Enter your name.",
    "Email: Enter an email address with an @ and a domain, such as you@company.com.",
    "Subject: Enter your subject.",
    "Message: Enter your message.",
  ]);
  await summary.getByRole("link", { name: /^Email/ }).click();
  const email = field(page, "Email");
  expect(await email.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  const described = await email.getAttribute("aria-describedby");
  expect(await page.locator(`[id="${described}"]`).textContent()).toContain("with an @ and a domain");
  expect(await axeViolations(page)).toEqual([]);
});

test("by keyboard alone: from the first field to the thanks", async ({ open, server }) => {
  await on(server);
  const page = await open({ extraHTTPHeaders: newVisitor() });
  await withoutToken(page);
  await page.goto("/contact?subject=AI+Training+Inquiry");
  await awake(page);
  await field(page, "Name").focus();
  await page.keyboard.type("Dana Whitlock");
  await page.keyboard.press("Tab");
  await page.keyboard.type("keys@castelline.example");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Eight people, in spring.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await thanks(page).waitFor();
  expect(await thanks(page).evaluate((heading) => heading === document.activeElement)).toBe(true);
  expect(await inquiriesOf(server, "keys@castelline.example")).toMatchObject([
    { state: "new", subject_text: "AI Training Inquiry", message: "Eight people, in spring." },
  ]);
  const consents = await asOwner<{ state: string }[]>(server, "/rest/v1/consents?email_key=eq.keys@castelline.example");
  expect(consents).toMatchObject([{ purpose: "newsletter", state: "asked" }]);
});

test("the manifesto's box shows what is specified and writes to us", async ({ open, server }) => {
  await on(server);
  const page = await open({ extraHTTPHeaders: newVisitor() });
  await withoutToken(page);
  await page.goto("/manifesto-direct");
  await awake(page);
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const button = page.getByRole("button", { name: "Request access" });
  await button.click();
  await page.getByText("Please enter your email address to continue.").waitFor();
  await page.getByRole("textbox", { name: "Email" }).fill("reader@castelline.example");
  await button.click();
  await page.getByRole("heading", { name: "Thank You!" }).waitFor();
  await page.getByText("Success!").waitFor();
  expect(logged.join("\n")).toContain("Email captured: reader@castelline.example for: The AI Layer Manifesto");
  expect(await inquiriesOf(server, "reader@castelline.example")).toMatchObject([{ kind: "manifesto", due_at: null }]);
  // The message before it fades away, which no contrast outlives.
  await page.locator("[data-removed=true]").waitFor({ state: "detached" });
  expect(await axeViolations(page)).toEqual([]);
});

test("audit-4 P2: the article subscription clears its field, asks for consent, and says when the mail comes", async ({
  open,
  server,
}) => {
  await on(server);
  const page = await open({ viewport: phone, extraHTTPHeaders: newVisitor() });
  await withoutToken(page);
  await page.goto("/articles");
  await awake(page);
  await page.getByRole("textbox", { name: "Email" }).fill("subscriber@castelline.example");
  await page.getByRole("button", { name: "Subscribe" }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "Success!" });
  await toast.waitFor();
  // Its own words, not those of the manifesto; in the safe mode they say when to expect the mail.
  expect(await toast.innerText()).toContain("Your confirmation link arrives by email within 2 business days.");
  expect(await page.getByText("full content access").count()).toBe(0);
  await page.getByRole("status").filter({ hasText: "arrives by email within 2 business days" }).waitFor();
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("");
  expect(await inquiriesOf(server, "subscriber@castelline.example")).toMatchObject([{ kind: "newsletter" }]);
});

test("the training registration starts the download, says Thank You! and reaches us", async ({ open, server }) => {
  await on(server);
  const page = await open({ extraHTTPHeaders: newVisitor() });
  await withoutToken(page);
  await page.goto("/ai-at-work");
  await awake(page);
  await page.getByLabel("Email").fill("leader@castelline.example");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Wong");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download Training Overview" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("training-overview.pdf");
  await page.getByRole("heading", { name: "Thank You!" }).waitFor();
  expect(await inquiriesOf(server, "leader@castelline.example")).toMatchObject([
    { kind: "training", name: "Ada Wong", state: "new" },
  ]);
});

test("the privacy page says what is kept while it is on, and public pages keep nothing but what is typed", async ({
  open,
  server,
}) => {
  await on(server);
  const page = await open();
  await page.goto("/privacy");
  await page.getByText("What you enter is sent to this server and kept", { exact: false }).waitFor();
  expect(await page.getByText("Nothing is sent by the page.").count()).toBe(0);
  expect(await page.content()).not.toMatch(/gv-if|gv-unless/);
  expect(await axeViolations(page)).toEqual([]);
  await page.goto("/contact");
  await awake(page);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys({ ...localStorage }).filter((key) => key !== "theme"))).toEqual([]);
});

test("when many come from one network the browser proves work, and the message is not quarantined for it", async ({
  open,
  server,
}) => {
  await on(server);
  const visitor = newVisitor();
  for (let sent = 0; sent < 6; sent += 1) {
    const body = JSON.stringify({ form: "newsletter", email: `crowd${sent}@crowd.example`, trap: "" });
    const headers = { ...visitor, "Content-Type": "application/json" };
    await fetch(`${server.url}/api/inquiries`, { method: "POST", body, headers });
  }
  const page = await open({ extraHTTPHeaders: visitor });
  await page.goto("/contact");
  await awake(page);
  const asked = page.waitForResponse((response) => response.url().includes("/api/inquiries/token"));
  await fillContact(page, "proof@castelline.example");
  expect(await (await asked).json()).toHaveProperty("proof");
  await send(page).click();
  await thanks(page).waitFor();
  const [inquiry] = await inquiriesOf(server, "proof@castelline.example");
  expect(inquiry!.held_because).toEqual([]);
});

/** Six from one network: the next is asked for work. */
async function crowd(server: RunningServer, visitor: Record<string, string>) {
  const headers = { ...visitor, "Content-Type": "application/json" };
  for (let sent = 0; sent < 6; sent += 1) {
    const body = JSON.stringify({ form: "newsletter", email: `crowd${sent}@crowd.example`, trap: "" });
    await fetch(`${server.url}/api/inquiries`, { method: "POST", body, headers });
  }
}

test("audit-4 O13: a form that was opened before the crowd came proves work when it is sent, once, and is heard", async ({
  open,
  server,
}) => {
  await on(server);
  const visitor = newVisitor();
  const page = await open({ extraHTTPHeaders: visitor });
  await page.goto("/contact");
  await awake(page);
  const asked = page.waitForResponse((response) => response.url().includes("/api/inquiries/token"));
  await fillContact(page, "before@castelline.example");
  expect(await (await asked).json()).not.toHaveProperty("proof");
  await crowd(server, visitor);
  const seen = posts(page);
  await send(page).click();
  await thanks(page).waitFor();
  expect(seen).toHaveLength(2);
  const inquiries = await inquiriesOf(server, "before@castelline.example");
  expect(inquiries).toMatchObject([{ state: "new", held_because: [] }]);
});

test("audit-4 O13: without JavaScript a visitor in a crowd answers a plain question, by keyboard, on a phone", async ({
  open,
  server,
}) => {
  await on(server);
  const visitor = newVisitor();
  await crowd(server, visitor);
  const page = await open({ viewport: phone, javaScriptEnabled: false, extraHTTPHeaders: visitor });
  await page.goto("/contact");
  await fillContact(page, "plain@castelline.example", "Two lines\nof <words>");
  await send(page).click();
  await page.getByRole("heading", { level: 1, name: "One question first" }).waitFor();
  await expectNoSidewaysScroll(page, "the question");
  await page.getByText(/Your message was not sent yet: please/).waitFor();
  expect(await inquiriesOf(server, "plain@castelline.example")).toEqual([]);
  const answer = page.getByLabel(/^How much is \w+ plus \w+\?$/);
  await answer.fill("1");
  await answer.press("Enter");
  await page.getByText("That was not the answer").waitFor();
  const numbers = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
  const [, one, other] = /How much is (\w+) plus (\w+)\?/.exec(await page.locator("main").innerText())!;
  await answer.fill(String(numbers.indexOf(one!) + numbers.indexOf(other!) + 4));
  await answer.press("Enter");
  await page.getByRole("heading", { level: 1, name: /^Thank you/ }).waitFor();
  const inquiries = await inquiriesOf(server, "plain@castelline.example");
  expect(inquiries).toMatchObject([{ state: "new", held_because: [], message: "Two lines\nof <words>" }]);
});

test("the contact page needs no React to be typed into: at most 15 KB of scripts", async ({ open, server }) => {
  await on(server);
  const page = await open({ extraHTTPHeaders: newVisitor() });
  let bytes = 0;
  page.on("response", async (response) => {
    if (response.url().endsWith(".js")) bytes += Number((await response.allHeaders())["content-length"] ?? 0);
  });
  await page.goto("/contact");
  await awake(page);
  await fillContact(page, "light@castelline.example");
  await page.waitForLoadState("networkidle");
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThanOrEqual(15_000);
});

test("inquiries 5: the page after sending names the day of the task (1440 px)", ({ open, server }) =>
  expectDayAfterSending(open, server, desktop));

test("inquiries 7: a database that is away is said, and the words wait until it is back", async ({ open, server }) => {
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

test("switched in Settings, the public pages follow at once, in both directions", async ({ open, server }) => {
  await switchOff(server, "inquiries");
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

test("inquiries 5: the page after sending names the day of the task (390 px)", ({ open, server }) =>
  expectDayAfterSending(open, server, phone));
