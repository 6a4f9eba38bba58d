// The two tiers of tests. `npm test` is what every change must pass; a file with `.all.` in its name runs only in
// `npm test -- all`, which every release must pass (docs/testing.md says what belongs there).
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";

export type Kind = "unit" | "browser";

export const unitFiles = "{app,content,domain,modules,server,tools}/**/*.test.{ts,tsx}";
export const browserFiles = "e2e/**/*.e2e.ts";
export const configOf = { unit: "vitest.config.ts", browser: "vitest.e2e.config.ts" } as const;

export const isSecondTier = (file: string): boolean => /\.all\.(?:test\.tsx?|e2e\.ts)$/.test(file);

export const filesOf = (kind: Kind): string[] => globSync(kind === "unit" ? unitFiles : browserFiles).toSorted();

/** Vitest's arguments that leave the second tier out, except for files that are wanted all the same. */
export const withoutSecondTier = (kind: Kind, wanted: readonly string[] = []): string[] =>
  filesOf(kind)
    .filter((file) => isSecondTier(file) && !wanted.includes(file))
    .map((file) => `--exclude=${file}`);

/** The names of the second tier's tests as they are written: one that runs for many values counts once. */
export const secondTierNames = (): string[] =>
  (["unit", "browser"] as const).flatMap((kind) => {
    const files = filesOf(kind).filter(isSecondTier);
    if (files.length === 0) return [];
    const args = ["node_modules/vitest/vitest.mjs", "list", ...files, `--config=${configOf[kind]}`, "--json"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
    if (status !== 0) throw new Error(`The second tier cannot be listed:\n${stderr}`);
    return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  });
