import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** The visitor's address: the socket's, or the last one not ours in X-Forwarded-For when a trusted proxy sent it. */
export function clientAddress(request: IncomingMessage, trusted: ReadonlySet<string>): string {
  const socket = plainAddress(request.socket.remoteAddress ?? "") ?? "unknown";
  if (!trusted.has(socket)) return socket;
  const forwarded = request.headers["x-forwarded-for"];
  const chain = (Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? "")).split(",");
  for (const entry of chain.toReversed()) {
    const address = plainAddress(entry);
    // Anyone who wrote something that is no address can write something new each time, and would never meet a limit.
    if (address === undefined) return socket;
    if (!trusted.has(address)) return address;
  }
  return socket;
}

/** How the address of the client came to us; `doctor` asks through the proxy and names what is missing. */
export type AddressSource = "direct" | "proxy" | "proxy without address" | "proxy not trusted";

export function addressSource(request: IncomingMessage, trusted: ReadonlySet<string>): AddressSource {
  const isTrusted = trusted.has(plainAddress(request.socket.remoteAddress ?? "") ?? "");
  const forwarded = request.headers["x-forwarded-for"] !== undefined;
  if (isTrusted) return forwarded ? "proxy" : "proxy without address";
  return forwarded ? "proxy not trusted" : "direct";
}

/** Without port, brackets, zone and the prefix of IPv4 inside IPv6, in one spelling; undefined for what is no address. */
export function plainAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const [, address = trimmed] =
    /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed) ?? [];
  const bare = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIP(bare) === 4) return bare;
  // A URL writes an IPv6 address in its shortest form.
  return isIP(bare) === 6 ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : undefined;
}
