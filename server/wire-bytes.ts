// An answer as it goes over the wire, head and body in one piece. Kept for the second that its Date header is true.
import { STATUS_CODES } from "node:http";
import type { Answer } from "./website.ts";

interface Wire {
  second: number;
  status: number;
  bytes: Buffer;
}

/** `keepAliveSeconds` as Node's own HTTP server tells it, so that a client cannot see which of the two answered. */
export function wireBytes(keepAliveSeconds: number): (answer: Answer) => Buffer {
  // The website gives the same headers object for the same form of the same file.
  const kept = new WeakMap<Answer["headers"], Wire>();
  let dateSecond = 0;
  let date = "";

  return ({ status, headers, body }) => {
    const now = Date.now();
    const second = Math.floor(now / 1000);
    const ready = kept.get(headers);
    if (ready?.second === second && ready.status === status) return ready.bytes;
    if (second !== dateSecond) {
      dateSecond = second;
      date = new Date(now).toUTCString();
    }
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n`;
    for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
    head += `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`;
    const start = Buffer.from(head, "latin1");
    const bytes = body ? Buffer.concat([start, body]) : start;
    kept.set(headers, { second, status, bytes });
    return bytes;
  };
}
