// `npm run bench -- server`: the product beside nginx, both with one process on one core, the generator on the other.
import { readdirSync } from "node:fs";
import { median, record, table } from "../record.ts";
import { generate, has, type Load, residentMegabytes } from "./load.ts";
import { startNginx } from "./nginx.ts";
import { startProduct } from "./product.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const manyRequests = Number(process.env.BENCH_REQUESTS ?? 1_000_000);

if (!has("wrk")) {
  console.error(
    "bench:server needs wrk (Debian and Ubuntu: apt-get install wrk nginx libnginx-mod-http-brotli-static).",
  );
  process.exit(1);
}

const asset = `/assets/${readdirSync("build/islands/assets").find((name) => /^islands-.*\.js$/.test(name))}`;
const targets = [
  ["home", "/"],
  ["asset", asset],
] as const;

const product = await startProduct(4801);
// Pages are compressed harder in the background after a start; nginx is given those.
await settled(product.url);
const nginx = has("nginx") ? await startNginx(4802, product.url, ["/", asset]) : null;
const missed: string[] = [];
const rows: (string | number)[][] = [];

for (const [name, path] of targets)
  for (const connections of [16, 256]) {
    const ours: Load[] = [];
    const theirs: Load[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await generate(product.url + path, connections, seconds));
      if (nginx) theirs.push(await generate(nginx.url + path, connections, seconds));
    }
    const rate = median(ours.map((load) => load.requestsPerSecond));
    const nginxRate = median(theirs.map((load) => load.requestsPerSecond));
    const p99 = median(ours.map((load) => load.p99));
    const errors = ours.reduce((sum, load) => sum + load.errors, 0);
    const share = nginx ? Math.round((100 * rate) / nginxRate) : Number.NaN;
    rows.push([
      name,
      connections,
      whole(rate),
      median(ours.map((load) => load.p50)).toFixed(2),
      p99.toFixed(2),
      errors,
      nginx ? whole(nginxRate) : "not installed",
      nginx ? median(theirs.map((load) => load.p99)).toFixed(2) : "",
      nginx ? `${share} %` : "",
    ]);
    if (share < 50) missed.push(`${name} at ${connections} connections: ${share} % of nginx, 50 % wanted`);
    if (connections === 256 && p99 >= 20)
      missed.push(`${name} at 256 connections: p99 ${p99.toFixed(1)} ms, 20 wanted`);
    if (errors) missed.push(`${name} at ${connections} connections: ${errors} errors`);
    console.log(rows.at(-1)?.join("  "));
  }
await nginx?.stop();

const memory: [number, number][] = [[0, residentMegabytes(product.pid)]];
for (let done = 0; done < manyRequests;) {
  done += (await generate(product.url, 64, 5)).requests;
  memory.push([done, residentMegabytes(product.pid)]);
  console.log(`${whole(done)} requests, ${whole(memory.at(-1)?.[1] ?? 0)} MB`);
}
await product.stop();

// Flat: the second half of the run may not end higher than a tenth above where it began.
const half = memory[Math.floor(memory.length / 2)]?.[1] ?? 0;
const last = memory.at(-1)?.[1] ?? 0;
if (last > half * 1.1)
  missed.push(`memory grew from ${whole(half)} to ${whole(last)} MB in the second half of the requests`);

record(
  "Server",
  "npm run bench -- server",
  `The whole product (\`server/main.ts\`, its request log in a file) and nginx (one worker, access log in a file, open file cache,
\`brotli_static\`) each alone on core 0; wrk with one thread on core 1; ${rounds} alternating rounds of ${seconds} s, medians. Both send the same
brotli bytes and the same headers. Times in ms.

${table(["target", "connections", "requests/s", "p50", "p99", "errors", "nginx requests/s", "nginx p99", "of nginx"], rows)}

Memory over ${whole(memory.at(-1)?.[0] ?? 0)} requests for the home page, 64 connections:

${table(
  ["requests", "resident MB"],
  sample(memory).map(([requests, megabytes]) => [whole(requests), whole(megabytes)]),
)}

${missed.length ? `Missed:\n${missed.map((line) => `- ${line}`).join("\n")}` : "Every budget held: at least 50 % of nginx, p99 under 20 ms at 256 connections, flat memory, no errors."}`,
);
if (missed.length) {
  console.error(missed.join("\n"));
  process.exit(1);
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
