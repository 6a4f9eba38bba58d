// What every public page owes its visitor, on a desk and on a phone, in both themes.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { desktop, phone, problemsOf, test } from "./fixtures.ts";
import {
  expectAccessible,
  expectNoLayoutShift,
  expectNoSidewaysScroll,
  expectOutline,
  recordLayoutShift,
  recordRequests,
  settled,
} from "./page-checks.ts";
import { publicPaths } from "./public-routes.ts";

/** The newsletter guide is the one page that reaches out by itself: its frame, at the platform that sends the letter. */
const outside = (path: string) => (path.endsWith("/availut") ? ["newsletter.example"] : []);

async function visit(page: Page, path: string, height: number) {
  await recordLayoutShift(page);
  const requests = recordRequests(page);
  const response = await page.goto(path);
  expect(response?.status()).toBe(200);
  await settled(page);
  // To the end and back: lazy parts load, and whatever would move the page has moved it.
  const length = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < length; y += height) {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await page.waitForTimeout(30);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await settled(page);
  return requests;
}

/** A blocked third party is the third party's problem; everything else is ours. */
const ourProblems = (page: Page, path: string) =>
  problemsOf(page).filter(
    (problem) => !outside(path).some((host) => problem.includes(host)) && !/ERR_NAME_NOT_RESOLVED/.test(problem),
  );

async function expectSound(page: Page, path: string, viewport: { width: number; height: number }) {
  const state = `${viewport.width} px`;
  const requests = await visit(page, path, viewport.height);
  expect(ourProblems(page, path)).toEqual([]);
  await expectNoSidewaysScroll(page, state);
  await expectNoLayoutShift(page, state);
  await expectOutline(page);
  const own = new URL(page.url()).host;
  expect(requests.filter((url) => /^\/(?:auth|rest)\/v1/.test(url.pathname))).toEqual([]);
  const elsewhere = requests.filter((url) => url.host !== own && url.protocol !== "data:");
  expect([...new Set(elsewhere.map((url) => url.host))]).toEqual(outside(path));
}

const setTheme = (page: Page, theme: "light" | "dark") =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);

// One test per page and width does it all: a visit is what costs time. Errors, sideways scroll, layout shift, calls to the
// backend or to third parties, one h1; then axe-core in both themes, on the phone with the menu open.
describe.each(publicPaths)("%s", (path) => {
  test("1440 px: sound, still, private, accessible in both themes", { timeout: 90_000 }, async ({ open }) => {
    const page = await open({ viewport: desktop, reducedMotion: "reduce" });
    await expectSound(page, path, desktop);
    await expectAccessible(page, "light");
    await setTheme(page, "dark");
    await expectAccessible(page, "dark");
  });

  test("390 px: sound, still, private, accessible with the menu open", { timeout: 90_000 }, async ({ open }) => {
    const page = await open({ viewport: phone, reducedMotion: "reduce", dark: true });
    await expectSound(page, path, phone);
    await expectAccessible(page, "dark, phone");
    const menu = page.getByRole("button", { name: "Menu" });
    if ((await menu.count()) === 0) return;
    await menu.click();
    await expectAccessible(page, "dark, phone, menu open");
    await setTheme(page, "light");
    await expectAccessible(page, "light, phone, menu open");
  });
});
