// Requests counted per window in PostgreSQL, so that every instance sees the same counts.
import { createHash } from "node:crypto";
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { createGrowingDelay } from "./growing-delay.ts";

export interface Limit {
  /** What is counted, e.g. "token address". */
  name: string;
  /** TaskOwner requests; stored hashed, so the table holds no addresses. */
  of: string;
  max: number;
  seconds: number;
}

export type Counter = Omit<Limit, "max">;
export interface Counted {
  used: number;
  /** Seconds. */
  endsIn: number;
}

export interface Limits {
  /** Counts one request against each limit; returns the seconds to wait when one of them is used up. */
  take(...limits: Limit[]): Promise<number | null>;
  /** Counts one request under each name without refusing it, for limits of several steps: how often, and for how long that counts. */
  count(...counters: Counter[]): Promise<Counted[]>;
  /** The same, without counting one. */
  counted(...counters: Counter[]): Promise<Counted[]>;
  /** Takes one count back: what is limited is failing, and this did not fail. */
  giveBack(limit: Limit): Promise<void>;
  /** Counts a failure of an account; returns the seconds to wait when the try comes too early. */
  slowDown(account: { name: string; of: string; free: number }): Promise<number | null>;
  /** It was no failure. */
  speedUp(account: { name: string; of: string }): Promise<void>;
  /** Forgets windows that are over. */
  sweep(): Promise<void>;
}

const keyOf = (limit: Pick<Limit, "name" | "of">) =>
  `${limit.name}:${createHash("sha256").update(limit.of).digest("base64url")}`;
const maxRemembered = 10_000;

export function createLimits(sql: Sql, now: () => Date = currentTime): Limits {
  // A refused caller is refused from memory until its window ends: a flood then costs the database nothing.
  const refusedUntil = new Map<string, number>();
  const delay = createGrowingDelay(sql, now);

  function remembered(keys: string[], at: number): number | null {
    const ends = keys.map((key) => refusedUntil.get(key) ?? 0);
    const latest = Math.max(0, ...ends);
    return latest > at ? Math.ceil((latest - at) / 1000) : null;
  }

  interface Row {
    key: string;
    used: number;
    ends_at: Date;
  }
  // Sorted, so that two requests that share keys lock them in the same order.
  const add = (keys: string[], counters: Counter[], at: Date) => sql<Row[]>`
    insert into server.limits as l (key, used, ends_at)
    select key, 1, ${at}::timestamptz + seconds * interval '1 second'
    from unnest(${keys}::text[], ${counters.map(({ seconds }) => seconds)}::int[]) as asked (key, seconds)
    order by key
    on conflict (key) do update set
      used = case when l.ends_at <= ${at} then 1 else l.used + 1 end,
      ends_at = case when l.ends_at <= ${at} then excluded.ends_at else l.ends_at end
    returning key, used, ends_at`;
  const inOrder = (keys: string[], rows: Row[], at: Date): Counted[] =>
    keys.map((key) => {
      const row = rows.find((one) => one.key === key);
      return { used: row?.used ?? 0, endsIn: row ? Math.ceil((row.ends_at.getTime() - at.getTime()) / 1000) : 0 };
    });

  function judge(rows: Row[], limits: Limit[], keys: string[]) {
    let wait: number | null = null;
    const at = now().getTime();
    for (const row of rows) {
      const limit = limits[keys.indexOf(row.key)]!;
      if (row.used <= limit.max) continue;
      if (refusedUntil.size >= maxRemembered) refusedUntil.clear();
      refusedUntil.set(row.key, row.ends_at.getTime());
      wait = Math.max(wait ?? 1, Math.ceil((row.ends_at.getTime() - at) / 1000));
    }
    return wait;
  }

  return {
    async take(...limits) {
      const active = limits.filter((limit) => limit.seconds > 0);
      if (active.length === 0) return null;
      const at = now();
      const keys = active.map(keyOf);
      const known = remembered(keys, at.getTime());
      if (known !== null) return known;
      const rows = await add(keys, active, at);
      return judge(rows, active, keys);
    },
    async count(...counters) {
      const at = now();
      const keys = counters.map(keyOf);
      return inOrder(keys, await add(keys, counters, at), at);
    },
    async counted(...counters) {
      const at = now();
      const keys = counters.map(keyOf);
      const rows = await sql<Row[]>`
        select key, used, ends_at from server.limits where key = any (${keys}) and ends_at > ${at}`;
      return inOrder(keys, rows, at);
    },
    async giveBack(limit) {
      await sql`update server.limits set used = used - 1 where key = ${keyOf(limit)} and used > 0`;
    },
    slowDown: (account) => delay.take(keyOf(account), account.free),
    speedUp: (account) => delay.giveBack(keyOf(account)),
    async sweep() {
      await delay.sweep();
      await sql`delete from server.limits where ends_at < ${now()}`;
      const at = now().getTime();
      for (const [key, end] of refusedUntil) if (end <= at) refusedUntil.delete(key);
    },
  };
}
