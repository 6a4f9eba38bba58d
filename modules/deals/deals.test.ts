// What is true of a deal by whatever way it is written, and what board and list say of it.
import { beforeEach, describe, expect, test } from "vitest";
import type { Value } from "#server/platform/database/sql.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { dealsForTests, type Lane } from "#server/testing/deals-for-tests.ts";

const { sql } = await testDatabase();
const { stage, reason, account, noorId, adaId, add, move, board, lane, names, row, as, empty } =
  await dealsForTests(sql);
beforeEach(empty);

/** A function's answer, asked for as an administrator. */
const call = async <T>(statement: string, ...values: Value[]): Promise<T> => {
  const [first] = await as((tx) => tx.unsafe<{ answer: T }[]>(`select ${statement} as answer`, values));
  return first!.answer;
};
const listed = (filter: object) =>
  as(
    (tx) => tx<{ stage_id: string; base_minor: number | null; amount_minor: number | null; p: number }[]>`
    select deals.stage_id, deals.base_minor, deals.amount_minor, coalesce(probability_own, deal_stages.probability) as p
    from public.filter_deals(${JSON.stringify(filter)}::jsonb) as deals join public.deal_stages on deal_stages.id = deals.stage_id`,
  );

describe("totals", () => {
  test("deals 1, 15: count and sums are of all deals that match, not of the cards that are loaded; no amount is 0 and counted", async () => {
    for (let n = 1; n <= 7; n += 1) await add(`Deal ${n}`, n === 7 ? {} : { amount_minor: n * 1000_01 });
    const { cards, more, count, sum_minor, weighted_minor, without_amount } = await lane("new", {}, 3);
    expect(cards.map(({ name }) => name)).toEqual(["Deal 7", "Deal 6", "Deal 5"]);
    expect({ more, count, sum_minor, weighted_minor, without_amount }).toEqual({
      more: true,
      count: 7,
      sum_minor: 21_000_21,
      weighted_minor: [1, 2, 3, 4, 5, 6].reduce((sum, n) => sum + Math.round((n * 1000_01) / 10), 0),
      without_amount: 1,
    });
    const last = cards[2]!;
    const rest = await call<{ cards: { name: string }[]; more: boolean }>(
      "public.deal_board_more('{}', $1, $2, 3)",
      stage.new,
      last.id,
    );
    expect(rest.cards.map(({ name }) => name)).toEqual(["Deal 4", "Deal 3", "Deal 2"]);
    expect(rest.more).toBe(true);
  });

  test.each([
    {},
    { service: "RLCT" },
    { owner: "me" },
    { owner: "none" },
    { search: "norrfall 1" },
    { closing: "overdue" },
    { closing: "this_month" },
    { closing: "this_quarter" },
    { closing: "none" },
    { stale: true },
    { archived: true },
    { stage: "discovery" },
  ] as Record<string, unknown>[])(
    "deals 2: the column totals equal the list with the filter %o, to the cent",
    async (asked) => {
      const keys = ["new", "discovery", "proposal", "negotiation"] as const;
      const ids: string[] = [];
      for (let n = 0; n < 24; n += 1)
        ids.push(
          await add(`Deal ${n}`, {
            stage_id: stage[keys[n % 4]!],
            ...(n % 5 > 0 && { amount_minor: 1_000_33 + n * 77_77 }),
            ...(n % 6 === 0 && { probability_own: n }),
            service_line: n % 2 ? "RLCT" : "Publisher",
            owner_id: n % 3 ? noorId : null,
          }),
        );
      await sql`
      update public.deals set expected_close = case numbered.n % 4 when 0 then public.office_today() - 3 when 1 then public.office_today() end
      from (select id, row_number() over (order by id) as n from public.deals) as numbered where numbered.id = deals.id`;
      await sql`update public.deals set stage_since = now() - interval '30 days' where id = any (${ids.slice(0, 9)}::uuid[])`;
      await call("public.archive_deals($1)", ids.slice(20));
      const filter = {
        ...asked,
        ...(asked["owner"] === "me" && { owner: noorId }),
        ...(asked["stage"] !== undefined && { stage: [stage.discovery] }),
      };
      const rows = await listed(filter);
      expect(rows.length).toBeGreaterThan(0);
      for (const each of await board(filter, 5)) {
        const mine = rows.filter(({ stage_id }) => stage_id === each.id);
        const money = (of: typeof mine) => of.reduce((sum, { base_minor }) => sum + (base_minor ?? 0), 0);
        expect(each, each.key).toMatchObject({
          count: mine.length,
          sum_minor: money(mine),
          weighted_minor: mine.reduce((sum, { base_minor, p }) => sum + Math.round(((base_minor ?? 0) * p) / 100), 0),
          without_amount: mine.filter(({ amount_minor }) => amount_minor === null).length,
        });
      }
    },
  );

  test("deals 1: won and lost are counted whole, and their cards are asked for by themselves: those of the last 90 days", async () => {
    const old = await add("Old", { amount_minor: 100 });
    await move(old, stage.won, { close: { closed_on: "2020-01-31" } });
    const late = await add("Late", { amount_minor: 200 });
    await move(late, stage.won);
    const won = await lane("won");
    expect(won).toMatchObject({ count: 2, sum_minor: 300, weighted_minor: 300, cards: [], more: false });
    const { cards } = await call<{ cards: { name: string }[] }>("public.deal_board_more('{}', $1, null)", won.id);
    expect(cards.map(({ name }) => name)).toEqual(["Late"]);
  });

  test("deals 14: a probability of 0 % is 0, and not the stage's", async () => {
    await add("Zero", { amount_minor: 1000, probability_own: 0 });
    await add("Unset", { amount_minor: 1000 });
    const { cards, weighted_minor } = await lane("new");
    expect(cards.map(({ probability, probability_own }) => [probability, probability_own])).toEqual([
      [10, null],
      [0, 0],
    ]);
    expect(weighted_minor).toBe(100);
  });
});

