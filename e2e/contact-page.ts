// What tests of the contact form fill in and look at.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { scheduling } from "#content/site.ts";

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

export const banner = (page: Page) => page.getByText("You're contacting about:");

/** Keeps what would be opened in a new tab, instead of opening a mail program. */
export const catchNewTabs = (page: Page) =>
  page.addInitScript(() => {
    const opened: string[][] = [];
    Object.assign(window, { opened });
    window.open = (...args) => {
      opened.push(args.map(String));
      return null;
    };
  });

export const newTabs = (page: Page) => page.evaluate(() => (window as unknown as { opened: string[][] }).opened);

export async function fill(page: Page, { subject = true } = {}) {
  await field(page, "Name").fill("Dana Whitlock");
  await field(page, "Email").fill("dana@castelline.example");
  if (subject) await field(page, "Subject").fill("A question & more");
  await field(page, "Message").fill("First line\nSecond line?");
}

export const calendarHost = new URL(scheduling.script).host;

export async function expectSubjectFilled(page: Page, subject: string) {
  await page.route(`**://${calendarHost}/**`, (route) => route.abort());
  await page.goto(`/contact?${new URLSearchParams({ subject })}`, { waitUntil: "domcontentloaded" });
  expect(await field(page, "Subject").inputValue()).toBe(subject);
  expect(await banner(page).innerText()).toBe(`You're contacting about: ${subject}`);
}
