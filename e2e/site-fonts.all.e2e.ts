// Names and amounts of real clients are set in our fonts, letter for letter, and cost nothing where there are none.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { firstVisitTest as test } from "./fixtures.ts";
import { settled } from "./page-checks.ts";

const names = "Łukasz Müßig, Françoise Nuñez, Ágnes Kőszegi, Şule Çelik, Žofia Ďuriš, Bjørn Ærø: €1,200 or £900";

/** The fonts that draw the words of an element, by the browser's own account. */
async function fontsOf(page: Page, selector: string): Promise<{ familyName: string; isCustomFont: boolean }[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  return (await session.send("CSS.getPlatformFontsForNode", { nodeId })).fonts;
}

const furtherFonts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /-latin.*\.woff2$/.test(path)),
  );

test.for(["h1", "main p"])("on a public page %s sets every name in our fonts", async (selector, { page }) => {
  await page.goto("/education");
  await settled(page);
  expect(await furtherFonts(page)).toEqual([]);
  await page
    .locator(selector)
    .first()
    .evaluate((element, text) => (element.textContent = text), names);
  await expect.poll(async () => (await furtherFonts(page)).length).toBe(2);
  await expect
    .poll(async () => (await fontsOf(page, selector)).filter(({ isCustomFont }) => !isCustomFont))
    .toEqual([]);
  for (const { familyName } of await fontsOf(page, selector)) expect(familyName).not.toMatch(/Liberation|Arial|Times/);
});

test("in the back office the letters of other languages are fetched with the first name that has one", async ({
  page,
}) => {
  await page.goto("/auth");
  const heading = page.getByRole("heading", { level: 1 });
  await heading.waitFor();
  await page.evaluate(() => document.fonts.ready);
  const extended = async () => (await furtherFonts(page)).filter((path) => path.includes("-latin-ext-"));
  expect(await extended()).toEqual([]);
  await heading.evaluate((element, text) => (element.textContent = text), names);
  await expect.poll(async () => (await extended()).length).toBe(1);
  await expect.poll(async () => (await fontsOf(page, "h1")).filter(({ isCustomFont }) => !isCustomFont)).toEqual([]);
});

test("words stand in a substitute at once, and in our fonts as soon as they have come", async ({ page }) => {
  const arrive = Promise.withResolvers<void>();
  await page.route("**/*.woff2", async (route) => {
    await arrive.promise;
    await route.continue();
  });
  await page.goto("/about", { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  // A name that begins with a generic one, written without quotes as a minifier does, is none: the browser drops the substitute.
  const displays = await page.evaluate(() => [...document.fonts].map(({ family, display }) => [family, display]));
  const isSubstitute = (family = "") => family.includes("Substitute");
  expect(displays.filter(([family]) => isSubstitute(family))).toHaveLength(6);
  expect(displays.filter(([family, display]) => !isSubstitute(family) && display !== "swap")).toEqual([]);
  arrive.resolve();
  await expect
    .poll(async () => (await fontsOf(page, "h1")).map(({ familyName }) => familyName))
    .toEqual(["Hedvig Letters Serif 24pt"]);
  await expect
    .poll(async () => (await fontsOf(page, "main p")).map(({ familyName }) => familyName))
    .toEqual(["Schibsted Grotesk"]);
});
