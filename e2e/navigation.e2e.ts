import { expect } from "vitest";
import { sharedTest as test } from "./fixtures.ts";
import { publicPaths } from "./public-routes.ts";

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

test("every page of the sitemap can be reached from the home page by links", async ({ server }) => {
  const pathsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path = ""]) => path);
  const seen = new Set(["/"]);
  for (const path of seen) {
    const html = await (await fetch(server.url + path)).text();
    for (const next of pathsIn(html, /<a [^>]*href="(\/[^"#?]*)/g))
      if (!/^\/(?:auth|admin|assets|feed)/.test(next)) seen.add(next);
  }
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const listed = pathsIn(sitemap, /<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g);
  expect(listed.length).toBeGreaterThan(20);
  expect(listed.filter((path) => !seen.has(path || "/"))).toEqual([]);
});

test("no form of a public page puts what is typed into an address", async ({ server, open }) => {
  for (const path of publicPaths) {
    const html = await (await fetch(server.url + path)).text();
    const forms = [...html.matchAll(/<form[^>]*>/g)].map(([tag]) => tag);
    expect(
      forms.filter((tag) => !/method="(?:post|dialog)"/.test(tag)),
      path,
    ).toEqual([]);
  }
  const page = await open({ javaScriptEnabled: false });
  await page.goto("/articles");
  await page.getByRole("textbox", { name: "Email address" }).fill("dana@castelline.example");
  expect(await page.getByRole("button", { name: "Subscribe", exact: true }).isVisible()).toBe(true);
  await page.getByRole("textbox", { name: "Email address" }).press("Enter");
  expect(page.url()).not.toContain("dana");
});
