// What Vitest is told to run for each kind of `npm test`; null: nothing.
import { browserTestsFor, changedFiles, readTests, type Selection, unitTestsFor } from "./changed.ts";
import { testsThatReadTime } from "./clocks.ts";
import type { TestArguments } from "./test-arguments.ts";
import { filesOf, type Kind, withoutSecondTier } from "./tiers.ts";

export type TestPlan = Record<Kind, string[] | null>;

const named = (files: string[]) => (files.length > 0 ? ["run", ...files] : null);

function related(kind: Kind, selection: Selection, changed: readonly string[]): string[] | null {
  const excluded = withoutSecondTier(kind, changed);
  if (selection === "everything") return ["run", ...excluded];
  return selection.length > 0 ? ["related", "--run", ...selection, ...excluded] : null;
}

export function planOf({ scope, since, unit, browser }: TestArguments): TestPlan {
  if (scope === "clocks") {
    const isNamed = unit.length + browser.length > 0;
    return isNamed
      ? { unit: named(unit), browser: named(browser) }
      : { unit: named(testsThatReadTime("unit")), browser: named(testsThatReadTime("browser")) };
  }
  if (scope === "named") return { unit: named(unit), browser: named(browser) };
  if (scope === "all") return { unit: ["run"], browser: ["run"] };
  if (scope === "first")
    return { unit: ["run", ...withoutSecondTier("unit")], browser: ["run", ...withoutSecondTier("browser")] };
  const changed = changedFiles(since);
  console.log(`${changed.length} files changed`);
  return {
    unit: related("unit", unitTestsFor(changed, filesOf("unit")), changed),
    browser: related("browser", browserTestsFor(changed, readTests(filesOf("browser"))), changed),
  };
}
