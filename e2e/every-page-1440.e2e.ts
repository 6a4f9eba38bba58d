import { expect } from "vitest";
import { expectAccessibleInBothThemes } from "./accessibility.ts";
import { desktop, siteTest as test } from "./fixtures.ts";
import { publicPaths } from "./public-routes.ts";
import { expectSound } from "./sound-page.ts";
import { nameless, smallTargets } from "./targets-and-names.ts";

test.for(publicPaths)("%s at 1440 px is sound, still, private, accessible in both themes", async (path, { open }) => {
  const page = await open({ viewport: desktop, reducedMotion: "reduce" });
  await expectSound(page, path, desktop);
  expect(await nameless(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await expectAccessibleInBothThemes(page, "1440 px");
});
