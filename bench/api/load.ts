// Sends one scenario over keep-alive connections for a while, and says how long each answer took. It speaks HTTP itself,
// as little as it must, so that measuring takes less of the machine than what is measured.
import { connect } from "node:net";
import type { Scenario } from "./scenarios.ts";

export interface Measured {
  requests: number;
  failures: number;
  seconds: number;
  p50: number;
  p99: number;
}

export interface LoadOptions {
  port: number;
  connections: number;
  seconds: number;
  headers: Record<string, string>;
}

export async function load(scenario: Scenario, options: LoadOptions): Promise<Measured> {
  const times: number[] = [];
  let failures = 0;
  let turn = 0;
  const started = performance.now();
  const until = started + options.seconds * 1000;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port: options.port, host: "127.0.0.1", noDelay: true });
      let answer: Buffer = Buffer.alloc(0);
      let sent = 0;
      const next = () => {
        if (performance.now() >= until) {
          socket.destroy();
          resolve();
          return;
        }
        sent = performance.now();
        socket.write(requestText(scenario, options, turn++));
      };
      socket.once("connect", next);
      socket.once("error", reject);
      socket.on("data", (chunk: Buffer) => {
        answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk]);
        const status = statusWhenComplete(answer);
        if (status === null) return;
        times.push(performance.now() - sent);
        if (status >= 400) failures++;
        answer = Buffer.alloc(0);
        next();
      });
    });
  await Promise.all(Array.from({ length: options.connections }, one));
  return summary(times, failures, (performance.now() - started) / 1000);
}

function requestText(scenario: Scenario, options: LoadOptions, turn: number): string {
  const body = scenario.body?.(turn) ?? "";
  const headers: Record<string, string> = {
    Host: `127.0.0.1:${options.port}`,
    ...options.headers,
    ...scenario.headers,
  };
  if (scenario.body)
    Object.assign(headers, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${scenario.method} ${scenario.path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** The status, once the whole answer is here. */
function statusWhenComplete(answer: Buffer): number | null {
  const head = answer.indexOf("\r\n\r\n");
  if (head < 0) return null;
  const text = answer.toString("latin1", 0, head);
  const status = Number(text.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length !== undefined) return answer.length >= head + 4 + Number(length) ? status : null;
  if (/\r\ntransfer-encoding: chunked/i.test(text)) return answer.subarray(-5).equals(lastChunk) ? status : null;
  return status;
}
const lastChunk = Buffer.from("0\r\n\r\n");

export function summary(times: number[], failures: number, seconds: number): Measured {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { requests: times.length, failures, seconds, p50: at(0.5), p99: at(0.99) };
}
