// When steps happen, and that each happens once. The clock is the test's.
import { beforeEach, expect, test } from "vitest";
import type { Sql } from "#server/platform/database/sql.ts";
import { sequencesForTests, type Step } from "#server/testing/sequences-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { plannerJob } from "../server/planner.ts";

const { sql } = await testDatabase();
const setup = await sequencesForTests(sql);
const { addContact, addSequence, enrolOne, enrolment, mailStep, now, runs, setClock, taskStep } = setup;
const plannerOn = (on: Sql) =>
  plannerJob({ sql: on, siteUrl: "https://guidevane.test", senderAddress: "hello@guidevane.example", now });
const planner = plannerOn(sql);
const sweep = () => setup.sweep(planner);
const iso = (moment: Date | null | undefined) => moment?.toISOString().replace(":00.000Z", "Z");

beforeEach(async () => {
  await setup.openGate(false);
  await sql`update public.enrolments set state = 'stopped', ended_at = now(), next_at = null where state in ('active', 'paused')`;
  await sql`delete from public.office_holidays`;
  setClock("2031-01-06T10:00:00Z");
});

/** The n-th statement of a transaction works, and the server dies before the next. */
function dyingAfter(statements: number): Sql {
  let left = statements;
  return new Proxy(sql, {
    get(target, name) {
      if (name !== "begin") return Reflect.get(target, name) as unknown;
      return (work: (within: unknown) => Promise<unknown>) =>
        target.begin((within) =>
          work(
            new Proxy(within, {
              async apply(statement, self, given) {
                const answer: unknown = await Reflect.apply(statement, self, given);
                left -= 1;
                if (left < 0) throw new Error("killed");
                return answer;
              },
            }),
          ),
        );
    },
  });
}

// What clocks do: Berlin and New York skip and repeat an hour, Lord Howe half an hour.
const everyDay = { weekdays: [1, 2, 3, 4, 5, 6, 7] };

interface Planned {
  at: Date;
  day: string;
  step_no: number;
  kind: string;
  enrolment_id: string;
  waits: boolean;
}
const plan = (sequence: string, contact: string | null = null, days = 14) =>
  setup.asNoor((tx) => tx<Planned[]>`select *, day::text from public.sequence_plan(${days}, ${sequence}, ${contact})`);

test("sequences 2: editing touches only who comes after; moving to the newest is a separate act, with a preview", async () => {
  const sequence = await addSequence([mailStep(), taskStep({ delay_days: 2 })]);
  const early = await enrolOne(sequence, (await addContact()).id);
  const [before] = await sql<{ updated_at: Date }[]>`select updated_at from public.sequences where id = ${sequence}`;
  await setup.saveSequence({
    id: sequence,
    steps: [mailStep(), taskStep({ delay_days: 5, task_title: "Visit them" })],
  });
  const late = await enrolOne(sequence, (await addContact()).id);
  expect([(await enrolment(early)).version, (await enrolment(late)).version]).toEqual([1, 2]);
  await sweep();
  expect(iso((await enrolment(early)).next_at)).toBe("2031-01-08T10:00Z");
  // Five days later is a Saturday.
  expect(iso((await enrolment(late)).next_at)).toBe("2031-01-13T09:00Z");
  await expect(
    sql`update public.sequence_steps set delay_days = 1 where sequence_id = ${sequence} and version = 1`,
  ).rejects.toThrow("not changed any more");
  const stale = setup.asNoor(
    (tx) => tx`select public.save_sequence(${tx.json({ id: sequence, name: "Mine" })}::jsonb, ${before!.updated_at})`,
  );
  await expect(stale).rejects.toThrow("Someone else saved");

  const move = (dryRun: boolean) =>
    setup.asNoor((tx) => tx`select * from public.move_to_newest(${sequence}, null, ${dryRun})`);
  const [preview] = await move(true);
  expect(preview).toMatchObject({
    enrolment_id: early,
    from_version: 1,
    to_version: 2,
    step_no: 1,
    next_step: "Visit them",
    reasons: null,
  });
  expect(iso(preview!.next_at)).toBe("2031-01-13T09:00Z");
  expect((await enrolment(early)).version).toBe(1);
  await move(false);
  expect(await enrolment(early)).toMatchObject({ version: 2, step_no: 1, next_at: preview!.next_at });
  expect(await move(true)).toHaveLength(0);
});

