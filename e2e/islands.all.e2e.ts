// Documents with islands: what is loaded, when, and what happens when it is not. The rest of it.
import { describe, expect } from "vitest";
import { firstVisitTest as test } from "./fixtures.ts";
import { settled } from "./page-checks.ts";
import { recordScripts, isReady } from "./island-parts.ts";

const total = (scripts: { bytes: number }[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

describe("what is loaded", () => {
  test.for(["/development", "/tools", "/about", "/articles/ai-101"])(
    "%s, without a moving part, needs at most 3 KB of script",
    async (path, { page }) => {
      const scripts = recordScripts(page);
      await page.goto(path);
      await settled(page);
      expect(total(scripts)).toBeLessThanOrEqual(3072);
      expect(scripts.map(({ name }) => name).filter((name) => !name.includes("loader"))).toEqual([]);
    },
  );

  test("public pages carry no Supabase, query, table or router code, and no drawing", async ({ page }) => {
    const scripts = recordScripts(page);
    await page.goto("/styleguide");
    await settled(page);
    await page.getByRole("button", { name: "Show a toast" }).click();
    // The toaster and not its message, which goes after four seconds, however busy the machine is.
    await page.waitForSelector('gv-island[data-ready][data-island^="toaster"]', { state: "attached" });
    const code = scripts.map(({ text }) => text).join("");
    for (const foreign of ["supabase", "QueryClient", "HydratedRouter", "getCoreRowModel", "cascadeFlow", "rest/v1"])
      expect(code).not.toContain(foreign);
  });
});

describe("when an island wakes", () => {
  test("idle: soon after the page is there", async ({ page }) => {
    await page.goto("/");
    await page.waitForSelector('gv-island[data-ready][data-island="hero#RingSteps"]', { state: "attached" });
  });

  test("idle: also where the browser never finds an idle moment", async ({ page }) => {
    await page.addInitScript(() => {
      window.requestIdleCallback = (run, { timeout } = {}) =>
        timeout === undefined ? 0 : window.setTimeout(() => run({ didTimeout: true, timeRemaining: () => 0 }), timeout);
    });
    await page.goto("/");
    await page.waitForSelector('gv-island[data-ready][data-island="hero#RingSteps"]', { state: "attached" });
  });

  test("behaviors and drawings: after the first paint, also in a tab that is not painted", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
      window.PerformanceObserver = class extends window.PerformanceObserver {
        override observe(options?: PerformanceObserverInit) {
          if (options?.type !== "paint") super.observe(options);
        }
      };
    });
    await page.goto("/build/products/bootloader");
    await page.waitForSelector('[data-behavior="tabs"][data-ready]', { state: "attached" });
    // No one told it of a paint, so it waited for its limit of a second.
    const asked = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.includes(".behavior-"))
        .map(({ startTime }) => startTime),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(Math.min(...asked)).toBeGreaterThan(990);
    await page.goto("/");
    // All of them, also those far down: a picture of the whole page, or a print of it, has every drawing.
    const waiting = page.locator("use[data-late]:not([href])");
    expect(await page.locator("use[data-late]").count()).toBeGreaterThan(1);
    await expect.poll(() => waiting.count()).toBe(0);
  });

  test("a toast asked for before the toaster is there is shown once it is", async ({ page }) => {
    await page.goto("/styleguide");
    await settled(page);
    expect(await isReady(page, "toaster")).toBe(false);
    await page.getByRole("button", { name: "Show a destructive toast" }).click();
    await page.getByRole("listitem").filter({ hasText: "Email required" }).waitFor();
  });
});
