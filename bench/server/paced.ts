// `node bench/server/paced.ts URL CONNECTIONS REQUESTS_PER_SECOND SECONDS`: requests by the clock over connections that stand already,
// as visitors send them: they do not wait for each other. wrk asks as fast as it is answered, so that its times at many connections
// only repeat the rate, and it counts the opening of all connections at once, of which Node accepts one in each turn of its loop.
// A time is taken from when a request was due, so that a server that stalls is not asked less.
import net from "node:net";

const [target = "", ...numbers] = process.argv.slice(2);
const [connections = 256, perSecond = 1000, seconds = 8] = numbers.map(Number);
const { hostname, port, pathname } = new URL(target);
const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAccept-Encoding: br, gzip\r\n\r\n`;
const times: number[] = [];
let errors = 0;

/** Sends when it is told to; resolves with the moment at which the whole response was there. */
async function connect() {
  const socket = net.connect(Number(port), hostname).setNoDelay(true);
  let head = "";
  let missing = 0;
  let done: (() => void) | undefined;
  socket.on("data", (chunk: Buffer) => {
    if (missing > 0) missing -= chunk.length;
    else {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!head.startsWith("HTTP/1.1 200")) errors++;
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (head.length - end - 4);
      head = "";
    }
    if (missing <= 0) done?.();
  });
  socket.on("error", () => errors++);
  await new Promise((resolve) => socket.once("connect", resolve));
  return {
    ask: () =>
      new Promise<void>((resolve) => {
        done = resolve;
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

const pool = await Promise.all(Array.from({ length: connections }, connect));
for (let warm = 0; warm < 5; warm++) await Promise.all(pool.map(({ ask }) => ask()));
const every = (1000 * connections) / perSecond;
const start = performance.now() + 100;
await Promise.all(
  pool.map(async ({ ask }, index) => {
    // Spread evenly over one round.
    const first = start + (every * index) / connections;
    for (let due = first; due < start + seconds * 1000; due += every) {
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      // A timer may be a little late by itself: that is no time of the server's.
      const sent = wait > 0 ? performance.now() : due;
      await ask();
      times.push(performance.now() - sent);
    }
  }),
);
for (const { close } of pool) close();
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
console.log(
  JSON.stringify({
    requests: times.length,
    requestsPerSecond: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    errors,
  }),
);
