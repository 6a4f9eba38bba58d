// Reads a GET request of the plainest shape. Whatever is not that shape is left to Node's HTTP parser, never guessed at.
import type { SentHeaders } from "../supabase/caller.ts";
import { mostHeaders } from "./unclear-requests.ts";
import type { PlainRequest } from "./website/website.ts";

// One whole request: token characters in names, no control characters in values, no folded lines, nothing after the end.
// No \xa0 either: trim() takes it for a space, Node's parser for a part of the value.
const shape = /^GET (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~\w-]+:[\t -~\x80-\x9f\xa1-\xff]*\r\n)+)\r\n$/;
const longest = 8192;
// A body, another protocol or a question to answer first.
const notPlain = new Set(["content-length", "content-encoding", "transfer-encoding", "expect", "upgrade", "trailer"]);
const wanted = new Set(["host", "accept-encoding", "if-none-match", "connection"]);

export interface PlainGet extends PlainRequest {
  headers: PlainHeaders;
}

/** `before` is the last one of the same connection: most clients send the same headers each time, which then are read once. */
export function readPlainGet(bytes: Buffer, before?: PlainGet): PlainGet | undefined {
  if (bytes.length > longest) return undefined;
  const match = shape.exec(bytes.toString("latin1"));
  if (!match) return undefined;
  const [, target = "/", lines = ""] = match;
  if (before?.headers.lines === lines) return { ...before, target };
  const found: Record<string, string> = {};
  let count = 0;
  for (let start = 0; start < lines.length;) {
    if (++count > mostHeaders) return undefined;
    const end = lines.indexOf("\r\n", start);
    const colon = lines.indexOf(":", start);
    const name = lines.slice(start, colon).toLowerCase();
    if (notPlain.has(name)) return undefined;
    if (wanted.has(name)) {
      if (name in found) return undefined;
      found[name] = lines.slice(colon + 1, end).trim();
    }
    start = end + 2;
  }
  const { host, connection = "keep-alive" } = found;
  if (host === undefined || connection.toLowerCase() !== "keep-alive") return undefined;
  return {
    method: "GET",
    target,
    host,
    acceptEncoding: found["accept-encoding"],
    ifNoneMatch: found["if-none-match"],
    headers: new PlainHeaders(lines),
  };
}

/** All headers of a plain request, read when first asked for. */
export class PlainHeaders implements SentHeaders {
  readonly lines: string;
  said?: string;
  bearer?: string | null;
  #all: Record<string, string> | undefined;
  #areTwice = false;

  constructor(lines: string) {
    this.lines = lines;
  }

  /** A header sent twice means different things to different readers. */
  get areTwice(): boolean {
    this.#read();
    return this.#areTwice;
  }

  get(name: string): string | null {
    return this.#read()[name.toLowerCase()] ?? null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  forEach(visit: (value: string, name: string) => void): void {
    const all = this.#read();
    for (const name in all) visit(all[name] ?? "", name);
  }

  #read(): Record<string, string> {
    if (this.#all) return this.#all;
    const all = Object.create(null) as Record<string, string>;
    const { lines } = this;
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf("\r\n", start);
      const colon = lines.indexOf(":", start);
      const name = lines.slice(start, colon).toLowerCase();
      if (name in all) this.#areTwice = true;
      all[name] = lines.slice(colon + 1, end).trim();
      start = end + 2;
    }
    return (this.#all = all);
  }
}
