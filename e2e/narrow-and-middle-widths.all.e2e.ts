// What pictures of the pages at 320, 390, 768 and 1024 px have shown: words, drawings and columns keep their places between the
// two widths that every other test uses.
import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { scheduling } from "#content/site.ts";
import { readArticles } from "../content/articles/read-articles.ts";
import { documents } from "./bootloader-pages.ts";
import { sharedTest as test } from "./fixtures.ts";
import { settled } from "./page-checks.ts";

const articles = readArticles().map(({ slug }) => `/articles/${slug}`);
const at = (width: number) => ({ viewport: { width, height: 800 }, reducedMotion: "reduce" as const });

/** How wide each line of its text is, from the first to the last. */
const lines = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const widths = new Map<number, number>();
    for (const { bottom, width } of range.getClientRects()) {
      const line = Math.round(bottom / 8);
      widths.set(line, (widths.get(line) ?? 0) + width);
    }
    return [...widths.values()];
  });

describe("articles", () => {
  test.for([320, 390])("at %i px what stands in the stream of the drawing is whole", async (width, { open }) => {
    const page = await open(at(width));
    for (const path of articles) {
      await page.goto(path);
      const bodies = page.locator("article > [data-field] svg .fill-ink");
      for (const body of await bodies.all()) {
        const box = await body.boundingBox();
        expect(box?.x, path).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeLessThanOrEqual(width);
      }
    }
  });

  test("at 1024 px the facts in the rail stand on one line each", async ({ open }) => {
    const page = await open(at(1024));
    for (const path of articles) {
      await page.goto(path);
      await settled(page);
      const facts = page.getByRole("complementary", { name: "About this article" }).locator("dd");
      expect(await facts.count()).toBe(3);
      for (const fact of await facts.all()) expect(await lines(fact), path).toHaveLength(1);
    }
  });
});

