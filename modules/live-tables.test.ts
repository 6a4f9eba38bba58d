// Every table that tells of its changes has a screen that listens: a query whose key begins with its area, its name, or what is read again
// at every change.
import { readFileSync } from "node:fs";
import path from "node:path";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";
import { isConcerned } from "#app/lib/live-queries.ts";

/** Shown by lists and pages of records alone, which every change reads again. */
const byRecordsAlone = new Set([
  "notes",
  "contacts",
  "accounts",
  "deals",
  "services",
  "proposal_templates",
  "retainers",
]);

const filesOf = async (pattern: string) => {
  const found: string[] = [];
  for await (const file of glob(pattern, { exclude: (name) => name.includes("node_modules") }))
    found.push(path.normalize(file));
  return found.map((file) => readFileSync(file, "utf8"));
};

test("audit-4 W22: every announced table has a reader, or a reason", async () => {
  const sql = [...(await filesOf("server/platform/sql/*.sql")), ...(await filesOf("modules/*/sql/*.sql"))].join("\n");
  const announced = [...sql.matchAll(/select private\.announce_changes\('public\.(\w+)', '([\w-]+)'/g)].map(
    ([, table, area]) => ({ table: table!, area: area! }),
  );
  expect(announced.length).toBeGreaterThan(20);
  const source = [...(await filesOf("app/**/*.{ts,tsx}")), ...(await filesOf("modules/**/*.{ts,tsx}"))].join("\n");
  const keys = new Set(
    [...source.matchAll(/(?:queryKey: |(?<!mutation)[kK]ey\w*(?:: [^=]+)? = (?:\([^)]*\) => )?)\[\s*"([a-z-]+)"/g)].map(
      ([, key]) => key!,
    ),
  );
  for (const word of ["records", "timeline", "dashboard", "figure-rows"]) keys.delete(word);
  const unread = announced.filter(
    ({ table, area }) =>
      ![...keys].some((key) => isConcerned([key], new Set([table, area]))) && !byRecordsAlone.has(table),
  );
  expect(unread).toEqual([]);
  // A reason that is none any more is taken away.
  const needless = [...byRecordsAlone].filter(
    (table) =>
      !announced.some(
        (one) => one.table === table && ![...keys].some((key) => isConcerned([key], new Set([table, one.area]))),
      ),
  );
  expect(needless).toEqual([]);
});
