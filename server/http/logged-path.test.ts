import { expect, test } from "vitest";
import { createLoggedPath } from "./logged-path.ts";

const loggedPath = createLoggedPath([
  "/",
  "/education",
  "/assets/app-1.js",
  "/api/drafts/:asset",
  "/api/publish/:asset{.+}",
  "/rest/v1/*",
]);

test.each([
  ["/", "/"],
  ["/education?name=Jane", "/education"],
  ["/assets/app-1.js", "/assets/app-1.js"],
  ["/api/drafts/Jane%20Roe%20Ltd", "/api/drafts/:x"],
  ["/api/publish/jane/roe", "/api/publish/:x/:x"],
  ["/jane@roe.example", "/:x"],
  ["/p/8Zx0aQ", "/:x/:x"],
  ["/rest/v1/contacts?email=eq.jane@roe.example", "/rest/v1/contacts"],
  ["/rest/v1/Jane Roe", "/rest/v1/:x"],
  ["http://jane:secret@site.test/education", "/education"],
  [undefined, ""],
])("%s is logged as %s", (target, logged) => {
  expect(loggedPath(target)).toBe(logged);
});

test.each(["p", "pay", "d", "u"])("links 6: the token of /%s/... is in no logged path", (prefix) => {
  // As the server knows them: the routes of modules, with the token as their parameter.
  const logged = createLoggedPath([`/${prefix}/:token`, `/${prefix}/:token/seen`]);
  const token = "Zm9yIG9uZSBwZXJzb24gb25seSwgYW5kIG5vYm9keSBl";
  expect(logged(`/${prefix}/${token}?password`)).toBe(`/${prefix}/:x`);
  expect(logged(`/${prefix}/${token}/seen`)).toBe(`/${prefix}/:x/seen`);
});

test("a line has an end", () => {
  expect(loggedPath("/a".repeat(5000)).length).toBeLessThan(210);
});
