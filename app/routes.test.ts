// The map of pages and the list of redirects agree: a redirect leads to a page and hides none.
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { redirects } from "#content/redirects.ts";
import routes from "./routes.ts";

/** Every path of the map; not the catch-alls, which answer "not found". */
function pathsOf(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    if (path?.endsWith("*")) return [];
    const own = path === undefined ? parent : `${parent}/${path}`;
    return [...(path !== undefined || index ? [own || "/"] : []), ...pathsOf(children, own)];
  });
}
const paths = pathsOf(routes);
const isPage = (path: string) => paths.some((pattern) => matchPath(pattern, path) !== null);
const leadsNowhere = (list: Record<string, string>) =>
  Object.values(list).filter((target) => !isPage(target.replace(/[?#].*$/, "")));
const hidesPage = (list: Record<string, string>) => Object.keys(list).filter(isPage);

test("every redirect leads to a page", () => {
  expect(leadsNowhere(redirects)).toEqual([]);
  expect(leadsNowhere({ "/a": "/no-such-page", "/b": "/articles#top", "/c": "/admin/crm" })).toEqual(["/no-such-page"]);
});

test("no redirect stands where a page is", () => {
  expect(hidesPage(redirects)).toEqual([]);
  expect(hidesPage({ "/education": "/about", "/articles/x": "/about", "/old": "/about" })).toEqual([
    "/education",
    "/articles/x",
  ]);
});
