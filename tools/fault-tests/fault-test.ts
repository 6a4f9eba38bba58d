// `npm run fault-test -- NAME`: longer proofs than the tests have time for. Each file in this folder is one.
import { readdirSync } from "node:fs";
import path from "node:path";

const names = readdirSync(import.meta.dirname)
  .map((file) => path.basename(file, ".ts"))
  .filter((name) => !["fault-test", "as-administrator", "findings", "own-postgres", "upload-parts"].includes(name));
const name = process.argv[2];
// Figures are printed; `--write` puts them into bench/RESULTS.md, as with `npm run bench`.
if (process.argv.includes("--write")) process.env.BENCH_WRITE = "true";
if (name === undefined || !names.includes(name)) {
  console.error(`Usage: npm run fault-test -- ${names.join("|")}`);
  process.exit(1);
}
await import(`./${name}.ts`);