test("sequences 3: a step is planned once, also with two planners at work and wherever one dies", async () => {
  const sequence = await addSequence([mailStep(), mailStep({ delay_days: 1 })]);
  const ids: string[] = [];
  for (let person = 0; person < 6; person += 1) ids.push(await enrolOne(sequence, (await addContact()).id));
  for (const day of ["2031-01-06T10:00:00Z", "2031-01-07T10:00:00Z"]) {
    setClock(day);
    for (const [at, id] of ids.entries()) {
      await plannerOn(dyingAfter(at % 2))
        .run(id, new AbortController().signal)
        .catch((error: Error) => expect(error.message).toBe("killed"));
    }
    await Promise.all([setup.sweep(planner), setup.sweep(plannerOn(sql))]);
  }
  const rows = await sql<{ step_no: number; count: number }[]>`
    select step_no, count(distinct outbox.id)::int as count
    from public.step_runs join public.outbox on outbox.dedupe_key = format('sequence:%s:%s', enrolment_id, step_no)
    where enrolment_id = any (${ids}) group by step_no order by step_no`;
  expect(rows).toEqual([
    { step_no: 1, count: 6 },
    { step_no: 2, count: 6 },
  ]);
  const [all] = await sql`select count(*)::int as count from public.outbox where origin_id = any (${ids})`;
  expect(all).toEqual({ count: 12 });
  // The key holds, whatever the code does.
  await expect(
    sql`insert into public.step_runs (enrolment_id, step_no, planned_at) values (${ids[0]!}, 1, now())`,
  ).rejects.toThrow("duplicate key");
});

test("sequences 4: the first step too is moved into the window, past weekends and holidays", async () => {
  await sql`insert into public.office_holidays (day, name) values ('2031-01-13', 'Made up')`;
  const sequence = await addSequence([mailStep()], {
    holidays: ["2031-01-14"],
    window_start: "09:00",
    window_end: "12:00",
  });
  for (const [enrolled, first] of [
    ["2031-01-06T10:00:00Z", "2031-01-06T10:00Z"],
    ["2031-01-06T05:00:00Z", "2031-01-06T09:00Z"],
    ["2031-01-06T12:00:00Z", "2031-01-07T09:00Z"],
    // Friday afternoon: the weekend, Monday's holiday of the office and Tuesday's of the sequence are skipped.
    ["2031-01-10T12:01:00Z", "2031-01-15T09:00Z"],
  ] as const) {
    setClock(enrolled);
    const id = await enrolOne(sequence, (await addContact()).id);
    expect(iso((await enrolment(id)).next_at), enrolled).toBe(first);
  }
});

test("sequences 4: by the contact's clock if it is known, else by the sequence's", async () => {
  const sequence = await addSequence([mailStep()], { timezone: "Europe/Berlin" });
  const tokyo = (await addContact()).id;
  await setup.asNoor((tx) => tx`select public.set_contact_zone(${tokyo}, 'Asia/Tokyo')`);
  setClock("2031-01-06T20:00:00Z");
  expect(iso((await enrolment(await enrolOne(sequence, tokyo))).next_at)).toBe("2031-01-07T00:00Z");
  expect(iso((await enrolment(await enrolOne(sequence, (await addContact()).id))).next_at)).toBe("2031-01-07T08:00Z");
  await expect(setup.asNoor((tx) => tx`select public.set_contact_zone(${tokyo}, 'Mars/Base')`)).rejects.toThrow(
    "no time zone",
  );
});

