// The formula, the evidence and what follows from them, in the database.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import {
  relationshipsForTests,
  type Day,
  type RelationshipsForTests,
} from "#server/testing/relationships-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

/** What a tie weighs fades by the day: midnight does not fall between what a test writes and what it reads. */
const { sql } = await testDatabase({ now: new Date().toISOString() });
let world: RelationshipsForTests;
beforeAll(async () => {
  world = await relationshipsForTests(sql);
});

/** The formula once more, from its description alone. */
const weights: Record<string, number> = {
  mail: 1,
  round: 0.3,
  meeting: 3,
  talk: 2,
  inquiry: 1,
  answer: 1,
  accepted: 3,
  proposal: 0.5,
  opened: 0.3,
  introduced: 3,
};
function expected(days: readonly Day[], later = 0, halfLife = 90): number {
  const sides = { in: 0, out: 0 };
  const seen = new Set<string>();
  const direct = new Set(days.filter(({ kind }) => kind === "mail").map(({ inward, ago }) => `${inward} ${ago}`));
  for (const { kind, inward, ago } of days) {
    const key = `${kind} ${inward} ${ago}`;
    if (seen.has(key) || (kind === "round" && direct.has(`${inward} ${ago}`))) continue;
    seen.add(key);
    sides[inward ? "in" : "out"] += weights[kind]! * 2 ** (-(ago + later) / halfLife);
  }
  const m = Math.min(sides.in, 3 * sides.out) + Math.min(sides.out, 3 * sides.in);
  return Math.round(100 * (1 - 2 ** (-m / 6)));
}
const range = (n: number) => Array.from({ length: n }, (_, index) => index);

