import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { docPages } from "#content/docs-pages.ts";
import { readDocs } from "../tools/site-build/vite/docs-index.ts";
import { behaviorReady, clipboardText, documents, jsonLd, withClipboard } from "./bootloader-pages.ts";
import { phone, problemsOf, sharedTest as test } from "./fixtures.ts";
import { expectNoLayoutShift, recordLayoutShift, settled } from "./page-checks.ts";

const titles = [
  "Bootloader concepts",
  "Bootloader quickstart",
  "Your first agent",
  "Your first plugin",
  "Bootloader API reference",
  "The Portia adapter",
  "Bootloader in production",
  "Bootloader observability",
  "Bootloader security",
  "What a swarm costs",
  "Bootloader compared",
  "Bootloader changelog",
];
const labels = [
  "Concepts",
  "Quickstart",
  "First agent",
  "First plugin",
  "API reference",
  "Portia adapter",
  "Production",
  "Observability",
  "Security",
  "Costs",
  "Compare",
  "Changelog",
];

describe.each(documents.map((path, place) => ({ path, place })))("$path", ({ path, place }) => {
  test("has its title, the side index with this page marked, and an outline whose links all lead somewhere", async ({
    page,
  }) => {
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name: titles[place] as string }).waitFor();
    const index = page.getByRole("navigation", { name: "Documentation", exact: true });
    expect(await index.locator("li").allTextContents()).toEqual(labels);
    expect(await index.locator("[aria-current=page]").allTextContents()).toEqual([labels[place]]);

    const outline = page.getByRole("navigation", { name: "On this page", exact: true }).getByRole("link");
    const headings = await page.locator(".doc h2, .doc h3").allInnerTexts();
    expect(await outline.allTextContents()).toEqual(headings);
    for (const href of await outline.evaluateAll((all) => all.map((link) => link.getAttribute("href"))))
      expect(await page.locator(`.doc ${href?.replace(/#(\d)/, "#\\3$1 ")}`).count()).toBe(1);
    expect(problemsOf(page)).toEqual([]);
  });

  test("every address the search can lead to exists", async ({ page }) => {
    await page.goto(path);
    const missing = await page.evaluate(
      (ids) => ids.filter((id) => !document.getElementById(id)),
      readDocs()[place]?.sections.map((section) => section.id) ?? [],
    );
    expect(missing).toEqual([]);
  });

  test("every link to our own pages leads to a page, and to a place on it", async ({ page, server }) => {
    await page.goto(path);
    const hrefs = await page
      .locator("main a[href^='/']")
      .evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute("href") ?? ""))]);
    for (const href of hrefs) {
      const [target = "", hash] = href.split("#");
      const response = await fetch(server.url + target);
      expect([href, response.status]).toEqual([href, 200]);
      if (hash) expect(await response.text()).toContain(`id="${hash}"`);
    }
  });

  const hasSessions = readFileSync(`content/docs/${docPages[place]!.file}`, "utf8").includes("```console");
  if (hasSessions)
    test("code is coloured in the page itself and can be copied without its prompts", async ({ open }) => {
      const page = await open(withClipboard);
      await page.goto(path);
      const blocks = page.locator(".doc figure:has(pre.code)");
      expect(await blocks.count()).toBeGreaterThan(0);
      expect(await page.locator("pre.code .code-string, pre.code .code-prompt").count()).toBeGreaterThan(3);
      // The whole line is coloured, not only its beginning.
      for (const line of await page.locator("pre[data-language=ts] .line", { hasText: /^import / }).all())
        expect(await line.locator(".code-string").count()).toBeGreaterThan(0);
      const session = page.locator(".doc figure:has(pre[data-language=console])").first();
      await session.getByRole("button").click();
      await session.getByRole("button", { name: "Copied" }).waitFor();
      const typed = (await session.locator("pre").innerText())
        .split("\n")
        .filter((line) => line.startsWith("$ "))
        .map((line) => line.slice(2));
      expect(typed.length).toBeGreaterThan(0);
      expect(await clipboardText(page)).toBe(typed.join("\n"));
    });
});

test("previous and next lead through all pages and back", async ({ page }) => {
  await page.goto(documents[0] as string);
  // By keyboard: the way down a long page lays out what comes near, and a pointer would have to follow.
  const follow = async (rel: "next" | "prev", path: string) => {
    await page.locator(`nav[aria-label="Previous and next"] a[rel="${rel}"]`).press("Enter");
    await page.waitForURL(`**${path}`);
  };
  for (const path of documents.slice(1)) await follow("next", path);
  for (const path of documents.slice(0, -1).toReversed()) await follow("prev", path);
});

test("the concepts page explains the five words", async ({ page }) => {
  await page.goto("/docs/bootloader");
  const headings = await page.locator(".doc h2").allInnerTexts();
  expect(headings).toEqual(expect.arrayContaining(["Swarm", "Agent", "Plugin", "Adapter", "Workspace"]));
});