test("sequences 4: the next step comes the delay after the one before was done: business days skip what is no working day", async () => {
  await setup.openGate(true);
  const sequence = await addSequence([
    mailStep(),
    mailStep({ delay_days: 3, delay_business: true, delay_minutes: 30 }),
    taskStep({ delay_days: 1 }),
  ]);
  const id = await enrolOne(sequence, (await addContact()).id);
  await sweep();
  // It waits in the outbox until Thursday.
  expect(await enrolment(id)).toMatchObject({ step_no: 1, next_at: null });
  setClock("2031-01-09T11:15:00Z");
  const [first] = await runs(id);
  expect(await setup.send(first!.outbox_id!)).toMatchObject({ state: "sent" });
  await sweep();
  expect(iso((await enrolment(id)).next_at)).toBe("2031-01-14T11:45Z");
  expect(iso((await runs(id))[0]!.done_at)).toBe("2031-01-09T11:15Z");
});
test.each([
  ["Europe/Berlin", "2031-03-29T08:00:00Z", "2031-03-30T07:00Z"],
  ["Europe/Berlin", "2031-10-25T07:00:00Z", "2031-10-26T08:00Z"],
  ["America/New_York", "2031-03-08T14:00:00Z", "2031-03-09T13:00Z"],
  ["America/New_York", "2031-11-01T13:00:00Z", "2031-11-02T14:00Z"],
  ["Australia/Lord_Howe", "2031-10-03T22:30:00Z", "2031-10-04T22:00Z"],
  ["Australia/Lord_Howe", "2031-04-04T22:00:00Z", "2031-04-05T22:30Z"],
])("sequences 5: nine o'clock stays nine o'clock in %s when clocks change after %s", async (zone, done, next) => {
  const [row] = await sql<{ next: Date }[]>`
    select private.next_slot(sequences, ${zone}, private.after_delay(sequences, steps, ${zone}, ${done}::timestamptz)) as next
    from public.sequences join public.sequence_steps as steps on steps.sequence_id = sequences.id and no = 2
    where sequences.id = ${await addSequence([mailStep(), mailStep({ delay_days: 1 })], everyDay)}`;
  expect(iso(row!.next)).toBe(next);
});
test.each([
  ["Europe/Berlin", "02:10", "02:40", "2031-03-30T00:00:00Z", "2031-03-30T01:00Z"],
  ["America/New_York", "02:15", "02:45", "2031-03-09T05:30:00Z", "2031-03-09T07:00Z"],
  ["Australia/Lord_Howe", "02:05", "02:20", "2031-10-04T14:00:00Z", "2031-10-04T15:30Z"],
])(
  "sequences 5: in %s a window from %s to %s inside the missing hour moves to its end",
  async (zone, opens, closes, after, slot) => {
    const id = await addSequence([mailStep()], { ...everyDay, window_start: opens, window_end: closes });
    const [row] = await sql<{ slot: Date; later: Date }[]>`
    select private.next_slot(sequences, ${zone}, ${after}::timestamptz) as slot,
      private.next_slot(sequences, ${zone}, ${slot}::timestamptz + interval '1 minute') as later
    from public.sequences where id = ${id}`;
    expect(iso(row!.slot)).toBe(slot);
    // Once: a minute later it is the next day's turn.
    expect(row!.later.getTime() - row!.slot.getTime()).toBeGreaterThan(20 * 3_600_000);
  },
);
test.each([
  ["Europe/Berlin", "02:00", "03:00", "2031-10-26T00:30:00Z"],
  ["America/New_York", "01:00", "02:00", "2031-11-02T05:30:00Z"],
  ["Australia/Lord_Howe", "01:30", "02:00", "2031-04-05T14:45:00Z"],
])("sequences 5: in %s no step runs twice in the hour that comes twice", async (zone, opens, closes, firstTime) => {
  const sequence = await addSequence([mailStep(), taskStep({ delay_days: 30 })], {
    ...everyDay,
    timezone: zone,
    window_start: opens,
    window_end: closes,
  });
  setClock(new Date(new Date(firstTime).getTime() - 3_600_000 * 2));
  const id = await enrolOne(sequence, (await addContact()).id);
  for (let minutes = 0; minutes <= 180; minutes += 15) {
    setClock(new Date(new Date(firstTime).getTime() + minutes * 60_000));
    await sweep();
  }
  const planned = await runs(id);
  expect(planned).toHaveLength(1);
  const local = planned[0]!.planned_at.toLocaleTimeString("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
  });
  expect(local >= opens && local < closes, local).toBe(true);
});

test("sequences 6: after three days down steps come one delay apart, and not together", async () => {
  const sequence = await addSequence([mailStep(), mailStep({ delay_days: 1 }), mailStep({ delay_days: 1 })]);
  const id = await enrolOne(sequence, (await addContact()).id);
  setClock("2031-01-09T15:00:00Z");
  await sweep();
  expect(await runs(id)).toHaveLength(1);
  expect(iso((await enrolment(id)).next_at)).toBe("2031-01-10T15:00Z");
  setClock("2031-01-10T15:00:00Z");
  await sweep();
  setClock("2031-01-13T15:00:00Z");
  await sweep();
  expect((await runs(id)).map(({ planned_at }) => iso(planned_at))).toEqual([
    "2031-01-09T15:00Z",
    "2031-01-10T15:00Z",
    "2031-01-13T15:00Z",
  ]);
  expect((await enrolment(id)).state).toBe("finished");
});

