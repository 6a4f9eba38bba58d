import { expect } from "vitest";
import { unknownWords } from "#content/bootloader-words.ts";
import { expectAccessibleInBothThemes } from "./accessibility.ts";
import { allPages, behaviorReady, landing, recordRequests, scrollThrough } from "./bootloader-pages.ts";
import { problemsOf, firstVisitTest as test } from "./fixtures.ts";

test.for(allPages)(
  "%s asks for nothing but the site's own files and at most 8 KB of JavaScript in all, and names only what exists",
  async (path, { page, server }) => {
    const requests = recordRequests(page);
    await page.goto(path);
    await scrollThrough(page);
    await page.waitForLoadState("networkidle");
    const strangers = requests.filter(
      (request) =>
        new URL(request.url()).origin !== server.url || ["xhr", "fetch", "websocket"].includes(request.resourceType()),
    );
    expect(strangers.map((request) => `${request.resourceType()} ${request.url()}`)).toEqual([]);
    expect(problemsOf(page)).toEqual([]);
    const scripts = requests.filter((request) => request.resourceType() === "script");
    const sizes = await Promise.all(scripts.map(async (request) => (await request.sizes()).responseBodySize));
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8 * 1024);
    // Commands, flags, files, templates and codes.
    const text = await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
      const copies = [...document.querySelectorAll<HTMLElement>("[data-copy]")].map((button) => button.dataset.copy);
      return [document.querySelector("main")?.innerText, ...copies].join("\n");
    });
    expect(text.length).toBeGreaterThan(1000);
    expect(unknownWords(text)).toEqual([]);
  },
);

test("axe finds nothing after the tabs, the switch and a toast were used", async ({ open }) => {
  const page = await open({ reducedMotion: "reduce" });
  await page.goto(landing);
  await behaviorReady(page, "tabs");
  await page.getByRole("tab", { name: "Enterprise Edition" }).click();
  await behaviorReady(page, "pricing");
  await page.getByRole("switch").click();
  await page.getByRole("button", { name: "Start Professional" }).click();
  await page.getByText("will be implemented later").waitFor();
  await expectAccessibleInBothThemes(page, "after use");
});
