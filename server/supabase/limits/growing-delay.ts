// Failures of one account, wherever they come from: after the first few, each makes the next try wait twice as long.
// However many addresses guess, they get a few tries an hour; no one is locked out for longer than the longest wait.
import type { Sql } from "#server/platform/database/sql.ts";

interface GrowingDelay {
  /** Counts a try; returns the seconds to wait when it comes too early. A try that comes too early is not counted. */
  take(key: string, free: number): Promise<number | null>;
  /** The try was no failure: takes its count and its wait back. */
  giveBack(key: string): Promise<void>;
  sweep(): Promise<void>;
}

const maxSeconds = 900;
const rememberedSeconds = 24 * 3600;

export function createGrowingDelay(sql: Sql, now: () => Date): GrowingDelay {
  return {
    async take(key, free) {
      const at = now();
      const [row] = await sql`
        insert into server.slowdowns as s (key, failures, next_at, forget_at)
        values (${key}, 1, '-infinity', ${at}::timestamptz + ${rememberedSeconds} * interval '1 second')
        on conflict (key) do update set
          failures = case when s.forget_at <= ${at} then 1 else s.failures + 1 end,
          next_at = case when s.forget_at <= ${at} or s.failures < ${free} then '-infinity'
            else ${at}::timestamptz
              + least(power(2, least(s.failures - ${free}, 30)), ${maxSeconds}) * interval '1 second' end,
          forget_at = excluded.forget_at
        where s.next_at <= ${at}
        returning key`;
      if (row) return null;
      const [waiting] = await sql<{ seconds: number }[]>`
        select ceil(extract(epoch from greatest(next_at, ${at}) - ${at}::timestamptz))::int as seconds
        from server.slowdowns where key = ${key}`;
      return Math.max(1, waiting?.seconds ?? 1);
    },
    async giveBack(key) {
      await sql`
        update server.slowdowns set failures = greatest(failures - 1, 0), next_at = '-infinity' where key = ${key}`;
    },
    async sweep() {
      await sql`delete from server.slowdowns where forget_at < ${now()}`;
    },
  };
}
