// `npm run bench -- api`: one measurement; `all`: every one, for about an hour. Figures are printed; `--write` puts them into bench/RESULTS.md.
// Each ends by itself: what hangs is ended after half an hour, with what it started.
import { spawn } from "node:child_process";

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

const maxMinutes = 30;

/** A separate process group, so that servers it has started end with it. */
function run(name: string, args: readonly string[], write: boolean): Promise<boolean> {
  const child = spawn(process.execPath, [benches[name] ?? "", ...args], {
    stdio: "inherit",
    detached: true,
    env: { ...process.env, BENCH_WRITE: write ? "true" : "" },
  });
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, signal);
    } catch {
      // It has ended.
    }
  };
  const stopped = () => end("SIGTERM");
  process.once("SIGINT", stopped).once("SIGTERM", stopped);
  const limit = setTimeout(() => {
    console.error(`${name} did not end within ${maxMinutes} minutes.`);
    end("SIGKILL");
  }, maxMinutes * 60_000);
  return new Promise((resolve) =>
    child.once("exit", (code) => {
      clearTimeout(limit);
      process.off("SIGINT", stopped).off("SIGTERM", stopped);
      end("SIGKILL");
      resolve(code === 0);
    }),
  );
}

const [wanted, ...rest] = process.argv.slice(2).filter((word) => word !== "--write");
const isWriting = process.argv.includes("--write");
const chosen = wanted === "all" ? Object.keys(benches) : Object.hasOwn(benches, wanted ?? "") ? [wanted!] : [];
if (chosen.length === 0) {
  console.log(`Usage: npm run bench -- NAME [--write]
  NAME      ${Object.keys(benches).join(", ")}; all: each in turn, for about an hour
  --write   puts the figures into bench/RESULTS.md; without it they are printed alone`);
  process.exit(wanted === undefined ? 0 : 1);
}
const missed: string[] = [];
for (const name of chosen) {
  console.log(`\n== ${name}`);
  if (!(await run(name, rest, isWriting))) missed.push(name);
}
console.log(missed.length > 0 ? `Missed a budget: ${missed.join(", ")}` : "Every budget held.");
process.exit(missed.length > 0 ? 1 : 0);