test("at 768 px the rows of the home page's index stand in the same columns", async ({ open }) => {
  const page = await open(at(768));
  await page.goto("/");
  await settled(page);
  const rows = page.locator("a", { has: page.getByRole("heading", { level: 3 }) }).filter({ has: page.locator("p") });
  expect(await rows.count()).toBe(3);
  const lefts = await rows.locator("p").evaluateAll((all) => all.map((text) => text.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(1);
});

test.for([1440, 1024, 768, 390])("at %i px no section's lead ends in one short word", async (width, { open }) => {
  const page = await open(at(width));
  for (const path of ["/", "/education", "/about", "/tools/bavl"]) {
    await page.goto(path);
    await settled(page);
    for (const lead of await page.locator("main div:has(> :is(h1, h2)) + div > p").all()) {
      const widths = await lines(lead);
      if (widths.length === 1) continue;
      expect(widths.at(-1), `${path}: ${await lead.innerText()}`).toBeGreaterThan(Math.max(...widths) * 0.4);
    }
  }
});

test("at 1280 px the drawing beside the contact form runs through no words, however short the sheet has become", async ({
  open,
}) => {
  const page = await open(at(1280));
  await page.goto("/contact");
  await settled(page);
  // As after sending, when a few lines take the place of the form.
  await page.locator("#message").evaluate((sheet) => sheet.replaceChildren("Sent"));
  const { words, drawing } = await page.evaluate(() => {
    const art = document.querySelector("main > section > svg")!.getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(document.querySelector("h1")!.parentElement!);
    // Its upper fifth is faded out.
    return { words: text.getBoundingClientRect().bottom, drawing: art.top + 0.22 * art.height };
  });
  expect(words).toBeLessThanOrEqual(drawing);
});

test.for([320, 390])("at %i px every cell of the privacy table says its column", async (width, { open }) => {
  const page = await open(at(width));
  await page.goto("/privacy");
  for (const name of ["What happens", "Who receives it"]) {
    const rows = await page.locator("tbody tr").count();
    expect(await page.locator("tbody td").getByText(name, { exact: true }).filter({ visible: true }).count()).toBe(
      rows,
    );
  }
});

test.for([
  ...documents,
  "/build/products/bootloader",
  "/build/products/bootloader/community",
  "/tools/gpt-extender-lite",
])("at 320 px no code is cut on %s", async (path, { open }) => {
  const page = await open(at(320));
  await page.goto(path);
  await settled(page);
  const cut = await page
    .locator("pre")
    .evaluateAll((all) =>
      all
        .filter((code) => code.checkVisibility() && code.scrollWidth > code.clientWidth + 1)
        .map((code) => code.textContent?.slice(0, 60)),
    );
  expect(cut).toEqual([]);
});

describe("at 320 px", () => {
  test("the badges of /tools end where their rules end", async ({ open }) => {
    const page = await open(at(320));
    await page.goto("/tools");
    await settled(page);
    const list = page.getByRole("main").getByRole("list").first();
    const end = await list.evaluate((element) => element.getBoundingClientRect().right);
    const rights = await list
      .locator("p, svg")
      .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().right));
    expect(Math.max(...rights)).toBeLessThanOrEqual(end + 0.5);
  });

  test("the button that closes every page is one line, and a longer one is centred", async ({ open }) => {
    const page = await open(at(320));
    await page.goto("/education");
    await settled(page);
    const book = page.getByRole("contentinfo").getByRole("link", { name: "Book a Team Consultation" });
    expect(await lines(book)).toHaveLength(1);
    const ask = page.getByRole("link", { name: "Ask about a program or a talk" });
    expect(await ask.evaluate((link) => getComputedStyle(link).textAlign)).toBe("center");
  });

  test("the drawing below a calendar that did not come runs through no words", async ({ open }) => {
    const page = await open(at(320));
    await page.route(scheduling.script, (route) => route.abort());
    await page.goto("/contact?subject=AI+Consult");
    const notice = page.getByRole("alert").filter({ hasText: "The calendar did not load" });
    await notice.waitFor();
    const words = await notice.getByRole("listitem").last().boundingBox();
    const drawing = await page.locator("#booking > svg").boundingBox();
    expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(drawing?.y ?? 0);
  });

  test("no step of the alternate home page lies under the name of another", async ({ open }) => {
    const page = await open(at(320));
    await page.goto("/index-draft1");
    await settled(page);
    const covered = await page
      .getByRole("list", { name: "How an engagement runs" })
      .getByRole("listitem")
      .evaluateAll((steps) =>
        steps.flatMap((step) => {
          const name = step.lastElementChild?.getBoundingClientRect();
          return steps
            .filter((other) => other !== step)
            .filter((other) => {
              const disc = other.firstElementChild?.getBoundingClientRect();
              if (!name || !disc) return false;
              // A disc is round: the nearest point of the name is farther from its middle than its edge.
              const [x, y] = [disc.left + disc.width / 2, disc.top + disc.height / 2];
              const nearest = [
                Math.min(Math.max(x, name.left), name.right),
                Math.min(Math.max(y, name.top), name.bottom),
              ];
              return Math.hypot((nearest[0] ?? 0) - x, (nearest[1] ?? 0) - y) < disc.width / 2;
            })
            .map((other) => `${step.textContent} on ${other.textContent}`);
        }),
      );
    expect(covered).toEqual([]);
  });

  test.for(documents)("no flag or name with a hyphen is broken on %s", async (path, { open }) => {
    const page = await open(at(320));
    await page.goto(path);
    await settled(page);
    const broken = await page.locator(".doc").evaluate((doc) => {
      const words = document.createTreeWalker(doc, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (words.nextNode()) {
        const node = words.currentNode;
        if (!node.parentElement?.closest("code, td .text-muted")) continue;
        for (const { 0: word, index } of node.textContent?.matchAll(/--[a-z-]+/g) ?? []) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
        }
      }
      return found;
    });
    expect(broken).toEqual([]);
  });
});
