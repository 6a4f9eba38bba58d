// How long a visitor waits between a click on a link inside the site and the first paint of the next page.
import { chromium } from "playwright-core";
import { findBrowser } from "../../scripts/find-browser.mjs";
import { median } from "../record.ts";

export interface Click {
  from: string;
  to: string;
  /** Clicked at once, and after the pointer rested on the link for 400 ms, as people do. */
  atOnce: number;
  afterResting: number;
}

export async function clickToPaint(
  origin: string,
  ways: readonly (readonly [string, string])[],
  times = 5,
): Promise<Click[]> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("No Chromium found: see scripts/find-browser.mjs");
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  const once = async (from: string, to: string, rest: number): Promise<number> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(origin + from, { waitUntil: "networkidle" });
    const link = page.locator(`header a[href="${to}"]`).first();
    await link.waitFor();
    // The browser itself knows when the click came (navigation start) and when the page was painted.
    await link.hover();
    await page.waitForTimeout(rest);
    const arrived = page.waitForURL(origin + to);
    await link.click({ noWaitAfter: true });
    await arrived;
    const painted = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const read = () => {
            const [paint] = performance.getEntriesByName("first-contentful-paint");
            const [entry] = performance.getEntriesByType("navigation") as (PerformanceNavigationTiming & {
              activationStart?: number;
            })[];
            if (paint) resolve(Math.max(0, paint.startTime - (entry?.activationStart ?? 0)));
            else setTimeout(read, 10);
          };
          read();
        }),
    );
    await context.close();
    return painted;
  };
  const clicks: Click[] = [];
  for (const [from, to] of ways) {
    const runs = async (rest: number) => {
      const values: number[] = [];
      for (let i = 0; i < times; i++) values.push(await once(from, to, rest));
      return median(values);
    };
    clicks.push({ from, to, atOnce: await runs(0), afterResting: await runs(400) });
  }
  await browser.close();
  return clicks;
}
