import type { IncomingMessage } from "node:http";

/** The visitor's address: the socket's, or the first one not ours in X-Forwarded-For when a trusted proxy sent it. */
export function clientAddress(request: IncomingMessage, trusted: ReadonlySet<string>): string {
  const socket = plainAddress(request.socket.remoteAddress ?? "unknown");
  if (!trusted.has(socket)) return socket;
  const forwarded = request.headers["x-forwarded-for"];
  const chain = (Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? ""))
    .split(",")
    .map((item) => plainAddress(item.trim()));
  return chain.findLast((address) => address !== "" && !trusted.has(address)) ?? socket;
}

const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, "");
