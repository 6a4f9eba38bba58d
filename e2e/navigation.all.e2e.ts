// Between public pages: the back/forward cache, transitions, browsers without speculation rules.
import { describe, expect } from "vitest";
import { launchBrowser, problemsOf, test } from "./fixtures.ts";

describe("back/forward cache", () => {
  const cacheTest = test.extend<{ goAndComeBack: (path: string, before?: () => void) => Promise<string[]> }>({
    /** Leaves the page, comes back, and says what in the page itself kept it from being restored as it was. */
    goAndComeBack: async ({ server }, use) => {
      // Automation switches the cache off; here it is what is tested.
      const browser = await launchBrowser({ ignoreDefaultArgs: ["--disable-back-forward-cache"] });
      await use(async (path, before = () => {}) => {
        const page = await (await browser.newContext({ baseURL: server.url })).newPage();
        const session = await page.context().newCDPSession(page);
        await session.send("Page.enable");
        let explained: { type: string; reason: string }[] | null = null;
        session.on("Page.backForwardCacheNotUsed", (event) => (explained = event.notRestoredExplanations));
        await page.goto(path, { waitUntil: "networkidle" });
        await page.evaluate(before);
        await page.evaluate(() => {
          addEventListener("pageshow", ({ persisted }) => Object.assign(globalThis, { cameBack: persisted }));
        });
        await page.goto("/about", { waitUntil: "networkidle" });
        await page.evaluate(() => history.back());
        const cameBack = () => page.evaluate(() => (globalThis as { cameBack?: boolean }).cameBack).catch(() => false);
        await expect.poll(async () => explained !== null || (await cameBack())).toBe(true);
        // The headless shell restores nothing, but still says what a page with a window would stumble over.
        return (explained ?? []).filter(({ type }) => type !== "Circumstantial").map(({ reason }) => reason);
      });
      await browser.close();
    },
  });

  cacheTest("nothing on a public page stands in its way", async ({ goAndComeBack, server }) => {
    for (const path of ["/", "/contact", "/articles", "/build/products/bootloader", "/docs/bootloader/api"]) {
      expect((await fetch(server.url + path)).headers.get("cache-control")).not.toContain("no-store");
      expect(await goAndComeBack(path), path).toEqual([]);
    }
  });

  cacheTest("and what would stand in its way is noticed", async ({ goAndComeBack }) => {
    const reasons = await goAndComeBack("/education", () => addEventListener("unload", () => {}));
    expect(reasons).not.toEqual([]);
  });
});

test("browsers without speculation rules fetch a page when the pointer comes to its link", async ({ open }) => {
  const page = await open();
  await page.addInitScript(() => {
    HTMLScriptElement.supports = (type) => type !== "speculationrules";
  });
  await page.goto("/about", { waitUntil: "networkidle" });
  await page.locator('header nav a[href="/education"]').hover();
  await page.locator('head link[rel="prefetch"][href$="/education"]').waitFor({ state: "attached" });
  await page.locator('footer a[href="/auth"]').hover();
  expect(await page.locator('head link[rel="prefetch"][href*="/auth"]').count()).toBe(0);
});

test("pages change with a transition, and without one where less motion is asked for", async ({ open }) => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const page = await open({ reducedMotion });
    await page.addInitScript(() => {
      window.addEventListener("pagereveal", (event) => {
        Object.assign(window, {
          transition: (event as unknown as { viewTransition: unknown }).viewTransition !== null,
        });
      });
    });
    await page.goto("/about");
    await page.locator('header nav a[href="/education"]').click();
    await page.waitForURL("**/education");
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { transition?: boolean }).transition))
      .toBe(reducedMotion === "no-preference");
  }
});

test("a transition that the browser gives up is not an error of the page", async ({ page, server }) => {
  // It may be given up with the first frame, which may be drawn as soon as the body has begun.
  for (const path of ["/education", "/auth", "/admin"]) {
    const [head] = (await (await fetch(server.url + path)).text()).split("<body");
    expect(head, path).toContain('"pagereveal"');
  }
  await page.addInitScript(() => {
    window.addEventListener("pagereveal", (event) => {
      const { viewTransition } = event as unknown as { viewTransition: { skipTransition(): void } | null };
      viewTransition?.skipTransition();
      Object.assign(window, { gaveUp: viewTransition !== null });
    });
  });
  await page.goto("/about");
  await page.locator('header nav a[href="/education"]').click();
  await page.waitForURL("**/education");
  await expect.poll(() => page.evaluate(() => (window as unknown as { gaveUp?: boolean }).gaveUp)).toBe(true);
  await page.waitForLoadState("networkidle");
  expect(problemsOf(page)).toEqual([]);
});
