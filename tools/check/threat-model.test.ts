import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = [...readFileSync("docs/threat-model.md", "utf8").matchAll(/^\| (\d+) \|.*\| `([^`]+)` "([^"]+)" \|$/gm)];

test("the threat model names at least 25 attacks, numbered without gaps", () => {
  expect(rows.length).toBeGreaterThanOrEqual(25);
  expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, index) => index + 1));
});

test.each(rows.map(([, number, file, name]) => [number, file, name] as const))(
  "attack %s: %s has the test %j",
  (_number, file, name) => {
    expect(existsSync(file ?? "")).toBe(true);
    const names = [
      ...readFileSync(file ?? "", "utf8").matchAll(/(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*(["`])([\s\S]*?)\1/g),
    ].map(([, , found]) => found ?? "");
    expect(names.filter((found) => found.includes(name ?? ""))).not.toEqual([]);
  },
);
