// Ten sessions that move deals into one column.
import { beforeEach, describe, test, expect } from "vitest";
import { dealsForTests } from "#server/testing/deals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { openPool } from "#server/platform/database/sql.ts";
import { addUser } from "#server/testing/act-as.ts";

const { sql, connection } = await testDatabase();

const { stage, add, move, names, as, empty } = await dealsForTests(sql);

beforeEach(empty);

const positions = async (of: string) =>
  (
    await sql<{ position: string }[]>`
    select position::text from private.deal_places where stage_id = ${of} order by private.deal_places.position`
  ).map(({ position }) => position);

describe("parallel moves", () => {
  test("deals 6: a hundred moves by ten sessions into one column leave one order, and no card is lost", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 100; n += 1)
      ids.push(await add(`Deal ${n}`, { stage_id: n % 2 ? stage.new : stage.discovery }));
    const anchors = [
      await add("First", { stage_id: stage.proposal }),
      await add("Second", { stage_id: stage.proposal }),
    ];
    const sessions = Array.from({ length: 10 }, () => openPool({ ...connection, max: 1 }));
    // Into the same gap, to the top and to the end, all at once; some of the moved cards are the neighbours of others.
    await Promise.all(
      sessions.map(async (session, n) => {
        for (let turn = 0; turn < 10; turn += 1) {
          const id = ids[n * 10 + turn]!;
          const where = [
            { after: anchors[1] },
            { before: anchors[0] },
            { at_end: true },
            {},
            { after: ids[((n + 1) % 10) * 10 + turn] },
          ][(n + turn) % 5]!;
          await move(id, stage.proposal, where, session);
        }
      }),
    );
    await Promise.all(sessions.map((session) => session.end({ timeout: 5 })));
    const held = await positions(stage.proposal);
    expect(held).toHaveLength(102);
    expect(new Set(held).size).toBe(102);
    const [places] = await sql<{ deals: number; places: number; astray: number }[]>`
      select (select count(*)::int from public.deals) as deals, (select count(*)::int from private.deal_places) as places,
        (select count(*)::int from public.deals join private.deal_places on deal_id = deals.id
         where deal_places.stage_id <> deals.stage_id) as astray`;
    expect(places).toEqual({ deals: 102, places: 102, astray: 0 });
    const seen = await names("proposal");
    expect(new Set(seen)).toEqual(new Set([...ids.map((_, n) => `Deal ${n}`), "First", "Second"]));
  });

  test("deals 9: everyone sees the same order", async () => {
    for (const name of ["One", "Two", "Three"]) await add(name);
    const other = { role: "authenticated", userId: await addUser(sql, { admin: true }) } as const;
    const mine = await names("new");
    const [theirs] = await as(
      (tx) => tx<{ cards: { name: string }[] }[]>`
        select stage -> 'cards' as cards from json_array_elements(public.deal_board() -> 'stages') as stage
        where stage ->> 'key' = 'new'`,
      other,
    );
    expect(mine).toEqual(["Three", "Two", "One"]);
    expect(theirs!.cards.map(({ name }) => name)).toEqual(mine);
  });
});
