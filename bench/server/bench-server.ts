// `npm run bench -- server`: the product alone and behind nginx, beside bare nginx and the Node servers of Astro and Next.js.
// Each has core 0 to itself while it is measured, the generator has core 1.
import { readdirSync, rmSync } from "node:fs";
import { cpuSeconds } from "../api/cpu.ts";
import { median, record, table } from "../record.ts";
import { buildPeers } from "../site/peers.ts";
import { atPace, generate, has, type Load } from "./load.ts";
import { exportedSite, startBareNginx, startNginxBefore } from "./nginx.ts";
import { startPeer } from "./peer-servers.ts";
import { startProduct } from "./product.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const manyRequests = Number(process.env.BENCH_REQUESTS ?? 1_000_000);

if (!has("wrk")) {
  console.error("bench:server needs wrk (Debian and Ubuntu: apt-get install wrk).");
  process.exit(1);
}

interface Contender {
  name: string;
  url: string;
  pid: number;
  stop(): Promise<void>;
}
interface Measured extends Load {
  /** Processor time, in microseconds. */
  cpu: number;
}

const asset = `/assets/${readdirSync("build/islands/assets").find((name) => /^islands-.*\.js$/.test(name))}`;
const peers = buildPeers("server");
const product = { name: "product", ...(await startProduct(4801)) };
// The product compresses pages harder after their first visitor.
await settled(product.url);
const exported = await exportedSite("http://127.0.0.1:4803");
const bare = { name: "bare nginx", ...(await startBareNginx(4802, exported, product.url, ["/", asset])) };
const behind = { name: "product behind nginx", ...(await startNginxBefore(4803, exported, product.url)) };
const others: Contender[] = [];
for (const [index, peer] of peers.entries())
  others.push({ name: `${peer.name}'s server`, ...(await startPeer(peer, 4810 + index)) });

const missed: string[] = [];
const rows: (string | number)[][] = [];
let astroRate = 1000;
for (const [target, path, contenders] of [
  ["home", "/", [product, behind, bare, ...others]],
  ["asset", asset, [product, behind, bare]],
] as const)
  for (const connections of [16, 256]) {
    const runs = new Map(contenders.map((contender): [Contender, Measured[]] => [contender, []]));
    // One after the other, round by round, so that a slower minute of the machine meets all of them.
    for (let round = 0; round < rounds; round++)
      for (const [contender, list] of runs) list.push(await measure(contender, path, connections));
    const rate = (contender: Contender) => median((runs.get(contender) ?? []).map((run) => run.requestsPerSecond));
    for (const [contender, list] of runs) {
      const p99 = median(list.map((run) => run.p99));
      const errors = list.reduce((sum, run) => sum + run.errors, 0);
      const late = list.reduce((sum, run) => sum + run.late, 0);
      rows.push([
        target,
        connections,
        contender.name,
        whole(rate(contender)),
        median(list.map((run) => run.p50)).toFixed(2),
        p99.toFixed(2),
        errors,
        late,
        whole(median(list.map((run) => run.cpu))),
      ]);
      console.log(rows.at(-1)?.join("  "));
      const here = `${target} at ${connections} connections`;
      if ((contender === product || contender === behind) && errors)
        missed.push(`${here}, ${contender.name}: ${errors} errors`);
      if (contender === behind && late) missed.push(`${here}, ${contender.name}: ${late} answers after two seconds`);
    }
    const demand = (ours: Contender, theirs: Contender | undefined, times: number) => {
      if (!theirs) return;
      const found = rate(ours) / rate(theirs);
      if (found < times)
        missed.push(
          `${target} at ${connections} connections: ${ours.name} has ${found.toFixed(2)} times the rate of ${theirs.name}, ${times} wanted`,
        );
    };
    demand(behind, bare, 0.9);
    if (target === "home") {
      if (others[0]) astroRate = Math.max(astroRate, rate(others[0]));
      demand(product, others[0], 2);
      demand(product, others[1], 4);
    }
  }