test("a link to a row far down leads there", async ({ open }) => {
  const page = await open({ viewport: phone });
  await page.goto("/docs/bootloader/api#BL7002");
  const top = () => page.locator("#BL7002").evaluate((row) => row.getBoundingClientRect().top);
  await expect.poll(top).toBeGreaterThan(0);
  await expect.poll(top).toBeLessThan(300);
});

test("on a tall screen nothing moves while the parts on it are laid out", async ({ open }) => {
  const page = await open({ viewport: { width: 1024, height: 1366 } });
  await recordLayoutShift(page);
  for (const path of ["/docs/bootloader/api", "/docs/bootloader/quickstart"]) {
    await page.goto(path);
    await settled(page);
    await expectNoLayoutShift(page, path);
  }
});

test("the quickstart is a HowTo of six steps and five minutes for search engines", async ({ page }) => {
  await page.goto("/docs/bootloader/quickstart");
  const graph = await jsonLd(page);
  const how = graph.find((item) => item["@type"] === "HowTo") as
    | { totalTime: string; step: { name: string }[] }
    | undefined;
  expect(how?.totalTime).toBe("PT5M");
  expect(how?.step.map((step) => step.name)).toEqual([
    "Install the CLI",
    "Connect a platform",
    "Create a project",
    "Run it",
    "Test it",
    "Deploy and watch",
  ]);
  expect(graph.some((item) => item["@type"] === "BreadcrumbList")).toBe(true);
});

describe("search", () => {
  const box = { name: "Search the documentation" };

  test("keeps letters typed before it was loaded", async ({ page }) => {
    await page.route("**/docs-search*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await page.goto("/docs/bootloader");
    await page.getByRole("combobox", box).focus();
    await page.keyboard.type("keychain");
    await page.getByRole("option").first().waitFor();
    expect(await page.getByRole("combobox", box).inputValue()).toBe("keychain");
  });

  test("says when nothing is found, closes with Escape and when it is left", async ({ page }) => {
    await page.goto("/docs/bootloader");
    const search = page.getByRole("combobox", box);
    await search.focus();
    await search.fill("zeppelin");
    await page.getByText("Nothing found for “zeppelin”.").waitFor();
    // Not a dead end: every page is offered.
    expect(await page.getByRole("option").locator("b").allTextContents()).toEqual(labels);
    await page.keyboard.press("Escape");
    expect(await page.getByText("Nothing found").isVisible()).toBe(false);
    await search.fill("limits");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Tab");
    expect(await page.getByRole("option").first().isVisible()).toBe(false);
  });

  test("forgives a typing error", async ({ page }) => {
    await page.goto("/docs/bootloader");
    await page.getByRole("combobox", box).click();
    await page.getByRole("combobox", box).fill("deplyo");
    await expect.poll(() => page.getByRole("option").first().locator("b").textContent()).toBe("bootloader deploy");
  });

  test.for(["/", "Control+k"])("%s leads to it from anywhere, and is a letter inside it", async (keys, { page }) => {
    await page.goto("/docs/bootloader");
    await behaviorReady(page, "docs-search");
    await page.keyboard.press(keys);
    const search = page.getByRole("combobox", box);
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await search.inputValue()).toBe("");
    await page.keyboard.press("/");
    expect(await search.inputValue()).toBe("/");
  });
});

test("on a phone the index and the outline fold, and nothing runs off the side", async ({ open }) => {
  for (const path of documents) {
    const page = await open({ viewport: phone });
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
    await page.getByText("Pages", { exact: true }).click();
    await page
      .getByRole("navigation", { name: "Documentation, short" })
      .getByRole("link", { name: "Quickstart" })
      .waitFor();
    await page.getByText("Sections", { exact: true }).click();
    await page.getByRole("navigation", { name: "On this page, short" }).getByRole("link").first().waitFor();
    await page.context().close();
  }
});

test.for([1280, 1440])(
  "at %i px code has the width of the page, and words keep to a measure",
  async (width, { open }) => {
    const page = await open({ viewport: { width, height: 900 } });
    await page.goto("/docs/bootloader/api#adapter-interface");
    const widths = await page.evaluate(() => {
      const wide = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().width;
      return {
        page: wide("#article"),
        code: wide(".doc > figure"),
        words: wide(".doc > p"),
        outline: wide("[aria-label='On this page']"),
      };
    });
    expect(widths.code).toBeCloseTo(widths.page, 0);
    expect(widths.code).toBeGreaterThan(width === 1440 ? 760 : 640);
    expect(widths.words).toBeLessThanOrEqual(704);
    expect(widths.outline).toBeGreaterThan(160);
  },
);

test.for(["rate limit", "streaming", "secrets", "cancel", "human in the loop"])(
  "searching for %s finds something that says so",
  async (query, { page }) => {
    await page.goto("/docs/bootloader");
    await page.getByRole("combobox").fill(query);
    const hit = page.getByRole("option").first();
    await hit.waitFor();
    const address = new URL((await hit.getAttribute("href")) ?? "", page.url());
    await hit.click();
    await page.waitForURL((url) => url.hash === address.hash && url.pathname === address.pathname);
    await page.locator(`.doc ${address.hash}`).waitFor();
  },
);
