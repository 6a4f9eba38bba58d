// Shared by the browser tests of the Bootloader pages and of its documentation.
import type { Page, Request } from "playwright-core";
import { docPages } from "#content/docs-pages.ts";

export const landing = "/build/products/bootloader";
export const community = "/build/products/bootloader/community";
export const documents = docPages.map((page) => page.path);
export const allPages = [landing, community, ...documents];

/** Scrolls through the page once, so that everything that waits for visibility is there. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 500) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
  });
}

/** Waits until a part answers to clicks. */
export const behaviorReady = (page: Page, name: string) =>
  page.locator(`[data-behavior="${name}"][data-ready]`).waitFor({ state: "attached" });

export const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
export const withClipboard = { permissions: ["clipboard-read", "clipboard-write"] };

/** Requests of a page from now on. */
export function recordRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  return requests;
}

export async function jsonLd(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.flatMap((text) => (JSON.parse(text) as { "@graph": Record<string, unknown>[] })["@graph"]);
}
