// Runs the rules of sql-borders.ts and sql-clock.ts on the repository: `node tools/check/lint/check-sql-borders.ts [graph]`.
import type { Module } from "../../../domain/module.ts";
import { modules } from "../../../modules/registry.ts";
import { currentFiles, migrationFiles } from "../../../server/platform/database/schema-files.ts";
import { complaints, edges } from "./sql-borders.ts";
import { clockComplaints } from "./sql-clock.ts";

const reads = Object.fromEntries((modules as readonly Module[]).map((module) => [module.key, module.sqlReads ?? []]));
const sources = [...migrationFiles(), ...currentFiles()];

if (process.argv[2] === "graph") {
  const lines = new Map<string, number>();
  for (const { from, to } of edges(sources, Object.keys(reads)))
    lines.set(`${from} -> ${to}`, (lines.get(`${from} -> ${to}`) ?? 0) + 1);
  for (const [line, count] of [...lines].sort()) console.log(`${line} (${count})`);
}
const found = [...complaints(sources, reads), ...clockComplaints(sources)];
for (const sentence of found) console.error(sentence);
if (found.length > 0) process.exit(1);
