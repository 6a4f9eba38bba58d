import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the linter refuses every way past the generated types, and is runs on the whole repository", () => {
  let output = "";
  try {
    const options = ["-c", "tools/check/lint/fixtures/oxlintrc.json", "tools/check/lint/fixtures/modules"];
    execFileSync("node_modules/.bin/oxlint", options, { encoding: "utf8" });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  const found = [...output.matchAll(/queries keep the generated types: (.*?) \(see/g)].map(([, what]) => what).sort();
  expect([...new Set(found)]).toEqual([
    "no anyTable",
    "no cast of an answer",
    "no cast through any or unknown",
    "no client without them",
    "no overrideTypes with a hand-written type",
    "no select with a hand-written type",
  ]);
  expect(readFileSync(".oxlintrc.json", "utf8")).toContain('"guidevane/typed-queries": "error"');
});
