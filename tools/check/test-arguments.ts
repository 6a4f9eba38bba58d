// What stands behind `npm test --`: files for the one or the other runner, and flags for both.

export interface TestArguments {
  unit: string[];
  browser: string[];
  flags: string[];
}

/** Flags whose value is a word of its own. */
const withValue = new Set(["-t", "--testNamePattern", "--bail", "--retry", "--maxWorkers"]);

export function splitArguments(args: readonly string[]): TestArguments {
  const result: TestArguments = { unit: [], browser: [], flags: [] };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg.startsWith("-")) {
      result.flags.push(arg);
      if (withValue.has(arg)) result.flags.push(args[++at] ?? "");
    } else if (/^(?:\.\/)?e2e(?:\/|$)|\.e2e\.ts$/.test(arg)) result.browser.push(arg.replace(/^\.\//, ""));
    else result.unit.push(arg);
  }
  return result;
}
