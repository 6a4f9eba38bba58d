// What follows `npm test --`: a tier or "changed", or files for the one or the other runner; and flags for both.

export interface TestArguments {
  /**
   * `first` and `all` run whole tiers, `changed` what a change since `since` can touch, `named` the given files; `clocks` what reads the
   * time at each of the twelve moments.
   */
  scope: "first" | "all" | "changed" | "named" | "clocks";
  since?: string;
  /** Of `clocks`: only the moments whose names contain it. */
  moment?: string;
  /** The first tier or the given files, under this clock. */
  at?: Date;
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
  if (words[0] === "clocks") {
    const [, moment, ...files] = words;
    const isFile = moment !== undefined && /[/.]/.test(moment);
    return {
      ...splitFiles(isFile ? [moment, ...files] : files),
      scope: "clocks",
      ...(!isFile && moment && { moment }),
      flags,
    };
  }
  if (words[0] === "at") {
    const at = new Date(words[1] ?? "");
    if (Number.isNaN(at.getTime())) throw new Error("npm test -- at 2026-12-31T23:50Z [files]");
    return { ...splitArguments([...words.slice(2), ...flags]), at };
  }
  const [first, since] = words;
  if (first === undefined) return { scope: "first", unit: [], browser: [], flags };
  if (first === "all") return { scope: "all", unit: [], browser: [], flags };
  if (first === "changed") return { scope: "changed", ...(since && { since }), unit: [], browser: [], flags };
  return { scope: "named", ...splitFiles(words), flags };
}

const isBrowser = (word: string) => /^e2e(?:\/|$)|\.e2e\.ts$/.test(word);
const splitFiles = (words: readonly string[]) => ({
  unit: words.filter((word) => !isBrowser(word)),
  browser: words.filter(isBrowser),
});
