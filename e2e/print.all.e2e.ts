// On paper and with forced colors: browsers drop grounds and masks there, and what a page says must not go with them.
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect } from "vitest";
import { sharedTest as test } from "./fixtures.ts";
import { settled } from "./page-checks.ts";
import { publicPaths } from "./public-routes.ts";

test.for(publicPaths)("%s on paper: no drawing lies behind words, and no code is cut", async (path, { page }) => {
  await page.goto(path);
  await settled(page);
  await page.emulateMedia({ media: "print" });
  // As wide as a sheet of A4.
  await page.setViewportSize({ width: 794, height: 1123 });
  const found = await page.evaluate(() => {
    // The ring and the circle of BookDev have their words on them: what flows past is what goes.
    const drawings = [...document.querySelectorAll("svg[preserveAspectRatio], .ring-instrument [data-lines]")]
      .filter((drawing) => drawing.checkVisibility())
      .map((drawing) => ({ drawing, box: drawing.getBoundingClientRect() }));
    const words = [
      ...document.querySelectorAll<HTMLElement>("h1, h2, h3, p, a, pre, blockquote, figcaption, dd, label"),
    ]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => [...element.getClientRects()].map((box) => ({ element, box })));
    const behind = drawings.flatMap(({ drawing, box }) =>
      words
        .filter(({ element }) => !element.contains(drawing))
        .filter(
          ({ box: word }) =>
            word.left < box.right - 1 &&
            box.left < word.right - 1 &&
            word.top < box.bottom - 1 &&
            box.top < word.bottom - 1,
        )
        .map(({ element }) => element.outerHTML.slice(0, 80)),
    );
    const cut = [...document.querySelectorAll("pre")]
      .filter((code) => code.checkVisibility() && code.scrollWidth > code.clientWidth + 1)
      .map((code) => code.textContent?.slice(0, 60));
    return { behind, cut };
  });
  expect(found).toEqual({ behind: [], cut: [] });
});

/** A heading, and the first words of what it stands over. */
const heads = [
  ["/", "Strategic AI Advisory", "Three programs for leadership teams"],
  ["/", "Three ways to work together", "Your leadership team learns to"],
  ["/about", "Team", "Noor Marchetti"],
  ["/about", "Advisory group", "Judge Marianne"],
  ["/education", "Talks", "Who sets the angle"],
] as const;

test.for(heads)("%s on paper: %s is on the sheet of what it stands over", async ([path, head, first], { page }) => {
  await page.goto(path);
  await settled(page);
  for (const format of ["A4", "Letter"]) {
    for (const margin of ["0", "1cm", "2cm"]) {
      const sides = { top: margin, bottom: margin, left: margin, right: margin };
      const sheets = await textOfSheets(await page.pdf({ format, margin: sides }));
      const bare = (words: string) => words.replaceAll(" ", "");
      const together = sheets.filter((sheet) => sheet.includes(bare(head)) && sheet.includes(bare(first)));
      expect(together, `${format} with ${margin}`).toHaveLength(1);
    }
  }
});

/** The words of each sheet, without spaces: where lines break is another matter. */
async function textOfSheets(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes) });
  const pdf = await task.promise;
  const sheets: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    sheets.push(
      items
        .map((item) => ("str" in item ? item.str : ""))
        .join("")
        .replace(/\s/g, ""),
    );
  }
  await task.destroy();
  return sheets;
}

/** Pages with bars drawn to scale, and how many of each kind. */
const bars = [
  ["/education", 3],
  ["/bookdev", 1],
  ["/cases/dispatch-notes", 2],
  ["/ai-at-work", 1],
] as const;

test.for(bars)(
  "%s: bars drawn to scale keep their solid and hatched parts on paper",
  async ([path, least], { page }) => {
    await page.goto(path);
    await page.emulateMedia({ media: "print" });
    const drawn = await page.locator(".bar-solid, .bar-hatched").evaluateAll((all) =>
      all.map((bar) => {
        const { printColorAdjust, backgroundColor, backgroundImage } = getComputedStyle(bar);
        const isFilled = bar.matches(".bar-solid")
          ? backgroundColor !== "rgba(0, 0, 0, 0)"
          : backgroundImage !== "none";
        return printColorAdjust === "exact" && isFilled;
      }),
    );
    expect(drawn.length).toBeGreaterThanOrEqual(2 * least);
    expect(drawn).toEqual(drawn.map(() => true));
  },
);

test.for(bars)("%s: with forced colors too, in the system's own", async ([path], { open }) => {
  const page = await open({ forcedColors: "active" });
  await page.goto(path);
  const found = await page.evaluate(() => {
    const system = (name: string) => {
      const probe = Object.assign(document.createElement("i"), { style: `color:${name}` });
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    const ink = system("CanvasText");
    const wrong = (selector: string, isDrawn: (style: CSSStyleDeclaration) => boolean) =>
      [...document.querySelectorAll(selector)].filter((bar) => !isDrawn(getComputedStyle(bar))).length;
    return {
      solid: wrong(".bar-solid", ({ backgroundColor }) => backgroundColor === ink),
      hatched: wrong(".bar-hatched", ({ backgroundImage }) => backgroundImage.includes("gradient")),
      pale: wrong(".bar-pale", ({ outlineStyle }) => outlineStyle === "solid"),
    };
  });
  expect(found).toEqual({ solid: 0, hatched: 0, pale: 0 });
});

test("the Professional card keeps its edge on paper and with forced colors", async ({ open }) => {
  for (const forcedColors of ["none", "active"] as const) {
    const page = await open({ forcedColors });
    await page.goto("/build/products/bootloader");
    if (forcedColors === "none") await page.emulateMedia({ media: "print" });
    const card = page.getByRole("article").filter({ hasText: "Most Popular" });
    const [width, color] = await card.evaluate((element) => {
      const style = getComputedStyle(element);
      return [style.borderTopWidth, style.borderTopColor];
    });
    expect(Number.parseFloat(width!)).toBeGreaterThanOrEqual(1);
    expect(color).not.toMatch(/^rgba\(.*, 0\)$|transparent|\/ 0\)$/);
  }
});