describe("closing", () => {
  const everyWay = {
    "the board": (id: string) => move(id, stage.lost),
    "the page": (id: string) => call("public.close_deal($1, 'lost')", id),
    "the list": (id: string) => as((tx) => tx`select * from public.move_deals(array[${id}]::uuid[], ${stage.lost})`),
    "the API": (id: string) => as((tx) => tx`update public.deals set stage_id = ${stage.lost} where id = ${id}`),
    "the owner of the database": (id: string) => sql`update public.deals set stage_id = ${stage.lost} where id = ${id}`,
  };
  test.each(Object.keys(everyWay))("deals 3: without a reason nothing is lost through %s", async (way) => {
    const id = await add("Pilot");
    await expect(everyWay[way as keyof typeof everyWay](id)).rejects.toThrow("a lost deal has a reason");
    expect(await row(id)).toMatchObject({ stage_kind: "open", closed_on: null });
    await expect(add("Born lost", { stage_id: stage.lost })).rejects.toThrow("a lost deal has a reason");
  });

  test("deals 3: a reason that needs a note is refused without one, and one for won deals is none for lost ones", async () => {
    const id = await add("Pilot");
    const lose = (close: object) => move(id, stage.lost, { close });
    await expect(lose({ reason: reason["Another firm"] })).rejects.toThrow('"Another firm" needs a note.');
    await expect(lose({ reason: reason["Another firm"], note: "  " })).rejects.toThrow('"Another firm" needs a note.');
    await expect(lose({ reason: reason["Terms"] })).rejects.toThrow('"Terms" is a reason for won deals.');
    await lose({ reason: reason["Another firm"], note: "Harrow & Co", end_tasks: true, ask_again_on: "2027-06-02" });
    expect(await row(id)).toMatchObject({ stage_kind: "lost", close_note: "Harrow & Co" });
    const [asked] = await sql`select title, due_on::text, account_id from public.tasks where deal_id = ${id}`;
    expect(asked).toEqual({ title: "Ask again: Pilot", due_on: "2027-06-02", account_id: account });
  });

  test("deals 4: won asks for an amount where there is none, takes today unless told, and both can be changed afterwards", async () => {
    const id = await add("Pilot");
    await expect(move(id, stage.won)).rejects.toThrow("a won deal has an amount");
    const { card } = await move(id, stage.won, { close: { amount_minor: 250_000 } });
    const [today] = await sql<{ today: string }[]>`select public.office_today()::text as today`;
    expect(card).toMatchObject({
      amount_minor: 250_000,
      base_minor: 250_000,
      probability: 100,
      closed_on: today!.today,
    });
    await as((tx) => tx`update public.deals set amount_minor = 300000, closed_on = '2026-02-28' where id = ${id}`);
    expect(await row(id)).toMatchObject({ stage_kind: "won", closed_on: "2026-02-28", base_minor: 300000 });
    await expect(as((tx) => tx`update public.deals set amount_minor = null where id = ${id}`)).rejects.toThrow(
      "a won deal has an amount",
    );
  });

  test("deals 4: a deal closed at night is closed on the office's day", async () => {
    await sql`update public.office set time_zone = 'America/Los_Angeles'`;
    const id = await add("Pilot", { amount_minor: 1 });
    await sql`update public.deals set stage_id = ${stage.won}, stage_since = '2026-11-01T06:30:00Z' where id = ${id}`;
    expect(await row(id)).toMatchObject({ closed_on: "2026-10-31" });
    await sql`update public.office set time_zone = 'UTC'`;
  });

  test("deals 12: reopening clears date, reason and note, and the deal is no longer among the closed ones", async () => {
    const id = await add("Pilot", { amount_minor: 100 });
    await move(id, stage.proposal);
    await move(id, stage.lost, { close: { reason: reason["Price"], note: "Too dear" } });
    await call("public.reopen_deal($1)", id);
    expect(await row(id)).toMatchObject({
      stage_id: stage.proposal,
      stage_kind: "open",
      closed_on: null,
      closed_at: null,
      close_reason_id: null,
      close_note: null,
    });
    expect((await lane("lost")).count).toBe(0);
    const ways = await sql<{ from_kind: string | null; to_kind: string }[]>`
      select from_kind, to_kind from public.deal_stage_events where deal_id = ${id} order by id`;
    expect(ways.map(({ from_kind, to_kind }) => [from_kind, to_kind])).toEqual([
      [null, "open"],
      ["open", "open"],
      ["open", "lost"],
      ["lost", "open"],
    ]);
  });

  test("deals 12: an open deal cannot be given a closing date or a reason", async () => {
    const id = await add("Pilot");
    await expect(as((tx) => tx`update public.deals set closed_on = '2026-01-01' where id = ${id}`)).rejects.toThrow(
      "a deal is open or has been closed",
    );
    await expect(
      as((tx) => tx`update public.deals set close_reason_id = ${reason["Price"]!} where id = ${id}`),
    ).rejects.toThrow(/reason/);
  });

  test("deals 13: a deal's own probability beats the stage's, and goes with the next move unless it is kept", async () => {
    const id = await add("Pilot", { amount_minor: 1000, probability_own: 90 });
    expect((await lane("new")).cards[0]).toMatchObject({ probability: 90, probability_own: 90 });
    const kept = await move(id, stage.discovery, { keep_probability: true });
    expect(kept.card).toMatchObject({ probability: 90, probability_own: 90 });
    expect(kept.to).toMatchObject({ weighted_minor: 900 });
    const dropped = await move(id, stage.proposal);
    expect(dropped.card).toMatchObject({ probability: 50, probability_own: null });
    await as((tx) => tx`update public.deals set probability_own = 60 where id = ${id}`);
    await as((tx) => tx`update public.deals set stage_id = ${stage.negotiation} where id = ${id}`);
    expect(await row(id)).toMatchObject({ probability_own: null });
  });
});

