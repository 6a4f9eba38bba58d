// `npm run bench`: every measurement, one after the other, for about an hour; `npm run bench -- api` one of them.
// bench/RESULTS.md gets the figures.
import { spawnSync } from "node:child_process";

const benches: Record<string, string> = {
  start: "bench/database/start.ts",
  upgrade: "bench/database/upgrade.ts",
  search: "bench/database/search.ts",
  import: "bench/database/import.ts",
  timeline: "bench/database/timeline.ts",
  tasks: "bench/database/tasks.ts",
  records: "bench/records/bench-records.ts",
  mailbox: "bench/mailbox/bench-mailbox.ts",
  money: "bench/money/bench-money.ts",
  notices: "bench/people/bench-notices.ts",
  people: "bench/people/bench-people.ts",
  relationships: "bench/relationships/bench-relationships.ts",
  meetings: "bench/meetings/bench-meetings.ts",
  inquiries: "bench/database/inquiries.ts",
  outbox: "bench/database/outbox.ts",
  deals: "bench/deals/bench-deals.ts",
  proposals: "bench/proposals/bench-proposals.ts",
  reports: "bench/reports/reports.ts",
  templates: "bench/templates/templates.ts",
  documents: "bench/documents/upload.ts",
  "client-area": "bench/documents/client-area.ts",
  flood: "bench/server/flood.ts",
  api: "bench/api/bench.ts",
  admin: "bench/admin/bench-admin.ts",
  server: "bench/server/bench-server.ts",
  site: "bench/site/bench-site.ts",
  growth: "bench/growth/bench-growth.ts",
  load: "bench/load/bench-load.ts",
};

const [wanted, ...args] = process.argv.slice(2);
if (wanted !== undefined && !(wanted in benches)) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join("|")}`);
  process.exit(1);
}
const missed = (wanted === undefined ? Object.keys(benches) : [wanted]).filter((name) => {
  console.log(`\n== ${name}`);
  return spawnSync(process.execPath, [benches[name] ?? "", ...args], { stdio: "inherit" }).status !== 0;
});
console.log(missed.length > 0 ? `Missed a budget: ${missed.join(", ")}` : "Every budget held.");
process.exit(missed.length > 0 ? 1 : 0);
