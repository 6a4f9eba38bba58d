// How long a visitor waits between a click on a link inside the site and the first paint of the next page.
import { median } from "../record.ts";
import { startBrowser } from "./plain-browser.ts";

export interface Click {
  from: string;
  to: string;
  /** Clicked at once, and after the pointer rested on the link as people's do. */
  atOnce: number;
  afterResting: number;
  /** How many of the rested clicks found the page prerendered. */
  prerendered: number;
}

export const restMs = 800;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function clickToPaint(
  origin: string,
  ways: readonly (readonly [string, string])[],
  times = 5,
): Promise<Click[]> {
  const browser = await startBrowser();
  const once = async (from: string, to: string, rest: number) => {
    const tab = await browser.open(origin + from);
    await pause(2500);
    const { x, y } = await tab.evaluate<{ x: number; y: number }>(`(() => {
      const { left, top, width, height } = document.querySelector('header a[href="${to}"]').getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    })()`);
    if (rest > 0) {
      await tab.moveTo(x, y);
      await pause(rest);
    }
    await tab.click(x, y);
    await pause(2500);
    const arrived = await tab.evaluate<string>("location.pathname");
    if (arrived !== to) throw new Error(`The click from ${from} led to ${arrived}, not to ${to}`);
    // The browser itself knows when the click came (start of the navigation, or activation) and when it painted.
    const painted = await tab.evaluate<{ paint: number; activation: number }>(`({
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
      activation: performance.getEntriesByType("navigation")[0].activationStart ?? 0,
    })`);
    await tab.close();
    return painted;
  };
  const clicks: Click[] = [];
  try {
    for (const [from, to] of ways) {
      const runs = async (rest: number) => {
        const all: Awaited<ReturnType<typeof once>>[] = [];
        for (let i = 0; i < times; i++) all.push(await once(from, to, rest));
        return all;
      };
      const wait = ({ paint, activation }: { paint: number; activation: number }) => Math.max(0, paint - activation);
      const [hasty, rested] = [await runs(0), await runs(restMs)];
      clicks.push({
        from,
        to,
        atOnce: median(hasty.map(wait)),
        afterResting: median(rested.map(wait)),
        prerendered: rested.filter(({ activation }) => activation > 0).length / times,
      });
    }
  } finally {
    await browser.stop();
  }
  return clicks;
}