describe("currencies", () => {
  test("deals 16: a deal in another currency is summed by its own rate, and a new rate leaves closed deals alone", async () => {
    await expect(add("No rate", { amount_minor: 100, currency: "EUR" })).rejects.toMatchObject({
      message: expect.stringContaining("There is no rate from EUR to USD yet"),
      // The dialog links to it.
      detail: "page:/admin/settings?tab=deals",
    });
    await as((tx) => tx`update public.currencies set rate = 1.10 where code = 'EUR'`);
    const open = await add("Open", { amount_minor: 1000_05, currency: "EUR" });
    const closed = await add("Closed", { amount_minor: 1000_05, currency: "EUR" });
    await move(closed, stage.won);
    expect(await row(open)).toMatchObject({ base_minor: 110006 });
    expect(await lane("new")).toMatchObject({
      sum_minor: 1100_06,
      converted: 1,
      cards: [{ amount_minor: 1000_05, currency: "EUR" }],
    });
    const { seen } = await row(open);
    await as((tx) => tx`update public.currencies set rate = 2 where code = 'EUR'`);
    expect(await row(open)).toMatchObject({ base_minor: 200010, seen });
    expect(await row(closed)).toMatchObject({ base_minor: 110006 });
    await call("public.reopen_deal($1)", closed);
    expect(await row(closed)).toMatchObject({ base_minor: 200010 });
  });

  test("deals 17: yen have no digits and dinars three, in the sums and in the history", async () => {
    await sql`update public.currencies set rate = 0.0065 where code = 'JPY'`;
    await sql`update public.currencies set rate = 3.25 where code = 'KWD'`;
    const yen = await add("Yen", { amount_minor: 1_000_000, currency: "JPY" });
    const dinars = await add("Dinars", { amount_minor: 1_500, currency: "KWD" });
    expect(await row(yen)).toMatchObject({ base_minor: 650000 });
    expect(await row(dinars)).toMatchObject({ base_minor: 488 });
    await as((tx) => tx`update public.deals set amount_minor = 2345678 where id = ${yen}`);
    await as((tx) => tx`update public.deals set amount_minor = 1234567 where id = ${dinars}`);
    const told = await sql<
      { amount: { amount_minor: number; currency: string }[] }[]
    >`select changes -> 'amount' as amount from public.events where kind = 'changed' order by id`;
    expect(told.map(({ amount }) => amount)).toEqual([
      [
        { amount_minor: 1_000_000, currency: "JPY" },
        { amount_minor: 2_345_678, currency: "JPY" },
      ],
      [
        { amount_minor: 1_500, currency: "KWD" },
        { amount_minor: 1_234_567, currency: "KWD" },
      ],
    ]);
  });

  test("deals 16: an office that counts in another currency tells every figure in it", async () => {
    await sql`update public.currencies set rate = 1.25 where code = 'EUR'`;
    const dollars = await add("Dollars", { amount_minor: 1000_00 });
    const euros = await add("Euros", { amount_minor: 1000_00, currency: "EUR" });
    await expect(sql`update public.office set currency = 'CHF'`).rejects.toThrow("Set a rate from CHF to USD first");
    await sql`update public.office set currency = 'EUR'`;
    expect([(await row(dollars)).base_minor, (await row(euros)).base_minor]).toEqual([80000, 100000]);
    const [rates] =
      await sql`select (select rate from public.currencies where code = 'USD')::float as usd, (select rate from public.currencies where code = 'EUR') as eur`;
    expect(rates).toEqual({ usd: 0.8, eur: null });
    await sql`update public.office set currency = 'USD'`;
    expect([(await row(dollars)).base_minor, (await row(euros)).base_minor]).toEqual([100000, 125000]);
  });
});

