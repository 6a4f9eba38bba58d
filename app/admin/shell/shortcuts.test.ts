import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allModules } from "#app/admin/areas.ts";
import { shortcuts } from "./shortcuts.ts";

/** What a file listens to by itself: useShortcut("j", ...). */
const listened = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/useShortcut\(\s*"([^"]+)"/g)].map(([, key = ""]) => key.replace("mod+", ""));

const lastOf = (keys: readonly string[]) => keys.at(-1)?.toLowerCase();

test("records 15: each key that the back office listens to is in its list of shortcuts", () => {
  const files = globSync(["app/{admin,records}/**/*.tsx", "modules/**/*.tsx"]).filter(
    (file) => listened(file).length > 0,
  );
  // Of the kit, of the shell and of modules.
  expect(files.length).toBeGreaterThan(10);
  const untold = files.flatMap((file) => {
    const module = /^modules\/([^/]+)\//.exec(file)?.[1];
    const told = [...shortcuts, ...(allModules.find(({ key }) => key === module)?.keys ?? [])];
    return listened(file)
      .filter((key) => !told.some(({ keys }) => lastOf(keys) === key))
      .map((key) => `${file}: ${key}`);
  });
  expect(untold).toEqual([]);
});