// At twice what Astro's server can do at most, so that it is a load and not a queue.
const pace = 2 * astroRate;
const paced: ReturnType<typeof atPace>[] = [];
for (let round = 0; round <= rounds; round++) paced.push(atPace(product.url, 256, pace, seconds));
paced.shift(); // Warms up.
const pacedP99 = median(paced.map(({ p99 }) => p99));
const pacedErrors = paced.reduce((sum, { errors }) => sum + errors, 0);
console.log(
  `paced: ${whole(pace)}/s over 256 connections, p50 ${median(paced.map(({ p50 }) => p50)).toFixed(1)}, p99 ${pacedP99.toFixed(1)}`,
);
if (!(pacedP99 < 25)) missed.push(`home at 256 connections: p99 ${pacedP99.toFixed(1)} ms, under 25 wanted`);
if (pacedErrors) missed.push(`home at 256 connections: ${pacedErrors} errors`);
for (const { stop } of [bare, behind, ...others]) await stop();
rmSync(exported, { recursive: true, force: true });

const memory = [{ done: 0, ...(await product.memory()) }];
for (let done = 0; done < manyRequests;) {
  done += (await generate(product.url, 64, 5)).requests;
  const now = { done, ...(await product.memory()) };
  memory.push(now);
  console.log(`${whole(done)} requests, ${now.live.toFixed(1)} MB live, ${whole(now.resident)} MB resident`);
}
await product.stop();

// Flat: after the second half of the requests no more than a tenth above what it was before them.
for (const kind of ["live", "resident"] as const) {
  const half = memory[Math.floor(memory.length / 2)]?.[kind] ?? 0;
  const last = memory.at(-1)?.[kind] ?? 0;
  if (last > half * 1.1)
    missed.push(`${kind} memory grew from ${whole(half)} to ${whole(last)} MB in the second half of the requests`);
}

record(
  "Server",
  "npm run bench -- server",
  `The whole product (\`server/main.ts\`, its request log in a file), alone and behind nginx as \`deploy/nginx.conf\` has it (exported site,
one worker, access log in a file, \`brotli_static\`); bare nginx with the same files and headers; the same home page prerendered by Astro and
Next.js on their own Node servers, as they come. Servers on core 0, wrk with one thread on core 1; ${rounds} alternating rounds of ${seconds} s,
medians. Times in ms; *late* are answers that took more than two seconds, in all rounds; processor time of the server per request in µs (it depends less on what else the machine does).

${table(["target", "connections", "server", "requests/s", "p50", "p99", "errors", "late", "processor µs"], rows)}

wrk asks again as soon as it is answered, so its times at 256 connections are little more than 256 divided by the rate, and they count the
first moment, when Node accepts one of the 256 new connections in each turn of its loop (a bare \`node:http\` server shows the same):
the late answers are those.
What visitors feel is measured with requests that come by the clock over standing connections (\`bench/server/paced.ts\`):
${whole(pace)} requests/s, twice what Astro's server reaches, over 256 connections: p50 ${median(paced.map(({ p50 }) => p50)).toFixed(1)} ms,
p99 ${pacedP99.toFixed(1)} ms, ${pacedErrors} errors (medians of ${rounds}).

Memory of the product over ${whole(memory.at(-1)?.done ?? 0)} requests for the home page, 64 connections, after a full collection each time:

${table(
  ["requests", "live MB", "resident MB"],
  sample(memory).map(({ done, live, resident }) => [whole(done), live.toFixed(1), whole(resident)]),
)}

${missed.length ? `Missed:\n${missed.map((line) => `- ${line}`).join("\n")}` : "Every budget held: twice Astro's server and four times Next's, behind nginx at least 90 % of bare nginx, p99 under 25 ms at 256 connections and twice the rate of Astro, flat memory, no errors."}`,
);
if (missed.length) {
  console.error(missed.join("\n"));
  process.exit(1);
}

async function measure({ url, pid }: Contender, path: string, connections: number): Promise<Measured> {
  const used = () => {
    const { own, children } = cpuSeconds(pid) ?? { own: 0, children: 0 };
    return own + children;
  };
  const before = used();
  const load = await generate(url + path, connections, seconds);
  return { ...load, cpu: (1_000_000 * (used() - before)) / Math.max(1, load.requests) };
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function sample<T>(list: readonly T[], most = 8): T[] {
  const step = Math.max(1, Math.ceil((list.length - 1) / (most - 1)));
  return list.filter((_, index) => index % step === 0 || index === list.length - 1);
}

async function settled(url: string): Promise<void> {
  let size = "";
  for (let same = 0; same < 4;) {
    const { headers } = await fetch(url, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
    same = headers.get("content-length") === size ? same + 1 : 0;
    size = headers.get("content-length") ?? "";
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
