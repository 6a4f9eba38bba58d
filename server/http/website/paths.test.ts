import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { modulePages, modulePaths, modulePrefixes } from "./paths.ts";

test("nginx passes on the addresses that modules respond to", () => {
  expect(readFileSync("deploy/nginx.conf", "utf8")).toContain(
    `|(?:${modulePrefixes.join("|")})/|(?:${modulePages.join("|")})(?:/|$))`,
  );
});

test("an address with a token belongs to a module, its prefix alone does not", () => {
  expect(
    ["/p/x", "/pay/x", "/p", "/p/", "/partners", "/x/p/y", "/client", "/client/messages", "/clients"].filter((path) =>
      modulePaths.test(path),
    ),
  ).toEqual(["/p/x", "/pay/x", "/client", "/client/messages"]);
});
