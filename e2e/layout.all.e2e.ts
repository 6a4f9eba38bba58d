// Specification 1, section 2, Layout. The rest of it.
import { describe, expect } from "vitest";
import { desktop, sharedTest as test } from "./fixtures.ts";
import { menuPanel } from "./menu-panel.ts";
import { settled, still } from "./page-checks.ts";
import { headerBottom, menuButton, opacity, panel, scrollTo } from "./site-frame.ts";

test("with reduced motion the bar is slim and more transparent at once", async ({ open }) => {
  const page = await open({ reducedMotion: "reduce" });
  await page.goto("/articles/agentic-web");
  await settled(page);
  await scrollTo(page, 900);
  expect(await opacity(page)).toBe(0.92);
  expect(await headerBottom(page)).toBe(56);
});

test("beside the open menu nothing shows through: it reaches from edge to edge, and the page behind stays where it is", async ({
  open,
}) => {
  const page = await open({ viewport: desktop });
  await page.goto("/education");
  await settled(page);
  await scrollTo(page, 200);
  const before = await page.evaluate(() => document.documentElement.clientWidth);
  await menuButton(page).click();
  await panel(page).waitFor();
  const found = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    gutter: getComputedStyle(document.documentElement).scrollbarGutter,
    panel: document.querySelector("#menu [data-field]")?.getBoundingClientRect().width,
  }));
  expect(found).toEqual({ width: before, gutter: "auto", panel: before });
  await page.mouse.move(700, 880);
  await page.mouse.wheel(0, 400);
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, 400);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate(() => window.scrollY)).toBe(200);
  await page.mouse.click(700, 880);
  await panel(page).waitFor({ state: "detached" });
});

describe("closing block", () => {
  test("is full height on the home page only, and its drawing stands beside the words or not at all", async ({
    open,
  }) => {
    const page = await open();
    const sentence = page.getByRole("contentinfo").getByText("Thirty minutes, no slides.");
    for (const [path, full] of [
      ["/", 1],
      ["/index-draft1", 1],
      ["/education", 0],
      ["/about", 0],
    ] as const) {
      await page.goto(path);
      expect(await sentence.count(), path).toBe(full);
    }
    await page.goto("/");
    const art = page.locator("footer svg[preserveAspectRatio]");
    for (const width of [390, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await art.isVisible(), `${width} px`).toBe(false);
    }
  });
});

describe("theme", () => {
  test("in both themes it prints dark on white, also what is a dark plate or a filled button on the screen", async ({
    page,
  }) => {
    for (const [path, colorScheme] of [
      ["/", "light"],
      ["/", "dark"],
      ["/docs/bootloader/quickstart", "dark"],
    ] as const) {
      await page.emulateMedia({ media: "screen", colorScheme });
      await page.goto(path);
      await page.emulateMedia({ media: "print", colorScheme });
      await still(page);
      const pale = await page.evaluate(() => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
        const lightness = (colour: string) => {
          if (!canvas) return 0;
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data;
          return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
        };
        return [
          ...document.querySelectorAll(
            "h1, h2, h3, main p, main a, main [aria-current=step] > span, blockquote, figcaption, pre, pre span",
          ),
        ]
          .filter((element) => element.checkVisibility() && lightness(getComputedStyle(element).color) > 0.5)
          .map((element) => element.outerHTML.slice(0, 120));
      });
      expect(pale, `${path}, ${colorScheme}`).toEqual([]);
    }
  });
});

test("at 320 px the header's and the menu's buttons stand within the window", async ({ open }) => {
  const page = await open({ viewport: { width: 320, height: 640 } });
  await page.goto("/");
  const within = async (name: string) => {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(320);
  };
  await within("Menu");
  await menuButton(page).click();
  await panel(page).waitFor();
  await within("Close");
});

test("on paper the header stands once, and nothing is folded or waits to be pressed", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await page.goto("/build/torah-and-ai/availut");
  const topics = page.locator("[data-accordion]");
  await expect.poll(() => topics.first().getAttribute("aria-expanded")).toBe("false");
  const header = page.locator("body > header");
  // A fixed header is printed again on every sheet, over its text.
  expect(await header.evaluate((element) => getComputedStyle(element).position)).toBe("absolute");
  expect(await header.getByRole("button").count()).toBe(0);
  expect(await header.getByRole("link", { name: "Guidevane" }).isVisible()).toBe(true);
  await page.getByText("said within 30 days after burial").first().waitFor();
  await page.getByText("the Talmud learns that comforters wait").first().waitFor();
});

describe("header", () => {
  test("the keyboard finds it while one reads, and a focused link is never below it", async ({ page }) => {
    await page.goto("/articles/agentic-web");
    await settled(page);
    await scrollTo(page, 900);
    await still(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("header") !== null)).toBe(true);
    await still(page);
    expect(await headerBottom(page)).toBeGreaterThanOrEqual(56);
    await scrollTo(page, 100_000);
    await page.getByRole("contentinfo").getByRole("link").last().focus();
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press("Shift+Tab");
      await still(page);
      const isCovered = await page.evaluate(() => {
        const box = document.activeElement!.getBoundingClientRect();
        return document.querySelector("header")!.getBoundingClientRect().bottom > box.top;
      });
      expect(isCovered).toBe(false);
    }
  });
});

describe("theme", () => {
  test("an open page follows the system, and a choice made in another tab", async ({ open }) => {
    const page = await open();
    await page.goto("/about");
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    expect(await theme()).toBe("light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(theme).toBe("dark");
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(theme).toBe("light");
    const other = await page.context().newPage();
    await other.goto("/tools");
    await other.getByRole("banner").getByRole("button", { name: "Switch theme" }).click();
    await expect.poll(theme).toBe("dark");
    // From now on the choice holds, whatever the system does.
    const told = page.evaluate(
      () =>
        new Promise((resolve) =>
          matchMedia("(prefers-color-scheme: dark)").addEventListener("change", resolve, { once: true }),
        ),
    );
    await page.emulateMedia({ colorScheme: "dark" });
    await told;
    await page.emulateMedia({ colorScheme: "light" });
    expect(await theme()).toBe("dark");
  });
});

menuPanel("1440 px, scrolled", desktop);
