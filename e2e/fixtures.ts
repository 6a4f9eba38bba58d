// What every browser test starts from: a real server on a throwaway database (one for each file), a real Chromium, a page
// without a past (page-pool.ts). HEADED=1 shows the browser. A test that fails leaves a picture of its pages in screenshots/failures.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type LaunchOptions, type Page } from "playwright-core";
import { test as base, inject, type RunnerTestCase } from "vitest";
import { findBrowser } from "../tools/check/find-browser.mjs";
import { disabledFeatures } from "./browser-switches.ts";
import { type OpenPage, PagePool } from "./page-pool.ts";
import { notingRequests } from "./quiet.ts";
import { freePort, type RunningServer, startServer } from "./start-server.ts";

export { desktop, phone } from "./page-pool.ts";
export type { OpenPage };

/** Console errors, page errors and failed requests of a page, newest last. */
const problems = new WeakMap<Page, string[]>();
export const problemsOf = (page: Page): string[] => problems.get(page) ?? [];

interface Fixtures {
  /** The file's own: nothing of another file is in its database. */
  server: RunningServer;
  browser: Browser;
  /** Where the worker's servers listen, one after the other: its pages go on with what they have compiled. */
  port: string;
  pages: PagePool;
  isFirstVisit: boolean;
  /** A page without a past: `const page = await open({ viewport: phone, dark: true })`. */
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
    // As patient as the tests' other limits (vitest.e2e.config.ts).
    timeout: 120_000,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-quic",
      // Letters are as wide as people see them: the shell rounds them to whole pixels otherwise, and lines break elsewhere.
      "--font-render-hinting=none",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      `--disable-features=${disabledFeatures.join(",")}`,
      // Pages live for seconds: what compiling their scripts a second time costs is never earned back.
      "--js-flags=--no-turbofan --no-maglev",
    ],
    ...options,
  });
}

/** A server with the given settings, on a fresh database. Stop it when done. */
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

/** How the page's own part begins, in words. */
const wordsOf = async (page: Page): Promise<string> => {
  const text = await page.locator("main, body").last().innerText({ timeout: 5000 });
  return text.replace(/\s+/g, " ").slice(0, 290);
};

/** Said with the failure itself: what the pages show and complain of, and what the server refused last. */
async function tellMore(pages: Page[], server: RunningServer, task: RunnerTestCase): Promise<void> {
  const [error] = task.result?.errors ?? [];
  if (!error) return;
  const refused = server.output().match(/^.*"status":[45]\d\d.*$/gm) ?? [];
  const words = await Promise.all(pages.map((page) => wordsOf(page).catch(String)));
  const seen = pages.flatMap((page, index) => [page.url(), words[index], ...problemsOf(page).slice(-5)]);
  const more = [...seen, ...refused.slice(-5)];
  error.stack = `${error.stack ?? error.message}\n${more.map((line) => `seen: ${line}`).join("\n")}`;
}

/** One for each worker. Vitest keeps a worker's fixture for each `extend` by itself, so what is dear is kept here. */
function oncePerWorker<T>(start: () => Promise<T>, end: (made: T) => Promise<void>) {
  let made: Promise<T> | undefined;
  return {
    get: () => (made ??= start()),
    async end() {
      const ending = made;
      made = undefined;
      if (ending) await end(await ending);
    },
  };
}

const theBrowser = oncePerWorker(launchBrowser, (browser) => browser.close());
const theSharedServer = oncePerWorker(
  () => startServer({}, inject("preparedData")),
  (server) => server.throwAway(),
);

export const test = base.extend<Fixtures>({
  server: [
    async ({ port }, use) => {
      const server = await startServer({ PORT: port }, inject("preparedData"));
      await use(server);
      await server.throwAway();
    },
    { scope: "file" },
  ],
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest wants the destructuring
    async ({}, use) => {
      await use(await theBrowser.get());
      await theBrowser.end();
    },
    { scope: "worker" },
  ],
  port: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest wants the destructuring
    async ({}, use) => use(String(await freePort())),
    { scope: "worker" },
  ],
  pages: [
    // What is left in it goes with the browser.
    ({ browser }, use) => use(new PagePool(browser)),
    { scope: "worker" },
  ],
  isFirstVisit: false,
  open: async ({ pages, server, isFirstVisit, task }, use) => {
    const opened: Page[] = [];
    await use(async (options = {}) => {
      const page = await pages.open(server.url, { isFirstVisit, ...options });
      page.setDefaultTimeout(45_000);
      opened.push(notingRequests(notingProblems(page)));
      return page;
    });
    const hasFailed = task.result?.state === "fail";
    if (hasFailed) {
      await tellMore(opened, server, task);
      await takePictures(opened, task);
    }
    await Promise.all(opened.map((page) => pages.giveBack(page, { hasFailed })));
  },
  page: async ({ open }, use) => {
    await use(await open());
  },
});

/**
 * For files that leave nothing behind: those that only read the website, and those whose tests begin with an empty CRM and
 * people of their own (`asAdmin`). Files of one worker share one server.
 */
export const sharedTest = test.extend<{ server: RunningServer; sharedServer: RunningServer }>({
  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest wants the destructuring
    async ({}, use) => {
      await use(await theSharedServer.get());
      await theSharedServer.end();
    },
    { scope: "worker" },
  ],
  server: [({ sharedServer }, use) => use(sharedServer), { scope: "file" }],
});

/** For files about what a visit loads, and when: each page is opened as by someone who has never been here. */
export const firstVisitTest = sharedTest.extend<{ isFirstVisit: boolean }>({ isFirstVisit: true });
