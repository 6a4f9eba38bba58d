import { expect } from "vitest";
import { problemsOf, test } from "./fixtures.ts";

test("a page that was left comes back from the back/forward cache, as it was", async ({ page }) => {
  await page.goto("/education");
  await page.evaluate(() => {
    window.addEventListener("pageshow", (event) => Object.assign(window, { cameBack: event.persisted }));
    window.scrollTo(0, 600);
  });
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Articles" })
    .or(page.locator('footer a[href="/articles"]'))
    .first()
    .click();
  await page.waitForURL("**/articles");
  await page.goBack();
  await page.waitForURL("**/education");
  // Reasons are there only when the page was not restored; null means it was.
  const { cameBack, reasons } = await page.evaluate(() => ({
    cameBack: (window as unknown as { cameBack?: boolean }).cameBack,
    reasons: JSON.stringify(
      (performance.getEntriesByType("navigation")[0] as unknown as { notRestoredReasons?: unknown })
        .notRestoredReasons ?? null,
    ),
  }));
  // Chromium under automation switches the cache off ("masked" or "blocked by the embedder"); the page itself never may.
  if (cameBack !== true) expect(reasons).not.toMatch(/unload|no-store|websocket|lock|idb|broadcastchannel/i);
  expect(problemsOf(page)).toEqual([]);
});

test("nothing on a public page stands in the way of the back/forward cache", async ({ open, server }) => {
  const page = await open();
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  const reasons: string[] = [];
  session.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) => {
    for (const { type, reason } of notRestoredExplanations) if (type === "PageSupportNeeded") reasons.push(reason);
  });
  for (const path of ["/", "/contact", "/articles", "/build/products/bootloader"]) {
    await page.goto(path);
    expect((await fetch(server.url + path)).headers.get("cache-control")).not.toContain("no-store");
    await page.goto("/about");
    await page.goBack();
  }
  expect(reasons).toEqual([]);
});

test("links are prerendered on intent; the back office, downloads and booking are not", async ({ page }) => {
  await page.goto("/");
  const rules = JSON.parse((await page.locator('script[type="speculationrules"]').textContent()) ?? "{}") as Record<
    string,
    { eagerness: string; where: unknown }[]
  >;
  expect(rules.prerender?.[0]?.eagerness).toBe("moderate");
  const session = await page.context().newCDPSession(page);
  const tried: string[] = [];
  session.on("Preload.preloadingAttemptSourcesUpdated", ({ preloadingAttemptSources }) => {
    for (const { key } of preloadingAttemptSources)
      tried.push(`${key.action} ${new URL(key.url).pathname}${new URL(key.url).search}`);
  });
  await session.send("Preload.enable");
  await expect.poll(() => tried.includes("Prerender /education")).toBe(true);
  expect(tried.filter((way) => /\/(?:admin|auth|assets)/.test(way))).toEqual([]);
  expect(tried.filter((way) => way.startsWith("Prerender /contact?"))).toEqual([]);
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
