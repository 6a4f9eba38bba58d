// What axe cannot see and one page is enough to show: forced colors, stillness.
import { expect } from "vitest";
import { sharedTest as test } from "./fixtures.ts";

test("with forced colors buttons keep an edge and focus stays visible", async ({ open }) => {
  const page = await open({ forcedColors: "active" });
  for (const route of ["/", "/contact", "/build/products/bootloader"]) {
    await page.goto(route);
    const edgeless = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          "button, input:not([type=checkbox], [type=radio]), textarea, a[class*=min-h-]",
        ),
      ]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => {
          const style = getComputedStyle(element);
          const hasEdge = Number.parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none";
          // Text alone is enough: forced colors give it the colour of a button or a link.
          return !hasEdge && !(element.textContent ?? "").trim() && !element.querySelector("svg, span");
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(edgeless).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    expect(outline).not.toBe("none");
  }
});

test("with forced colors only the chosen tab is underlined, and the price switch has a thumb", async ({ open }) => {
  const page = await open({ forcedColors: "active" });
  await page.goto("/build/products/bootloader");
  const edges = await page
    .getByRole("tab")
    .evaluateAll((tabs) => tabs.map((tab) => [tab.ariaSelected, getComputedStyle(tab).borderBottomColor] as const));
  const [chosen] = edges.filter(([selected]) => selected === "true");
  for (const [, colour] of edges.filter(([selected]) => selected !== "true")) expect(colour).not.toBe(chosen?.[1]);
  const [thumb, ground] = await page
    .getByRole("switch")
    .first()
    .evaluate((toggle) =>
      [toggle.firstElementChild ?? toggle, toggle].map((element) => getComputedStyle(element).backgroundColor),
    );
  expect(thumb).not.toBe(ground);
});

test("nothing moves where the system asks for less motion, until the visitor presses play", async ({ open }) => {
  const page = await open({ reducedMotion: "reduce" });
  await page.clock.install();
  await page.goto("/");
  await page.locator("gv-island[data-island='hero#HeadlineWord'][data-ready]").waitFor({ state: "attached" });
  const word = page.locator("[data-headline-word]");
  const first = await word.textContent();
  await page.clock.runFor(6000);
  expect(await word.textContent()).toBe(first);
  expect(
    await page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === "running").length),
  ).toBe(0);
  await page.getByRole("button", { name: "Play headline and ring" }).click();
  await page.mouse.move(5, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.clock.runFor(6000);
  await expect.poll(() => word.textContent()).not.toBe(first);
});
