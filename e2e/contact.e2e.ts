// Specification 1, section 2 (Contact), 5 and 7.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { scheduling, site } from "#content/site.ts";
import { subjects } from "#content/subjects.ts";
import { desktop, phone, problemsOf, sharedTest as test } from "./fixtures.ts";
import { recordRequests } from "./page-checks.ts";
import { field, banner, catchNewTabs, newTabs } from "./contact-page.ts";

const calendarHost = new URL(scheduling.script).host;

async function fill(page: Page, { subject = true } = {}) {
  await field(page, "Name").fill("Dana Whitlock");
  await field(page, "Email").fill("dana@castelline.example");
  if (subject) await field(page, "Subject").fill("A question & more");
  await field(page, "Message").fill("First line\nSecond line?");
}

describe.each([
  ["390 px", phone],
  ["1440 px", desktop],
] as const)("%s", (_name, viewport) => {
  test("fields: name, email, subject, message and a subscribe checkbox; the first four required", async ({ open }) => {
    const page = await open({ viewport });
    await page.goto("/contact");
    for (const label of ["Name", "Email", "Subject", "Message"])
      expect(await field(page, label).getAttribute("required")).not.toBeNull();
    expect(await field(page, "Email").getAttribute("type")).toBe("email");
    expect(await page.getByRole("checkbox").isChecked()).toBe(false);
    expect(await banner(page).isVisible()).toBe(false);
    await page.getByText("Within 2 business days").waitFor();
    await page.getByText("30 minutes", { exact: false }).first().waitFor();
  });

  test("a valid form opens a mail in a new tab, says so, and is empty again", async ({ open }) => {
    const page = await open({ viewport });
    await catchNewTabs(page);
    await page.goto("/contact");
    await fill(page);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Send message" }).click();
    const toast = page.getByRole("listitem").filter({ hasText: "Message prepared" });
    await toast.waitFor();
    expect(await toast.innerText()).toContain(
      "Your email client should open with the prepared message. Please send when ready.",
    );
    const [[link = "", target] = []] = await newTabs(page);
    expect(target).toBe("_blank");
    const mail = new URL(link);
    expect(mail.protocol).toBe("mailto:");
    expect(mail.pathname).toBe(site.email);
    expect(mail.searchParams.get("subject")).toBe("A question & more");
    expect(mail.searchParams.get("body")).toContain("First line\r\nSecond line?");
    expect(mail.searchParams.get("body")).toContain("Subscribe to updates: yes");
    for (const label of ["Name", "Email", "Subject", "Message"]) expect(await field(page, label).inputValue()).toBe("");
    expect(await page.getByRole("checkbox").isChecked()).toBe(false);
  });
});

test("the prepared message stays on the page: copied, opened again, put back; a second click shows nothing red", async ({
  open,
}) => {
  const page = await open({ viewport: phone });
  await catchNewTabs(page);
  await page.goto("/contact");
  await fill(page);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Send message" }).dblclick();
  const heading = page.getByRole("heading", { name: "Your message, as prepared" });
  await heading.waitFor();
  // The second click led to the prepared message, opened nothing, and marked nothing.
  await page.waitForFunction(() => document.activeElement?.id === "prepared");
  expect(await newTabs(page)).toHaveLength(1);
  expect(await page.locator("form :user-invalid").count()).toBe(0);
  await page.getByRole("button", { name: "Send message" }).click();
  expect(await newTabs(page)).toHaveLength(1);
  expect(await page.locator("form :user-invalid").count()).toBe(0);

  const shown = await page.getByLabel("The prepared mail").inputValue();
  expect(shown).toContain(`To: ${site.email}\nSubject: A question & more`);
  expect(shown).toContain("First line\nSecond line?");
  expect(await page.getByRole("button", { name: "Copy" }).getAttribute("data-copy")).toBe(shown);
  const [[link = ""] = []] = await newTabs(page);
  expect(await page.getByRole("link", { name: "Open the mail again" }).getAttribute("href")).toBe(link);

  await page.getByRole("button", { name: "Put it back" }).click();
  expect(await field(page, "Name").inputValue()).toBe("Dana Whitlock");
  expect(await field(page, "Message").inputValue()).toBe("First line\nSecond line?");
  expect(await page.getByRole("checkbox").isChecked()).toBe(true);
  expect(await heading.count()).toBe(0);
  // And the browser asks for what is missing again.
  await field(page, "Email").fill("");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "email");
  expect(await newTabs(page)).toHaveLength(1);
});

test.for(subjects)("?subject=%s fills the subject and names it above the form", async (subject, { page }) => {
  await page.route(`**://${calendarHost}/**`, (route) => route.abort());
  await page.goto(`/contact?${new URLSearchParams({ subject })}`, { waitUntil: "domcontentloaded" });
  expect(await field(page, "Subject").inputValue()).toBe(subject);
  expect(await banner(page).innerText()).toBe(`You're contacting about: ${subject}`);
});

