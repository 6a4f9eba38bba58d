// 500 messages in a minute from 500 networks while people read the site: what the readers feel. `-- SECONDS` measures shorter.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { record, table } from "../record.ts";
import { startProduct } from "./product.ts";

const seconds = Number(process.argv[2] ?? 60);
const messagesPerMinute = 500;
const readsPerSecond = 100;
/** What a page may take longer at p95 while the flood runs. */
const budget = 5;

const product = await startProduct(4577, null, { MODULES: "inquiries,tasks,timeline", TRUSTED_PROXIES: "127.0.0.1" });

interface Reads {
  p50: number;
  p95: number;
  p99: number;
  errors: number;
}

/** Reads by the clock, from its own process. */
const read = () =>
  new Promise<Reads>((resolve, reject) => {
    const args = ["bench/server/paced.ts", `${product.url}/contact`, "20", String(readsPerSecond), String(seconds)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.once("exit", (code) => (code === 0 ? resolve(JSON.parse(out) as Reads) : reject(new Error(out))));
  });

const send = (n: number) =>
  fetch(`${product.url}/api/inquiries`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": `10.${n >> 8}.${n & 255}.1` },
    body: JSON.stringify({
      submission: randomUUID(),
      form: "contact",
      name: "Seller",
      email: `seller${n}@agency${n}.example`,
      message: "Our agency brings your site to the first page of every search, guaranteed.",
      trap: "",
    }),
  }).then(({ status }) => status);

const quiet = await read();
const statuses = new Map<number, number>();
let sent = 0;
const flood = setInterval(() => {
  void send(sent++).then((status) => statuses.set(status, (statuses.get(status) ?? 0) + 1));
}, 60_000 / messagesPerMinute);
const flooded = await read();
clearInterval(flood);
await product.stop();

const row = (name: string, { p50, p95, p99, errors }: Reads) =>
  [name, ...[p50, p95, p99].map((value) => value.toFixed(1)), errors] as const;
record(
  "Pages while a flood of messages comes",
  "npm run bench -- flood",
  `The contact page ${readsPerSecond} times a second, milliseconds, for ${seconds} s each; then with ${messagesPerMinute} messages a minute from as many networks
(${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}). The budget is ${budget} ms more at p95.

${table(["", "p50", "p95", "p99", "errors"], [row("quiet", quiet), row("flood", flooded)])}`,
);
process.exit(flooded.p95 > quiet.p95 + budget || flooded.errors > 0 ? 1 : 0);
