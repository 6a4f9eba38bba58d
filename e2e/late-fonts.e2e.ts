// A first visit on a slow line: the fonts come after the first words, and are shown where nothing moves.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { desktop, phone, sharedTest as test } from "./fixtures.ts";
import { delayFonts, expectNoLayoutShift, recordLayoutShift, settled } from "./page-checks.ts";

/** Share of the letters below which are drawn in one of our fonts, by the browser's own account. */
async function shareInOurFonts(page: Page, selector: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
  let [ours, all] = [0, 0];
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    for (const { familyName, isCustomFont, glyphCount } of fonts) {
      all += glyphCount;
      if (isCustomFont && !/until loaded/.test(familyName)) ours += glyphCount;
    }
  }
  return all === 0 ? 0 : ours / all;
}

describe.each([
  ["desktop", desktop],
  ["phone", phone],
] as const)("late fonts on a %s", (_name, viewport) => {
  test.for(["/", "/about", "/education", "/articles", "/tools/bootable", "/docs/bootloader"])(
    "%s ends mostly in our fonts, and nothing has moved",
    async (path, { open }) => {
      const page = await open({ viewport, reducedMotion: "reduce" });
      await recordLayoutShift(page);
      await delayFonts(page);
      await page.goto(path);
      await settled(page);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue("--font-display")))
        .toContain("Serif late");
      expect(await shareInOurFonts(page, "main :is(h1, h2, h3, p, li)")).toBeGreaterThan(0.7);
      await expectNoLayoutShift(page, `${viewport.width} px`);
    },
  );
});

test("nothing has moved for a visitor who scrolls on as they are shown", async ({ open }) => {
  for (const path of ["/tools/bavl", "/about"]) {
    const page = await open({ reducedMotion: "reduce" });
    await recordLayoutShift(page);
    // The page has been scrolled whenever it is drawn next; what runs as part of being drawn comes after that.
    await page.addInitScript(() => {
      let isBeingDrawn = false;
      const afterDrawing = new MessageChannel();
      afterDrawing.port1.addEventListener("message", () => (isBeingDrawn = false));
      afterDrawing.port1.start();
      const draw = () => {
        isBeingDrawn = true;
        afterDrawing.port2.postMessage(null);
        requestAnimationFrame(draw);
      };
      requestAnimationFrame(draw);
      const scrollOn = () => window.scrollTo(0, window.innerHeight);
      document.addEventListener("DOMContentLoaded", () =>
        new MutationObserver(() => {
          const isShown = document.documentElement.style.getPropertyValue("--font-display").includes("Serif late");
          if (!isShown || window.scrollY > 0) return;
          if (isBeingDrawn) setTimeout(scrollOn);
          else scrollOn();
        }).observe(document.documentElement, { attributeFilter: ["style"] }),
      );
    });
    await delayFonts(page);
    await page.goto(path);
    await page.waitForFunction(() => window.scrollY > 0);
    await settled(page);
    await expectNoLayoutShift(page, path);
  }
});
