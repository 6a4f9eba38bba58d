// The order of cards: made in the database, one order for everyone, no matter who moves a card at the same time. What `npm test -- all` adds.
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { dealsForTests } from "#server/testing/deals-for-tests.ts";

const { sql } = await testDatabase();
const { stage, add, move, as, empty } = await dealsForTests(sql);
beforeEach(empty);

const positions = async (of: string) =>
  (
    await sql<{ position: string }[]>`
    select position::text from private.deal_places where stage_id = ${of} order by private.deal_places.position`
  ).map(({ position }) => position);

describe("a place between two cards", () => {
  test("deals 7: a thousand cards into one gap keep their order", async () => {
    const bottom = await add("Bottom", { stage_id: stage.discovery });
    const top = await add("Top", { stage_id: stage.discovery });
    const ids = await as(
      (tx) => tx<{ id: string }[]>`
      insert into public.deals (name, account_id, stage_id)
      select 'Card ' || n, (select id from public.accounts limit 1), ${stage.discovery} from generate_series(0, 999) n returning id`,
    );
    // Each right below the one before and above the bottom: the gap halves every time.
    let after = top;
    for (const { id } of ids) {
      await move(id, stage.discovery, { after, before: bottom });
      after = id;
    }
    const order = await sql<{ name: string }[]>`
      select name from private.deal_places join public.deals on deals.id = deal_id
      where deal_places.stage_id = ${stage.discovery} order by position`;
    expect(order.map(({ name }) => name)).toEqual(["Top", ...ids.map((_, n) => `Card ${n}`), "Bottom"]);
    for (const position of await positions(stage.discovery)) expect(position.length).toBeLessThanOrEqual(21);
  });
});
