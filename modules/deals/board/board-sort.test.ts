// The board sorted: what the database orders, and where the browser puts a card that is on its way.
import { beforeEach, expect, test } from "vitest";
import type { Value } from "#server/platform/database/sql.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { type Card, dealsForTests } from "#server/testing/deals-for-tests.ts";
import type { Board } from "./board.ts";
import { applyMove } from "./board-moves.ts";
import { type BoardSort, boardSorts, readBoardSort } from "./board-sort.ts";

const { sql } = await testDatabase();
const { stage, add, move, names, as, empty } = await dealsForTests(sql);
beforeEach(empty);

const ask = async <T>(call: string, ...values: Value[]): Promise<T> => {
  const [first] = await as((tx) => tx.unsafe<{ answer: T }[]>(`select ${call} as answer`, values));
  return first!.answer;
};
const board = (sort: string | null, perStage = 200) => ask<Board>("public.deal_board('{}', $1, $2)", perStage, sort);
const inColumn = ({ stages }: Board, of: string) => stages.find(({ id }) => id === of)!.cards.map(({ name }) => name);

/** In the order of hands, the first on top. */
async function addAll(rows: Record<string, Record<string, Value>>) {
  for (const [name, fields] of Object.entries(rows).toReversed()) await add(name, fields);
}

test("deals 8: sorted by the close date the soonest comes first and a deal without one last; equal ones stand as by hand", async () => {
  await addAll({
    "No day": {},
    May: { expected_close: "2027-05-02" },
    "March, above": { expected_close: "2027-03-09" },
    "No day, below": {},
    "March, below": { expected_close: "2027-03-09" },
    Past: { expected_close: "2019-12-31" },
  });
  const sorted = await board("expected_close");
  expect(sorted.sort).toBe("expected_close");
  expect(inColumn(sorted, stage.new)).toEqual([
    "Past",
    "March, above",
    "March, below",
    "May",
    "No day",
    "No day, below",
  ]);
  expect((await board(null)).sort).toBeNull();
  expect(await names("new")).toEqual(["No day", "May", "March, above", "No day, below", "March, below", "Past"]);
});

test("deals 8, 16: sorted by amount the largest comes first, in the currency of the column's sum; zero comes before none", async () => {
  await sql`update public.currencies set rate = 1.50 where code = 'EUR'`;
  await sql`update public.currencies set rate = 0.01 where code = 'JPY'`;
  await addAll({
    None: {},
    "180 dollars": { amount_minor: 180_00 },
    "130 euros": { amount_minor: 130_00, currency: "EUR" },
    "20,100 yen": { amount_minor: 20_100, currency: "JPY" },
    Zero: { amount_minor: 0 },
  });
  expect(inColumn(await board("-amount_minor"), stage.new)).toEqual([
    "20,100 yen",
    "130 euros",
    "180 dollars",
    "Zero",
    "None",
  ]);
});

test("deals 8: won and lost are sorted by the day on which they were closed", async () => {
  const today = await ask<string>("public.office_today()::text");
  const before = (days: number) => ask<string>("($1::date - $2::int)::text", today, days);
  for (const [name, days, expected] of [
    ["Lately", 1, "2019-01-01"],
    ["Earlier", 30, "2031-01-01"],
  ] as const) {
    const id = await add(name, { amount_minor: 1, expected_close: expected });
    await move(id, stage.won, { close: { closed_on: await before(days) } });
  }
  const { cards } = await ask<{ cards: Card[] }>(
    "public.deal_board_more('{}', $1, null, 30, 'expected_close')",
    stage.won,
  );
  expect(cards.map(({ name }) => name)).toEqual(["Earlier", "Lately"]);
});

test.each(Object.keys(boardSorts))(
  "deals 8: sorted by %s, more cards follow the last one: none is left out and none comes twice, also among equals",
  async (sort) => {
    const days = ["2027-01-01", "2027-02-01", null];
    for (let n = 0; n < 11; n += 1)
      await add(`Deal ${n}`, { expected_close: days[n % 3]!, amount_minor: n % 4 ? (n % 3) * 100 : null });
    const archived = await add("Archived", { expected_close: "2027-01-01", amount_minor: 100 });
    await ask("public.archive_deals(array[$1::uuid])", archived);
    const all = inColumn(await board(sort), stage.new);
    expect(all).toHaveLength(11);
    const first = (await board(sort, 2)).stages.find(({ id }) => id === stage.new)!;
    const seen: { id: string; name: string }[] = [...first.cards];
    for (let more = first.more; more;) {
      const next = await ask<{ cards: Card[]; more: boolean }>(
        "public.deal_board_more('{}', $1, $2, 2, $3)",
        stage.new,
        seen.at(-1)!.id,
        sort,
      );
      expect(next.cards.length).toBeGreaterThan(0);
      seen.push(...next.cards);
      more = next.more;
    }
    expect(seen.map(({ name }) => name)).toEqual(all);
    // Behind a card that has gone elsewhere in the meantime the column begins again.
    await move(seen[1]!.id, stage.proposal);
    const again = await ask<{ cards: Card[] }>(
      "public.deal_board_more('{}', $1, $2, 200, $3)",
      stage.new,
      seen[1]!.id,
      sort,
    );
    expect(again.cards.map(({ name }) => name)).toEqual(all.toSpliced(1, 1));
  },
);

test("deals 8: a sort that is not known is refused", async () => {
  const refused = expect.objectContaining({ code: "23514" });
  await expect(board("name; drop table public.deals")).rejects.toEqual(refused);
  await expect(ask("public.deal_board_more('{}', $1, null, 2, 'amount')", stage.new)).rejects.toEqual(refused);
});

test.each(Object.keys(boardSorts) as BoardSort[])(
  "deals 8: sorted by %s, a card from another column is shown at once where the database puts it, and stands on top by hand",
  async (sort) => {
    await addAll({
      Soon: { stage_id: stage.proposal, expected_close: "2027-01-01", amount_minor: 900 },
      Equal: { stage_id: stage.proposal, expected_close: "2027-02-01", amount_minor: 500 },
      Late: { stage_id: stage.proposal, expected_close: "2027-03-01", amount_minor: 100 },
      None: { stage_id: stage.proposal },
      Moved: { expected_close: "2027-02-01", amount_minor: 500 },
      "Without both": {},
    });
    const { stages } = await board(sort);
    const cards = stages.find(({ id }) => id === stage.new)!.cards;
    for (const name of ["Moved", "Without both"]) {
      const before = await board(sort);
      const deal = cards.find((card) => card.name === name)!.id;
      const shown = applyMove(before, { deal, to_stage: stage.proposal, after: null, before: null });
      await move(deal, stage.proposal);
      expect(inColumn(await board(sort), stage.proposal)).toEqual(inColumn(shown, stage.proposal));
    }
    expect(inColumn(await board(sort), stage.proposal)).toEqual([
      "Soon",
      "Moved",
      "Equal",
      "Late",
      "Without both",
      "None",
    ]);
    expect(await names("proposal")).toEqual(["Without both", "Moved", "Soon", "Equal", "Late", "None"]);
  },
);

test("deals 20: the board knows two of the list's sorts, and stands by hand under any other", () => {
  const read = (text: string) => readBoardSort(new URLSearchParams(text));
  expect(read("sort=expected_close")).toBe("expected_close");
  expect(read("sort=-amount_minor")).toBe("-amount_minor");
  for (const other of ["", "sort=", "sort=-expected_close", "sort=amount_minor", "sort=name", "sort=toString"])
    expect(read(other), other).toBeNull();
});
