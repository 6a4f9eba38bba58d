// `fetch` for addresses that people typed: https, an address of the internet that is checked and pinned, one limit of time for
// everything from the name to the last byte, a limit of size, and redirects that are checked like the first address. What
// signs us in is never sent to another host: it is dropped on the way there.
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { AddressRefused, publicAddressOf, type Resolve } from "./public-address.ts";

export type OutsideReason =
  | "unknown"
  | "private"
  | "scheme"
  | "redirects"
  | "too large"
  | "too slow"
  | "tls"
  | "unreachable";

/** Nothing of it is for a screen as it is: `reason` is what a screen has words for. */
export class OutsideFailed extends Error {
  readonly reason: OutsideReason;
  constructor(reason: OutsideReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutsideFailed";
    this.reason = reason;
  }
}

export interface OutsideRules {
  /** Opens private networks and plain http: for an office whose calendar server is in its own network, and for tests. */
  allowPrivate: boolean;
  /** From the first byte out to the last byte in, redirects included. */
  totalMs: number;
  maxBytes: number;
  resolve?: Resolve;
  /** Ends with whatever asked for it. */
  signal?: AbortSignal;
}

const maxRedirects = 5;
const secretHeaders = ["authorization", "cookie", "proxy-authorization"];
const redirecting = new Set([301, 302, 303, 307, 308]);

export type GuardedFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export function guardedFetch(rules: OutsideRules): GuardedFetch {
  return async (input, init = {}) => {
    const signals = [AbortSignal.timeout(rules.totalMs), rules.signal, init.signal].filter((signal) => signal != null);
    const signal = AbortSignal.any(signals);
    let url = new URL(input instanceof Request ? input.url : input);
    let method = (init.method ?? "GET").toUpperCase();
    let body = bodyOf(init.body);
    const headers = new Headers(init.headers);
    for (let hops = 0; ; hops += 1) {
      const response = await once({ url, method, headers, body, signal, rules });
      const target = response.headers.get("location");
      if (!redirecting.has(response.status) || target === null || init.redirect === "manual") return response;
      if (hops === maxRedirects || init.redirect === "error")
        throw new OutsideFailed("redirects", "It redirects too often");
      if (!URL.canParse(target, url)) throw new OutsideFailed("redirects", "It redirects to no address");
      const next = new URL(target, url);
      if (next.origin !== url.origin) for (const name of secretHeaders) headers.delete(name);
      if (response.status === 303 || (method === "POST" && response.status < 303)) {
        method = "GET";
        body = undefined;
      }
      url = next;
    }
  };
}

interface Sent {
  url: URL;
  method: string;
  headers: Headers;
  body: Buffer | undefined;
  signal: AbortSignal;
  rules: OutsideRules;
}

async function once({ url, method, headers, body, signal, rules }: Sent): Promise<Response> {
  const secure = url.protocol === "https:";
  if (!secure && !(rules.allowPrivate && url.protocol === "http:"))
    throw new OutsideFailed("scheme", "Only https addresses are called");
  const pinned = await untilAborted(signal, publicAddressOf(url.hostname, rules)).catch((error: unknown) => {
    throw error instanceof AddressRefused ? new OutsideFailed(error.reason, error.message) : failureOf(error, signal);
  });
  // The name stays in the request: certificates and virtual hosts are checked by it.
  const toPinned: LookupFunction = (_host, options, found) => {
    if (options.all) found(null, [pinned]);
    else found(null, pinned.address, pinned.family);
  };
  try {
    return await new Promise<Response>((resolve, reject) => {
      const sent = (secure ? httpsRequest : httpRequest)(
        url,
        {
          method,
          headers: {
            "accept-encoding": "gzip",
            ...Object.fromEntries(headers),
            ...(body && { "content-length": body.length }),
          },
          lookup: toPinned,
          signal,
          agent: false,
        },
        (answer) => resolve(read(answer, rules.maxBytes).then((bytes) => responseOf(answer, bytes, url, rules))),
      );
      sent.on("error", reject);
      sent.end(body);
    });
  } catch (error) {
    throw failureOf(error, signal);
  }
}

function responseOf(answer: IncomingMessage, bytes: Buffer, url: URL, { maxBytes }: OutsideRules): Response {
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (let at = 0; at < answer.rawHeaders.length; at += 2)
    headers.append(answer.rawHeaders[at]!, answer.rawHeaders[at + 1]!);
  const content = unpack(bytes, headers.get("content-encoding"), maxBytes);
  const mayHoldBody = status !== 204 && status !== 205 && status !== 304;
  const response = new Response(mayHoldBody ? new Uint8Array(content) : null, {
    status: status >= 200 && status <= 599 ? status : 502,
    statusText: answer.statusMessage ?? "",
    headers,
  });
  Object.defineProperty(response, "url", { value: url.href });
  return response;
}

async function read(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) {
      answer.destroy();
      throw new OutsideFailed("too large", `It sent more than ${maxBytes} bytes`);
    }
    pieces.push(piece);
  }
  // A connection that is cut in the middle of an answer is no whole answer.
  if (!answer.complete) throw new OutsideFailed("unreachable", "The answer was cut off");
  return Buffer.concat(pieces);
}

function unpack(bytes: Buffer, encoding: string | null, maxOutputLength: number): Buffer {
  const unpackers: Record<string, (given: Buffer, options: { maxOutputLength: number }) => Buffer> = {
    gzip: gunzipSync,
    deflate: inflateSync,
    br: brotliDecompressSync,
  };
  const unpacker = encoding && bytes.length > 0 ? unpackers[encoding.trim().toLowerCase()] : undefined;
  if (!unpacker) return bytes;
  try {
    return unpacker(bytes, { maxOutputLength });
  } catch (error) {
    throw new OutsideFailed("too large", "It sent more than it said, or what cannot be unpacked", { cause: error });
  }
}

function failureOf(error: unknown, signal: AbortSignal): Error {
  if (error instanceof OutsideFailed) return error;
  const code = (error as { code?: unknown }).code;
  if (signal.aborted) return new OutsideFailed("too slow", "It did not answer in time", { cause: error });
  if (typeof code === "string" && /CERT|TLS|SSL|SELF_SIGNED|ALTNAME|UNABLE_TO/.test(code))
    return new OutsideFailed("tls", "Its certificate is not valid", { cause: error });
  return new OutsideFailed("unreachable", "It cannot be reached", { cause: error });
}

/** A name server that never answers is not waited for. */
const untilAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });

function bodyOf(body: BodyInit | null | undefined): Buffer | undefined {
  if (body == null) return undefined;
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof URLSearchParams) return Buffer.from(body.toString());
  if (body instanceof Uint8Array) return Buffer.from(body);
  throw new TypeError("guardedFetch sends text and bytes");
}
