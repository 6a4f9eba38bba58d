// What every public page owes at every width and in both themes, in one window: a new one costs as much as the page.
import { expect } from "vitest";
import { axeViolations } from "./accessibility.ts";
import { desktop, type OpenPage, phone } from "./fixtures.ts";
import { delayFonts, expectNoSidewaysScroll } from "./page-checks.ts";
import { expectSound } from "./sound-page.ts";
import { nameless, smallTargets } from "./targets-and-names.ts";
import type { Page } from "playwright-core";

/**
 * By someone who has never been here, with a slow line: on a phone in the dark theme, then wide in the light one. No colour depends on
 * the width.
 */
export async function expectWholePage(open: (options: OpenPage) => Promise<Page>, path: string): Promise<void> {
  const page = await open({ viewport: phone, reducedMotion: "reduce", dark: true });
  await delayFonts(page);
  await expectSound(page, path, phone);
  expect(await axeViolations(page), "390 px, dark").toEqual([]);
  // 200 % zoom of a 1280 px window is a window of 640 px.
  for (const [width, height] of [
    [640, 400],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page, `${width} px`);
  }
  expect(await smallTargets(page), "320 px").toEqual([]);
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: "light" });
  await expectSound(page, path, desktop);
  expect(await smallTargets(page), "1440 px").toEqual([]);
  expect(await axeViolations(page), "1440 px, light").toEqual([]);
  // Last: the tree it asks for is kept up to date from then on.
  expect(await nameless(page), "1440 px").toEqual([]);
}
