// Specification 1, section 2 (Contact), 5 and 7.
import { describe, expect } from "vitest";
import { scheduling, site } from "#content/site.ts";
import { subjects } from "#content/subjects.ts";
import { banner, calendarHost, catchNewTabs, expectSubjectFilled, field, fill, newTabs } from "./contact-page.ts";
import { desktop, phone, problemsOf, sharedTest as test } from "./fixtures.ts";
import { recordRequests } from "./page-checks.ts";

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

test.for(subjects.slice(0, 1))("?subject=%s fills the subject and names it above the form", (subject, { page }) =>
  expectSubjectFilled(page, subject),
);

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

  test.for(["?subject=ai+consult"])("off for %s: no request to the scheduling service", async (query, { page }) => {
    const requests = recordRequests(page);
    await page.goto(`/contact${query}`);
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).not.toContain("Book");
    expect(requests.filter((url) => url.host === calendarHost)).toEqual([]);
  });
});
