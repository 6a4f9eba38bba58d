import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { desktop, phone, problemsOf, firstVisitTest as test } from "./fixtures.ts";
import { expectNoLayoutShift, recordLayoutShift, settled } from "./page-checks.ts";
import { asAdmin } from "./people.ts";

test("the home page is served with its heading and without a problem", async ({ page }) => {
  const response = await page.goto("/");
  expect(response?.status()).toBe(200);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(problemsOf(page)).toEqual([]);
});

test("an unknown path answers 404 with the 404 page", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await page.getByText("Oops! Page not found").waitFor();
});

/** Stands before the server and holds a page back from the first `cut` on that follows `after`. */
async function inTwoPieces(server: string, { after, cut }: { after: string; cut: string }) {
  const rest = Promise.withResolvers<void>();
  const proxy = http.createServer(async (request, response) => {
    const { status, headers, ...answer } = await fetch(server + request.url, {
      headers: { "Accept-Encoding": "identity" },
    }).then(async (got) => ({ status: got.status, headers: got.headers, body: Buffer.from(await got.arrayBuffer()) }));
    const kept = [...headers].filter(([name]) => /^content-(?:type|security)/.test(name));
    response.writeHead(status, Object.fromEntries(kept));
    const place = answer.body.indexOf(cut, answer.body.indexOf(after));
    if (!headers.get("content-type")?.startsWith("text/html") || place < 0) return void response.end(answer.body);
    response.write(answer.body.subarray(0, place));
    await rest.promise;
    response.end(answer.body.subarray(place));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, sendRest: rest.resolve };
}

test.for([
  ["/", desktop, { after: 'aria-label="Main"', cut: "</nav>" }],
  ["/docs/bootloader", phone, { after: "data-docs-bar", cut: "</details>" }],
] as const)(
  "%s is not drawn with half a header, and nothing moves when the rest comes",
  async ([path, viewport, where], { open, server }) => {
    const { url, sendRest } = await inTwoPieces(server.url, where);
    const page = await open({ viewport, reducedMotion: "reduce" });
    await recordLayoutShift(page);
    await page.goto(url + path, { waitUntil: "commit" });
    await page.locator("header").waitFor({ state: "attached" });
    // Long enough for many frames, if there were any.
    const painted = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return performance.getEntriesByType("paint").length;
    });
    expect(painted).toBe(0);
    sendRest();
    await settled(page);
    await expectNoLayoutShift(page, path);
  },
);

test.for(["/auth", "/admin/crm"])(
  "%s: the scripts of the page are asked for with the shell's own, not after them",
  async (path, { page, server }) => {
    if (path !== "/auth") await asAdmin(page, server);
    const response = await page.goto(path);
    await page.getByRole("heading").first().waitFor();
    const named = response!.headers().link!.match(/(?<=<)[^>]+/g)!;
    const { own, shell } = await page.evaluate((files) => {
      const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const find = (part: string) => loaded.find(({ name }) => new URL(name).pathname.startsWith(part));
      return {
        own: files.map((file) => find(file)?.startTime ?? NaN),
        shell: find("/assets/entry.client")!.responseEnd,
      };
    }, named);
    expect(own.length).toBeGreaterThan(1);
    for (const asked of own) expect(asked).toBeLessThan(shell);
  },
);
