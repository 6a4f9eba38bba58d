// How many messages wait for somebody or something, and how long the oldest has: for /healthz, doctor and /metrics.
import type { Statements } from "../database/sql.ts";

export const watchedStates = ["queued", "held", "uncertain", "failed"] as const;
export type WatchedState = (typeof watchedStates)[number];
export interface Waiting {
  count: number;
  /** Null when there is none; 0 for one that is not due yet. */
  oldestSeconds: number | null;
}
export type OutboxFigures = Record<WatchedState, Waiting>;

export async function outboxFigures(sql: Statements): Promise<OutboxFigures> {
  const rows = await sql<{ state: WatchedState; count: number; oldest: number }[]>`
    select state, count(*)::int as count,
      greatest(0, extract(epoch from now() - min(case state
        -- Each refused try moves not_before, so the wait is counted from the first try.
        when 'queued' then coalesce((select min(started_at) from public.outbox_attempts where outbox_id = outbox.id), not_before)
        when 'uncertain' then coalesce(taken_at, created_at)
        when 'failed' then coalesce(finished_at, created_at)
        else created_at end)))::int as oldest
    from public.outbox where state = any (${watchedStates}) group by state`;
  const found = new Map(rows.map(({ state, count, oldest }) => [state, { count, oldestSeconds: oldest }]));
  const of = (state: WatchedState): Waiting => found.get(state) ?? { count: 0, oldestSeconds: null };
  return { queued: of("queued"), held: of("held"), uncertain: of("uncertain"), failed: of("failed") };
}
