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

const maxWaitMs = 30_000;

export async function load(scenario: Scenario, options: LoadOptions): Promise<Measured> {
  const times: number[] = [];
  let failures = 0;
  let turn = 0;
  const same = requestText(scenario, options, 0);
  const started = performance.now();
  const until = started + options.seconds * 1000;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      let answer = new Answer();
      let sent = 0;
      const socket = connect({
        port: options.port,
        host: "127.0.0.1",
        noDelay: true,
        // Into the same memory each time: nothing is allocated for what is only counted.
        onread: {
          buffer: Buffer.allocUnsafe(65_536),
          callback(bytes, buffer) {
            if (!answer.isCompleteWith(Buffer.from(buffer.buffer, buffer.byteOffset, bytes))) return true;
            times.push(performance.now() - sent);
            if (answer.status >= 400) failures++;
            answer = new Answer();
            next();
            return true;
          },
        },
      });
      const next = () => {
        if (performance.now() >= until) {
          resolve();
          socket.destroy();
          return;
        }
        sent = performance.now();
        socket.write(scenario.body || scenario.query ? requestText(scenario, options, turn++) : same);
      };
      socket.once("connect", next);
      socket.once("error", reject);
      // Also one that the server closes: an answer that never comes is no reason to wait for ever.
      socket.once("close", () => reject(new Error("The server closed a connection amid the measurement")));
      const tooLong = () => socket.destroy(new Error("An answer did not come within half a minute"));
      socket.setTimeout(maxWaitMs, tooLong);
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
  return `${scenario.method} ${scenario.path}${scenario.query?.(turn) ?? ""} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** Reads an answer's head, then only counts its bytes. */
class Answer {
  status = 0;
  #head = "";
  #missing = Number.NaN;

  isCompleteWith(chunk: Buffer): boolean {
    if (this.status > 0) this.#missing -= chunk.length;
    else this.#readHead(chunk);
    return Number.isNaN(this.#missing) ? this.status > 0 && chunk.subarray(-5).equals(lastChunk) : this.#missing <= 0;
  }

  #readHead(chunk: Buffer): void {
    const end = chunk.indexOf("\r\n\r\n");
    this.#head += chunk.toString("latin1", 0, end < 0 ? chunk.length : end);
    if (end < 0) return;
    this.status = Number(this.#head.slice(9, 12));
    if (/\r\ntransfer-encoding: chunked/i.test(this.#head)) return;
    this.#missing = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0) - (chunk.length - end - 4);
  }
}
const lastChunk = Buffer.from("0\r\n\r\n");

export function summary(times: number[], failures: number, seconds: number): Measured {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { requests: times.length, failures, seconds, p50: at(0.5), p99: at(0.99) };
}
