// The design system in use, on /styleguide.
import { describe, expect } from "vitest";
import type { Page } from "playwright-core";
import { sharedTest as test } from "./fixtures.ts";
import { settled } from "./page-checks.ts";
import { stopClock } from "./stopped-clock.ts";

async function styleguide(page: Page) {
  await page.goto("/styleguide");
  await settled(page);
  await page.getByRole("tablist").scrollIntoViewIfNeeded();
  await page.waitForSelector('gv-island[data-ready][data-island$="AccordionSample"]', { state: "attached" });
}
const toasts = (page: Page) => page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");

test("it shows every component in all three fields, and is not indexed", async ({ page }) => {
  await page.goto("/styleguide");
  for (const name of ["On paper", "On nil", "On hall"]) await page.getByRole("heading", { name }).waitFor();
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
});

test("status badge colour: green for Live, blue for Coming Soon, orange otherwise", async ({ page }) => {
  await page.goto("/styleguide");
  const colour = (status: string) =>
    page
      .locator(`[data-field=paper] [data-status="${status}"]`)
      .first()
      .evaluate((badge) => getComputedStyle(badge).color);
  const [live, soon, beta, development] = await Promise.all(
    ["Live", "Coming Soon", "Beta", "In Development"].map(colour),
  );
  expect(beta).toBe(development);
  expect(new Set([live, soon, beta]).size).toBe(3);
  // oklch hue: green about 148, blue about 255, orange about 58.
  const hue = (value = "") => Number(/oklch\([\d.]+ [\d.]+ ([\d.]+)/.exec(value)?.[1]);
  expect([hue(live), hue(soon), hue(beta)]).toEqual([148, 255, 58]);
});

describe("accordion", () => {
  test("one item open at a time, may be fully closed", async ({ page }) => {
    await styleguide(page);
    const [first, second] = ["What to say at the door", "What to bring"].map((name) =>
      page.getByRole("button", { name }),
    );
    const open = () => page.locator("[data-accordion][aria-expanded=true]").allInnerTexts();
    await first?.click();
    expect(await open()).toEqual(["What to say at the door"]);
    await second?.click();
    expect(await open()).toEqual(["What to bring"]);
    await second?.click();
    expect(await open()).toEqual([]);
  });

  test("Home, End and arrow keys move focus", async ({ page }) => {
    await styleguide(page);
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText);
    await page.getByRole("button", { name: "What to say at the door" }).focus();
    await page.keyboard.press("End");
    expect(await focused()).toBe("What to bring");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("What to say at the door");
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("What to bring");
    await page.keyboard.press("Home");
    expect(await focused()).toBe("What to say at the door");
  });
});

test("tabs: arrow keys, Home and End choose", async ({ page }) => {
  await styleguide(page);
  const selected = () => page.getByRole("tab", { selected: true }).innerText();
  await page.getByRole("tab", { name: "Plan" }).click();
  await page.keyboard.press("ArrowRight");
  expect(await selected()).toContain("Build");
  await page.getByRole("tabpanel").getByText("Commit to the same repository.").waitFor();
  await page.keyboard.press("End");
  expect(await selected()).toBe("Leave");
  await page.keyboard.press("ArrowRight");
  expect(await selected()).toBe("Plan");
});

test("switch: 48 by 28, by pointer and by keyboard", async ({ page }) => {
  await styleguide(page);
  const control = page.getByRole("switch", { name: "Annual billing" });
  const box = await control.boundingBox();
  expect([box?.width, box?.height]).toEqual([48, 28]);
  await control.click();
  expect(await control.getAttribute("aria-checked")).toBe("true");
  await page.keyboard.press("Space");
  expect(await control.getAttribute("aria-checked")).toBe("false");
});

describe("tooltip", () => {
  test("opens after 700 ms; within 300 ms of its closing the next opens at once", async ({ page }) => {
    await styleguide(page);
    await page.clock.install({ time: new Date("2024-12-01T10:00:00Z") });
    await page.clock.pauseAt(new Date("2024-12-01T10:00:01Z"));
    const [first, second] = [page.getByText("Opens after 700 ms"), page.getByText("At once, within 300 ms")];
    await page.getByRole("button", { name: "Rest the pointer here" }).hover();
    await page.clock.runFor(650);
    expect(await first.isVisible()).toBe(false);
    await page.clock.runFor(100);
    expect(await first.isVisible()).toBe(true);
    await page.getByRole("button", { name: "Then here" }).hover();
    await page.clock.runFor(20);
    expect(await first.isVisible()).toBe(false);
    expect(await second.isVisible()).toBe(true);
  });

  test("opens on keyboard focus and closes on Escape", async ({ page }) => {
    await styleguide(page);
    await page.getByRole("switch").focus();
    await page.keyboard.press("Tab");
    const tip = page.getByText("Opens after 700 ms");
    await tip.waitFor({ state: "visible" });
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "hidden" });
  });
});

describe("toasts", () => {
  /** While the clock stands: how many milliseconds it takes until so many are there. */
  async function timeUntil(page: Page, count: number): Promise<number> {
    let passed = 0;
    const passSome = async () => {
      await page.clock.runFor(50);
      passed += 50;
      return toasts(page).count();
    };
    await expect.poll(passSome).toBe(count);
    return passed;
  }

  test("bottom right, at most three visible, closed after four seconds", async ({ page }) => {
    await page.clock.install();
    await styleguide(page);
    await stopClock(page);
    const ask = page.getByRole("button", { name: "Show a toast" });
    for (let count = 1; count <= 4; count++) {
      await ask.click();
      await timeUntil(page, count);
    }
    expect(await page.locator("[data-sonner-toast][data-visible=true]").count()).toBe(3);
    const box = await toasts(page).first().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1440 - 40);
    await page.mouse.move(10, 10);
    await page.clock.runFor(3000);
    expect(await toasts(page).count()).toBe(4);
    expect(await timeUntil(page, 0)).toBeLessThan(3000);
  });

  test("Alt+T expands, Escape collapses", async ({ page }) => {
    await styleguide(page);
    const ask = page.getByRole("button", { name: "Show a toast" });
    await ask.click();
    await ask.click();
    await toasts(page).first().waitFor();
    await page.keyboard.press("Alt+t");
    await page.waitForSelector("[data-sonner-toast][data-expanded=true]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("[data-sonner-toast][data-expanded=false]");
  });

  test("it can be swiped away and dismissed", async ({ page }) => {
    await page.clock.install();
    await styleguide(page);
    await stopClock(page);
    await page.getByRole("button", { name: "Show a destructive toast" }).click();
    await timeUntil(page, 1);
    await toasts(page).getByRole("button", { name: "Dismiss" }).click();
    // Long before it would go by itself.
    expect(await timeUntil(page, 0)).toBeLessThan(3000);
    await page.getByRole("button", { name: "Show a destructive toast" }).click();
    await timeUntil(page, 1);
    await page.waitForSelector("[data-sonner-toast][data-mounted=true]");
    await toasts(page)
      .first()
      .evaluate((toast) => Promise.all(toast.getAnimations().map((animation) => animation.finished)));
    const box = await toasts(page).first().boundingBox();
    const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + 30];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 4 });
    await page.mouse.move(x + 140, y, { steps: 4 });
    await page.mouse.up();
    expect(await timeUntil(page, 0)).toBeLessThan(3000);
  });
});

test("dialog: focus on the first field, Escape closes, focus returns", async ({ page }) => {
  await styleguide(page);
  const opener = page.getByRole("button", { name: "Open a dialog" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "New account" });
  await dialog.waitFor();
  expect(await dialog.getByLabel("Name").evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
});
