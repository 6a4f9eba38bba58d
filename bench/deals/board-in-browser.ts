// The board in a real Chromium, from the opening of its address, and from a click in the sidebar, until the first cards are drawn.
import { chromium } from "playwright-core";
import { addPerson, signInAs } from "../../e2e/people.ts";
import { startServer } from "../../e2e/start-server.ts";
import { findBrowser } from "../../tools/check/find-browser.mjs";

const rounds = 9;

/** Milliseconds of each round, measured inside the page. The browser has visited the back office before, as on any other day. */
export async function boardInBrowser(dataDir: string): Promise<{ opened: number[]; clicked: number[] }> {
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("No Chromium found: see tools/check/find-browser.mjs");
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    await signInAs(page, server, await addPerson(server, { admin: true }));
    // Looks in every frame for a card, and notes when there was one: since the page was asked for, or since `from`.
    await page.addInitScript(() => {
      const clock = Object.assign(globalThis, { from: 0, drawn: Number.NaN });
      const look = () => {
        const isThere = document.querySelector("main [data-deal]") !== null;
        if (isThere && Number.isNaN(clock.drawn)) clock.drawn = performance.now() - clock.from;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const drawn = async () => {
      await page.waitForFunction(() => !Number.isNaN((globalThis as unknown as { drawn: number }).drawn));
      return page.evaluate(() => (globalThis as unknown as { drawn: number }).drawn);
    };
    const [opened, clicked]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      await page.goto("/admin/deals");
      opened.push(await drawn());
      await page.goto("/admin/tasks");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.evaluate(() => {
        Object.assign(globalThis, { from: performance.now(), drawn: Number.NaN });
        document.querySelector<HTMLElement>('nav a[href="/admin/deals"]')?.click();
      });
      clicked.push(await drawn());
    }
    // The first round compiles and fills caches.
    return { opened: opened.slice(1), clicked: clicked.slice(1) };
  } finally {
    await browser.close();
    await server.stop();
  }
}
