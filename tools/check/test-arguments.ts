// What follows `npm test --`: a tier or "changed", or files for the one or the other runner; and flags for both.

export interface TestArguments {
  /** `first` and `all` run whole tiers, `changed` what a change since `since` can touch, `named` the given files. */
  scope: "first" | "all" | "changed" | "named";
  since?: string;
  unit: string[];
  browser: string[];
  flags: string[];
}

/** Flags whose value is its own word. */
const withValue = new Set(["-t", "--testNamePattern", "--bail", "--retry", "--maxWorkers"]);

export function splitArguments(args: readonly string[]): TestArguments {
  const words: string[] = [];
  const flags: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (!arg.startsWith("-")) words.push(arg.replace(/^\.\//, ""));
    else {
      flags.push(arg);
      if (withValue.has(arg)) flags.push(args[++at] ?? "");
    }
  }
  const [first, since] = words;
  if (first === undefined) return { scope: "first", unit: [], browser: [], flags };
  if (first === "all") return { scope: "all", unit: [], browser: [], flags };
  if (first === "changed") return { scope: "changed", ...(since && { since }), unit: [], browser: [], flags };
  const isBrowser = (word: string) => /^e2e(?:\/|$)|\.e2e\.ts$/.test(word);
  return {
    scope: "named",
    unit: words.filter((word) => !isBrowser(word)),
    browser: words.filter(isBrowser),
    flags,
  };
}
