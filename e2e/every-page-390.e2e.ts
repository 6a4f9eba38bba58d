import { expect } from "vitest";
import { axeViolations, expectAccessibleInBothThemes } from "./accessibility.ts";
import { phone, sharedTest as test } from "./fixtures.ts";
import { delayFonts, expectNoSidewaysScroll } from "./page-checks.ts";
import { publicPaths } from "./public-routes.ts";
import { expectSound } from "./sound-page.ts";
import { smallTargets } from "./targets-and-names.ts";

// In the dark theme; every-page-1440 looks at the light one.
test.for(publicPaths)(
  "%s is sound, still, private, accessible at 390 px, and reflows at 320 px and 200 % zoom",
  async (path, { open }) => {
    const page = await open({ viewport: phone, reducedMotion: "reduce", dark: true });
    await delayFonts(page);
    await expectSound(page, path, phone);
    expect(await axeViolations(page)).toEqual([]);
    // 200 % zoom of a 1280 px window is a window of 640 px.
    for (const [width, height] of [
      [640, 400],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectNoSidewaysScroll(page, `${width} px`);
    }
    expect(await smallTargets(page)).toEqual([]);
  },
);

// One header, one menu: where it is opened from changes only what is marked in it.
test.for(["/", "/education", "/docs/bootloader"])("the menu of %s at 390 px is accessible", async (path, { open }) => {
  const page = await open({ viewport: phone, reducedMotion: "reduce", dark: true });
  await page.goto(path);
  await page.getByRole("button", { name: "Menu" }).click();
  // A modal dialog: the page behind it can be reached by nobody.
  await expectAccessibleInBothThemes(page, "390 px, menu open", { first: "dark", within: "dialog[open]" });
});