describe("stages", () => {
  test("deals 10: a renamed stage keeps its deals, its history and what filters call it", async () => {
    const id = await add("Pilot");
    await move(id, stage.discovery);
    await as((tx) => tx`update public.deal_stages set name = 'Kennenlernen' where id = ${stage.discovery}`);
    expect(await lane("discovery")).toMatchObject({ name: "Kennenlernen", count: 1 });
    expect((await listed({ stage: [stage.discovery] })).length).toBe(1);
    const [event] =
      await sql`select to_stage from public.deal_stage_events where deal_id = ${id} order by id desc limit 1`;
    expect(event).toEqual({ to_stage: stage.discovery });
    await sql`update public.deal_stages set name = 'Discovery' where id = ${stage.discovery}`;
  });

  test("deals 10: the kind of a stage that has deals stays, and a stage with deals is not simply put away", async () => {
    await add("Pilot", { stage_id: stage.negotiation });
    const change = (fields: string) =>
      as((tx) => tx.unsafe(`update public.deal_stages set ${fields} where id = '${stage.negotiation}'`));
    await expect(change("kind = 'won', probability = 100, stale_after_days = null")).rejects.toThrow(
      '"Negotiation" has deals, so its kind stays.',
    );
    await expect(change("archived_at = now()")).rejects.toThrow('"Negotiation" has deals. Retire it');
    await expect(as((tx) => tx`delete from public.deal_stages where id = ${stage.negotiation}`)).rejects.toThrow(
      "permission denied",
    );
  });

  test("deals 11: retiring a stage moves all its deals, also closed and archived ones, in their order, and tells it once", async () => {
    const [second] = await as(
      (tx) => tx<{ id: string; key: string }[]>`
      insert into public.deal_stages (name, kind, probability) values ('Won, paid', 'won', 100) returning id, key`,
    );
    expect(second!.key).toBe("won-paid");
    for (const name of ["C", "B", "A"]) await add(name, { stage_id: stage.proposal, probability_own: 5 });
    await add("Before", { stage_id: stage.discovery });
    const archived = await add("Archived", { stage_id: stage.proposal });
    await call("public.archive_deals($1)", [archived]);
    const paid = await add("Paid", { amount_minor: 5, stage_id: second!.id, closed_on: "2026-01-31" });
    await sql`truncate public.events`;
    await expect(call("public.retire_stage($1, $2)", stage.proposal, stage.proposal)).rejects.toThrow(
      "Say which other stage",
    );
    await expect(call("public.retire_stage($1, null)", stage.proposal)).rejects.toThrow("Say which other stage");
    await expect(call("public.retire_stage($1, $2)", stage.proposal, stage.won)).rejects.toThrow(
      "go to another stage for open deals",
    );
    const answer = await call<{ moved: number }>("public.retire_stage($1, $2)", stage.proposal, stage.discovery);
    expect(answer.moved).toBe(4);
    expect(await names("discovery")).toEqual(["Before", "A", "B", "C"]);
    expect((await board()).map(({ key }) => key)).not.toContain("proposal");
    expect(await row(archived)).toMatchObject({ stage_id: stage.discovery });
    expect((await lane("discovery")).cards[1]).toMatchObject({ probability: 5 });
    await call("public.retire_stage($1, $2)", second!.id, stage.won);
    expect(await row(paid)).toMatchObject({ stage_id: stage.won, closed_on: "2026-01-31" });
    const told = await sql<
      { kind: string; record_name: string }[]
    >`select kind, record_name from public.events order by id`;
    expect(told).toEqual([
      { kind: "retired", record_name: "Proposal" },
      { kind: "retired", record_name: "Won, paid" },
    ]);
    await expect(add("Late", { stage_id: stage.proposal })).rejects.toThrow('The stage "Proposal" is retired.');
    await sql`update public.deal_stages set archived_at = null where id = ${stage.proposal}`;
  });

  test("deals 11: the last stage of a kind cannot go, whichever way", async () => {
    await expect(
      as((tx) => tx`update public.deal_stages set archived_at = now() where id = ${stage.won}`),
    ).rejects.toThrow("The last stage for won deals cannot go.");
    await expect(sql`delete from public.deal_stages where id = ${stage.lost}`).rejects.toThrow(
      "The last stage for lost deals cannot go.",
    );
  });

  test("deals 11: stages are put in order at once", async () => {
    await call("public.order_stages($1)", [stage.negotiation, stage.new]);
    expect((await board()).slice(0, 3).map(({ key }) => key)).toEqual(["negotiation", "new", "discovery"]);
    await call("public.order_stages($1)", [
      stage.new,
      stage.discovery,
      stage.proposal,
      stage.negotiation,
      stage.won,
      stage.lost,
    ]);
  });
});

