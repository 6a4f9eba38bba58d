import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { disabledFeatures } from "../../e2e/browser-switches.ts";

test("the tests' browser is started without everything that Playwright switches off", () => {
  const code = readFileSync("node_modules/playwright-core/lib/coreBundle.js", "utf8");
  const [, list = ""] = /\n\s*disabledFeatures = \[([\s\S]*?)\]/.exec(code) ?? [];
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(disabledFeatures).toEqual(expect.arrayContaining(names));
});
