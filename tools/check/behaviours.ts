// Which numbered behaviours have a test. modules/NAME/README.md lists those of a module ("3. A deal cannot ..."), and so do the parts of
// the app below. A test that proves one says so at the beginning of its name: "deals 3: ..."; of several: "deals 3, 4: ...",
// "deals 3, tasks 1: ...".
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export interface Coverage {
  module: string;
  behaviours: number[];
  untested: number[];
  /** Proved by `npm test -- all` alone. */
  secondTier: number[];
  /** Numbers that tests name and the README does not list. */
  unknown: number[];
}

/** Folders outside modules/ with a numbered list, each called as it is. */
const otherParts = ["app/records", "app/admin/first-run"];

export const numbersIn = (readme: string): number[] =>
  [...readme.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));

/** "deals 3, 4" of "deals 3, 4: a lost deal ..."; nothing of a name that only speaks of such. */
const claimsOf = (name: string): string => /^(?:[a-z-]+ \d+(?:, \d+)*(?:, )?)+(?=:)/i.exec(name)?.[0] ?? "";

/** The numbers of a module that tests with these names claim to prove. A name may begin with those of its groups. */
function claimed(module: string, names: readonly string[]): Set<number> {
  const claim = new RegExp(`\\b${module} ((?:\\d+(?:, )?)+)`, "i");
  const single = names.flatMap((name) => [name, name.split(" > ").at(-1) ?? ""]);
  return new Set(single.flatMap((name) => (claim.exec(claimsOf(name))?.[1] ?? "").match(/\d+/g) ?? []).map(Number));
}

/** Of tests that ran, and of those that only run in `npm test -- all`. Modules without a numbered list are left out. */
export function behaviourCoverage(
  testNames: readonly string[],
  secondTierNames: readonly string[] = [],
  folder = "modules",
  others: readonly string[] = otherParts,
): Coverage[] {
  const folders = existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
  return [...folders, ...others]
    .filter((each) => existsSync(path.join(each, "README.md")))
    .map((each) => {
      const module = path.basename(each);
      const behaviours = numbersIn(readFileSync(path.join(each, "README.md"), "utf8"));
      const tested = claimed(module, testNames);
      const testedInAll = claimed(module, secondTierNames);
      const known = new Set([...tested, ...testedInAll]);
      return {
        module,
        behaviours,
        untested: behaviours.filter((number) => !known.has(number)),
        secondTier: behaviours.filter((number) => testedInAll.has(number) && !tested.has(number)),
        unknown: [...known].filter((number) => !behaviours.includes(number)),
      };
    })
    .filter(({ behaviours }) => behaviours.length > 0)
    .sort((a, b) => a.module.localeCompare(b.module, "en"));
}

export const coverageLines = (coverage: Coverage[]): string[] =>
  coverage.map(({ module, behaviours, untested, secondTier, unknown }) => {
    const count = `${behaviours.length - untested.length} of ${behaviours.length} behaviours have a test`;
    const missing = untested.length > 0 ? `, not ${untested.join(", ")}` : "";
    const later = secondTier.length > 0 ? `; only in npm test -- all: ${secondTier.join(", ")}` : "";
    const stray = unknown.length > 0 ? `; tests name ${unknown.join(", ")}, which its README does not list` : "";
    return `${module.padEnd(12)} ${count}${missing}${later}${stray}`;
  });
