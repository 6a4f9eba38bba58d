// Pages are used again by the next test once nothing of the last one is left in them: a fresh one costs a process that compiles
// the whole back office again, more than half of what opening a screen takes.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export interface OpenPage extends BrowserContextOptions {
  dark?: boolean;
  /** By someone who has never been here: with an empty cache, too. For what a visit loads, and when. */
  isFirstVisit?: boolean;
}

/** What a page can be given and rid of again; any other option needs its own context. */
const changeable = new Set(["viewport", "dark", "reducedMotion", "forcedColors", "extraHTTPHeaders"]);

/** What tests listen to. Playwright itself listens to the closing of a page. */
const heardEvents = [
  "console",
  "dialog",
  "download",
  "framenavigated",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
  "websocket",
  "worker",
];

interface PooledPage {
  page: Page;
  context: BrowserContext;
  url: string;
  /** Scripts that a test runs before every page. */
  scripts: { dispose(): Promise<void> }[];
  /** Something was done to it that cannot be undone, so it is closed instead of used again. */
  isSpent: boolean;
}

export class PagePool {
  readonly #browser: Browser;
  readonly #idle: PooledPage[] = [];
  readonly #used = new Map<Page, PooledPage>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A page that knows nothing of an earlier one: no cookies, storage, routes, scripts or listeners. What is cached stays. */
  async open(url: string, { dark = false, isFirstVisit = false, ...options }: OpenPage): Promise<Page> {
    const colorScheme = dark ? "dark" : "light";
    if (isFirstVisit || Object.keys(options).some((name) => !changeable.has(name))) {
      const context = await this.#browser.newContext({ baseURL: url, viewport: desktop, colorScheme, ...options });
      return withSettledRoutes(await context.newPage());
    }
    const index = this.#idle.findIndex((idle) => idle.url === url);
    const pooled = index < 0 ? await this.#pooledPage(url) : this.#idle.splice(index, 1)[0]!;
    const { page } = pooled;
    this.#used.set(page, pooled);
    const { viewport = desktop, reducedMotion = null, forcedColors = null, extraHTTPHeaders = {} } = options;
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, contrast: null, colorScheme, reducedMotion, forcedColors });
    await page.setExtraHTTPHeaders(extraHTTPHeaders);
    return page;
  }

  /** After a test; of one that failed nothing is used again. */
  async giveBack(page: Page, { hasFailed }: { hasFailed: boolean }): Promise<void> {
    const pooled = this.#used.get(page);
    this.#used.delete(page);
    if (!pooled || hasFailed || pooled.isSpent || page.isClosed() || pooled.context.pages().length > 1)
      await page.context().close();
    else {
      await wipe(pooled);
      this.#idle.push(pooled);
    }
  }

  async #pooledPage(url: string): Promise<PooledPage> {
    const context = await this.#browser.newContext({ baseURL: url });
    const page = withSettledRoutes(await context.newPage());
    const pooled: PooledPage = { page, context, url, scripts: [], isSpent: false };
    const addScript = page.addInitScript.bind(page);
    page.addInitScript = async (...script: Parameters<typeof addScript>) => {
      const added = await addScript(...script);
      pooled.scripts.push(added);
      return added;
    };
    spendWhenCalled(pooled, page.clock, ["install"]);
    spendWhenCalled(pooled, page, ["exposeBinding", "exposeFunction", "routeWebSocket"]);
    spendWhenCalled(pooled, context, ["addInitScript", "exposeBinding", "exposeFunction", "grantPermissions"]);
    spendWhenCalled(pooled, context, ["newCDPSession", "route", "setExtraHTTPHeaders", "setOffline"]);
    return pooled;
  }
}

/**
 * The browser says that it holds requests back before the page's own process has heard of it; a key pressed at once could be ahead.
 * What goes to that process the same way and comes back has overtaken nothing.
 */
function withSettledRoutes(page: Page): Page {
  const route = page.route.bind(page);
  page.route = async (...given: Parameters<typeof route>) => {
    const added = await route(...given);
    await page.evaluate(() => undefined);
    return added;
  };
  return page;
}

function spendWhenCalled<Owner extends object>(pooled: PooledPage, owner: Owner, names: (keyof Owner)[]): void {
  for (const name of names) {
    const original = owner[name] as (...given: unknown[]) => unknown;
    owner[name] = ((...given: unknown[]) => {
      pooled.isSpent = true;
      return original.apply(owner, given);
    }) as Owner[typeof name];
  }
}

async function wipe({ page, context, scripts, url }: PooledPage): Promise<void> {
  for (const event of heardEvents) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await Promise.all(scripts.splice(0).map((script) => script.dispose()));
  // Of the same origin, so that the page keeps its process and its storage can be reached; it runs nothing.
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(async () => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await context.clearCookies();
}
