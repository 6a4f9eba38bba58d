// Answers as they go over the wire.
import { STATUS_CODES } from "node:http";
import { turnTime } from "./turn-clock.ts";
import type { Answer } from "./website/website.ts";

interface Wire {
  second: number;
  status: number;
  bytes: Buffer;
}

export type WireHead = (status: number, headers: Record<string, string | string[]>, isLast?: boolean) => string;

/** As Node's own HTTP server has it: nothing may end a header early. */
const notInHeaders = /[^\t\x20-\x7e\x80-\xff]/;
const line = (name: string, value: string): string => {
  if (notInHeaders.test(value)) throw new Error(`the header ${name} holds a character that no header may hold`);
  return `${name}: ${value}\r\n`;
};

/** `keepAliveSeconds` as Node's own HTTP server tells it, so that a client cannot see which of the two answered. */
export function wireHead(keepAliveSeconds: number): WireHead {
  let dateSecond = 0;
  let date = "";
  const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`;

  return (status, headers, isLast = false) => {
    const now = turnTime();
    const second = Math.floor(now / 1000);
    if (second !== dateSecond) {
      dateSecond = second;
      date = new Date(now).toUTCString();
    }
    let lines = "";
    for (const name in headers) {
      const value = headers[name] ?? "";
      if (typeof value === "string") lines += line(name, value);
      else for (const one of value) lines += line(name, one);
    }
    const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
    return `${first}${lines}Date: ${date}\r\n${isLast ? "Connection: close\r\n\r\n" : kept}`;
  };
}

/** Head and body in one piece, kept for the second that its Date header is true. */
export function wireBytes(toHead: WireHead): (answer: Answer) => Buffer {
  // The website gives the same headers object for the same form of the same file.
  const kept = new WeakMap<Answer["headers"], Wire>();
  return ({ status, headers, body }) => {
    const second = Math.floor(turnTime() / 1000);
    const ready = kept.get(headers);
    if (ready?.second === second && ready.status === status) return ready.bytes;
    const start = Buffer.from(toHead(status, headers), "latin1");
    const bytes = body ? Buffer.concat([start, body]) : start;
    kept.set(headers, { second, status, bytes });
    return bytes;
  };
}
