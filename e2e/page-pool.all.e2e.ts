// The pages that tests get: used again, and without a past.
import { expect } from "vitest";
import { desktop, phone, sharedTest as test } from "./fixtures.ts";
import { PagePool } from "./page-pool.ts";

test("a page that is used again has nothing of the test before", async ({ browser, server }) => {
  // Its own: in the worker's pool there are pages of earlier tests.
  const pages = new PagePool(browser);
  const first = await pages.open(server.url, {
    viewport: phone,
    dark: true,
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-earlier": "yes" },
  });
  let heard = 0;
  first.on("request", () => (heard += 1));
  await first.addInitScript(() => Object.assign(globalThis, { earlier: true }));
  await first.route("**/about", (route) => route.fulfill({ body: "earlier" }));
  await first.emulateMedia({ media: "print" });
  await first.goto("/contact");
  await first.evaluate(async () => {
    localStorage.setItem("earlier", "yes");
    sessionStorage.setItem("earlier", "yes");
    document.cookie = "earlier=yes";
    await caches.open("earlier");
    await new Promise((resolve) => (indexedDB.open("earlier").onsuccess = resolve));
  });
  await pages.giveBack(first, { hasFailed: false });
  heard = 0;

  const second = await pages.open(server.url, {});
  expect(second).toBe(first);
  const request = second.waitForRequest("**/about");
  expect(await (await second.goto("/about"))?.text()).toContain("<h1");
  expect((await request).headers()).not.toHaveProperty("x-earlier");
  expect(heard).toBe(0);
  expect(second.viewportSize()).toEqual(desktop);
  const left = await second.evaluate(async () => ({
    script: "earlier" in globalThis,
    local: localStorage.getItem("earlier"),
    session: sessionStorage.getItem("earlier"),
    cookie: document.cookie,
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    media: ["print", "(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"].filter(
      (query) => matchMedia(query).matches,
    ),
  }));
  expect(left).toEqual({ script: false, local: null, session: null, cookie: "", caches: [], databases: [], media: [] });
  await second.context().close();
});

test("a page that cannot be wiped, or whose test has failed, is not used again", async ({ browser, server }) => {
  const pages = new PagePool(browser);
  const spoil = {
    clock: (page) => page.clock.install(),
    line: (page) => page.context().setOffline(true),
    session: (page) => page.context().newCDPSession(page),
    tab: (page) => page.context().newPage(),
    failure: async () => undefined,
  } satisfies Record<string, (page: Awaited<ReturnType<typeof pages.open>>) => Promise<unknown>>;
  for (const [name, act] of Object.entries(spoil)) {
    const page = await pages.open(server.url, {});
    await act(page);
    await pages.giveBack(page, { hasFailed: name === "failure" });
    expect(page.isClosed(), name).toBe(true);
  }
});
