// One public page of each kind, and every one that changed since the last release; the others are in every-page.all.e2e.ts.
import { expect } from "vitest";
import { firstVisitTest } from "./fixtures.ts";
import { publicPaths } from "./public-routes.ts";
import { checkedPages, sample } from "./sampled-pages.ts";
import { expectWholePage } from "./whole-page.ts";

firstVisitTest.for([...checkedPages()])(
  "%s is sound, still, private, accessible at 390 and 1440 px, and reflows at 320 px and 200 % zoom",
  (path, { open }) => expectWholePage(open, path),
);

firstVisitTest("the sample consists of pages that exist", () => {
  expect(publicPaths).toEqual(expect.arrayContaining([...sample]));
});