test("sequences 6: a contact gets one outreach mail a day, counting mail by hand and leaving out tests", async () => {
  const sequence = await addSequence([mailStep()]);
  const put = (to: string, origin: string) =>
    setup.asNoor(async (tx) => {
      await tx`select set_config('role', 'postgres', true)`;
      await tx`select private.put_in_outbox(${tx.json({
        class: "transactional",
        dedupe_key: crypto.randomUUID(),
        origin_kind: origin,
        to_address: to,
        subject: "x",
        body_text: "x",
        not_before: now().toISOString(),
      })}::jsonb)`;
    });
  const [written, tested] = [await addContact(), await addContact()];
  await put(written.email!, "inquiry");
  await put(tested.email!, "template_test");
  const [waits, goes] = [await enrolOne(sequence, written.id), await enrolOne(sequence, tested.id)];
  await sweep();
  expect(await runs(goes)).toHaveLength(1);
  expect(await runs(waits)).toHaveLength(0);
  expect(iso((await enrolment(waits)).next_at)).toBe("2031-01-07T09:00Z");
});

test("sequences 14: steps of two sequences to one contact come on two days", async () => {
  await sql`update public.sequence_settings set one_at_a_time = false`;
  const [one, other] = [await addSequence([mailStep()]), await addSequence([mailStep()])];
  const contact = await addContact();
  const ids = [await enrolOne(one, contact.id), await enrolOne(other, contact.id)];
  await sweep();
  expect([(await runs(ids[0]!)).length, (await runs(ids[1]!)).length]).toEqual([1, 0]);
  setClock("2031-01-07T09:00:00Z");
  await sweep();
  expect(iso((await runs(ids[1]!))[0]!.planned_at)).toBe("2031-01-07T09:00Z");
  await sql`update public.sequence_settings set one_at_a_time = true`;
});

test("sequences 12: pausing a sequence holds everything, also in the outbox; resuming plans again, without a burst", async () => {
  await setup.openGate(true);
  const sequence = await addSequence([mailStep(), mailStep({ delay_days: 1 })], { daily_cap: 2 });
  const ids: string[] = [];
  for (let person = 0; person < 4; person += 1) ids.push(await enrolOne(sequence, (await addContact()).id));
  await sweep();
  await setup.setStatus(sequence, "paused");
  const states = async () =>
    (await sql<{ state: string }[]>`select state from public.outbox where origin_id = any (${ids}) order by state`).map(
      ({ state }) => state,
    );
  expect(await states()).toEqual(["held", "held"]);
  setClock("2031-01-15T10:00:00Z");
  await sweep();
  expect(await states()).toEqual(["held", "held"]);
  await setup.setStatus(sequence, "active");
  await sweep();
  const perDay = await sql`
    select (planned_at at time zone 'UTC')::date::text as day, count(*)::int as count from public.step_runs where enrolment_id = any (${ids}) group by 1 order by 1`;
  expect(perDay).toEqual([{ day: "2031-01-15", count: 2 }]);
  expect(await states()).toEqual(["queued", "queued"]);
  // The two that waited all the time come a day later: the cap of two is of every day.
  const waiting = await Promise.all(ids.map(async (id) => iso((await enrolment(id)).next_at)));
  expect(waiting.filter((moment) => moment === "2031-01-16T09:00Z")).toHaveLength(2);
});

test("sequences 12: one person is paused until a day, and goes on by themselves", async () => {
  const sequence = await addSequence([mailStep()]);
  const id = await enrolOne(sequence, (await addContact()).id);
  await setup.asNoor((tx) => tx`select public.pause_enrolments(${[id]}, '2031-01-08T12:00:00Z')`);
  await sweep();
  expect(await runs(id)).toHaveLength(0);
  setClock("2031-01-08T12:00:00Z");
  await sweep();
  expect(await enrolment(id)).toMatchObject({ state: "finished" });
  const told = await sql<{ kind: string }[]>`
    select kind from public.events where record_type = 'sequence' and record_id = ${sequence} order by id`;
  expect(told.map(({ kind }) => kind)).toEqual(["enrolled", "paused", "resumed", "finished"]);
});

