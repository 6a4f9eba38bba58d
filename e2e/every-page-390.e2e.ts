import { expect } from "vitest";
import { axeViolations, expectAccessibleInBothThemes } from "./accessibility.ts";
import { phone, siteTest as test } from "./fixtures.ts";
import { delayFonts } from "./page-checks.ts";
import { publicPaths } from "./public-routes.ts";
import { expectSound } from "./sound-page.ts";

test.for(publicPaths)("%s at 390 px is sound, still, private, accessible", async (path, { open }) => {
  const page = await open({ viewport: phone, reducedMotion: "reduce", dark: true });
  await delayFonts(page);
  await expectSound(page, path, phone);
  expect(await axeViolations(page)).toEqual([]);
});

// One header, one menu: where it is opened from changes only what is marked in it.
test.for(["/", "/education", "/docs/bootloader"])("the menu of %s at 390 px is accessible", async (path, { open }) => {
  const page = await open({ viewport: phone, reducedMotion: "reduce", dark: true });
  await page.goto(path);
  await page.getByRole("button", { name: "Menu" }).click();
  // A modal dialog: the page behind it can be reached by nobody.
  await expectAccessibleInBothThemes(page, "390 px, menu open", { first: "dark", within: "dialog[open]" });
});
