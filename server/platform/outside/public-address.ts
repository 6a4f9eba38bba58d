// Addresses that a person typed and the server will call. A name is resolved once, every address it has is checked, and
// the connection goes to the one that was checked: a name that changes its answer between two questions opens nothing.
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

export interface PublicAddress {
  address: string;
  family: 4 | 6;
}

export type Resolve = (host: string) => Promise<PublicAddress[]>;

/** "unknown": there is no such name. "private": it is inside our network, or no address of the internet. */
export class AddressRefused extends Error {
  readonly reason: "unknown" | "private";
  constructor(reason: "unknown" | "private", host: string) {
    super(reason === "unknown" ? `There is no ${host}` : `${host} is not on the internet`);
    this.name = "AddressRefused";
    this.reason = reason;
  }
}

const notPublic = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  notPublic.addSubnet(net, bits, "ipv4");

const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
// Inside the range of the internet, and yet not of it: documentation, and tunnels that carry an IPv4 address.
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  notPublic.addSubnet(net, bits, "ipv6");

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, "ipv4");
  if (family === 6) return globalUnicast.check(address, "ipv6") && !notPublic.check(address, "ipv6");
  return false;
}

const resolveAll: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));

/** The address to connect to. One private address among several refuses the name: it is how such a name would hide. */
export async function publicAddressOf(
  host: string,
  { allowPrivate, resolve = resolveAll }: { allowPrivate: boolean; resolve?: Resolve },
): Promise<PublicAddress> {
  const bare = host.replace(/^\[|\]$/g, "");
  const literal = isIP(bare);
  const addresses: PublicAddress[] = literal
    ? [{ address: bare, family: literal === 6 ? 6 : 4 }]
    : await resolve(bare).catch(() => []);
  const [first] = addresses;
  if (!first) throw new AddressRefused("unknown", bare);
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressRefused("private", bare);
  return first;
}
