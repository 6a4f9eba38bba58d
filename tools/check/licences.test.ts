import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isAccepted, licenceList, packages } from "./licences.ts";

test("no package has a licence we would have to ask a lawyer about", () => {
  expect(packages().length).toBeGreaterThan(100);
  expect(packages().filter((one) => !isAccepted(one))).toEqual([]);
});

test("copyleft is noticed", () => {
  const one = { name: "x", version: "1", shipped: true };
  for (const licence of ["GPL-3.0", "AGPL-3.0-only", "MPL-2.0", "none", "(MIT AND GPL-2.0)"])
    expect([licence, isAccepted({ ...one, licence })]).toEqual([licence, false]);
  expect(isAccepted({ ...one, licence: "(MIT OR GPL-2.0)" })).toBe(true);
});

test("docs/licences.md is up to date (npm run generate)", () => {
  expect(readFileSync("docs/licences.md", "utf8")).toBe(licenceList());
});