describe("badges", () => {
  const aged = async (days: number, key: "new" | "discovery" = "new") => {
    const id = await add(`${days} days`, { stage_id: stage[key] });
    await sql`update public.deals set stage_since = now() - make_interval(days => ${days}) where id = ${id}`;
    return id;
  };
  test("deals 18: a deal is stale after its stage's number of days, as soon as someone looks", async () => {
    for (const days of [6, 7, 13]) await aged(days);
    await aged(13, "discovery");
    const stale = ({ cards }: Lane) => cards.filter((card) => card.stale).map(({ name }) => name);
    expect(stale(await lane("new"))).toEqual(["13 days", "7 days"]);
    expect(stale(await lane("discovery"))).toEqual([]);
    expect(await names("new", { stale: true })).toEqual(["13 days", "7 days"]);
    await as((tx) => tx`update public.deal_stages set stale_after_days = 10 where id = ${stage.new}`);
    expect(stale(await lane("new"))).toEqual(["13 days"]);
    await as((tx) => tx`update public.deal_stages set stale_after_days = 7 where id = ${stage.new}`);
  });

  test("deals 21: an expected close in the past is marked on open deals only", async () => {
    const late = { expected_close: "2020-01-01", amount_minor: 1 };
    await add("Open", late);
    await add("Won", { ...late, stage_id: stage.won });
    const today = await add("Today", {});
    await sql`update public.deals set expected_close = public.office_today() where id = ${today}`;
    const marked = (await board()).flatMap(({ cards }) =>
      cards.filter(({ overdue }) => overdue).map(({ name }) => name),
    );
    expect(marked).toEqual(["Open"]);
    expect((await board({ closing: "overdue" })).flatMap(({ cards }) => cards.map(({ name }) => name))).toEqual([
      "Open",
    ]);
  });
});

