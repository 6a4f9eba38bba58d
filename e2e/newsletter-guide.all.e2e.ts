import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { links, newsletter } from "#content/site.ts";
import { axeViolations } from "./accessibility.ts";
import { desktop, phone, sharedTest as test } from "./fixtures.ts";

const path = "/build/torah-and-ai/availut";
const topics = [
  "Before the burial",
  "When to visit",
  "Entering the house",
  "Who speaks first",
  "What to say, and what to leave out",
  "The words of comfort",
  "Food, gifts and practical help",
  "When you cannot come, and after the week",
];

/** The newsletter's service is not ours to ask in a test. */
async function openGuide(page: Page, address = path) {
  await page.route(`${new URL(newsletter.frame).origin}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Sign up</title><p>The form</p>" }),
  );
  return page.goto(address);
}
const header = (page: Page, index: number) => page.getByRole("button", { name: topics[index] as string, exact: true });
async function ready(page: Page) {
  await page.locator("#guide").scrollIntoViewIfNeeded();
  await page.locator('[data-behavior="accordion"][data-ready]').waitFor({ state: "attached" });
}
const openTopics = (page: Page) => page.locator("#guide button[aria-expanded=true]").allTextContents();

describe.each([
  ["1440", desktop],
  ["390", phone],
])("the newsletter guide at %s px", (_name, viewport) => {
  test("buttons scroll to the anchors #subscribe, #guide and #card", async ({ open }) => {
    const page = await open({ viewport });
    await openGuide(page);
    for (const [name, anchor] of [
      ["Read the guide", "guide"],
      ["Get the card", "card"],
      ["Subscribe", "subscribe"],
    ] as const) {
      await page.getByRole("link", { name, exact: true }).click();
      expect(new URL(page.url()).hash).toBe(`#${anchor}`);
      await page.waitForFunction((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top ?? -1;
        return top >= 0 && top < innerHeight / 2;
      }, anchor);
      await page.evaluate(() => scrollTo(0, 0));
    }
  });

  test("one topic is open at a time, and all may be closed", async ({ open }) => {
    const page = await open({ viewport });
    await openGuide(page);
    await ready(page);
    expect(await page.locator("#guide button").allTextContents()).toEqual(topics);
    expect(await openTopics(page)).toEqual([]);
    await header(page, 0).click();
    expect(await openTopics(page)).toEqual([topics[0]]);
    await page.getByText("do not comfort a person while their dead lies before them").waitFor();
    await header(page, 5).click();
    expect(await openTopics(page)).toEqual([topics[5]]);
    expect(await page.getByText("do not comfort a person while").isVisible()).toBe(false);
    await header(page, 5).click();
    expect(await openTopics(page)).toEqual([]);
  });

  test("Home, End and the arrow keys move the focus between topics", async ({ open }) => {
    const page = await open({ viewport });
    await openGuide(page);
    await ready(page);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await header(page, 2).focus();
    for (const [key, index] of [
      ["ArrowDown", 3],
      ["ArrowUp", 2],
      ["End", 7],
      ["Home", 0],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused()).toBe(topics[index]);
    }
    expect(await openTopics(page)).toEqual([]);
    await page.keyboard.press("Enter");
    expect(await openTopics(page)).toEqual([topics[0]]);
  });

  test("the comfort-blessing window is 30 days after burial, up to 12 months for a parent", async ({ open }) => {
    const page = await open({ viewport });
    await openGuide(page);
    await ready(page);
    await header(page, 5).click();
    const window = "The words of comfort are said within 30 days after burial, and up to 12 months for a parent.";
    expect(await page.locator("#guide").getByText(window).isVisible()).toBe(true);
    expect(await page.locator("#card").getByText(window).isVisible()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
  });

  test("the etiquette card has front and back previews and downloads as a PDF", async ({ open }) => {
    const page = await open({ viewport });
    await openGuide(page);
    const sides = page.locator("#card figure");
    expect(await sides.locator("figcaption").allTextContents()).toEqual(["Front", "Back"]);
    expect(await sides.nth(1).locator('[lang="he"][dir="rtl"]').count()).toBe(2);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download the etiquette card (PDF)" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("etiquette-card.pdf");
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
  });
});

