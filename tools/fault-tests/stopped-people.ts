// Time that passes, people who are taken out of a sequence, and the count at the end, for the fault test of sequences.
import type { Sql, TransactionSql } from "../../server/platform/database/sql.ts";
import type { CountingServer } from "../../server/testing/sending-under-kills.ts";
import type { sequencesForTests } from "../../server/testing/sequences-for-tests.ts";

export interface Stop {
  enrolment: string;
  /** By the database's clock, just before the stop was committed. */
  at: string;
  /** Steps that had been made by then. */
  made: number;
  /** A mail of theirs was written or on its way when the stop was asked for. */
  amid: boolean;
}

/** What is done moves a day into the past, and what waits for another day is due; what a dead server held is given back. */
export async function passDay(sql: Sql): Promise<void> {
  await sql`select private.sweep_outbox(true, now() + interval '2 minutes')`;
  await sql`
    update public.outbox set created_at = created_at - interval '1 day', not_before = not_before - interval '1 day',
      taken_at = taken_at - interval '1 day', finished_at = finished_at - interval '1 day', sent_at = sent_at - interval '1 day'
    where id in (select id from public.outbox where state not in ('queued', 'sending') for update skip locked)`;
  await sql`
    update public.outbox set not_before = now()
    where id in (select id from public.outbox where state = 'queued' and not_before > now() for update skip locked)`;
  await sql`
    update public.enrolments set next_at = now()
    where id in (select id from public.enrolments where state = 'active' and next_at > now() for update skip locked)`;
}

/** By a reply, by unsubscribing or by hand; of someone whose mail is on its way, if there is such a one. Null: no one is left, or it was over. */
export async function stopOne(sql: Sql, setup: Awaited<ReturnType<typeof sequencesForTests>>): Promise<Stop | null> {
  const [who] = await sql<{ id: string; contact_id: string; to_key: string; amid: boolean }[]>`
    select id, contact_id, to_key, exists (
      select from public.step_runs join public.outbox on outbox.id = step_runs.outbox_id
      where step_runs.enrolment_id = enrolments.id and outbox.state in ('queued', 'sending')) as amid
    from public.enrolments where state = 'active' order by amid desc, random() limit 1`;
  if (!who) return null;
  const enrolment = who.id;
  const ways = [
    (tx: TransactionSql) => tx`select public.they_replied(${who.contact_id})`,
    (tx: TransactionSql) => tx`select public.stop_enrolments(${[enrolment]}, 'by hand')`,
    (tx: TransactionSql) =>
      tx`select private.record_suppression(${who.to_key}, 'outreach', 'unsubscribe', 'recipient', ${enrolment})`,
  ];
  const way = Math.floor(Math.random() * ways.length);
  // The time is taken while the stop still has its lock: whatever waits for the lock begins later.
  const stop = async (tx: TransactionSql) => {
    await ways[way]!(tx);
    const [now] = await tx<{ at: string }[]>`select clock_timestamp()::text as at`;
    return now!.at;
  };
  const at = way === 2 ? await sql.begin(stop) : await setup.asNoor(stop);
  const [after] = await sql<{ state: string; made: number }[]>`
    select state, (select count(*)::int from public.step_runs where enrolment_id = enrolments.id) as made
    from public.enrolments where id = ${enrolment}`;
  return after!.state === "finished" ? null : { enrolment, at, made: after!.made, amid: who.amid };
}

export async function countSteps(sql: Sql, stops: readonly Stop[], mailbox: CountingServer, steps: number) {
  const stopped = stops.map(({ enrolment }) => enrolment);
  const [counted] = await sql<Record<"runs" | "mails" | "tasks" | "whole" | "doubles" | "strays" | "open", number>[]>`
    select (select count(*)::int from public.step_runs) as runs,
      (select count(*)::int from public.outbox where origin_kind = 'sequence_step') as mails,
      (select count(*)::int from public.tasks where source = 'sequence') as tasks,
      (select count(*)::int from public.enrolments where state = 'finished' and id <> all (${stopped}::uuid[])
        and (select array_agg(step_no order by step_no) from public.step_runs where enrolment_id = enrolments.id)
          = array(select generate_series(1, ${steps}::int))) as whole,
      -- By what was made, not by the steps' own key: a second row or task for the same step of a person.
      (select coalesce(sum(made - 1), 0)::int from (
        select count(*) as made from public.outbox where origin_kind = 'sequence_step' group by dedupe_key
        union all select count(*) from public.step_runs where task_id is not null group by task_id) as counts) as doubles,
      (select count(*)::int from public.outbox where origin_kind = 'sequence_step'
          and not exists (select from public.step_runs where outbox_id = outbox.id))
        + (select count(*)::int from public.tasks where source = 'sequence'
          and not exists (select from public.step_runs where task_id = tasks.id))
        + (select count(*)::int from public.step_runs where num_nonnulls(outbox_id, task_id) <> 1) as strays,
      (select count(*)::int from public.enrolments where state in ('active', 'paused')) as open`;
  const rows = await sql<{ message_id: string; state: string }[]>`
    select message_id, state from public.outbox where origin_kind = 'sequence_step'`;
  const [after] = await sql<Record<"sent_after" | "made_after" | "left_before", number>[]>`
    select count(*) filter (where exists (
        select from public.step_runs join public.outbox_attempts as attempt on attempt.outbox_id = step_runs.outbox_id
        where step_runs.enrolment_id = stop.enrolment and attempt.phase = 'handing_over' and attempt.started_at > stop.at))::int as sent_after,
      count(*) filter (where made <> (select count(*) from public.step_runs where enrolment_id = stop.enrolment))::int as made_after,
      (select count(*)::int from public.step_runs where left_before_stop) as left_before
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as stop (enrolment uuid, at timestamptz, made int)`;
  const of = (state: string) => rows.filter((row) => row.state === state);
  return {
    ...counted!,
    uncertain: of("uncertain").length,
    cancelled: of("cancelled").length + of("suppressed").length,
    twice: [...mailbox.taken.values()].filter((times) => times > 1).length,
    untrue: of("sent").filter(({ message_id }) => !mailbox.taken.has(message_id)).length,
    sentAfter: after!.sent_after,
    madeAfter: after!.made_after,
    leftBefore: after!.left_before,
    amid: stops.filter(({ amid }) => amid).length,
  };
}