describe("many at once", () => {
  test("deals 19: owner, stage and archive for several; lost asks one reason for all", async () => {
    const ids = [await add("A"), await add("B"), await add("C", { amount_minor: 5 })];
    const assigned = await as((tx) => tx`select * from public.assign_deals(${ids}::uuid[], ${adaId})`);
    expect(assigned.map(({ was_owner_id }) => was_owner_id)).toEqual([noorId, noorId, noorId]);
    await expect(as((tx) => tx`select * from public.move_deals(${ids}::uuid[], ${stage.lost})`)).rejects.toThrow(
      "a lost deal has a reason",
    );
    expect((await lane("new")).count).toBe(3);
    const lost = await as(
      (tx) => tx`
      select * from public.move_deals(${ids}::uuid[], ${stage.lost}, ${JSON.stringify({ reason: reason["Timing"] })}::jsonb)`,
    );
    expect(lost.map(({ was_stage_id }) => was_stage_id)).toEqual([stage.new, stage.new, stage.new]);
    expect(await lane("lost")).toMatchObject({ count: 3, sum_minor: 5, weighted_minor: 0 });
    await call("public.archive_deals($1)", ids);
    expect(await lane("lost")).toMatchObject({ count: 0 });
    expect(await lane("lost", { archived: true })).toMatchObject({ count: 3 });
    const told = await sql<{ kind: string; count: number }[]>`
      select kind, count(*)::int from public.events where record_type = 'deal' group by kind order by kind`;
    expect(told).toEqual([
      { kind: "archived", count: 3 },
      { kind: "changed", count: 3 },
      { kind: "created", count: 3 },
      { kind: "moved", count: 3 },
    ]);
  });

  test("deals 22: archiving keeps the place and can be undone; what was won once is never deleted", async () => {
    const ids = [await add("C"), await add("B"), await add("A")];
    await call("public.archive_deals($1)", [ids[1]!]);
    expect(await names("new")).toEqual(["A", "C"]);
    await call("public.archive_deals($1, false)", [ids[1]!]);
    expect(await names("new")).toEqual(["A", "B", "C"]);
    await move(ids[0]!, stage.won, { close: { amount_minor: 5 } });
    await call("public.reopen_deal($1)", ids[0]!);
    const remove = (id: string) => as((tx) => tx`delete from public.deals where id = ${id} returning id`);
    await expect(remove(ids[0]!)).rejects.toThrow('"C" was won once. Archive it instead');
    await expect(call("public.delete_records('deals', $1)", ids)).rejects.toThrow("was won once");
    expect(await remove(ids[1]!)).toHaveLength(1);
  });
});

describe("who may", () => {
  test("a member without the role sees and moves nothing, and nobody sees or writes what triggers fill", async () => {
    const id = await add("Pilot");
    const member: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
    const try_ = (statement: string) => actAs(sql, member, (tx) => tx.unsafe(statement));
    const denied = expect.objectContaining({ code: "42501" });
    await expect(try_("select public.deal_board()")).rejects.toEqual(denied);
    await expect(try_(`select public.deal_board_more('{}', '${stage.new}', null)`)).rejects.toEqual(denied);
    await expect(try_(`select public.move_deal('${id}', '${stage.won}')`)).rejects.toEqual(denied);
    await expect(try_(`select public.close_deal('${id}', 'won')`)).rejects.toEqual(denied);
    await expect(try_(`select public.retire_stage('${stage.new}', '${stage.proposal}')`)).rejects.toEqual(denied);
    expect(await try_("select * from public.filter_deals()")).toEqual([]);
    await expect(actAs(sql, { role: "anon" }, (tx) => tx`select public.deal_board()`)).rejects.toEqual(denied);
    await expect(as((tx) => tx`select * from private.deal_places`)).rejects.toEqual(denied);
    for (const column of ["stage_kind", "base_rate", "stage_since", "closed_at", "inquiry_id"])
      await expect(
        as((tx) => tx.unsafe(`update public.deals set ${column} = null`)),
        column,
      ).rejects.toEqual(denied);
    await expect(
      as(
        (tx) =>
          tx`insert into public.deal_stage_events (deal_id, at, to_stage, to_kind, probability) values (${id}, now(), ${stage.won}, 'won', 100)`,
      ),
    ).rejects.toEqual(denied);
  });
});
