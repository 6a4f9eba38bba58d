import { expect, test } from "vitest";
import { redirects } from "./redirects.ts";

const path = (target: string) => target.replace(/[?#].*$/, "");

test("no redirect leads to another redirect", () => {
  const chained = Object.entries(redirects).filter(([, target]) => path(target) in redirects);
  expect(chained).toEqual([]);
});

test("the specified redirects are all there", () => {
  expect(redirects).toMatchObject({
    "/workshops": "/education",
    "/speaking": "/education",
    "/build": "/development",
    "/manifesto": "/#manifesto",
    "/products": "/tools",
    "/dashboard": "/admin",
    "/training": "/ai-at-work",
  });
});
