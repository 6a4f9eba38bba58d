import { expect } from "vitest";
import { axeViolations, expectAccessibleInBothThemes } from "./accessibility.ts";
import { phone, test } from "./fixtures.ts";
import { delayFonts } from "./page-checks.ts";
import { publicPaths } from "./public-routes.ts";
import { expectSound } from "./sound-page.ts";

test.for(publicPaths)(
  "%s at 390 px is sound, still, private, accessible with the menu open",
  async (path, { open }) => {
    const page = await open({ viewport: phone, reducedMotion: "reduce", dark: true });
    await delayFonts(page);
    await expectSound(page, path, phone);
    expect(await axeViolations(page)).toEqual([]);
    const menu = page.getByRole("button", { name: "Menu" });
    if ((await menu.count()) === 0) return;
    await menu.click();
    // A modal dialog: the page behind it can be reached by nobody, and was looked at just now.
    await expectAccessibleInBothThemes(page, "390 px, menu open", { first: "dark", within: "dialog[open]" });
  },
);