/** The same numbers on every machine. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
const kinds = Object.keys(weights);
const someDays = (next: (below: number) => number, count: number): Day[] =>
  range(count).map(() => ({ kind: kinds[next(kinds.length)]!, inward: next(2) === 0, ago: next(400) }));

describe("the formula", () => {
  const golden: readonly [string, readonly Day[], number, number?][] = [
    [
      "one mail each way today",
      [
        { kind: "mail", inward: true, ago: 0 },
        { kind: "mail", inward: false, ago: 0 },
      ],
      21,
    ],
    [
      "one mail each way, 90 days later",
      [
        { kind: "mail", inward: true, ago: 90 },
        { kind: "mail", inward: false, ago: 90 },
      ],
      11,
    ],
    [
      "a meeting today",
      [
        { kind: "meeting", inward: true, ago: 0 },
        { kind: "meeting", inward: false, ago: 0 },
      ],
      50,
    ],
    [
      "the last ten days each way",
      range(10).flatMap((ago): Day[] => [
        { kind: "mail", inward: true, ago },
        { kind: "mail", inward: false, ago },
      ]),
      89,
    ],
    ["they on 100 days, we never", range(100).map((ago) => ({ kind: "mail", inward: true, ago })), 0],
    [
      "they on 100 days, we once",
      [...range(100).map((ago) => ({ kind: "mail", inward: true, ago })), { kind: "mail", inward: false, ago: 0 }],
      37,
    ],
  ];
  test.each(golden)("relationships 1: golden: %s", async (_name, days, strength) => {
    const { contact } = await world.tie(days);
    expect(await world.strength(contact)).toBe(strength);
    expect(expected(days)).toBe(strength);
  });

  test("relationships 1: each of us, last in and last out; recounting the days of one click gives the number", async () => {
    const next = random(7);
    for (let turn = 0; turn < 20; turn += 1) {
      const days = someDays(next, 1 + next(30));
      const { contact, staff } = await world.tie(days);
      const [tie] = await world.tiesOf(contact);
      const rows = await world.as(
        world.noor,
        (tx) => tx<{ day: string; inward: boolean; share: number; counts: boolean }[]>`
        select day::text, inward, share, counts from public.tie_evidence(${contact}, ${staff})`,
      );
      const sum = (inward: boolean) =>
        rows.filter((row) => row.inward === inward).reduce((all, { share }) => all + share, 0);
      const [given, got] = [sum(true), sum(false)];
      const m = Math.min(given, 3 * got) + Math.min(got, 3 * given);
      expect(Math.round(100 * (1 - 2 ** (-m / 6)))).toBe(tie!.strength);
      expect(tie!.strength).toBe(expected(days));
      expect(tie!.days).toBe(new Set(days.map(({ ago }) => ago)).size);
    }
    const { contact } = await world.tie([
      { kind: "mail", inward: true, ago: 3 },
      { kind: "mail", inward: false, ago: 8 },
    ]);
    const [told] = await sql<
      { in: string; out: string }[]
    >`select last_in::text as in, last_out::text as out from private.ties where contact_id = ${contact}`;
    expect(told).toEqual({ in: await world.day(-3), out: await world.day(-8) });
  });

  test("relationships 3: any order of arrival, in any number of transactions, gives the same to the last bit", async () => {
    const next = random(11);
    const days = someDays(next, 60);
    const told = async (contact: string) =>
      (
        await sql`
      select mass_in::text, mass_out::text, days, mails, usual_gap, first_on, last_on, last_in, last_out, was, cold_on, silent_on from private.ties where contact_id = ${contact}`
      )[0];
    const { contact: first } = await world.tie(days);
    const once = await told(first);
    const account = await world.company("Orders");
    for (let turn = 0; turn < 25; turn += 1) {
      const shuffled = days
        .map((day) => ({ day, key: next(1_000_000) }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ day }) => day);
      const contact = await world.person(`Order ${turn}`, account);
      while (shuffled.length > 0) await world.contactDays(contact, world.noor, shuffled.splice(0, 1 + next(20)));
      expect(await told(contact)).toEqual(once);
    }
    await sql`select private.rebuild_ties()`;
    expect(await told(first)).toEqual(once);
  });

  test("relationships 4: as of any day, what the evidence up to it gives; nothing changes within a day", async () => {
    const next = random(23);
    const days = someDays(next, 40);
    const { contact } = await world.tie(days);
    for (const back of [0, 1, 30, 90, 200, 399]) {
      const upTo = days.filter(({ ago }) => ago >= back);
      const shown = await world.strength(contact, await world.day(-back));
      expect(shown ?? 0).toBe(upTo.length > 0 ? expected(upTo.map((day) => ({ ...day, ago: day.ago - back }))) : 0);
    }
    // On a day to come: what is left if nothing happens.
    expect(await world.strength(contact, await world.day(60))).toBe(expected(days, 60));
    const before = await sql`select * from private.ties where contact_id = ${contact}`;
    await world.settle();
    expect(await sql`select * from private.ties where contact_id = ${contact}`).toEqual(before);
  });

  test("relationships 9: the day it goes cold is known at the last contact, to the day", async () => {
    const next = random(31);
    for (let turn = 0; turn < 20; turn += 1) {
      const days = someDays(next, 4 + next(40)).map((day) => ({ ...day, ago: day.ago % 120 }));
      const { contact } = await world.tie(days);
      const [tie] = await sql<{ in: number | null; was: number }[]>`
        select cold_on - public.office_today() as in, was from private.ties where contact_id = ${contact}`;
      if (tie!.in === null) {
        expect(tie!.was).toBeLessThan(25);
        continue;
      }
      expect(expected(days, tie!.in)).toBeLessThan(25);
      expect(expected(days, tie!.in - 1)).toBeGreaterThanOrEqual(25);
    }
  });

  test("relationships 5: a hundred mails in a day are one; flooding raises nothing beyond three times what we gave", async () => {
    const { contact } = await world.tie(range(100).flatMap(() => world.bothWays("mail", 0)));
    expect(await world.strength(contact)).toBe(21);
    const flood = range(365).map((ago): Day => ({ kind: "mail", inward: true, ago, n: 50 }));
    const { contact: forged } = await world.tie([...flood, { kind: "answer", inward: false, ago: 0 }]);
    // m = 3 * 1 + 1
    expect(await world.strength(forged)).toBe(37);
    const { contact: both } = await world.tie([
      ...world.bothWays("mail", 2),
      { kind: "round", inward: true, ago: 2 },
      { kind: "round", inward: false, ago: 2 },
    ]);
    expect(await world.strength(both)).toBe(expected(world.bothWays("mail", 2)));
  });

  test("relationships 5: a day that has not come counts as nothing", async () => {
    const { contact } = await world.tie([{ kind: "mail", inward: true, ago: -2 }]);
    expect(await world.tiesOf(contact)).toEqual([]);
  });
});

describe("settings", () => {
  const save = (halfLife: number | null, changes: Record<string, unknown> = {}, by = world.noor) =>
    world.as(
      by,
      (tx) =>
        tx<
          { version: number }[]
        >`select public.save_relationship_settings(${halfLife}::int, ${JSON.stringify(changes)}::text::jsonb) as version`,
    );

  test("relationships 6: bounds are named, and nothing is saved", async () => {
    await expect(save(29)).rejects.toThrow("The half-life is 30 to 365 days.");
    await expect(save(366)).rejects.toThrow("The half-life is 30 to 365 days.");
    await expect(save(90, { mail: 11 })).rejects.toThrow("A weight is 0 to 10.");
    await expect(save(90, { mail: "1" })).rejects.toThrow("A weight is 0 to 10.");
    await expect(save(90, { gossip: 1 })).rejects.toThrow('There is no kind of contact called "gossip".');
    expect(await sql`select version from public.relationship_settings where state = 'building'`).toEqual([]);
  });

  test("relationships 6: counted aside, the old values stand until swapped; evidence in between is in both", async () => {
    const days = [...world.bothWays("mail", 40), ...world.bothWays("talk", 80)];
    const { contact, staff } = await world.tie(days);
    const before = await world.strength(contact);
    const [{ version } = { version: 0 }] = await save(180, { talk: 4 });
    expect(await world.strength(contact)).toBe(before);
    // Some contacts are counted already, this one is not or is: new contact is in either.
    await sql`select private.mine_a_step(3)`;
    await world.contactDays(contact, staff, [{ kind: "answer", inward: false, ago: 0 }]);
    const meanwhile = [...days, { kind: "answer", inward: false, ago: 0 }];
    expect(await world.strength(contact)).toBe(expected(meanwhile));
    await world.settle();
    weights.talk = 4;
    expect(await world.strength(contact)).toBe(expected(meanwhile, 0, 180));
    const [state] = await world.as(
      world.noor,
      (tx) => tx<{ state: { version: number; half_life: number } }[]>`select public.relationship_state() as state`,
    );
    expect(state!.state).toMatchObject({ version, half_life: 180 });
    expect(await sql`select distinct version from private.ties`).toEqual([{ version }]);
    await expect(
      sql`update public.relationship_settings set half_life = 60 where version = ${version}`,
    ).rejects.toThrow("never changed");
    await expect(sql`delete from public.relationship_settings`).rejects.toThrow("never changed");
    await save(90, { talk: 2 });
    await world.settle();
    weights.talk = 2;
    expect(await world.strength(contact)).toBe(expected(meanwhile));
  });

  test("relationships 6: the examples beside the settings are computed", async () => {
    const rows = await world.as(
      world.noor,
      (tx) => tx<{ what: string; strength: number }[]>`
      select * from public.relationship_examples(90, (select weights from public.relationship_settings where state = 'live'))`,
    );
    expect(rows.map(({ strength }) => strength)).toEqual([21, 11, 50, 89, 0, 37]);
  });
});

describe("companies", () => {
  test("relationships 2: the measures of its people add up, for each of us and for all", async () => {
    const account = await world.company("Castelline");
    const [ilse, espen] = [await world.person("Ilse Varga", account), await world.person("Espen Falk", account)];
    const [one, two] = [world.bothWays("meeting", 5), world.bothWays("mail", 9)];
    await world.contactDays(ilse, world.noor, one);
    await world.contactDays(espen, world.noor, two);
    await world.contactDays(espen, world.dana, two);
    const rows = await world.as(
      world.noor,
      (tx) => tx<{ staff_name: string | null; strength: number }[]>`select * from public.account_strength(${account})`,
    );
    expect(rows.find(({ staff_name }) => staff_name === "Noor Marchetti")!.strength).toBe(expected([...one, ...two]));
    const m = 6 * 2 ** (-5 / 90) + 4 * 2 ** (-9 / 90);
    expect(rows.find(({ staff_name }) => staff_name === null)!.strength).toBe(Math.round(100 * (1 - 2 ** (-m / 6))));
    const lines = await world.as(
      world.noor,
      (tx) => tx<{ contact_name: string; staff_name: string }[]>`select * from public.ties_of_account(${account})`,
    );
    expect(lines.map(({ staff_name, contact_name }) => `${staff_name}, ${contact_name}`)).toEqual([
      "Noor Marchetti, Ilse Varga",
      "Dana Roth, Espen Falk",
      "Noor Marchetti, Espen Falk",
    ]);
  });
});

describe("going cold", () => {
  const cold = () =>
    world.as(
      world.noor,
      (tx) =>
        tx<
          { contact_id: string; was: number; is_now: number; silent_days: number; usual_gap: number | null }[]
        >`select * from public.going_cold(least_was => 0, most => 200)`,
    );
  const of = async (contact: string) => (await cold()).find((row) => row.contact_id === contact);

  test("relationships 9: what was good and no longer is, or is silent for unusually long; by what it was; new contact takes it off", async () => {
    const { contact: strong } = await world.tie(range(12).flatMap((n) => world.bothWays("talk", 200 + n * 3)));
    const { contact: good } = await world.tie(range(2).flatMap((n) => world.bothWays("talk", 220 + n * 3)));
    const { contact: silent } = await world.tie(range(8).flatMap((n) => world.bothWays("mail", 40 + n * 5)));
    const { contact: few } = await world.tie(range(5).flatMap((n) => world.bothWays("mail", 40 + n * 5)));
    const { contact: usual } = await world.tie(range(8).flatMap((n) => world.bothWays("mail", 40 + n * 30)));
    const { contact: ancient } = await world.tie(range(12).flatMap((n) => world.bothWays("talk", 900 + n * 3)));
    const list = await cold();
    const place = (contact: string) => list.findIndex((row) => row.contact_id === contact);
    expect(place(strong)).toBeGreaterThanOrEqual(0);
    expect(place(good)).toBeGreaterThan(place(strong));
    expect(list.map(({ was }) => was)).toEqual(list.map(({ was }) => was).toSorted((a, b) => b - a));
    expect(await of(silent)).toMatchObject({ silent_days: 40, usual_gap: 5 });
    // Fewer than six days know no usual gap; a gap of 30 days makes 40 nothing unusual; what is cold for more than a year is no news.
    expect([await of(few), await of(usual), await of(ancient)]).toEqual([undefined, undefined, undefined]);
    await world.contactDays(strong, world.noor, [
      { kind: "talk", inward: false, ago: 0 },
      { kind: "talk", inward: true, ago: 0 },
    ]);
    expect(await of(strong)).toBeUndefined();
  });

  test("relationships 9: put off for 7, 30 or 90 days, and for nothing else", async () => {
    const { contact, staff } = await world.tie(range(3).flatMap((n) => world.bothWays("talk", 260 + n * 3)));
    expect(await of(contact)).toBeDefined();
    const snooze = (days: number) =>
      world.as(world.noor, (tx) => tx`select public.snooze_tie(${contact}, ${staff}, ${days}::int)`);
    await expect(snooze(8)).rejects.toThrow("7, 30 or 90");
    await snooze(30);
    expect(await of(contact)).toBeUndefined();
    await sql`update public.tie_snoozes set until_on = public.office_today() where contact_id = ${contact}`;
    expect(await of(contact)).toBeDefined();
    await snooze(7);
    await snooze(0);
    expect(await of(contact)).toBeDefined();
  });
});

describe("who is not counted, and who is gone", () => {
  test("relationships 17: no strength, suggestion or path; evidence gone at once, and counted again from the records when it is taken back", async () => {
    const account = await world.company("Quiet");
    const contact = await world.person("Quinn Quiet", account, "quinn@quiet.example");
    await world.as(
      world.noor,
      (tx) => tx`select public.note_talk(${contact}, public.office_today(), 'We talked about the yard.')`,
    );
    expect(await world.strength(contact)).toBe(37);
    await world.as(world.noor, (tx) => tx`select public.set_no_mining(${contact}, true)`);
    expect(
      await sql`select 1 from private.tie_days where contact_id = ${contact} union all select 1 from private.ties where contact_id = ${contact}`,
    ).toEqual([]);
    expect(await world.tiesOf(contact)).toEqual([]);
    expect(await world.as(world.noor, (tx) => tx`select * from public.warm_paths(${contact})`)).toEqual([]);
    await world.contactDays(contact, world.noor, world.bothWays("mail", 0));
    expect(await sql`select 1 from private.tie_days where contact_id = ${contact}`).toEqual([]);
    await expect(
      world.as(world.noor, (tx) => tx`select public.note_talk(${contact}, public.office_today())`),
    ).rejects.toThrow("Nothing is counted");
    await world.as(world.noor, (tx) => tx`select public.set_no_mining(${contact}, false)`);
    expect(await world.strength(contact)).toBe(37);
  });

  test("relationships 19: a colleague who left keeps ties, marked; paths avoid them", async () => {
    const lars = await world.colleague("Lars Berg");
    const { contact } = await world.tie(world.bothWays("meeting", 1), lars);
    const paths = () =>
      world.as(world.noor, (tx) => tx<{ staff_name: string }[]>`select * from public.warm_paths(${contact})`);
    expect((await paths()).map(({ staff_name }) => staff_name)).toEqual(["Lars Berg"]);
    await sql`delete from public.user_roles where user_id = ${lars}`;
    expect(await paths()).toEqual([]);
    expect(await world.tiesOf(contact)).toMatchObject([{ staff_name: "Lars Berg", staff_left: true, strength: 50 }]);
  });

  test("relationships 1: the copy of a person's data has each colleague's strength, and nothing while nothing is computed", async () => {
    const account = await world.company("Copies");
    const ada = await world.person("Ada Copied", account);
    await world.contactDays(ada, world.noor, world.bothWays("meeting", 0));
    const ties = async () => {
      const parts = await world.as(
        world.noor,
        (tx) => tx<{ part: string; rows: object[] }[]>`select part, rows from public.copy_of_person(${ada})`,
      );
      return parts.find(({ part }) => part === "ties")?.rows;
    };
    expect(await ties()).toEqual([
      expect.objectContaining({ colleague: "Noor Marchetti", strength: 50, days: 1, half_life_days: 90 }),
    ]);
    await sql`update public.contacts set no_mining = true where id = ${ada}`;
    expect(await ties()).toBeUndefined();
  });

  test("relationships 17: erasing a person removes days, pairs and suggestions; introductions stay without a name", async () => {
    const account = await world.company("Erasures");
    const [ada, ben] = [
      await world.person("Ada Gone", account, "ada@erasures.example"),
      await world.person("Ben Stays", account),
    ];
    await world.contactDays(ada, world.noor, world.bothWays("meeting", 0));
    await sql`select private.count_pairs(${JSON.stringify([{ people: [ada, ben], day: await world.day(0), kind: "mail" }])}::text::jsonb)`;
    await world.as(world.noor, (tx) => tx`select public.add_introduction(${ben}, ${ada})`);
    await world.as(world.noor, (tx) => tx`select public.erase_contact(${ada})`);
    expect(
      await sql`select 1 from private.tie_days where contact_id = ${ada} union all select 1 from private.ties where contact_id = ${ada}
      union all select 1 from private.pair_days where ${ada} in (a_id, b_id) union all select 1 from public.talks where contact_id = ${ada}`,
    ).toEqual([]);
    const [left] = await world.as(
      world.noor,
      (tx) => tx<{ by_name: string }[]>`select * from public.introductions_of(${ben})`,
    );
    expect(left!.by_name).toBe("Erased person");
  });
});

describe("what is written where", () => {
  test("relationships 1: two transactions that change one tie at the same time are both in it", async () => {
    const account = await world.company("Both");
    const contact = await world.person("Both Sides", account);
    await Promise.all(range(12).map((ago) => world.contactDays(contact, world.noor, world.bothWays("mail", ago))));
    expect(await world.strength(contact)).toBe(expected(range(12).flatMap((ago) => world.bothWays("mail", ago))));
  });

  test("relationships 8: asking a colleague makes a task with the sentence, and sends nothing", async () => {
    const { contact } = await world.tie(world.bothWays("meeting", 0));
    const words = `Ask about Espen ${randomUUID()}`;
    await world.as(world.noor, (tx) => tx`select public.ask_colleague(${world.dana}, ${contact}, ${words})`);
    expect(await sql`select title, assignee_id, contact_id from public.tasks where title = ${words}`).toEqual([
      { title: words, assignee_id: world.dana, contact_id: contact },
    ]);
    expect(await sql`select 1 from public.outbox`).toEqual([]);
  });

  test("relationships 20: without the mailbox it counts from the rest, and says that mail is not counted", async () => {
    const [row] = await world.as(
      world.noor,
      (tx) =>
        tx<{ state: { is_on: boolean; mail_is_counted: boolean } }[]>`select public.relationship_state() as state`,
    );
    expect(row!.state).toMatchObject({ is_on: true, mail_is_counted: false });
  });

  test("relationships 1: people without the right read nothing and change nothing", async () => {
    const { contact } = await world.tie(world.bothWays("meeting", 0));
    const { addUser } = await import("#server/testing/act-as.ts");
    const stranger = await addUser(sql, { admin: false });
    await expect(world.tiesOf(contact, { by: stranger })).rejects.toThrow("You need admin privileges");
    await expect(world.as(stranger, (tx) => tx`select * from public.going_cold()`)).rejects.toThrow(
      "You need admin privileges",
    );
    for (const table of [
      "introductions",
      "suggestions",
      "talks",
      "contact_jobs",
      "tie_snoozes",
      "relationship_settings",
    ])
      expect(await world.as(stranger, (tx) => tx.unsafe(`select * from public.${table}`))).toEqual([]);
    await expect(world.as(world.noor, (tx) => tx.unsafe(`select * from private.ties`))).rejects.toThrow(
      "permission denied",
    );
  });
});
