// Documents with islands: what is loaded, when, and what happens when it is not.
import { describe, expect } from "vitest";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { phone, problemsOf, firstVisitTest as test } from "./fixtures.ts";
import { settled } from "./page-checks.ts";

/** Scripts a page has loaded so far, with their brotli size as the server sends it. */
function recordScripts(page: Page) {
  const scripts: { name: string; bytes: number; text: string }[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "script") return;
    const body = await response.body().catch(() => Buffer.alloc(0));
    scripts.push({
      name: new URL(response.url()).pathname,
      bytes: brotliCompressSync(body).length,
      text: body.toString(),
    });
  });
  return scripts;
}
const total = (scripts: { bytes: number }[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);
const island = (page: Page, name: string) => page.locator(`gv-island[data-island^="${name}"]`);
const isReady = async (page: Page, name: string) =>
  (await island(page, name).first().getAttribute("data-ready")) !== null;

describe("what is loaded", () => {
  test.for(["/education", "/development", "/tools", "/about", "/contact", "/articles/ai-101"])(
    "%s, without a moving part, needs at most 3 KB of script",
    async (path, { page }) => {
      const scripts = recordScripts(page);
      await page.goto(path);
      await settled(page);
      expect(total(scripts)).toBeLessThanOrEqual(3072);
      expect(scripts.map(({ name }) => name).filter((name) => !name.includes("loader"))).toEqual([]);
    },
  );

  test("the home page, with everything on it in motion, needs at most 70 KB", async ({ page }) => {
    const scripts = recordScripts(page);
    await page.goto("/");
    await settled(page);
    await page.getByText("The Guidevane team").scrollIntoViewIfNeeded();
    await page.waitForSelector('gv-island[data-ready][data-island^="testimonials"]', { state: "attached" });
    await page.waitForLoadState("networkidle");
    expect(total(scripts)).toBeLessThanOrEqual(70_000);
  });

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
  test("React comes after the first paint, and it is React", async ({ page }) => {
    const scripts = recordScripts(page);
    await page.goto("/");
    await settled(page);
    const { paint, asked } = await page.evaluate(() => ({
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY,
      asked: performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\/assets\/(?:islands|.*\.island)-/.test(name))
        .map(({ startTime }) => startTime),
    }));
    expect(asked.length).toBeGreaterThan(1);
    expect(Math.min(...asked)).toBeGreaterThan(paint);
    expect(scripts.some(({ name, text }) => name.includes("/islands-") && text.includes("react.dev/errors"))).toBe(
      true,
    );
    // React puts its own mark on the elements it has taken over.
    const owned = await island(page, "hero#HeadlineWord").evaluate((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactContainer$")),
    );
    expect(owned).toBe(true);
  });

  test("idle: soon after the page is there", async ({ page }) => {
    await page.goto("/");
    await page.waitForSelector('gv-island[data-ready][data-island="hero#RingStations"]', { state: "attached" });
  });

  test("idle: also where the browser never finds an idle moment", async ({ page }) => {
    await page.addInitScript(() => {
      window.requestIdleCallback = (run, { timeout } = {}) =>
        timeout === undefined ? 0 : window.setTimeout(() => run({ didTimeout: true, timeRemaining: () => 0 }), timeout);
    });
    await page.goto("/");
    await page.waitForSelector('gv-island[data-ready][data-island="hero#RingStations"]', { state: "attached" });
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
    // Nobody told it of a paint, so it waited for its limit of a second.
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

  test("visible: when it comes near the screen", async ({ open }) => {
    const page = await open({ viewport: phone });
    await page.goto("/");
    await settled(page);
    expect(await isReady(page, "testimonials")).toBe(false);
    await page.getByText("What clients say").scrollIntoViewIfNeeded();
    await page.waitForSelector('gv-island[data-ready][data-island^="testimonials"]', { state: "attached" });
  });

  test("interaction: at the first touch, and the first click counts", async ({ page }) => {
    await page.goto("/styleguide");
    await settled(page);
    expect(await isReady(page, "component-samples#DialogSample")).toBe(false);
    await page.getByRole("button", { name: "Open a dialog" }).click();
    await page.getByRole("dialog", { name: "New account" }).waitFor();
  });

  test("a toast asked for before the toaster is there is shown once it is", async ({ page }) => {
    await page.goto("/styleguide");
    await settled(page);
    expect(await isReady(page, "toaster")).toBe(false);
    await page.getByRole("button", { name: "Show a destructive toast" }).click();
    await page.getByRole("listitem").filter({ hasText: "Email required" }).waitFor();
  });
});

describe("when it cannot", () => {
  test("an island that fails to load leaves the page usable", async ({ page }) => {
    await page.route("**/*testimonials*.js", (route) => route.abort());
    await page.goto("/");
    await page.getByText("What clients say").scrollIntoViewIfNeeded();
    await expect
      .poll(() => problemsOf(page).some((problem) => problem.includes("Island testimonials did not load")))
      .toBe(true);
    expect(await isReady(page, "testimonials")).toBe(false);
    await page.getByText("Maren Oduya").waitFor();
    // The others are not harmed, and links work.
    await page.waitForSelector('gv-island[data-ready][data-island="hero#RingStations"]', { state: "attached" });
    await page.getByRole("link", { name: "Read Analysis" }).click();
    await page.waitForURL("**/articles");
  });

  test("without JavaScript: content, navigation by links, no dead buttons", async ({ open }) => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: "AI Strategy" }).waitFor();
    expect(await page.getByRole("button", { name: /Pause|Switch theme|Client Dashboard|Testimonial/ }).count()).toBe(0);
    await page.getByText("Maren Oduya").waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Education" }).click();
    await page.waitForURL("**/education");
  });
});
