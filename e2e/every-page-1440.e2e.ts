import { expect } from "vitest";
import { axeViolations } from "./accessibility.ts";
import { desktop, firstVisitTest as test } from "./fixtures.ts";
import { publicPaths } from "./public-routes.ts";
import { expectSound } from "./sound-page.ts";
import { nameless, smallTargets } from "./targets-and-names.ts";

// In the light theme; every-page-390 looks at the dark one. No colour depends on the width.
test.for(publicPaths)("%s at 1440 px is sound, still, private, accessible", async (path, { open }) => {
  const page = await open({ viewport: desktop, reducedMotion: "reduce" });
  await expectSound(page, path, desktop);
  expect(await nameless(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
});
