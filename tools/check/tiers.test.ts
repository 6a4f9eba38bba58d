// Nothing of the second tier runs, is lost or replaces the first by accident.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { behaviourCoverage } from "./behaviours.ts";
import { filesOf, isSecondTier, withoutSecondTier } from "./tiers.ts";

test("a file is of the second tier by its name", () => {
  expect(isSecondTier("e2e/dev.all.e2e.ts")).toBe(true);
  expect(isSecondTier("modules/cents.all.test.tsx")).toBe(true);
  expect(isSecondTier("e2e/all.e2e.ts")).toBe(false);
  expect(isSecondTier("server/call.test.ts")).toBe(false);
});

test("the first tier leaves out the files of the second, except for one that is wanted", () => {
  const left = withoutSecondTier("unit", ["modules/cents.all.test.tsx"]);
  expect(left).toContain("--exclude=modules/outbox/server/kills.all.test.ts");
  expect(left).not.toContain("--exclude=modules/cents.all.test.tsx");
  expect(left.length).toBe(filesOf("unit").filter(isSecondTier).length - 1);
});

/** By the text of the files: what stands at the beginning of a string and reads like a claim. */
const claimsIn = (files: readonly string[]) =>
  files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/["`]([a-z-]+ \d+[^"`]*?: )/g)].map(([, name = ""]) => name),
  );

const firstTier = [...filesOf("unit"), ...filesOf("browser")].filter((file) => !isSecondTier(file));
const inAllOnly = /## Behaviors proved only by `npm test -- all`\n([\s\S]*?)(?:\n## |$)/;

test("every numbered behaviour has a test in the first tier, unless docs/testing.md names it as slow", () => {
  const named = [
    ...(inAllOnly.exec(readFileSync("docs/testing.md", "utf8"))?.[1] ?? "").matchAll(/^- ([a-z-]+ \d+)/gm),
  ];
  const slow = new Set(named.map(([, behaviour]) => behaviour));
  const without = behaviourCoverage(claimsIn(firstTier)).flatMap(({ module, untested }) =>
    untested.map((number) => `${module} ${number}`).filter((behaviour) => !slow.has(behaviour)),
  );
  expect(without).toEqual([]);
});

test("every module has a browser test in the first tier", () => {
  const texts = firstTier.filter((file) => file.startsWith("e2e/")).map((file) => readFileSync(file, "utf8"));
  const modules = readdirSync("modules", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const without = modules.filter(({ name }) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  expect(without.map(({ name }) => name)).toEqual([]);
});