test.each([
  [
    "by hand",
    async (id: string) => {
      await setup.asNoor((tx) => tx`select public.pause_enrolments(${[id]}, '2031-01-09T12:00:00Z')`);
    },
  ],
  [
    "by an automatic answer",
    // The day of return is read by the database's own clock.
    async (id: string) => {
      await sql`
        insert into public.mail_replies (event_key, from_address, subject, body_text, is_automatic)
        select 'away-' || id, to_key, 'Away', 'I am back on ' || (public.office_today() + 5)::text, true
        from public.enrolments where id = ${id}`;
      await sql`update public.enrolments set paused_until = '2031-01-09T12:00:00Z' where id = ${id} and state = 'paused'`;
    },
  ],
])(
  "sequences 12: the mail of a person who is paused %s is held with that reason, the sequence waits for it, and it leaves when the pause ends",
  async (_how, pause) => {
    await setup.openGate(true);
    const sequence = await addSequence([mailStep(), mailStep({ delay_days: 1 })]);
    const id = await enrolOne(sequence, (await addContact()).id);
    const other = await enrolOne(sequence, (await addContact()).id);
    await sweep();
    await pause(id);
    const mail = async (of: string) =>
      (
        await sql<{ state: string; gate_code: string | null }[]>`
        select state, gate_code from public.outbox where origin_id = ${of}`
      )[0];
    expect(await mail(id)).toEqual({ state: "held", gate_code: "enrolment_paused" });
    expect(await mail(other)).toEqual({ state: "queued", gate_code: null });
    setClock("2031-01-08T10:00:00Z");
    await sweep();
    // Held by the pause is not sent: the step is not done, and nothing follows it.
    expect(await enrolment(id)).toMatchObject({ state: "paused", step_no: 1, next_at: null });
    expect((await runs(id)).map(({ done_at }) => done_at)).toEqual([null]);
    setClock("2031-01-09T12:00:00Z");
    await sweep();
    expect(await enrolment(id)).toMatchObject({ state: "active", step_no: 1, next_at: null });
    expect(await mail(id)).toEqual({ state: "queued", gate_code: null });
    expect(iso((await runs(id))[0]!.planned_at)).toBe("2031-01-09T12:00Z");
  },
);

test("sequences 13: caps of a sequence and of a domain shift to the next day, and never drop", async () => {
  await sql`update public.sequence_settings set domain_cap = 2`;
  const capped = await addSequence([mailStep()], { daily_cap: 3 });
  const ids: string[] = [];
  for (let person = 0; person < 7; person += 1) ids.push(await enrolOne(capped, (await addContact()).id));
  const sameHost: string[] = [];
  const free = await addSequence([mailStep()]);
  for (let person = 0; person < 3; person += 1)
    sameHost.push(await enrolOne(free, (await addContact({ email: `p${person}@one.example` })).id));
  const planned = async (of: string[]) => {
    const rows = await sql<{ day: string; count: number }[]>`
      select (planned_at at time zone 'UTC')::date::text as day, count(*)::int as count from public.step_runs where enrolment_id = any (${of}) group by 1 order by 1`;
    return rows.map(({ day, count }) => `${day} ${count}`);
  };
  for (const day of ["06", "07", "08", "09"]) {
    setClock(`2031-01-${day}T10:00:00Z`);
    await sweep();
  }
  expect(await planned(ids)).toEqual(["2031-01-06 3", "2031-01-07 3", "2031-01-08 1"]);
  expect(await planned(sameHost)).toEqual(["2031-01-06 2", "2031-01-07 1"]);
  await sql`update public.sequence_settings set domain_cap = 10`;
});

