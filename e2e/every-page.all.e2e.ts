// Every public page that every-page.e2e.ts leaves out, and the menu from more places.
import { expectAccessibleInBothThemes } from "./accessibility.ts";
import { firstVisitTest, phone, sharedTest } from "./fixtures.ts";
import { publicPaths } from "./public-routes.ts";
import { checkedPages } from "./sampled-pages.ts";
import { expectWholePage } from "./whole-page.ts";

firstVisitTest.for(publicPaths.filter((path) => !checkedPages().has(path)))(
  "%s is sound, still, private, accessible at 390 and 1440 px, and reflows at 320 px and 200 % zoom",
  (path, { open }) => expectWholePage(open, path),
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