test("the guide comes first, then the card, then the newsletter, in one column, and the end offers nothing", async ({
  page,
}) => {
  await openGuide(page);
  expect(await page.locator("main section:has(> h2)").evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    "guide",
    "card",
    "subscribe",
  ]);
  const lefts = await page
    .locator("main h1, main section > h2, #card figure, #guide button")
    .evaluateAll((all) => [...new Set(all.map((part) => Math.round(part.getBoundingClientRect().left)))]);
  expect(lefts).toHaveLength(1);
  const footer = page.getByRole("contentinfo");
  await footer.getByText("May those who mourn be comforted.").waitFor();
  expect(await footer.getByText(/Ready to Navigate|Book a Team/).count()).toBe(0);
  // What every page ends with is still there.
  expect(await footer.innerText()).toContain("© 2024");
  await footer.getByRole("link", { name: "Privacy" }).waitFor();
});

test("the sign-up frame is 480 by 320, sandboxed, lazy, and loads from the newsletter's platform", async ({ page }) => {
  await openGuide(page);
  const frame = page.locator("iframe");
  await frame.scrollIntoViewIfNeeded();
  expect(await frame.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([480, 320]);
  await expect.poll(() => frame.getAttribute("src")).toBe(newsletter.frame);
  expect(await frame.getAttribute("loading")).toBe("lazy");
  expect(await frame.getAttribute("sandbox")).not.toContain("allow-same-origin");
  await page.frameLocator("iframe").getByText("The form").waitFor();
});

test("the newsletter's platform is asked for nothing before its frame is on the screen", async ({ open }) => {
  const page = await open({ viewport: phone });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(new URL(newsletter.frame).origin)) asked.push(request.url());
  });
  await openGuide(page);
  await page.locator('[data-behavior="newsletter-frame"][data-ready]').waitFor();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await page.locator("iframe").scrollIntoViewIfNeeded();
  await expect.poll(() => asked).toContain(newsletter.frame);
});

test("a frame whose service does not answer is covered by a sentence that says so", async ({ page }) => {
  await page.goto(path);
  await page.locator("#subscribe").scrollIntoViewIfNeeded();
  await page.getByText("The sign-up form did not load").waitFor();
  const cover = page.locator("#subscribe .needs-script");
  expect(await cover.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([480, 320]);
});

test("the newsletter archive opens in a new tab", async ({ page }) => {
  await openGuide(page);
  const link = page.getByRole("link", { name: /Read past letters in the archive/ });
  expect(await link.getAttribute("href")).toBe(links.newsletterArchive);
  expect(await link.getAttribute("target")).toBe("_blank");
});

test("the guide answers under any name of letters, digits and dashes, with one canonical address", async ({
  page,
  server,
}) => {
  const response = await openGuide(page, "/build/Any-Name-7/availut");
  expect(response?.status()).toBe(200);
  expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toContain(path);
  await ready(page);
  expect((await fetch(`${server.url}/build/no_such.name/availut`)).status).toBe(404);
});

test("without JavaScript every topic is open and readable, and the frame is there", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await openGuide(page);
  expect(await page.getByText("do not comfort a person while their dead lies before them").isVisible()).toBe(true);
  expect(await page.getByText("Call again in the second week").isVisible()).toBe(true);
  expect(await page.locator("iframe[src]").getAttribute("src")).toBe(newsletter.frame);
});

test("every Hebrew word says that it is Hebrew", async ({ page }) => {
  await page.goto(path);
  const [unmarked, marked] = await page.evaluate(() => {
    const words = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    const found: [string[], string[]] = [[], []];
    while (words.nextNode()) {
      const text = words.currentNode.textContent ?? "";
      if (!/\p{Script=Hebrew}/u.test(text)) continue;
      found[words.currentNode.parentElement?.closest('[lang="he"]') ? 1 : 0].push(text);
    }
    return found;
  });
  expect(unmarked).toEqual([]);
  expect(marked.length).toBeGreaterThan(3);
});
