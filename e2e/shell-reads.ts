// What the shell of the back office reads, answered by the test: how often it asks within ten seconds of the page's clock.
import type { Page } from "playwright-core";
import { type Person, signInAs } from "./people.ts";
import { stopClock } from "./stopped-clock.ts";
import type { RunningServer } from "./start-server.ts";

export const answers = {
  500: { status: 500, json: { code: "XX000", message: "internal error" } },
  404: { status: 404, json: { code: "PGRST205", message: "not found" } },
  "an empty list": { status: 200, json: [] },
} as const;
export type Answer = keyof typeof answers;

/** A request and its answer: what was asked for before it has most likely been answered. */
const answered = (page: Page) => page.evaluate(() => fetch("/livez").then((answer) => answer.text()));

/** Addresses below the data API and ours that a fresh dashboard reads, without what signs people in and the open stream. */
export async function readsOfShell(page: Page, server: RunningServer, person: Person): Promise<string[]> {
  const reads = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:rest\/v1|api)\//.test(pathname) && pathname !== "/api/live") reads.add(pathname);
  });
  await signInAs(page, server, person);
  await page.goto("/admin");
  await page.getByRole("main").getByRole("heading").first().waitFor();
  // Until nothing more has been asked for during as many answers as a read takes, and more.
  for (let known = -1; known < reads.size;) {
    known = reads.size;
    for (let n = 0; n < 40; n += 1) await answered(page);
  }
  return [...reads];
}

/** Counts for the address `read`, which gets that answer and no other. */
export async function countReads(
  page: Page,
  server: RunningServer,
  person: Person,
  read: string,
  answer: Answer,
): Promise<number> {
  let asked = 0;
  await signInAs(page, server, person);
  await page.clock.install();
  await page.route(
    (url) => url.pathname === read,
    (route) => {
      asked += 1;
      return route.fulfill({ ...answers[answer] });
    },
  );
  await stopClock(page);
  await page.goto("/admin");
  // Not every page asks for everything.
  for (let tries = 0; tries < 60; tries += 1) {
    await page.clock.runFor(20);
    await answered(page);
    if (asked > 0) break;
  }
  // Each step is long enough for a request and its answer, so that a read that is asked for again at once is counted by the next.
  for (let fifth = 0; fifth < 50; fifth += 1) {
    await page.clock.runFor(200);
    await answered(page);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return asked;
}
