// Specification 1, section 1, Home page content. The rest of it.
import { describe, expect } from "vitest";
import { headlineWords } from "#app/site/islands/headline-clock.ts";
import { clients, trustedBy } from "#content/clients.ts";
import { firstVisitTest as test } from "./fixtures.ts";
import { homeContent } from "./home-content.ts";
import { settled } from "./page-checks.ts";

homeContent("/index-draft1");

test("the ring: six icons on a circle at 42 percent radius, 60 degrees apart, clockwise from the top", async ({
  page,
}) => {
  await page.goto("/");
  const places = await page.evaluate(() => {
    const box = document.querySelector(".ring-instrument")?.getBoundingClientRect();
    if (!box) return [];
    return [...document.querySelectorAll(".ring-instrument li > span:first-child")].map((disc) => {
      const { left, top, width, height } = disc.getBoundingClientRect();
      const [x, y] = [left + width / 2 - box.left - box.width / 2, top + height / 2 - box.top - box.height / 2];
      return {
        radius: Math.hypot(x, y) / box.width,
        bearing: (Math.round((Math.atan2(x, -y) * 180) / Math.PI) + 360) % 360,
      };
    });
  });
  expect(places.map(({ bearing }) => bearing)).toEqual([0, 60, 120, 180, 240, 300]);
  for (const { radius } of places) expect(radius).toBeCloseTo(0.42, 2);
});

describe.each([320, 360, 390])("headline at %i px", (width) => {
  test.for(["our font", "the fallback font"])("every word fits, in %s", async (font, { open }) => {
    const page = await open({ viewport: { width, height: 800 } });
    if (font === "the fallback font") await page.route("**/*.woff2", (route) => route.abort());
    await page.goto("/");
    await page.evaluate(() => document.fonts.ready);
    const tooWide = await page.evaluate(
      (words) => {
        const place = document.querySelector("[data-headline-word]");
        const room = document.querySelector("h1")?.getBoundingClientRect().width ?? 0;
        if (!place) return ["no headline"];
        const range = document.createRange();
        return words.filter((word) => {
          place.textContent = word;
          range.selectNodeContents(place);
          return range.getBoundingClientRect().width > room;
        });
      },
      [...headlineWords],
    );
    expect(tooWide).toEqual([]);
  });
});

test("every client's mark and name are one picture with its description", async ({ page }) => {
  await page.goto("/");
  for (const { alt } of trustedBy)
    await page.getByText("Trusted by leaders at").locator("..").getByRole("img", { name: alt, exact: true }).waitFor();
  const carousel = page.locator("section[aria-labelledby=clients]").getByRole("img");
  expect(await carousel.count()).toBe(clients.length);
});

describe.each([320, 390, 768, 1024, 1280, 1440])("at %i px", (width) => {
  test("organisations stand in even rows, no logo touches the next, the pause button covers no step", async ({
    open,
  }) => {
    const page = await open({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
    await page.goto("/");
    await page.evaluate(() => document.fonts.ready);
    const found = await page.evaluate(() => {
      const boxes = (selector: string) =>
        [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
      const meet = (one: DOMRect, other: DOMRect, apart = 0) =>
        one.left - apart < other.right &&
        other.left - apart < one.right &&
        one.top < other.bottom &&
        other.top < one.bottom;
      const logos = [...document.querySelectorAll("section[aria-labelledby=clients] li > [role=img]")].map((logo) => {
        const range = document.createRange();
        range.selectNodeContents(logo);
        return range.getBoundingClientRect();
      });
      const [pause] = boxes(".ring-instrument button");
      const rows = new Map<number, number>();
      for (const { top } of boxes("section:first-of-type div > [role=img]"))
        rows.set(Math.round(top / 8), (rows.get(Math.round(top / 8)) ?? 0) + 1);
      return {
        logosThatMeet: logos.filter((logo, at) => logos[at + 1] && meet(logo, logos[at + 1] as DOMRect, 4)).length,
        covered: boxes(".ring-instrument li span").filter((step) => pause && meet(step, pause)).length,
        perRow: [...rows.values()],
      };
    });
    expect(found.logosThatMeet).toBe(0);
    expect(found.covered).toBe(0);
    expect(new Set(found.perRow).size, `organisations per row: ${found.perRow}`).toBe(1);
  });
});

test.for([768, 1024])(
  "at %i px the three plates stand side by side, or each is a row with its drawing beside it",
  async (width, { open }) => {
    const page = await open({ viewport: { width, height: 900 } });
    await page.goto("/");
    const plates = await page.locator("li[data-field]:has(> svg):has(h3)").evaluateAll((all) =>
      all.map((plate) => {
        const { left, right, top, bottom } = plate.getBoundingClientRect();
        const art = plate.querySelector("svg")?.getBoundingClientRect();
        return { left, top, height: bottom - top, art: (art?.width ?? 0) / (right - left) };
      }),
    );
    expect(plates).toHaveLength(3);
    const aside = new Set(plates.map(({ top }) => Math.round(top))).size === 1;
    for (const { art, height } of plates) if (!aside) expect([art < 0.5, height < 480]).toEqual([true, true]);
  },
);

test("all of the page is there without scrolling, for a picture of it and for whatever reads it", async ({ page }) => {
  await page.goto("/");
  await settled(page);
  const missing = await page.evaluate(
    (texts) => {
      const shown = document.body.innerText;
      const isDrawn = (element: Element) => element.checkVisibility({ contentVisibilityAuto: true });
      const bands = [...document.querySelectorAll("main > section, footer")];
      return {
        texts: texts.filter((text) => !shown.includes(text)),
        bands: bands.filter((band) => [...band.querySelectorAll("h2, h3, p")].some((part) => !isDrawn(part))).length,
      };
    },
    [
      "Executive Workshops",
      "Strategic Speaking",
      "Strategic Consulting",
      "Internal tool design and co-development",
      "Modular automation",
      "AI product prototyping",
      "Partner-led agent builds",
      "Ready to Navigate the AI Landscape?",
      "© 2024",
    ],
  );
  expect(missing).toEqual({ texts: [], bands: 0 });
  await expect.poll(() => page.locator("use[data-late]:not([href])").count()).toBe(0);
});
