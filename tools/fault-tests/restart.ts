// PostgreSQL is stopped and killed under load: only 503s in the meantime, back within five seconds, nothing acknowledged is lost.
import { readFileSync } from "node:fs";
import path from "node:path";
import { startServer } from "../../e2e/start-server.ts";
import { asAdministrator } from "./as-administrator.ts";
import { findings } from "./findings.ts";

const { expectThat, note, finish } = findings(
  "restart",
  "PostgreSQL is stopped (SIGINT) and killed (SIGKILL) in turn under a server with eight busy clients.",
);

const rounds = 3;
const server = await startServer({ LOG_LEVEL: "warn" });
const client = await asAdministrator(server);
const postmaster = () =>
  Number(readFileSync(path.join(server.dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const statuses = new Map<number, number>();
const acknowledged = new Set<string>();
const until = performance.now() + rounds * 7500 + 1000;
let lastTrouble = 0;
let longest = 0;
const load = Array.from({ length: 8 }, async (_, worker) => {
  for (let turn = 0; performance.now() < until; turn++) {
    const name = `drill ${worker} ${turn}`;
    const asked = performance.now();
    const { status } =
      turn % 2 ? await client.from("accounts").select("id").limit(10) : await client.from("accounts").insert({ name });
    longest = Math.max(longest, performance.now() - asked);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500 || status === 0) {
      lastTrouble = performance.now();
      await pause(20);
    } else if (turn % 2 === 0 && status === 201) acknowledged.add(name);
  }
});

let worst = 0;
for (let round = 0; round < rounds; round++) {
  await pause(1500);
  const signal = round % 2 === 0 ? "SIGINT" : "SIGKILL";
  const at = performance.now();
  process.kill(postmaster(), signal);
  await pause(6000);
  const recovered = Math.max(0, lastTrouble - at);
  worst = Math.max(worst, recovered);
  note(`${signal}: recovered after ${Math.round(recovered)} ms`);
}
await Promise.all(load);
const { data } = await client.from("accounts").select("name").like("name", "drill %").limit(1);
const found = new Set<string>();
for (let from = 0; ; from += 1000) {
  const page = await client
    .from("accounts")
    .select("name")
    .order("name")
    .range(from, from + 999);
  for (const row of page.data ?? []) found.add(row.name as string);
  if ((page.data?.length ?? 0) < 1000) break;
}
const lost = [...acknowledged].filter((name) => !found.has(name));
const unexpected = [...statuses.keys()].filter((status) => ![200, 201, 503].includes(status));
expectThat(
  `only 503s amid the answers: ${[...statuses].map(([status, count]) => `${status} x ${count}`).join(", ")}`,
  unexpected.length === 0,
);
expectThat(`longest wait for an answer ${Math.round(longest)} ms, allowed 5000`, longest < 5000);
expectThat(`worst recovery ${Math.round(worst)} ms, allowed 5000`, worst < 5000);
expectThat(`${acknowledged.size} writes acknowledged, ${lost.length} lost`, lost.length === 0);
expectThat("the process lives and answers", data !== null);
await server.stop();
finish();
