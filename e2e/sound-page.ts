// What every public page owes its visitor, in one visit: a visit is what costs time.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { problemsOf } from "./fixtures.ts";
import {
  expectNoLayoutShift,
  expectNoSidewaysScroll,
  expectOutline,
  recordLayoutShift,
  recordRequests,
  scrollToDrawn,
  settled,
} from "./page-checks.ts";

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
  for (let y = 0; y < length; y += height) await scrollToDrawn(page, y);
  await settled(page, { scrolled: true });
  await scrollToDrawn(page, 0);
  return requests;
}

/** A blocked third party is the third party's problem; everything else is ours. */
const ourProblems = (page: Page, path: string) =>
  problemsOf(page).filter(
    (problem) => !outside(path).some((host) => problem.includes(host)) && !/ERR_NAME_NOT_RESOLVED/.test(problem),
  );

/** A picture of the whole page, a printer or a reader of the page without a screen gets all of it. */
const notLaidOut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => getComputedStyle(element).contentVisibility !== "visible")
      .map((element) => element.outerHTML.slice(0, 80)),
  );

/** Errors, sideways scroll, layout shift, calls to the backend or to third parties, one h1, fonts asked for at once. */
export async function expectSound(page: Page, path: string, viewport: { width: number; height: number }) {
  const state = `${viewport.width} px`;
  const requests = await visit(page, path, viewport.height);
  expect(ourProblems(page, path)).toEqual([]);
  await expectNoSidewaysScroll(page, state);
  await expectNoLayoutShift(page, state);
  await expectOutline(page);
  expect(await notLaidOut(page), "laid out only near the screen").toEqual([]);
  const own = new URL(page.url()).host;
  expect(requests.filter((url) => /^\/(?:auth|rest)\/v1/.test(url.pathname))).toEqual([]);
  const elsewhere = () => requests.filter((url) => url.host !== own && url.protocol !== "data:");
  // A frame that waits for being on screen asks when it is told, which may be a moment after the scrolling.
  await expect.poll(() => [...new Set(elsewhere().map((url) => url.host))]).toEqual(outside(path));
  const fonts = () => [...new Set(requests.filter((url) => url.pathname.endsWith(".woff2")).map((url) => url.href))];
  const preloaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=font]")].map((link) => link.href),
  );
  // Letters of other languages are fetched where they are written; the rest is asked for at once, and nothing in vain.
  const used = fonts().filter((href) => !/-latin(?:-ext)?-[^/]+$/.test(href));
  expect(used.toSorted(), "fonts that are used and fonts that are preloaded").toEqual(preloaded.toSorted());
}
