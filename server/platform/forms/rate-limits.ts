// Rate limits: how many messages come from one network, for one address and in all. Counted where all limits are, so that every
// instance sees the same; of networks and addresses only keyed hashes are written.
import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Sql } from "#server/platform/database/sql.ts";
import { createLimits } from "#server/supabase/limits/limits.ts";

/**
 * Messages an hour, for each width of a network. Above `free` each needs a proof of work, which slows and lifts no limit: above `most` it waits
 * for a person whatever was proved, above `ceiling` it is refused.
 */
interface NetworkLimit {
  bits: number;
  free: number;
  most: number;
  ceiling: number;
}
/** A /64 is one machine or household, a /56 what a provider gives one customer, a /48 one organization: anyone who has one has all inside. */
const ipv6Limits: readonly NetworkLimit[] = [
  { bits: 64, free: 5, most: 20, ceiling: 60 },
  { bits: 56, free: 5, most: 20, ceiling: 60 },
  { bits: 48, free: 20, most: 80, ceiling: 240 },
];
/** A /16 may be a city's mobile phones: they are asked for work early, and refused late. */
const ipv4Limits: readonly NetworkLimit[] = [
  { bits: 24, free: 5, most: 20, ceiling: 60 },
  { bits: 16, free: 40, most: 160, ceiling: 600 },
];

/** Of an address anyone may type any: past it messages wait for a person, and nothing is refused. */
const addressPerDay = 3;
/** Of everyone together. It has no ceiling: strangers could close the form for all. */
const sitePerHour = { free: 60, most: 600 };

export const formLimits = { ipv4: ipv4Limits, ipv6: ipv6Limits, addressPerDay, sitePerHour };

export type Exceeded = "network" | "address" | "site";
type Past = Record<"free" | "most", ("network" | "site")[]>;

export interface RateLimits {
  /** Counts one message of a network and of the site, and says which limits it is past. */
  take(clientAddress: string): Promise<Past>;
  /** Counts one that is heard for its address, and says whether that is past its limit. */
  takeAddress(email: string): Promise<boolean>;
  /** Seconds until a network over its ceiling is heard again, or null. Counts nothing. */
  refusedFor(clientAddress: string): Promise<number | null>;
  /** Whether a visitor from here must bring a proof of work. */
  isStrained(clientAddress: string): Promise<boolean>;
}

interface RateLimitParts {
  sql: Sql;
  now: () => Date;
  /** What is counted apart from other forms. */
  form: string;
  key: Uint8Array;
}

const hour = 3600;
const day = 24 * hour;

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

export function createRateLimits({ sql, now, form, key }: RateLimitParts): RateLimits {
  const limits = createLimits(sql, now);
  const hashed = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  const networksAt = (clientAddress: string) =>
    networksOf(clientAddress).map((limit) => ({
      ...limit,
      counter: { name: `${form} network`, of: hashed(limit.name), seconds: hour },
    }));
  const site = { name: `${form} site`, of: "", seconds: hour };
  const countedAt = async (clientAddress: string) => {
    const networks = networksAt(clientAddress);
    const [inAll, ...each] = await limits.counted(site, ...networks.map(({ counter }) => counter));
    return { inAll: inAll!.used, networks: networks.map((network, n) => ({ ...network, ...each[n]! })) };
  };

  return {
    async take(clientAddress) {
      const networks = networksAt(clientAddress);
      // Each width counts, also when a narrower one is over its limit already.
      const each = await limits.count(...networks.map(({ counter }) => counter));
      const isOver = (step: "free" | "most") => networks.some((network, n) => each[n]!.used > network[step]);
      // What one network sends above its own limit is no reason to ask everyone else for work.
      const [inAll] = await (isOver("free") ? limits.counted(site) : limits.count(site));
      const past = (step: "free" | "most") => [
        ...(isOver(step) ? (["network"] as const) : []),
        ...(inAll!.used > sitePerHour[step] ? (["site"] as const) : []),
      ];
      return { free: past("free"), most: past("most") };
    },
    async takeAddress(email) {
      const counter = { name: `${form} address`, of: hashed(email.trim().toLowerCase()), seconds: day };
      const [counted] = await limits.count(counter);
      return counted!.used > addressPerDay;
    },
    async refusedFor(clientAddress) {
      const { networks } = await countedAt(clientAddress);
      const full = networks.filter(({ used, ceiling }) => used >= ceiling);
      return full.length === 0 ? null : Math.max(...full.map(({ endsIn }) => endsIn));
    },
    async isStrained(clientAddress) {
      const { inAll, networks } = await countedAt(clientAddress);
      return inAll >= sitePerHour.free || networks.some(({ used, free }) => used >= free);
    },
  };
}
