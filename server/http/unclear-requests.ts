// Requests that Node's parser lets through although two readers could take them differently, and answers to what it
// cannot read at all. A front proxy and this server must never disagree on where a request goes or ends.
import { randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { requestIdHeader } from "./current-request.ts";
import type { Log } from "./log.ts";

const maxHeaders = 100;

/** The status to refuse with, or undefined for a request with one meaning. */
export function refusalOfUnclear({ url = "", headers, rawHeaders }: IncomingMessage): 400 | 415 | 431 | undefined {
  if (rawHeaders.length > 2 * maxHeaders) return 431;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts++;
  if (hosts > 1) return 400;
  // Compressed and then chunked, say: we would take the compressed bytes for the body.
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return 400;
  // Nothing is unpacked here, so nothing small can become large.
  if (headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity") return 415;
  return url.startsWith("/") || url === "*" || namesItsHost(url, headers.host) ? undefined : 400;
}

/** A whole address as target is allowed, but it must name the host that the Host header names. */
function namesItsHost(url: string, host: string | undefined): boolean {
  const [, authority] = /^https?:\/\/([^/?#@]+)(?=[/?#]|$)/i.exec(url) ?? [];
  return authority !== undefined && authority.toLowerCase() === host?.toLowerCase();
}

const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const wellFormedStart = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/;

/** Node answers 400 to methods it has never heard of and nothing to CONNECT; both are 405 here. */
export function answerUnreadable(server: Server, log: Log): void {
  const underWay = new WeakMap<Duplex, Set<ServerResponse>>();
  server.prependListener("request", ({ socket }, response) => {
    const responses = underWay.get(socket) ?? new Set();
    underWay.set(socket, responses.add(response));
    response.once("close", () => responses.delete(response));
  });
  server.on("clientError", (error: Error & { code?: string; rawPacket?: Buffer }, socket) => {
    // Behind the start of an answer these bytes would be taken for a part of it.
    const begun = [...(underWay.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (!socket.writable || begun) return void socket.destroy();
    const unknownMethod =
      error.code === "HPE_INVALID_METHOD" && wellFormedStart.test(error.rawPacket?.toString("latin1") ?? "");
    refuse(socket, log, unknownMethod ? 405 : (statusOf[error.code ?? ""] ?? 400));
  });
  server.on("connect", (_request, socket) => refuse(socket, log, 405));
}

function refuse(socket: Duplex, log: Log, status: number): void {
  const request = randomUUID();
  log.info({ status, request }, "unreadable request");
  const allow = status === 405 ? "Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n" : "";
  const id = `${requestIdHeader}: ${request}\r\n`;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${allow}${id}Content-Length: 0\r\nConnection: close\r\n\r\n`;
  socket.end(head, () => socket.destroy());
}
