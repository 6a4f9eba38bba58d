// What axe cannot see, on every public page: room to reflow, size of targets, names, forced colors, stillness.
import { globSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { desktop, test } from "./fixtures.ts";

const pages = globSync("**/index.html", { cwd: "build/app/client" })
  .map((file) => path.posix.join("/", path.dirname(file)))
  .filter((route) => route !== "/404" && route !== "/styleguide")
  .sort();

/** Elements that reach beyond the right edge of a page that does not scroll sideways by itself. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    return document.documentElement.scrollWidth > width
      ? [`${document.documentElement.scrollWidth} px wide in ${width}`]
      : [];
  });

/** WCAG 2.5.8: 24 by 24 px, or as much room round its centre, or a link in a sentence. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=switch]",
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest("[inert]"),
      )
      .map((element) => ({ element, box: (element.closest("label") ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    const inSentence = (element: HTMLElement) =>
      element.tagName === "A" &&
      getComputedStyle(element).display === "inline" &&
      (element.parentElement?.textContent ?? "").trim() !== element.textContent?.trim();
    const centre = (box: DOMRect) => [box.left + box.width / 2, box.top + box.height / 2] as const;
    return targets
      .filter(({ element, box }) => (box.width < 23.5 || box.height < 23.5) && !inSentence(element))
      .filter(({ element, box }) => {
        const [x, y] = centre(box);
        return targets.some(({ element: other, box: near }) => {
          if (other === element || other.contains(element) || element.contains(other)) return false;
          const dx = Math.max(near.left - x, 0, x - near.right);
          const dy = Math.max(near.top - y, 0, y - near.bottom);
          return Math.hypot(dx, dy) < 12;
        });
      })
      .map(
        ({ element, box }) =>
          `${element.tagName} "${(element.textContent ?? "").trim().slice(0, 30)}" ${Math.round(box.width)}x${Math.round(box.height)}`,
      );
  });

/** Names as assistive technology gets them, through Chromium's accessibility tree. */
async function nameless(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const needsName = new Set([
    "link",
    "button",
    "textbox",
    "searchbox",
    "combobox",
    "checkbox",
    "switch",
    "tab",
    "dialog",
    "heading",
    "listbox",
    "navigation",
  ]);
  return (
    nodes
      .filter(
        (node) => !node.ignored && needsName.has(String(node.role?.value)) && !String(node.name?.value ?? "").trim(),
      )
      // One navigation may go without a name; several may not, and ours are always two.
      .map((node) => `${String(node.role?.value)} ${node.backendDOMNodeId}`)
  );
}

describe.each(pages)("%s", (route) => {
  test("reflows at 320 px, and at 200 % zoom, and its targets are large enough", async ({ open }) => {
    const narrow = await open({ viewport: { width: 320, height: 640 } });
    await narrow.goto(route);
    expect(await overflowing(narrow)).toEqual([]);
    expect(await smallTargets(narrow)).toEqual([]);
    // 200 % zoom of a 1280 px window is a window of 640 px with twice the pixels.
    const zoomed = await open({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
    await zoomed.goto(route);
    expect(await overflowing(zoomed)).toEqual([]);
    const large = await open({ viewport: desktop });
    await large.goto(route);
    expect(await smallTargets(large)).toEqual([]);
    expect(await nameless(large)).toEqual([]);
  });
});

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

test("nothing moves where the system asks for less motion, until the visitor presses play", async ({ open }) => {
  const page = await open({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.locator("gv-island[data-island^='headline-word'][data-ready]").waitFor({ state: "attached" });
  const word = page.locator("[data-headline-word]");
  const first = await word.textContent();
  await page.waitForTimeout(6000);
  expect(await word.textContent()).toBe(first);
  expect(
    await page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === "running").length),
  ).toBe(0);
  await page.getByRole("button", { name: "Play headline and ring" }).click();
  await page.mouse.move(5, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect.poll(() => word.textContent(), { timeout: 8000 }).not.toBe(first);
});