test("sequences 13: the plan of the next 14 days says what then happens, for each person and day", async () => {
  const steps: Step[] = [
    mailStep(),
    mailStep({ delay_days: 2 }),
    taskStep({ delay_days: 1, delay_business: true }),
    mailStep({ delay_days: 30 }),
  ];
  const sequence = await addSequence(steps, { daily_cap: 2 });
  const ids: string[] = [];
  for (let person = 0; person < 4; person += 1) ids.push(await enrolOne(sequence, (await addContact()).id));
  const told = await plan(sequence);
  const words = (rows: readonly { at?: Date; planned_at?: Date; step_no: number; enrolment_id: string }[]) =>
    rows.map((row) => `${iso(row.at ?? row.planned_at)} ${row.enrolment_id} ${row.step_no}`).toSorted();
  // No one does anything: what was planned is what happened, cap and weekend included.
  for (let hours = 0; hours < 14 * 24; hours += 1) {
    setClock(new Date(Date.parse("2031-01-06T10:00:00Z") + hours * 3_600_000));
    await sweep();
  }
  const happened = await sql<{ planned_at: Date; step_no: number; enrolment_id: string }[]>`
    select planned_at, step_no, enrolment_id from public.step_runs where enrolment_id = any (${ids})`;
  expect(words(told)).toEqual(words(happened));
  expect(told).toHaveLength(12);
  expect(
    Math.max(
      ...Object.values(
        Object.groupBy(
          told.filter(({ kind }) => kind === "mail"),
          ({ day }) => day,
        ),
      ).map((rows) => rows!.length),
    ),
  ).toBe(2);
  const [{ contact_id } = { contact_id: "" }] = await sql<
    { contact_id: string }[]
  >`select contact_id from public.enrolments where id = ${ids[0]!}`;
  setClock("2031-01-06T10:00:00Z");
  expect(await plan(sequence, contact_id)).toEqual([]);
});

test("sequences 13: results count what came of each step", async () => {
  await setup.openGate(true);
  const sequence = await addSequence([mailStep(), taskStep({ delay_days: 1 })]);
  const people = [await addContact(), await addContact(), await addContact()];
  const ids = [];
  for (const { id } of people) ids.push(await enrolOne(sequence, id));
  await sweep();
  for (const id of ids.slice(0, 2)) await setup.send((await runs(id))[0]!.outbox_id!);
  await sweep();
  await setup.asNoor((tx) => tx`select public.they_replied(${people[0]!.id})`);
  setClock("2031-01-07T12:00:00Z");
  await sweep();
  const results = await setup.asNoor(
    (tx) => tx`select no, kind, planned, sent, held, replied, made, done from public.sequence_results(${sequence})`,
  );
  expect(results).toEqual([
    { no: 1, kind: "mail", planned: 3, sent: 2, held: 1, replied: 1, made: 0, done: 0 },
    { no: 2, kind: "task", planned: 1, sent: 0, held: 0, replied: 0, made: 1, done: 0 },
  ]);
  const [listed] = await setup.asNoor(
    (tx) => tx`
    select active, waiting, finished, replied, people from public.sequence_list() where id = ${sequence}`,
  );
  expect(listed).toEqual({ active: 1, waiting: 0, finished: 1, replied: 1, people: 3 });
  const [row] = await setup.asNoor(
    (tx) =>
      tx<{ sequences: object }[]>`select public.owner_dashboard(false, array['sequences']) -> 'sequences' as sequences`,
  );
  const [truth] = await sql`
    select count(distinct sequences.id)::int as active, count(enrolments.id)::int as enrolments from public.sequences
    left join public.enrolments on sequence_id = sequences.id and state = 'active' where status = 'active'`;
  expect(row!.sequences).toMatchObject(truth!);
});

test("sequences 4: a mail in the same thread answers the one before it", async () => {
  await setup.openGate(true);
  const sequence = await addSequence([mailStep(), mailStep({ delay_days: 1, same_thread: true })]);
  const id = await enrolOne(sequence, (await addContact()).id);
  await sweep();
  await setup.send((await runs(id))[0]!.outbox_id!);
  await sweep();
  setClock("2031-01-07T10:00:00Z");
  await sweep();
  const rows = await sql<{ subject: string; headers: Record<string, string>; message_id: string; class: string }[]>`
    select subject, headers, message_id, class from public.outbox where origin_id = ${id} order by not_before`;
  expect(rows[1]).toMatchObject({
    subject: `Re: ${rows[0]!.subject}`,
    headers: { "In-Reply-To": rows[0]!.message_id, References: rows[0]!.message_id },
    class: "outreach",
  });
  // A person wrote these words: nothing says that a machine did.
  expect(rows.some(({ headers }) => "Auto-Submitted" in headers)).toBe(false);
});
