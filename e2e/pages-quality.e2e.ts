// What holds on every one of these pages: nothing wrong for axe, no sideways scroll, no shift, one outline, own words.
import { describe, expect } from "vitest";
import { newsletter } from "#content/site.ts";
import { axeViolations } from "./accessibility.ts";
import { desktop, phone, problemsOf, test } from "./fixtures.ts";

const paths = [
  "/tools/gpt-extender-lite",
  "/standalone/gpt-extender-lite",
  "/tools/bootable",
  "/tools/bavl",
  "/bookdev",
  "/articles",
  "/articles/agentic-web",
  "/articles/ai-decision-making",
  "/articles/ai-implementation",
  "/articles/ai-101",
  "/about",
  "/manifesto-direct",
  "/ai-at-work",
  "/build/torah-and-ai/availut",
  "/privacy",
  "/accessibility",
  "/workshops-legacy",
  "/speaking-legacy",
  "/build-legacy",
];

interface Recorded {
  shifts: { at: number; value: number }[];
  fontsReady: number;
}

/** Runs in the page before anything else. */
function recordShifts() {
  const recorded = globalThis as unknown as Recorded;
  recorded.shifts = [];
  recorded.fontsReady = Infinity;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) recorded.shifts.push({ at: entry.startTime, value: entry.value });
  }).observe({ type: "layout-shift", buffered: true });
  addEventListener("load", async () => {
    await document.fonts.ready;
    recorded.fontsReady = performance.now();
  });
}

describe.each(paths)("%s", (path) => {
  test.for([
    ["1440", desktop, false],
    ["1440 dark", desktop, true],
    ["390", phone, false],
    ["390 dark", phone, true],
  ] as const)(
    "axe finds nothing, nothing scrolls sideways or shifts, no error is logged (%s)",
    async ([, viewport, dark], { open }) => {
      const page = await open({ viewport, dark });
      await page.route(`${new URL(newsletter.frame).origin}/**`, (route) =>
        route.fulfill({
          contentType: "text/html",
          body: "<!doctype html><html lang=en><title>Sign up</title><main><h1>Form</h1></main></html>",
        }),
      );
      await page.addInitScript(recordShifts);
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await axeViolations(page)).toEqual([]);
      const { wide, whole, afterFonts } = await page.evaluate(() => {
        const { shifts, fontsReady } = globalThis as unknown as Recorded;
        const sum = (list: Recorded["shifts"]) => list.reduce((total, { value }) => total + value, 0);
        return {
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          whole: sum(shifts),
          afterFonts: sum(shifts.filter(({ at }) => at > fontsReady + 200)),
        };
      });
      expect(wide).toBe(0);
      expect(afterFonts).toBe(0);
      // A font that arrives late on a busy machine may wrap one heading anew; 0.1 counts as good.
      expect(whole).toBeLessThan(0.05);
      expect(problemsOf(page)).toEqual([]);
    },
  );

  test("has one h1, steps down one heading level at a time, and carries its own title and description", async ({
    page,
  }) => {
    await page.goto(path);
    const levels = await page
      .locator("h1, h2, h3, h4")
      .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, index) => expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1));
    const description = await page.locator('meta[name="description"]').getAttribute("content");
    expect(description?.length).toBeGreaterThanOrEqual(60);
    expect(description?.length).toBeLessThanOrEqual(160);
  });
});

test("no two of these pages share a title or a description", async ({ page }) => {
  const seen = new Set<string>();
  for (const path of paths) {
    await page.goto(path);
    seen.add(await page.title());
    seen.add((await page.locator('meta[name="description"]').getAttribute("content")) ?? "");
  }
  expect(seen.size).toBe(paths.length * 2);
});
