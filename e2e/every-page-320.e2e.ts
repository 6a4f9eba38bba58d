import { expect } from "vitest";
import { siteTest as test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { publicPaths } from "./public-routes.ts";
import { smallTargets } from "./targets-and-names.ts";

// 200 % zoom of a 1280 px window is a window of 640 px.
test.for(publicPaths)("%s reflows at 200 % zoom and at 320 px, with large enough targets", async (path, { open }) => {
  const page = await open({ viewport: { width: 640, height: 400 } });
  await page.goto(path);
  await expectNoSidewaysScroll(page, "640 px");
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page, "320 px");
  expect(await smallTargets(page)).toEqual([]);
});
