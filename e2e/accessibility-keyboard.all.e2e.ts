// By keyboard alone: moving parts, testimonials, accordions.
import { expect } from "vitest";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { focused, ready, showsFocus } from "./keyboard.ts";

test("the headline, the carousel and the testimonials pause and play by keyboard", async ({ page }) => {
  await page.goto("/");
  for (const [what, island] of [
    ["headline and ring", "hero#RingSteps"],
    ["logo carousel", "logo-carousel#LogoCarousel"],
    ["testimonials", "testimonials#Testimonials"],
  ] as const) {
    const pause = page.getByRole("button", { name: `Pause ${what}` });
    await pause.scrollIntoViewIfNeeded();
    await ready(page, island);
    await pause.focus();
    expect(await showsFocus(page)).toBe(true);
    await page.keyboard.press("Enter");
    const play = page.getByRole("button", { name: `Play ${what}` });
    await play.waitFor();
    expect(await focused(page)).toBe(`Play ${what}`);
    await page.keyboard.press("Space");
    await pause.waitFor();
  }
  expect(problemsOf(page)).toEqual([]);
});

test("a testimonial is chosen with its dot, and only that one is read", async ({ page }) => {
  await page.goto("/");
  const dot = page.getByRole("button", { name: "Testimonial 4" });
  await dot.scrollIntoViewIfNeeded();
  await ready(page, "testimonials#Testimonials");
  await dot.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => dot.getAttribute("aria-current")).toBe("true");
  expect(await page.locator("figure[aria-hidden=false]").count()).toBe(1);
  await page.getByText("4 of 6").waitFor();
});

test("accordion headings open and close, arrows walk through them", async ({ page }) => {
  await page.goto("/build/torah-and-ai/availut", { waitUntil: "networkidle" });
  const headers = page.locator("main button[aria-expanded]");
  const first = headers.first();
  await first.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => first.getAttribute("aria-expanded")).toBe("true");
  const body = await first.getAttribute("aria-controls");
  expect(await page.locator(`[id="${body}"]`).isVisible()).toBe(true);
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-controls"))).toBe(
    await headers.nth(1).getAttribute("aria-controls"),
  );
  await page.keyboard.press("End");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-controls"))).toBe(
    await headers.last().getAttribute("aria-controls"),
  );
});
