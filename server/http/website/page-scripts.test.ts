import { expect, test } from "vitest";
import { pageScripts } from "./page-scripts.ts";

const built = {
  entry: { module: "/entry.js", imports: ["/react.js"] },
  routes: {
    root: { path: "", module: "/root.js", imports: ["/react.js"] },
    about: { parentId: "root", path: "about", module: "/about.js" },
    session: { parentId: "root", module: "/session.js", imports: ["/react.js", "/client.js"] },
    auth: { parentId: "session", path: "auth", module: "/auth.js" },
    admin: { parentId: "session", path: "admin", module: "/admin.js" },
    dashboard: { parentId: "admin", index: true, module: "/dashboard.js" },
    none: { parentId: "admin", path: "*", module: "/none.js" },
    deal: { parentId: "admin", path: "deals/:id", module: "/deal.js", imports: ["/client.js", "/money.js"] },
    list: { parentId: "admin", path: "deals/list", module: "/list.js" },
  },
};
const find = pageScripts(`window.__reactRouterManifest=${JSON.stringify(built)};`);
const scripts = (path: string) => find(path)?.match(/(?<=<)[^>]+(?=>; rel=modulepreload)/g);

test("an address has the scripts of its page and of all around it, each once, without those of the shell", () => {
  expect(scripts("/admin/deals/0198")).toEqual(["/session.js", "/client.js", "/admin.js", "/deal.js", "/money.js"]);
  expect(scripts("/admin")).toEqual(["/session.js", "/client.js", "/admin.js", "/dashboard.js"]);
  expect(scripts("/auth")).toEqual(["/session.js", "/client.js", "/auth.js"]);
});

test("a page that is written out comes before one that stands for anything", () => {
  expect(scripts("/admin/deals/list")).toContain("/list.js");
  expect(scripts("/admin/nowhere/at/all")).toContain("/none.js");
});

test("the site's own pages have none", () => {
  expect(find("/about")).toBeUndefined();
});
