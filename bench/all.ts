// `npm run bench`: every measurement, one after the other, for about an hour. bench/RESULTS.md gets the figures.
import { spawnSync } from "node:child_process";

const benches = ["start", "search", "api", "admin", "server", "site", "growth", "load"];
const missed = benches.filter((name) => {
  console.log(`\n== bench:${name}`);
  return spawnSync("npm", ["run", "--silent", `bench:${name}`], { stdio: "inherit" }).status !== 0;
});
console.log(missed.length > 0 ? `Missed a budget: ${missed.join(", ")}` : "Every budget held.");
process.exit(missed.length > 0 ? 1 : 0);
