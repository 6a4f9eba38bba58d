// Specification 1, section 2 (Contact), 5 and 7. The rest of it.
import { expect } from "vitest";
import { presentations } from "#content/offers.ts";
import { site } from "#content/site.ts";
import { contactOpenings, subjects } from "#content/subjects.ts";
import { banner, calendarHost, catchNewTabs, expectSubjectFilled, field, fill, newTabs } from "./contact-page.ts";
import { phone, sharedTest as test } from "./fixtures.ts";
import { recordRequests } from "./page-checks.ts";

test("a link from a program names it: above the form, and in the first line of the message that is prepared", async ({
  page,
}) => {
  await catchNewTabs(page);
  await page.goto("/education");
  await page.getByRole("link", { name: /^Ask about this program.*Build With AI$/ }).click();
  await page.waitForURL("**/contact?subject=Workshop+Inquiry&about=build-with-ai");
  expect(await field(page, "Subject").inputValue()).toBe("Workshop Inquiry");
  expect(await banner(page).innerText()).toMatch(/^You're contacting about: Workshop Inquiry\s+Build With AI$/);
  expect(await field(page, "Message").inputValue()).toBe("About: Build With AI\n\n");
  await field(page, "Name").fill("Dana Whitlock");
  await field(page, "Email").fill("dana@castelline.example");
  await field(page, "Message").press("End");
  await field(page, "Message").pressSequentially("Eight people, in March.");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByRole("listitem").filter({ hasText: "Message prepared" }).waitFor();
  const [[link = ""] = []] = await newTabs(page);
  const mail = new URL(link);
  expect(mail.searchParams.get("subject")).toBe("Workshop Inquiry");
  expect(mail.searchParams.get("body")).toContain("About: Build With AI");
  expect(mail.searchParams.get("body")).toContain("Eight people, in March.");
  // All fields are empty again, as specified.
  expect(await field(page, "Message").inputValue()).toBe("");
});

test.for(presentations.map(({ cta, slug, title }) => [cta, slug, title] as const))(
  "%s says which talk",
  async ([cta, slug, title], { page }) => {
    await page.goto("/education");
    const href = await page.getByRole("link", { name: cta }).getAttribute("href");
    expect(href).toBe(`/contact?subject=Speaking+Engagement&about=${slug}`);
    await page.goto(href!);
    expect(await banner(page).innerText()).toContain(title);
  },
);

test.for(["no-such", "constructor", "<b>x</b>"])("?about=%s is ignored", async (about, { page }) => {
  await page.goto(`/contact?${new URLSearchParams({ subject: "Workshop Inquiry", about })}`);
  expect(await banner(page).innerText()).toBe("You're contacting about: Workshop Inquiry");
  expect(await field(page, "Message").inputValue()).toBe("");
});

test.for(Object.entries(contactOpenings))("%s opens with its own words", async ([subject, opening], { page }) => {
  await page.goto(`/contact?${new URLSearchParams({ subject })}`);
  await page.getByRole("heading", { level: 1, name: opening.title, exact: true }).waitFor();
  expect(await page.locator("#lead").textContent()).toBe(opening.lead);
  expect(await field(page, "Message").getAttribute("placeholder")).toBe(opening.hint);
});

test.for(["Build Inquiry", "constructor", "__proto__"])("%s keeps the page's own words", async (subject, { page }) => {
  await page.goto(`/contact?${new URLSearchParams({ subject })}`);
  await page.getByRole("heading", { level: 1, name: "Tell us the decision in front of you" }).waitFor();
});

test("a long subject stays within its strip", async ({ open }) => {
  const page = await open({ viewport: { width: 320, height: 640 } });
  await page.goto(`/contact?subject=${"x".repeat(300)}`);
  const strip = page.locator("#about-subject");
  await strip.waitFor();
  expect(await strip.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
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

test.for(subjects.slice(1))("?subject=%s fills the subject and names it above the form", (subject, { page }) =>
  expectSubjectFilled(page, subject),
);

test.for(["", "?subject=AI+Consult+", "?subject=Workshop+Inquiry"])(
  "booking mode is off for %s: no request to the scheduling service",
  async (query, { page }) => {
    const requests = recordRequests(page);
    await page.goto(`/contact${query}`);
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).not.toContain("Book");
    expect(requests.filter((url) => url.host === calendarHost)).toEqual([]);
  },
);
