// What every browser test starts from: a real server on a throwaway database (one for each file), a real Chromium, a fresh
// context per test. HEADED=1 shows the browser. A test that fails leaves a picture of its pages in screenshots/failures.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from "playwright-core";
import { test as base, inject, type RunnerTestCase } from "vitest";
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
  /** The file's own: nothing of another file is in its database. */
  server: RunningServer;
  browser: Browser;
  /** A page in a context of its own: `const page = await open({ viewport: phone, dark: true })`. */
  open: (options?: OpenPage) => Promise<Page>;
  /** A desktop page, for tests that need no more. */
  page: Page;
}

const isHeaded = Boolean(process.env.HEADED);

export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findBrowser({ headed: isHeaded });
  if (!executablePath) throw new Error("No Chromium found: see tools/check/find-browser.mjs");
  return chromium.launch({
    executablePath,
    headless: !isHeaded,
    // Slow enough to follow with the eye.
    slowMo: isHeaded ? 150 : 0,
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

/** A server with settings of its own, on a fresh database. Stop it when done. */
export const startServerWith = (settings: Record<string, string>): Promise<RunningServer> =>
  startServer(settings, inject("preparedData"));

function notingProblems(page: Page): Page {
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
  return page;
}

async function takePictures(pages: Page[], task: RunnerTestCase): Promise<void> {
  mkdirSync("screenshots/failures", { recursive: true });
  const name = `${path.basename(task.file.name, ".e2e.ts")}-${task.fullTestName}`.replace(/[^\w]+/g, "-").slice(0, 120);
  for (const [index, page] of pages.entries()) {
    const file = `screenshots/failures/${name}${index > 0 ? `-${index + 1}` : ""}.png`;
    // A page that has crashed or hangs has no picture; the test's own failure is what matters.
    const taken = await page.screenshot({ path: file, timeout: 5000 }).catch(() => null);
    if (taken) console.error(`Picture of the failure: ${file} (${page.url()})`);
  }
}

export const test = base.extend<Fixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest wants the destructuring
    async ({}, use) => {
      const server = await startServer({}, inject("preparedData"));
      await use(server);
      await server.stop();
    },
    { scope: "file" },
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
  open: async ({ browser, server, task }, use) => {
    const opened: Page[] = [];
    await use(async ({ dark = false, ...options } = {}) => {
      const browserContext = await browser.newContext({
        baseURL: server.url,
        viewport: desktop,
        colorScheme: dark ? "dark" : "light",
        ...options,
      });
      const page = await browserContext.newPage();
      page.setDefaultTimeout(45_000);
      opened.push(notingProblems(page));
      return page;
    });
    if (task.result?.state === "fail") await takePictures(opened, task);
    await Promise.all(opened.map((page) => page.context().close()));
  },
  page: async ({ open }, use) => {
    await use(await open());
  },
});

/** For files that only read the website: nothing is kept between them, so those of one worker share one server. */
export const siteTest = test.extend<{ server: RunningServer; siteServer: RunningServer }>({
  siteServer: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest wants the destructuring
    async ({}, use) => {
      const server = await startServer({}, inject("preparedData"));
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  server: [({ siteServer }, use) => use(siteServer), { scope: "file" }],
});
