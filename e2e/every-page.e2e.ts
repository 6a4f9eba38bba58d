// Every public page, at both widths in one window: a new one costs as much as the page.
import { expect } from "vitest";
import { axeViolations, expectAccessibleInBothThemes } from "./accessibility.ts";
import { desktop, firstVisitTest, phone, sharedTest } from "./fixtures.ts";
import { delayFonts, expectNoSidewaysScroll } from "./page-checks.ts";
import { publicPaths } from "./public-routes.ts";
import { expectSound } from "./sound-page.ts";
import { nameless, smallTargets } from "./targets-and-names.ts";

// By someone who has never been here, with a slow line: on a phone in the dark theme, then wide in the light one. No colour depends on
// the width.
firstVisitTest.for(publicPaths)(
  "%s is sound, still, private, accessible at 390 and 1440 px, and reflows at 320 px and 200 % zoom",
  async (path, { open }) => {
    const page = await open({ viewport: phone, reducedMotion: "reduce", dark: true });
    await delayFonts(page);
    await expectSound(page, path, phone);
    expect(await axeViolations(page), "390 px, dark").toEqual([]);
    // 200 % zoom of a 1280 px window is a window of 640 px.
    for (const [width, height] of [
      [640, 400],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectNoSidewaysScroll(page, `${width} px`);
    }
    expect(await smallTargets(page), "320 px").toEqual([]);
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: "light" });
    await expectSound(page, path, desktop);
    expect(await smallTargets(page), "1440 px").toEqual([]);
    expect(await axeViolations(page), "1440 px, light").toEqual([]);
    // Last: the tree it asks for is kept up to date from then on.
    expect(await nameless(page), "1440 px").toEqual([]);
  },
);

// One header, one menu: where it is opened from changes only what is marked in it.
sharedTest.for(["/", "/education", "/docs/bootloader"])(
  "the menu of %s at 390 px is accessible",
  async (path, { open }) => {
    const page = await open({ viewport: phone, reducedMotion: "reduce", dark: true });
    await page.goto(path);
    await page.getByRole("button", { name: "Menu" }).click();
    await expectAccessibleInBothThemes(page, "390 px, menu open", { first: "dark" });
  },
);
