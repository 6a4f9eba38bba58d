// What the first tier does a few times, hundreds of times: orders of arrival, and a rebuild that is killed between any two steps.
import { beforeAll, expect, test } from "vitest";
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

const kinds = ["mail", "round", "meeting", "talk", "inquiry", "answer", "accepted", "proposal", "opened", "introduced"];
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
const someDays = (next: (below: number) => number, count: number): Day[] =>
  Array.from({ length: count }, () => ({ kind: kinds[next(kinds.length)]!, inward: next(2) === 0, ago: next(400) }));

test("relationships 3: 500 random orders of arrival give the same to the last bit", async () => {
  const next = random(41);
  const days = someDays(next, 40);
  const account = await world.company("Orders");
  for (let turn = 0; turn < 500; turn += 1) {
    const shuffled = days.map((day) => ({ day, key: next(1_000_000) })).toSorted((a, b) => a.key - b.key);
    const contact = await world.person(`Order ${turn}`, account);
    while (shuffled.length > 0)
      await world.contactDays(
        contact,
        world.noor,
        shuffled.splice(0, 1 + next(25)).map(({ day }) => day),
      );
  }
  const different = await sql`
    select distinct mass_in::text, mass_out::text, days, mails, usual_gap, first_on, last_on, was, cold_on, silent_on
    from private.ties join public.contacts on contacts.id = ties.contact_id where contacts.account_id = ${account}`;
  expect(different).toHaveLength(1);
});

test("relationships 6: a rebuild that is killed in the middle of any step leaves the old table standing, and is finished", async () => {
  const before = await sql`select contact_id, staff_id, mass_in::text, was from private.ties order by 1, 2`;
  const [saved] = await world.as(
    world.noor,
    (tx) => tx<{ version: number }[]>`select public.save_relationship_settings(200, '{"mail": 2}') as version`,
  );
  for (let step = 0; ; step += 1) {
    // The step is done, and the server dies before it is committed.
    await sql
      .begin(async (tx) => {
        await tx`select private.mine_a_step(40)`;
        throw new Error("killed");
      })
      .catch((error: Error) => expect(error.message).toBe("killed"));
    const [live] = await sql<
      { version: number }[]
    >`select version from public.relationship_settings where state = 'live'`;
    if (live!.version === saved!.version) break;
    expect(
      await sql`select contact_id, staff_id, mass_in::text, was from private.ties where version = ${live!.version} order by 1, 2`,
    ).toEqual(before);
    await sql`select private.mine_a_step(40)`;
    expect(step).toBeLessThan(200);
  }
  await world.settle();
  const counted = await sql`select contact_id, staff_id, mass_in::text, was from private.ties order by 1, 2`;
  await sql`select private.rebuild_ties()`;
  expect(await sql`select contact_id, staff_id, mass_in::text, was from private.ties order by 1, 2`).toEqual(counted);
  expect(counted).toHaveLength(before.length);
  expect(counted).not.toEqual(before);
});

test("relationships 10: 10,000 equal names in 10,000 companies make no pair", async () => {
  await sql`
    with firms as (insert into public.accounts (name) select 'Firm ' || n from generate_series(1, 10000) as n returning id)
    insert into public.contacts (account_id, name) select id, 'Maria Muller' from firms`;
  await world.settle();
  expect(await sql`select 1 from public.suggestions where kind = 'same_person'`).toEqual([]);
});
