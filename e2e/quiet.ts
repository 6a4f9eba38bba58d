// Playwright's "networkidle" never comes in the back office: the stream of what happens stays open as long as its page.
import type { Page, Request } from "playwright-core";
import { expect } from "vitest";

interface Traffic {
  underWay: Set<Request>;
  endedAt: number;
}

const trafficOf = new WeakMap<Page, Traffic>();
const isStream = (request: Request) => new URL(request.url()).pathname === "/api/live";
/** As long as Playwright's own. */
const quietMs = 500;

/** Notes the requests of a page from now on (fixtures.ts). */
export function notingRequests(page: Page): Page {
  const traffic: Traffic = { underWay: new Set(), endedAt: performance.now() };
  trafficOf.set(page, traffic);
  page.on("request", (request) => {
    if (!isStream(request)) traffic.underWay.add(request);
  });
  const end = (request: Request) => {
    if (traffic.underWay.delete(request)) traffic.endedAt = performance.now();
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return page;
}

/** Everything the page asked for has come, and for half a second it has asked for nothing more. */
export async function quiet(page: Page): Promise<void> {
  const traffic = trafficOf.get(page)!;
  await page.waitForLoadState("load");
  await expect.poll(() => traffic.underWay.size === 0 && performance.now() - traffic.endedAt > quietMs).toBe(true);
}
