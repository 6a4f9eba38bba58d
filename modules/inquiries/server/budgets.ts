// How many messages come from one network, one address and in all. Counted in the memory of the one process: a flood costs
// the database nothing. Addresses of networks are written nowhere.
import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";

export const budgetLimits = {
  networkPerHour: 5,
  addressPerDay: 3,
  sitePerHour: 60,
  /** From here on everything is held and nothing is sent. */
  floodPerHour: 600,
  /** From here on one network is refused. */
  networkCeiling: 60,
} as const;

export interface Counts {
  network: number;
  address: number;
  site: number;
}

export interface Budgets {
  /** Counts one message. */
  take(from: { clientAddress: string; email: string }): Counts;
  /** Seconds until a network over its ceiling is heard again, or null. Counts nothing. */
  refusedFor(clientAddress: string): number | null;
  /** Whether a visitor from here must bring a proof of work. */
  isStrained(clientAddress: string): boolean;
  /** After a start: what the table knows of the last hour and day. */
  refill(rows: { email: string; receivedAt: Date }[]): void;
}

const hour = 3_600_000;
const day = 24 * hour;
const maxKeys = 50_000;

/** /24 of IPv4, /64 of IPv6: what one household or machine has. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return /^\d+\.\d+\.\d+\.\d+$/.test(plain) ? plain.replace(/\d+$/, "0/24") : address;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
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

export function createBudgets(now: () => Date, key: Uint8Array): Budgets {
  const networks = new Windows(hour);
  const addresses = new Windows(day);
  const site = new Windows(hour);
  const hashed = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  const at = () => now().getTime();
  const of = (clientAddress: string) => hashed(networkOf(clientAddress));
  const ofAddress = (email: string) => hashed(email.trim().toLowerCase());

  return {
    take({ clientAddress, email }) {
      const network = networks.add(of(clientAddress), at());
      const address = addresses.add(ofAddress(email), at());
      // What one network sends above its own budget is no reason to ask everybody else for work.
      const isOver = network > budgetLimits.networkPerHour;
      return { network, address, site: isOver ? site.used("", at()) : site.add("", at()) };
    },
    refusedFor(clientAddress) {
      const network = of(clientAddress);
      return networks.used(network, at()) >= budgetLimits.networkCeiling ? networks.endsIn(network, at()) : null;
    },
    isStrained: (clientAddress) =>
      networks.used(of(clientAddress), at()) >= budgetLimits.networkPerHour ||
      site.used("", at()) >= budgetLimits.sitePerHour,
    refill(rows) {
      for (const { email, receivedAt } of rows) {
        addresses.add(ofAddress(email), at(), receivedAt.getTime());
        if (receivedAt.getTime() > at() - hour) site.add("", at(), receivedAt.getTime());
      }
    },
  };
}
