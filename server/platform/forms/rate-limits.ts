// Rate limits: how many messages come from one network, for one address and in all. Counted in the memory of the one process: a flood
// costs the database nothing. Addresses of networks are written nowhere.
import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";

/** For each width of a network: above `free` messages an hour each needs a proof of work, above `ceiling` it is refused. */
interface NetworkLimit {
  bits: number;
  free: number;
  ceiling: number;
}
/** A /64 is one machine or household, a /56 what a provider gives one customer, a /48 one organization: anyone who has one has all inside. */
const ipv6Limits: readonly NetworkLimit[] = [
  { bits: 64, free: 5, ceiling: 60 },
  { bits: 56, free: 5, ceiling: 60 },
  { bits: 48, free: 20, ceiling: 240 },
];
/** A /16 may be a city's mobile phones: they are asked for work early, and refused late. */
const ipv4Limits: readonly NetworkLimit[] = [
  { bits: 24, free: 5, ceiling: 60 },
  { bits: 16, free: 40, ceiling: 600 },
];
const addressPerDay = 3;
const sitePerHour = 60;

export type Exceeded = "network" | "address" | "site";

export interface RateLimits {
  /** Counts one message and says which limits it exceeds. */
  take(from: { clientAddress: string; email: string }): Exceeded[];
  /** Seconds until a network over its ceiling is heard again, or null. Counts nothing. */
  refusedFor(clientAddress: string): number | null;
  /** Whether a visitor from here must bring a proof of work. */
  isStrained(clientAddress: string): boolean;
  /** After a start: what the table knows of the last hour and day. */
  refill(rows: { email: string; receivedAt: Date; isOverNetwork: boolean }[]): void;
}

const hour = 3_600_000;
const day = 24 * hour;
const maxKeys = 50_000;

/** The eight groups of an IPv6 address as numbers. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => "0"), ...right].map((group) => Number.parseInt(group, 16));
}

/** The networks that an address counts for, the narrowest first, each with its limit. */
export function networksOf(address: string): (NetworkLimit & { name: string })[] {
  const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv6(plain)) {
    const groups = groupsOf(plain);
    return ipv6Limits.map((limit) => {
      const kept = groups.slice(0, Math.ceil(limit.bits / 16));
      // A /56 ends inside its fourth group.
      if (limit.bits % 16 > 0) kept[kept.length - 1]! &= 0xff_ff << (16 - (limit.bits % 16));
      return { ...limit, name: `${kept.map((group) => group.toString(16)).join(":")}::/${limit.bits}` };
    });
  }
  const bytes = /^\d+\.\d+\.\d+\.\d+$/.test(plain) ? plain.split(".") : null;
  if (!bytes) return [{ ...ipv4Limits[0]!, name: address }];
  return ipv4Limits.map((limit) => ({ ...limit, name: `${bytes.slice(0, limit.bits / 8).join(".")}/${limit.bits}` }));
}

class Windows {
  readonly #counts = new Map<string, { used: number; endsAt: number }>();
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
  }

  #at(key: string, now: number) {
    const window = this.#counts.get(key);
    return window && window.endsAt > now ? window : undefined;
  }

  add(key: string, now: number, begun = now): number {
    const window = this.#at(key, now);
    if (window) return (window.used += 1);
    if (this.#counts.size >= maxKeys) this.#forget(now);
    this.#counts.set(key, { used: 1, endsAt: begun + this.#length });
    return 1;
  }

  used = (key: string, now: number) => this.#at(key, now)?.used ?? 0;
  endsIn = (key: string, now: number) => Math.ceil(((this.#at(key, now)?.endsAt ?? now) - now) / 1000);

  /** Those that are over; if that is not enough, the oldest half. */
  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#counts) if (endsAt <= now) this.#counts.delete(key);
    for (const key of this.#counts.keys()) {
      if (this.#counts.size < maxKeys / 2) break;
      this.#counts.delete(key);
    }
  }
}

export function createRateLimits(now: () => Date, key: Uint8Array): RateLimits {
  const networks = new Windows(hour);
  const addresses = new Windows(day);
  const site = new Windows(hour);
  const hashed = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  const at = () => now().getTime();
  const of = (clientAddress: string) =>
    networksOf(clientAddress).map((limit) => ({ ...limit, key: hashed(limit.name) }));
  const ofAddress = (email: string) => hashed(email.trim().toLowerCase());

  return {
    take({ clientAddress, email }) {
      // Each width counts, also when a narrower one is over its limit already.
      const isOver = of(clientAddress)
        .map((network) => networks.add(network.key, at()) > network.free)
        .includes(true);
      const address = addresses.add(ofAddress(email), at());
      // What one network sends above its own limit is no reason to ask everybody else for work.
      const inAll = isOver ? site.used("", at()) : site.add("", at());
      return [
        ...(isOver ? (["network"] as const) : []),
        ...(address > addressPerDay ? (["address"] as const) : []),
        ...(inAll > sitePerHour ? (["site"] as const) : []),
      ];
    },
    refusedFor(clientAddress) {
      const full = of(clientAddress).filter((network) => networks.used(network.key, at()) >= network.ceiling);
      return full.length === 0 ? null : Math.max(...full.map((network) => networks.endsIn(network.key, at())));
    },
    isStrained: (clientAddress) =>
      of(clientAddress).some((network) => networks.used(network.key, at()) >= network.free) ||
      site.used("", at()) >= sitePerHour,
    refill(rows) {
      for (const { email, receivedAt, isOverNetwork } of rows) {
        addresses.add(ofAddress(email), at(), receivedAt.getTime());
        if (!isOverNetwork && receivedAt.getTime() > at() - hour) site.add("", at(), receivedAt.getTime());
      }
    },
  };
}
