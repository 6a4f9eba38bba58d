// What every browser test starts from: a real server on a throwaway database, a real Chromium, a fresh context per test.
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from "playwright-core";
import { test as base } from "vitest";
import { findBrowser } from "../tools/check/find-browser.mjs";
import { type RunningServer, startServer } from "./start-server.ts";

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export interface OpenPage extends BrowserContextOptions {
  dark?: boolean;
}

/** Console errors, page errors and failed requests of a page, newest last. */
const problems = new WeakMap<Page, string[]>();
export const problemsOf = (page: Page): string[] => problems.get(page) ?? [];

interface Fixtures {
  server: RunningServer;
  browser: Browser;
  /** A page in a context of its own: `const page = await open({ viewport: phone, dark: true })`. */
  open: (options?: OpenPage) => Promise<Page>;
  /** A desktop page, for tests that need no more. */
  page: Page;
}

export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("No Chromium found: see tools/check/find-browser.mjs");
  return chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
    ...options,
  });
}

export const test = base.extend<Fixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest wants the destructuring
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest wants the destructuring
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  open: async ({ browser, server }, use) => {
    const opened: Page[] = [];
    await use(async ({ dark = false, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: desktop,
        colorScheme: dark ? "dark" : "light",
        ...options,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      const list: string[] = [];
      problems.set(page, list);
      page.on("console", (message) => {
        if (message.type() === "error") list.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => list.push(`page: ${error.message}`));
      page.on("requestfailed", (request) => {
        // A download or an abandoned prefetch is no failure.
        if (request.failure()?.errorText !== "net::ERR_ABORTED")
          list.push(`request: ${request.url()} ${request.failure()?.errorText}`);
      });
      opened.push(page);
      return page;
    });
    await Promise.all(opened.map((page) => page.context().close()));
  },
  page: async ({ open }, use) => {
    await use(await open());
  },
});
