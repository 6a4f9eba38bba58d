// Documents with islands: what is loaded, when, and what happens when it is not.
import { describe, expect } from "vitest";
import { phone, problemsOf, firstVisitTest as test } from "./fixtures.ts";
import { settled } from "./page-checks.ts";
import { recordScripts, island, isReady } from "./island-parts.ts";

const total = (scripts: { bytes: number }[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

describe("what is loaded", () => {
  test.for(["/education", "/contact"])(
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
    await page.waitForSelector('gv-island[data-ready][data-island="hero#RingSteps"]', { state: "attached" });
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
