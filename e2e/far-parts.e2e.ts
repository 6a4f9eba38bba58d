// Parts far down a long page are laid out after the first screen, and always where that would move somebody's place.
import { describe, expect } from "vitest";
import { phone, test } from "./fixtures.ts";

const isArriving = () => "arriving" in document.documentElement.dataset;
/** Parts that the browser has left out so far: they hold words but nothing of them has a place. */
const leftOut = () =>
  [...document.querySelectorAll<HTMLElement>("[data-far]")].filter(
    (part) => !part.checkVisibility() || !part.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }),
  ).length;

describe.each(["/docs/bootloader/api", "/styleguide"])("%s", (path) => {
  test("begins with the first screen, and soon has everything", async ({ open }) => {
    const page = await open({ viewport: phone });
    // The loader is held back: what the page is like until it comes.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/loader*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "commit" });
    await page.locator("h1").waitFor();
    await page.waitForFunction(() => document.querySelectorAll("[data-far]").length > 15);
    expect(await page.evaluate(isArriving)).toBe(true);
    expect(await page.evaluate(leftOut)).toBeGreaterThan(10);
    letGo();
    await expect.poll(() => page.evaluate(isArriving)).toBe(false);
    expect(await page.evaluate(leftOut)).toBe(0);
  });

  test("is whole at once for who comes back to a place in it", async ({ open }) => {
    const page = await open({ viewport: phone });
    await page.goto(path);
    await expect.poll(() => page.evaluate(isArriving)).toBe(false);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight * 0.7, behavior: "instant" }));
    const before = await page.evaluate(() => [scrollY, document.body.scrollHeight]);
    await page.route("**/loader*.js", (route) => route.abort());
    await page.reload();
    expect(await page.evaluate(isArriving)).toBe(false);
    expect(await page.evaluate(leftOut)).toBe(0);
    await expect.poll(() => page.evaluate(() => [scrollY, document.body.scrollHeight])).toEqual(before);
  });

  test("is whole without scripts", async ({ open }) => {
    const page = await open({ viewport: phone, javaScriptEnabled: false });
    await page.goto(path);
    expect(await page.locator("html[data-arriving]").count()).toBe(0);
    const last = page.locator("[data-far]").last();
    expect(await last.evaluate((part) => getComputedStyle(part).contentVisibility)).toBe("visible");
  });
});

test("a link to a place in the page leads there", async ({ open }) => {
  const page = await open({ viewport: phone });
  await page.route("**/loader*.js", (route) => route.abort());
  await page.goto("/docs/bootloader/api#bl7002");
  expect(await page.evaluate(isArriving)).toBe(false);
  const place = page.locator("#bl7002");
  await expect.poll(() => place.evaluate((row) => Math.round(row.getBoundingClientRect().top))).toBeGreaterThan(0);
  expect(await place.evaluate((row) => row.getBoundingClientRect().top)).toBeLessThan(300);
});
