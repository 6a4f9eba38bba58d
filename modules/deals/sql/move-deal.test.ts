// The order of cards: made in the database, one order for everyone, no matter who moves a card at the same time.
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { dealsForTests } from "#server/testing/deals-for-tests.ts";

const { sql } = await testDatabase();

const { stage, add, move, names, lane, row, as, empty, reason } = await dealsForTests(sql);
beforeEach(empty);

test("the totals that a move answers with leave out archived deals", async () => {
  const id = await add("Moved", { amount_minor: 100, stage_id: stage.new });
  await add("Stays", { amount_minor: 20, stage_id: stage.new });
  const hidden = [
    await add("Archived", { amount_minor: 7000, stage_id: stage.new }),
    await add("Archived there", { amount_minor: 7000, stage_id: stage.discovery }),
  ];
  await sql`update public.deals set archived_at = now() where id = any (${`{${hidden.join(",")}}`}::uuid[])`;
  expect(await move(id, stage.discovery)).toMatchObject({
    from: { count: 1, sum_minor: 20 },
    to: { count: 1, sum_minor: 100 },
  });
});

test("a deal that was moved on an earlier day than it came in was there for no days, not for fewer", async () => {
  const id = await add("Backdated", { stage_id: stage.new });
  await sql`update public.deals set stage_id = ${stage.discovery}, stage_since = now() - interval '2 days' where id = ${id}`;
  const moved = await sql<{ days: number }[]>`
    select (changes ->> 'days')::int as days from public.events where record_id = ${id} and kind = 'moved'`;
  expect(moved).toEqual([{ days: 0 }]);
});

test("deals 6: what comes in one statement stands on top of its column, the last first, and is in its first stage", async () => {
  const [account] = await sql<{ id: string }[]>`select id from public.accounts limit 1`;
  await add("Before", { stage_id: stage.new });
  await sql`
    insert into public.deals (name, account_id, stage_id)
    select 'Came ' || n, ${account!.id}, case when n = 3 then ${stage.discovery}::uuid else ${stage.new}::uuid end from generate_series(1, 4) as n`;
  expect(await names("new")).toEqual(["Came 4", "Came 2", "Came 1", "Before"]);
  expect(await names("discovery")).toEqual(["Came 3"]);
  expect(
    await sql`
    select deals.name, events.from_stage, events.to_stage from public.deal_stage_events as events join public.deals on deals.id = events.deal_id
    where deals.name like 'Came %' order by deals.name`,
  ).toEqual(
    [stage.new, stage.new, stage.discovery, stage.new].map((to_stage, n) => ({
      name: `Came ${n + 1}`,
      from_stage: null,
      to_stage,
    })),
  );
});

describe("a place between two cards", () => {
  test("deals 8: under a filter it stands between the two that are seen, and the hidden ones keep their places", async () => {
    for (const name of ["E", "D", "C", "B", "A"])
      await add(name, { service_line: "AE".includes(name) ? "RLCT" : "Publisher" });
    const a = (await lane("new")).cards[0]!;
    const e = (await lane("new")).cards[4]!;
    expect(await names("new", { service: "RLCT" })).toEqual(["A", "E"]);
    const moved = await add("X", { service_line: "RLCT", stage_id: stage.discovery });
    const answer = await move(moved, stage.new, { after: a.id, before: e.id });
    expect(await names("new")).toEqual(["A", "X", "B", "C", "D", "E"]);
    expect(await names("new", { service: "RLCT" })).toEqual(["A", "X", "E"]);
    expect(answer).toMatchObject({ place: 2, of: 6 });
  });

  test("deals 8: a neighbour that has gone elsewhere meanwhile leaves the other to go by", async () => {
    for (const name of ["C", "B", "A"]) await add(name);
    const [a, b] = (await lane("new")).cards;
    const x = await add("X", { stage_id: stage.discovery });
    await move(a!.id, stage.proposal);
    await move(x, stage.new, { after: a!.id, before: b!.id });
    expect(await names("new")).toEqual(["X", "B", "C"]);
  });
});

describe("a move", () => {
  test("deals 5: of a deal that has changed meanwhile is refused with how it is now, and leaves it there", async () => {
    const id = await add("Pilot", { amount_minor: 100_00 });
    const { seen } = await row(id);
    await as((tx) => tx`update public.deals set amount_minor = 20000 where id = ${id}`);
    const refused = await move(id, stage.discovery, { seen }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "PT409", message: 'Someone else changed "Pilot" meanwhile.' });
    expect(JSON.parse((refused as { detail: string }).detail)).toMatchObject({
      id,
      amount_minor: 20_000,
      stage_id: stage.new,
    });
    expect((await row(id))["stage_id"]).toBe(stage.new);
    await expect(move(id, stage.discovery, { seen: (await row(id)).seen })).resolves.toMatchObject({ card: { id } });
  });

  test("deals 5: a change of place alone is no change of the deal: the next move is not refused", async () => {
    const id = await add("Pilot");
    await add("Other");
    const { seen } = await row(id);
    await move(id, stage.new, { seen });
    await expect(move(id, stage.new, { seen, at_end: true })).resolves.toMatchObject({ place: 2, of: 2 });
  });

  test("deals 3, 5: one that is refused leaves the card in its exact place", async () => {
    for (const name of ["C", "B", "A"]) await add(name);
    const b = (await lane("new")).cards[1]!;
    await expect(move(b.id, stage.lost)).rejects.toThrow("a lost deal has a reason");
    expect(await names("new")).toEqual(["A", "B", "C"]);
  });

  test("deals 3: its undo brings the card back to its exact place, with what closing wrote taken back", async () => {
    for (const name of ["C", "B", "A"]) await add(name, { amount_minor: 5000, probability_own: 30 });
    const b = (await lane("new")).cards[1]!;
    const { undo, from, to } = await move(b.id, stage.lost, {
      close: { reason: reason["Price"], note: "Too dear", amount_minor: 7000 },
    });
    expect(from).toMatchObject({ count: 2, sum_minor: 10_000 });
    expect(to).toMatchObject({ count: 1, sum_minor: 7000, weighted_minor: 0 });
    expect(await row(b.id)).toMatchObject({ stage_kind: "lost", close_note: "Too dear", probability_own: null });
    const back = await move(undo["deal"] as string, undo["to_stage"] as string, undo);
    expect(await names("new")).toEqual(["A", "B", "C"]);
    expect(back.card).toMatchObject({ amount_minor: 5000, probability_own: 30, probability: 30, closed_on: null });
  });

  test("deals 3: undoing a reopening closes it as it was closed", async () => {
    const id = await add("Pilot", { amount_minor: 5000 });
    await move(id, stage.lost, {
      close: { reason: reason["Another firm"], note: "Harrow & Co", closed_on: "2026-03-31" },
    });
    const { undo } = await move(id, stage.new);
    await move(id, undo["to_stage"] as string, undo);
    expect(await row(id)).toMatchObject({
      closed_on: "2026-03-31",
      close_reason_id: reason["Another firm"],
      close_note: "Harrow & Co",
    });
  });
});
