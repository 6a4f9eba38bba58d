import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packagesLoadedFrom, runTimeRoots } from "./run-time-imports.ts";

test("audit-4 O1: every package that the server, its threads or the operator's commands load is a dependency", () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
    "dependencies" | "optionalDependencies",
    Record<string, string>
  >;
  const loaded = packagesLoadedFrom(runTimeRoots());
  // Each is loaded in a way of its own: plainly, by require, in a thread, as a font, by a module's server.
  for (const name of ["hono", "stripe", "postal-mime", "@fontsource-variable/noto-sans", "imapflow"])
    expect([...loaded.keys()]).toContain(name);
  const missing = [...loaded].filter(([name]) => !(name in dependencies) && !(name in optionalDependencies));
  expect(missing).toEqual([]);
});
