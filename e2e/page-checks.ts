// Checks that hold on every page.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { axeViolations } from "./accessibility.ts";

export async function expectAccessible(page: Page, state: string) {
  expect(await axeViolations(page), `axe, ${state}`).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page, state: string) {
  const [content, box] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content, `sideways scroll, ${state}`).toBe(box);
}

/** Adds up layout shifts from the first paint on; call before `goto`. */
export async function recordLayoutShift(page: Page) {
  await page.addInitScript(() => {
    const seen: { value: number; what: string[] }[] = [];
    Object.assign(window, { layoutShifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node?: Node }[];
      })[])
        if (!entry.hadRecentInput)
          seen.push({
            value: entry.value,
            what: (entry.sources ?? []).map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : "")),
          });
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Below 0.002 is the hair by which letters differ while a substitute font stands in; a line or a box that moves is far above. */
export async function expectNoLayoutShift(page: Page, state: string) {
  const shifts = await page.evaluate(
    () => (window as unknown as { layoutShifts: { value: number; what: string[] }[] }).layoutShifts,
  );
  expect(
    shifts.filter((shift) => shift.value > 0.002),
    `layout shift, ${state}`,
  ).toEqual([]);
}

/** Where the page's requests went, once it has settled. */
export function recordRequests(page: Page) {
  const urls: URL[] = [];
  page.on("request", (request) => urls.push(new URL(request.url())));
  return urls;
}

/** Islands that hydrate by themselves have done so. */
export async function settled(page: Page) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector('gv-island[data-when="idle"]:not([data-ready])'));
}