test("a subject is text, never markup", async ({ page }) => {
  const subject = `<img src=x onerror="document.title='x'"> & "quotes"`;
  await page.goto(`/contact?${new URLSearchParams({ subject })}`);
  expect(await field(page, "Subject").inputValue()).toBe(subject);
  expect(await page.locator("#about-subject img").count()).toBe(0);
  expect(problemsOf(page)).toEqual([]);
});

test("an incomplete form is not sent: the browser's own message, and what was typed stays", async ({ page }) => {
  await catchNewTabs(page);
  await page.goto("/contact");
  await fill(page);
  await field(page, "Email").fill("not an address");
  await page.getByRole("button", { name: "Send message" }).click();
  // The browser shows its message at the field it takes the visitor to.
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "email");
  expect(await field(page, "Email").evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  expect(await newTabs(page)).toEqual([]);
  expect(await field(page, "Message").inputValue()).toBe("First line\nSecond line?");
});

test("going away and back does not lose what was typed", async ({ page }) => {
  await page.goto("/contact?subject=Bavl+Feedback");
  await fill(page, { subject: false });
  await field(page, "Subject").fill("Bavl Feedback, chapter 3");
  await page.getByRole("contentinfo").getByRole("link", { name: "Articles" }).click();
  await page.waitForURL("**/articles");
  await page.goBack();
  expect(await field(page, "Name").inputValue()).toBe("Dana Whitlock");
  expect(await field(page, "Message").inputValue()).toBe("First line\nSecond line?");
  expect(await field(page, "Subject").inputValue()).toBe("Bavl Feedback, chapter 3");
});

test("text typed before the page is ready survives", async ({ page }) => {
  // The scripts come late: the visitor is faster.
  await page.route("**/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.goto("/contact", { waitUntil: "commit" });
  await field(page, "Name").fill("Quick Visitor");
  await page.waitForSelector("gv-island[data-ready] form");
  expect(await field(page, "Name").inputValue()).toBe("Quick Visitor");
  await field(page, "Message").fill("Still here");
  expect(await field(page, "Name").inputValue()).toBe("Quick Visitor");
});

test("without JavaScript the form is a mail form", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto("/contact");
  const form = page.locator("form", { has: page.getByText("Send message") });
  expect(await form.getAttribute("action")).toBe(`mailto:${site.email}`);
  expect(await form.getAttribute("method")).toBe("post");
  expect(await form.getAttribute("enctype")).toBe("text/plain");
  expect(await page.getByRole("button", { name: "Send message" }).isVisible()).toBe(true);
});

describe("booking mode", () => {
  test("with exactly AI Consult: the title, a calendar of at least 600 px, the form; the script is added once", async ({
    page,
  }) => {
    await page.route(scheduling.script, (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: `document.querySelector("[data-path]").innerHTML = "<p>Pick a slot</p>"`,
      }),
    );
    await page.goto("/contact?subject=AI+Consult");
    await page.getByRole("heading", { level: 1, name: "Book Your AI Consultation" }).waitFor();
    await page.getByText("Pick a slot").waitFor();
    const container = page.locator("[data-path]");
    expect(await container.getAttribute("data-path")).toBe(scheduling.dataPath);
    expect((await container.boundingBox())?.height).toBeGreaterThanOrEqual(600);
    expect(await page.locator(`script[src="${scheduling.script}"]`).count()).toBe(1);
    expect(await field(page, "Subject").inputValue()).toBe("AI Consult");
    expect(await page.getByText("Loading the calendar").count()).toBe(0);
  });

  test("when the calendar cannot load, the page says so and offers mail and the form", async ({ page }) => {
    await page.route(scheduling.script, (route) => route.abort());
    await page.goto("/contact?subject=AI+Consult");
    const notice = page.getByRole("alert").filter({ hasText: "The calendar did not load" });
    await notice.waitFor();
    expect(await notice.getByRole("link", { name: site.email }).getAttribute("href")).toContain(`mailto:${site.email}`);
    expect(await notice.getByRole("link", { name: "use the form below" }).getAttribute("href")).toBe("#message");
  });

  test.for(["", "?subject=ai+consult", "?subject=AI+Consult+", "?subject=Workshop+Inquiry"])(
    "off for %s: no request to the scheduling service",
    async (query, { page }) => {
      const requests = recordRequests(page);
      await page.goto(`/contact${query}`);
      await page.waitForLoadState("networkidle");
      expect(await page.getByRole("heading", { level: 1 }).innerText()).not.toContain("Book");
      expect(requests.filter((url) => url.host === calendarHost)).toEqual([]);
    },
  );
});
