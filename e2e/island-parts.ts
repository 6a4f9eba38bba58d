// What tests of islands count and look at.
import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";

/** Scripts a page has loaded so far, with their brotli size as the server sends it. */
export function recordScripts(page: Page) {
  const scripts: { name: string; bytes: number; text: string }[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "script") return;
    const body = await response.body().catch(() => Buffer.alloc(0));
    scripts.push({
      name: new URL(response.url()).pathname,
      bytes: brotliCompressSync(body).length,
      text: body.toString(),
    });
  });
  return scripts;
}
export const island = (page: Page, name: string) => page.locator(`gv-island[data-island^="${name}"]`);
export const isReady = async (page: Page, name: string) =>
  (await island(page, name).first().getAttribute("data-ready")) !== null;
