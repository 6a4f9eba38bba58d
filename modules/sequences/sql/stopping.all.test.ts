// Who may be enrolled, and what ends it. What `npm test -- all` adds.
import { beforeEach, expect, test } from "vitest";
import type { ReservedSql } from "#server/platform/database/sql.ts";
import { sequencesForTests } from "#server/testing/sequences-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const setup = await sequencesForTests(sql);
const { addSequence, mailStep, now, setClock } = setup;

beforeEach(async () => {
  await setup.openGate(false);
  await sql`update public.enrolments set state = 'stopped', ended_at = now(), next_at = null where state in ('active', 'paused')`;
  await sql`update public.sequence_settings set one_at_a_time = true, stop_whole_account = false`;
  setClock("2031-01-06T10:00:00Z");
});

/** The same every time. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const after = async (before: Promise<unknown>, run: () => Promise<unknown>) => {
  await before;
  return run();
};

test("sequences 9: a thousand stops and sendings that meet: never a mail after a committed stop", async () => {
  await setup.openGate(true);
  const rounds = 1000;
  const sequence = await addSequence([mailStep()]);
  // Straight into the tables: a thousand people whose first mail waits in the outbox.
  await sql`
    with people as (
      insert into public.contacts (account_id, name, email)
      select ${setup.accountId}, 'Racer ' || n, 'racer' || n || '@race' || n || '.example' from generate_series(1, ${rounds}::int) as n returning id, email
    ), enrolled as (
      insert into public.enrolments (sequence_id, version, contact_id, to_key, step_no, timezone, exclusive)
      select ${sequence}, 1, id, email, 1, 'UTC', true from people returning id, contact_id, to_key
    )
    insert into public.step_runs (enrolment_id, step_no, outbox_id, planned_at)
    select id, 1, private.put_in_outbox(jsonb_build_object('class', 'outreach', 'dedupe_key', 'race:' || id, 'origin_kind', 'sequence_step', 'origin_id', id,
      'contact_id', contact_id, 'to_address', to_key, 'subject', 'x', 'body_text', 'x', 'not_before', ${now()}::timestamptz)), ${now()} from enrolled`;
  const racers = await sql<{ id: string; outbox_id: string; to_key: string }[]>`
    select enrolments.id, outbox_id, to_key from public.enrolments join public.step_runs on enrolment_id = enrolments.id
    where sequence_id = ${sequence} order by to_key`;
  expect(racers).toHaveLength(rounds);

  const below = randomFrom(20_310_106);
  const [sending, stopping] = [await sql.reserve(), await sql.reserve()];
  let begun = false;
  const outcome = new Map<string, { begun: boolean; byUnsubscribing: boolean }>();
  try {
    for (const [round, { id, outbox_id, to_key }] of racers.entries()) {
      begun = false;
      const sends: ((on: ReservedSql) => Promise<unknown>)[] = [
        (on) => on`begin`,
        (on) => on`select private.claim_outbox(${outbox_id}, 'race', true, ${now()})`,
        (on) => on`commit`,
        (on) => on`begin`,
        async (on) => {
          const [row] = await on<
            { begun: boolean }[]
          >`select private.begin_hand_over(${outbox_id}, 'race', 'smtp', ${now()}) as begun`;
          begun = row!.begun;
        },
        (on) => on`commit`,
      ];
      const byUnsubscribing = below(2) === 0;
      const stops: ((on: ReservedSql) => Promise<unknown>)[] = [
        (on) => on`begin`,
        (on) =>
          byUnsubscribing
            ? on`select private.record_suppression(${to_key}, 'outreach', 'unsubscribe', 'recipient', 'e')`
            : on`select private.stop_sequences_for(${to_key}, 'replied', 'e')`,
        (on) => on`commit`,
      ];
      // Each statement is sent when its turn comes; whichever has to wait, waits inside PostgreSQL. A tenth are sent before
      // they are stopped and a tenth are stopped before, so that there is enough of both anyone who the machine lets win.
      const order = [...sends.map(() => 0), ...stops.map(() => 1)];
      const isInOrder = round % 10 < 2;
      if (round % 10 === 1) order.reverse();
      for (let at = isInOrder ? 0 : order.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [order[at], order[other]] = [order[other]!, order[at]!];
      }
      const tails: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()];
      for (const turn of order) {
        const [statement, on] = turn === 0 ? [sends.shift()!, sending] : [stops.shift()!, stopping];
        tails[turn as 0 | 1] = after(tails[turn as 0 | 1], () => statement(on));
        // Sometimes the one before is done, sometimes both run.
        if (isInOrder) await tails[turn as 0 | 1];
        else if (below(3) > 0) await Promise.race([tails[turn as 0 | 1], new Promise(setImmediate)]);
      }
      await Promise.all(tails);
      outcome.set(id, { begun, byUnsubscribing });
    }
  } finally {
    sending.release();
    stopping.release();
  }
  const ends = await sql<{ id: string; state: string; phase: string | null; left: boolean; enrolment: string }[]>`
    select enrolments.id, outbox.state, outbox.phase, step_runs.left_before_stop as left, enrolments.state as enrolment
    from public.outbox join public.step_runs on outbox_id = outbox.id join public.enrolments on enrolments.id = enrolment_id
    where sequence_id = ${sequence}`;
  const left = ends.filter(({ id }) => outcome.get(id)!.begun);
  const cancelled = ends.filter(({ id }) => !outcome.get(id)!.begun);
  // Either it was handed over before the stop looked, and says so, or it never will be.
  for (const { id, ...end } of left)
    expect(end).toEqual({
      state: "sending",
      phase: "handing_over",
      left: true,
      enrolment: outcome.get(id)!.byUnsubscribing ? "unsubscribed" : "replied",
    });
  for (const end of cancelled)
    expect(end).toMatchObject({
      state: expect.stringMatching(/^(cancelled|suppressed)$/) as string,
      phase: null,
      left: false,
    });
  expect(left.length + cancelled.length).toBe(rounds);
  expect(Math.min(left.length, cancelled.length)).toBeGreaterThanOrEqual(rounds / 10);
});
