// Checks that hold on every page.
import type { Page } from "playwright-core";
import { expect } from "vitest";

export async function expectNoSidewaysScroll(page: Page, state: string) {
  const [content, box] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content, `sideways scroll, ${state}`).toBe(box);
}

/** Types a day or a time part by part, from the first; each that is full leads to the next. */
export async function typeParts(page: Page, label: string, keys: string) {
  await page.getByRole("group", { name: label, exact: true }).getByRole("spinbutton").first().click();
  await page.keyboard.type(keys);
}

interface Shift {
  at: number;
  value: number;
  what: string[];
}
type Recorded = { layoutShifts: Shift[]; fontsReady: number };

/** Notes every layout shift from the first paint on, and when the fonts were there; call before `goto`. */
export async function recordLayoutShift(page: Page) {
  await page.addInitScript(() => {
    const recorded = Object.assign(globalThis as unknown as Recorded, { layoutShifts: [], fontsReady: Infinity });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node?: Node }[];
      })[])
        if (!entry.hadRecentInput)
          recorded.layoutShifts.push({
            at: entry.startTime,
            value: entry.value,
            what: (entry.sources ?? []).map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : "")),
          });
    }).observe({ type: "layout-shift", buffered: true });
    addEventListener("load", async () => {
      await document.fonts.ready;
      // The frame that draws them is the next one; in the one after it nothing may move any more.
      requestAnimationFrame(() => requestAnimationFrame(() => (recorded.fontsReady = performance.now())));
    });
  });
}

/** Fonts come as late as on a slow line, after the first paint; call before `goto`. */
export const delayFonts = (page: Page) =>
  page.route("**/*.woff2", async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await route.continue();
  });

/** In one line, so that a failure says what moved. */
const described = ({ at, value, what }: Shift) => `${value} at ${Math.round(at)} ms: ${what.join(" | ")}`;

/** What our fonts may move when they take the place of their substitutes: docs/decisions/083. Where nothing like Arial is installed, as on a
 *  bare Linux and on no visitor's telephone, some headings of a page have a line more or less. */
const fontShift = { usual: 0.02, bare: 0.04 };
const hasUsualFonts = (page: Page) =>
  page.evaluate(() =>
    new FontFace("usual", 'local("Arial"), local("Liberation Sans"), local("Arimo"), local("Nimbus Sans Regular")')
      .load()
      .then(
        () => true,
        () => false,
      ),
  );

/** Nothing moves, but for what late fonts may. */
export async function expectNoLayoutShift(page: Page, state: string) {
  await page.waitForFunction(() => (globalThis as unknown as Recorded).fontsReady < Infinity);
  const { layoutShifts, fontsReady } = await page.evaluate(() => {
    const { layoutShifts: shifts, fontsReady: ready } = globalThis as unknown as Recorded;
    return { layoutShifts: shifts, fontsReady: ready };
  });
  const late = layoutShifts.filter(({ at, value }) => at > fontsReady && value > 0);
  expect(late.map(described), `layout shift, ${state}`).toEqual([]);
  const early = layoutShifts.filter(({ at }) => at <= fontsReady);
  const sum = early.reduce((total, { value }) => total + value, 0);
  const allowed = sum > fontShift.usual && !(await hasUsualFonts(page)) ? fontShift.bare : fontShift.usual;
  expect(sum, `layout shift, ${state}: ${early.map(described).join("\n")}`).toBeLessThanOrEqual(allowed);
}

/** One h1, and no heading more than one level below the one before it. */
export async function expectOutline(page: Page) {
  const levels = await page
    .locator("main :is(h1, h2, h3, h4, h5, h6)")
    .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  levels.forEach((level, index) => expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1));
}

/** Where the page's requests went, once it has settled. */
export function recordRequests(page: Page) {
  const urls: URL[] = [];
  page.on("request", (request) => urls.push(new URL(request.url())));
  return urls;
}

/** Scrolls there and lets the page draw it: observers of what is on screen have been told. */
export const scrollToDrawn = (page: Page, top: number) =>
  page.evaluate(
    (y) =>
      new Promise<void>((resolve) => {
        window.scrollTo(0, y);
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    top,
  );

/** Every transition that runs now has come to its end. */
export const still = (page: Page) =>
  page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(ends);
  });

/** Everything that comes by itself is there: pictures, fonts, islands and small parts that start without being touched. */
export async function settled(page: Page, { scrolled = false } = {}) {
  await page.waitForLoadState("load");
  await page.waitForFunction((isScrolled) => {
    const parts = document.querySelectorAll(
      `:is([data-behavior], gv-island[data-when="idle"]${isScrolled ? ', gv-island[data-when="visible"]' : ""}):not([data-ready])`,
    );
    return (
      document.fonts.status === "loaded" &&
      [...document.images].every((image) => image.complete || image.loading === "lazy") &&
      // What is not on this page at all, because its module is off, wakes never.
      [...parts].every((part) => !(part.firstElementChild ?? part).checkVisibility())
    );
  }, scrolled);
}
