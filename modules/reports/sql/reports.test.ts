// The reports (20261117101100_reports.sql): every figure against the rows behind it, and what may not be counted twice or not at all.
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const noorId = await addUser(sql, { admin: true });
const adaId = await addUser(sql, { admin: true });
const noor: Who = { role: "authenticated", userId: noorId };

type Value = string | number | boolean | null;
type Row = Record<string, Value>;
const call = (name: string, given: Record<string, Value> = {}, who: Who = noor) =>
  actAs(sql, who, async (tx) => {
    const entries = Object.entries(given);
    const text = `select * from public.${name}(${entries.map(([key], index) => `${key} => $${index + 1}`).join(", ")})`;
    return (await tx.unsafe(
      text,
      entries.map(([, value]) => value),
    )) as unknown as Row[];
  });
const num = (value: Value | undefined) => Number(value ?? 0);
const sum = (rows: Row[], column: string) => rows.reduce((total, row) => total + num(row[column]), 0);
const day = (value: Value | undefined) => String(value ?? "").slice(0, 10);

/** The rows behind a figure, all of them, as the screen would read them. */
const rowsOf = (figure: string, given: Record<string, Value> = {}) =>
  call("report_rows", { figure, most: 1000, ...given });

const [company] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Norrfall') returning id`;
const stageIds = Object.fromEntries(
  (await sql<{ key: string; id: string }[]>`select key, id from public.deal_stages`).map(({ key, id }) => [key, id]),
);
const [price] = await sql<{ id: string }[]>`select id from public.close_reasons where name = 'Price'`;

interface Given {
  name?: string;
  amount?: number | null;
  stage?: string;
  expected?: string | null;
  closed?: string;
  currency?: string;
  owner?: string;
  service_line?: string | null;
  made?: string;
  inquiry?: string;
}
/** A deal as an administrator would have made it at some time: each stage is entered by an update, so that events are true. */
async function addDeal(given: Given = {}): Promise<string> {
  const {
    amount = 100_000,
    stage = "new",
    expected = null,
    currency = "USD",
    owner = noorId,
    service_line = "RLCT",
  } = given;
  const [deal] = await sql<{ id: string }[]>`
    insert into public.deals (name, account_id, stage_id, amount_minor, currency, expected_close, owner_id, service_line, created_at, inquiry_id)
    values (${given.name ?? "Deal"}, ${company!.id}, ${stageIds.new!}, ${amount}, ${currency}, ${expected}, ${owner}, ${service_line},
      coalesce(${given.made ?? null}::timestamptz, now() - interval '1 hour'), ${given.inquiry ?? null}) returning id`;
  if (stage !== "new") await move(deal!.id, stage, given.closed);
  return deal!.id;
}
const move = (id: string, stage: string, closed?: string, at?: string) => sql`
  update public.deals set stage_id = ${stageIds[stage]!}, close_reason_id = ${stage === "lost" ? price!.id : null},
    closed_on = ${closed ?? null}, stage_since = coalesce(${at ?? null}::timestamptz, clock_timestamp())
  where id = ${id}`;
const addInquiry = async (
  subject: string | null,
  received: string,
  more: { state?: string; due?: string; answered?: string } = {},
) => {
  const id = randomUUID();
  await sql`insert into public.inquiries (id, kind, state, name, email, subject_key, received_at, due_at, answered_at, answered_by, assignee_id)
    values (${id}, 'contact', ${more.state ?? (more.answered ? "answered" : "new")}, 'Dana', 'dana@norrfall.example', ${subject}, ${received},
      ${more.due ?? null}, ${more.answered ?? null}, ${more.answered ? noorId : null}, ${noorId})`;
  return id;
};
const today = async () => day((await sql<{ day: string }[]>`select public.office_today()::text as day`)[0]!.day);
const year = { from_day: "2025-01-01", to_day: "2025-12-31" };

beforeEach(async () => {
  await sql`truncate public.deals, public.inquiries, public.tasks, public.notes, public.events cascade`;
  await sql`update public.office set time_zone = 'UTC', currency = 'USD'`;
  await sql`update public.currencies set rate = 1.25 where code = 'EUR'`;
  await sql`truncate private.past_rates`;
  await sql`update public.modules set live = true where key in ('deals', 'inquiries', 'tasks')`;
});

async function aYear() {
  const soon = (await sql<{ day: string }[]>`select (public.office_today() + 40)::text as day`)[0]!.day;
  const past = (await sql<{ day: string }[]>`select (public.office_today() - 9)::text as day`)[0]!.day;
  await addDeal({ amount: 3333, expected: soon });
  await addDeal({ amount: 5001, stage: "proposal", expected: past });
  await addDeal({ amount: null, stage: "discovery", owner: adaId });
  await addDeal({ amount: 70_001, stage: "negotiation", currency: "EUR", expected: soon, service_line: "Workshops" });
  const asked = await addInquiry("ai-consult", "2025-03-10T10:00:00Z", {
    due: "2025-03-12T17:00:00Z",
    answered: "2025-03-11T11:00:00Z",
  });
  await addInquiry("ai-consult", "2025-03-10T10:00:00Z", {
    due: "2025-03-12T17:00:00Z",
    answered: "2025-03-13T10:00:00Z",
  });
  await addInquiry(null, "2025-04-10T10:00:00Z");
  await addInquiry("ai-consult", "2025-03-10T10:00:00Z", { state: "spam" });
  await addDeal({ amount: 50_050, stage: "won", closed: "2025-03-31", inquiry: asked });
  await addDeal({ amount: 20_000, stage: "won", closed: "2025-05-02", currency: "EUR", service_line: null });
  const bounced = await addDeal({ amount: 900, made: "2025-05-01T09:00:00Z" });
  await move(bounced, "proposal", undefined, "2025-05-03T09:00:00Z");
  await move(bounced, "discovery", undefined, "2025-05-04T09:00:00Z");
  await move(bounced, "lost", "2025-06-30", "2025-06-30T09:00:00Z");
  await sql`insert into public.tasks (title, done_at, done_by) values ('Call', '2025-05-05T10:00:00Z', ${adaId})`;
}

test("reports 1: every figure is the count and the sum of the rows behind it", async () => {
  await aYear();
  const now = await today();
  const behind = async (figure: string, given: Record<string, Value>, count: Value | undefined, minor?: Value) => {
    const rows = await rowsOf(figure, given);
    expect([figure, given, rows.length], "count").toEqual([figure, given, num(count)]);
    if (minor !== undefined) expect([figure, given, sum(rows, "minor")], "sum").toEqual([figure, given, num(minor)]);
    if (rows[0]) expect(rows[0]).toMatchObject({ of_count: rows.length });
    if (rows[0] && minor !== undefined) expect(num(rows[0].of_minor)).toBe(num(minor));
  };
  const pipeline = await call("report_pipeline");
  expect(sum(pipeline, "deals")).toBe(4);
  for (const row of pipeline) {
    await behind("pipeline", { key: row.stage_id! }, row.deals, row.sum_minor);
    await behind("weighted", { key: row.stage_id! }, row.deals, row.weighted_minor);
  }
  await behind("pipeline", {}, sum(pipeline, "deals"), sum(pipeline, "sum_minor"));
  for (const row of await call("report_board_as_of", { day: now })) {
    await behind("as of", { from_day: now, key: row.stage_id! }, row.deals, row.sum_minor);
    await behind("as of weighted", { from_day: now, key: row.stage_id! }, row.deals, row.weighted_minor);
  }
  const until = (await sql<{ day: string }[]>`select (public.office_today() + 60)::text as day`)[0]!.day;
  const forecast = await call("report_forecast", { from_day: "2025-01-01", to_day: until });
  expect(sum(forecast, "weighted_minor")).toBe(sum(pipeline, "weighted_minor"));
  expect(sum(forecast, "open_deals")).toBe(4);
  for (const row of forecast) {
    if (row.bucket !== "month") {
      await behind(
        "expected",
        { from_day: "2025-01-01", to_day: until, key: row.bucket! },
        row.open_deals,
        row.weighted_minor,
      );
      continue;
    }
    const month = { from_day: day(row.first_day), to_day: day(row.last_day) };
    await behind("won", month, row.won_deals, row.won_minor);
    await behind("expected", month, row.open_deals, row.weighted_minor);
    if (row.forecast_minor !== null)
      expect(sum(await rowsOf("forecast", month), "minor")).toBe(num(row.forecast_minor));
  }
  for (const row of await call("report_won", year))
    await behind("won", { from_day: day(row.first_day), to_day: day(row.last_day) }, row.deals, row.won_minor);
  const rates = await call("report_win_rate", year);
  expect(rates.map(({ won, lost }) => [won, lost])).toContainEqual([2, 1]);
  for (const row of rates) {
    const key = row.is_total ? {} : { key: row.of_service_line ?? "" };
    await behind("closed", { ...year, ...key }, num(row.won) + num(row.lost), num(row.won_minor) + num(row.lost_minor));
    await behind("closed won", { ...year, ...key }, row.won, row.won_minor);
  }
  const reasons = await call("report_reasons", year);
  expect(reasons).toMatchObject([{ name: "Price", deals: 1 }]);
  for (const row of reasons) await behind("reason", { ...year, key: row.reason_id! }, row.deals, row.sum_minor);
  const stages = await call("report_stages", year);
  expect(sum(stages, "left_stage")).toBe(3);
  for (const row of stages) {
    await behind("left stage", { ...year, key: row.stage_id! }, row.left_stage);
    await behind("went on", { ...year, key: row.stage_id! }, row.went_on);
    await behind("passed", { ...year, key: row.stage_id! }, row.closed);
    await behind("passed won", { ...year, key: row.stage_id! }, row.won);
  }
  const subjects = await call("report_subjects", year);
  expect(subjects[0]).toMatchObject({ label: "AI Consult", inquiries: 2, deals: 1, won: 1 });
  for (const row of subjects) {
    await behind("received", { ...year, key: row.subject! }, row.inquiries);
    await behind("made", { ...year, key: row.subject! }, row.deals);
    await behind("made won", { ...year, key: row.subject! }, row.won, row.won_minor);
  }
  for (const row of await call("report_promise", year)) {
    const month = { from_day: day(row.first_day), to_day: day(row.last_day) };
    await behind("promised", month, row.due);
    await behind("kept", month, row.kept);
  }
  for (const row of await call("report_activity", year)) {
    await behind("tasks", { ...year, key: row.person! }, row.tasks);
    await behind("answers", { ...year, key: row.person! }, row.answers);
    await behind("moves", { ...year, key: row.person! }, row.moves);
    await behind("done", { ...year, key: row.person! }, row.total);
  }
  // Narrowed, both are narrowed alike.
  for (const narrow of [{ owner: adaId }, { service_line: "Workshops" }])
    await behind(
      "pipeline",
      narrow,
      sum(await call("report_pipeline", narrow), "deals"),
      sum(await call("report_pipeline", narrow), "sum_minor"),
    );
});

test("reports 2: months without data are zeros, not missing", async () => {
  await addDeal({ stage: "won", closed: "2025-03-31" });
  for (const report of ["report_won", "report_promise"]) {
    const rows = await call(report, year);
    expect(rows.map(({ month }) => day(month))).toEqual(
      Array.from({ length: 12 }, (_, index) => `2025-${String(index + 1).padStart(2, "0")}-01`),
    );
  }
  const won = await call("report_won", year);
  expect(won.filter(({ won_minor }) => num(won_minor) > 0)).toHaveLength(1);
  expect(won[0]).toMatchObject({ deals: 0 });
});

test("reports 3: a deal closed on October 31 at 23:30 by the office's clocks is October's", async () => {
  await sql`update public.office set time_zone = 'America/New_York'`;
  // 03:30 UTC on November 1.
  const id = await addDeal({ amount: 700, made: "2025-10-01T12:00:00Z" });
  await move(id, "won", undefined, "2025-11-01T03:30:00Z");
  // Received and moved at that hour is October's too.
  await addInquiry("ai-consult", "2025-11-01T03:30:00Z", { due: "2025-11-01T03:45:00Z" });
  const october = { from_day: "2025-10-01", to_day: "2025-10-31" };
  const november = { from_day: "2025-11-01", to_day: "2025-11-30" };
  for (const [period, count] of [
    [october, 1],
    [november, 0],
  ] as const) {
    expect(sum(await call("report_won", period), "deals")).toBe(count);
    expect(sum(await call("report_stages", period), "left_stage")).toBe(count);
    expect(sum(await call("report_subjects", period), "inquiries")).toBe(count);
    expect(sum(await call("report_promise", period), "due")).toBe(count);
  }
  // At the end of October it was no longer on the board; a day before it was.
  expect(sum(await call("report_board_as_of", { day: "2025-10-31" }), "deals")).toBe(0);
  expect(sum(await call("report_board_as_of", { day: "2025-10-30" }), "deals")).toBe(1);
});

test("reports 4: a reopened deal leaves the won figures and stands in the pipeline again", async () => {
  const id = await addDeal({ stage: "won", closed: "2025-03-31" });
  expect(sum(await call("report_won", year), "deals")).toBe(1);
  await move(id, "negotiation");
  expect(sum(await call("report_won", year), "won_minor")).toBe(0);
  expect((await call("report_win_rate", year))[0]).toMatchObject({ won: 0, lost: 0 });
  expect(await rowsOf("won", year)).toEqual([]);
  expect(sum(await call("report_pipeline"), "deals")).toBe(1);
});

test("reports 5: lost counts nothing in weighted, won counts once", async () => {
  await addDeal({ amount: 100_000, stage: "lost" });
  await addDeal({ amount: 100_000, stage: "won" });
  await addDeal({ amount: 100_000, stage: "proposal", expected: await today() });
  const month = `${(await today()).slice(0, 7)}-01`;
  const [end] = await sql<
    { day: string }[]
  >`select (date_trunc('month', public.office_today()) + interval '1 month' - interval '1 day')::date::text as day`;
  expect(sum(await call("report_pipeline"), "weighted_minor")).toBe(50_000);
  const forecast = await call("report_forecast", { from_day: month, to_day: end!.day });
  expect(forecast.find(({ bucket }) => bucket === "month")).toMatchObject({
    won_minor: 100000,
    weighted_minor: 50000,
    so_far: true,
  });
  expect(sum(forecast, "won_minor") + sum(forecast, "weighted_minor")).toBe(150_000);
});

test("reports 7: the month that is not over is marked, others are not", async () => {
  const [days] = await sql<{ from: string; to: string }[]>`
    select (date_trunc('month', public.office_today()) - interval '2 months')::date::text as from,
      (date_trunc('month', public.office_today()) + interval '1 month' - interval '1 day')::date::text as to`;
  const rows = await call("report_won", { from_day: days!.from, to_day: days!.to });
  expect(rows.map(({ so_far }) => so_far)).toEqual([false, false, true]);
  // A period that ends within a month counts no further.
  await addDeal({ stage: "won", closed: "2025-03-20" });
  expect(sum(await call("report_won", { from_day: "2025-03-01", to_day: "2025-03-19" }), "deals")).toBe(0);
});

test("reports 8: an archived deal counts where it was closed, and not in the pipeline", async () => {
  const won = await addDeal({ stage: "won", closed: "2025-03-31" });
  const open = await addDeal({ amount: 500 });
  await sql`update public.deals set archived_at = now() where id in (${won}, ${open})`;
  expect(sum(await call("report_won", year), "deals")).toBe(1);
  expect((await call("report_win_rate", year))[0]).toMatchObject({ won: 1 });
  expect(sum(await call("report_pipeline"), "deals")).toBe(0);
});

test("reports 9: several currencies are summed in the office's, by the rate on the deal, and it is said how many", async () => {
  await addDeal({ amount: 10_000, currency: "EUR", stage: "won", closed: "2025-03-31" });
  await addDeal({ amount: 10_000, stage: "won", closed: "2025-03-31" });
  await sql`update public.currencies set rate = 2 where code = 'EUR'`;
  await addDeal({ amount: 10_000, currency: "EUR" });
  expect((await call("report_won", { from_day: "2025-03-01", to_day: "2025-03-31" }))[0]).toMatchObject({
    deals: 2,
    won_minor: 22500,
    converted: 1,
  });
  expect((await call("report_pipeline"))[0]).toMatchObject({ sum_minor: 20000, converted: 1 });
  expect(await rowsOf("won", year)).toContainEqual(
    expect.objectContaining({ minor: 12500, amount_minor: 10000, currency: "EUR" }),
  );
});

test("reports 11, dashboard 1: the dashboard's figures of deals are those of the reports", async () => {
  await aYear();
  const [days] = await sql<Record<string, string>[]>`
    select public.office_today()::text as today, date_trunc('month', public.office_today())::date::text as month,
      date_trunc('quarter', public.office_today())::date::text as quarter,
      (date_trunc('quarter', public.office_today()) + interval '3 months' - interval '1 day')::date::text as quarter_end,
      (public.office_today() - 30)::text as ago`;
  await addDeal({ amount: 12_300, stage: "won", closed: days!.today! });
  const [answer] = await actAs(
    sql,
    noor,
    (tx) => tx<{ deals: Record<string, Record<string, number>> }[]>`
    select public.owner_dashboard() -> 'deals' as deals`,
  );
  const deals = answer!.deals;
  const pipeline = await call("report_pipeline");
  expect(deals.pipeline).toMatchObject({
    minor: sum(pipeline, "sum_minor"),
    weighted: sum(pipeline, "weighted_minor"),
    deals: sum(pipeline, "deals"),
    without_amount: 1,
    converted: 1,
  });
  expect(deals.won).toEqual({ minor: 12_300, deals: 1 });
  expect(sum(await call("report_won", { from_day: days!.month!, to_day: days!.today! }), "won_minor")).toBe(12_300);
  const quarter = await call("report_forecast", { from_day: days!.quarter!, to_day: days!.quarter_end! });
  expect(deals.in_quarter!.weighted).toBe(
    sum(
      quarter.filter(({ bucket }) => bucket === "month"),
      "weighted_minor",
    ),
  );
  expect(deals.before!.minor).toBe(sum(await call("report_board_as_of", { day: days!.ago! }), "sum_minor"));
  expect(deals.stale as unknown).toBe((await rowsOf("stale")).length);
  // The promise too: the same rows behind both.
  await addInquiry("ai-consult", "2025-03-10T10:00:00Z", {
    due: `${days!.today!}T00:00:00Z`,
    answered: "2025-03-11T10:00:00Z",
  });
  const [promise] = await actAs(
    sql,
    noor,
    (tx) => tx<{ of: number }[]>`
    select (public.owner_dashboard() -> 'inquiries' -> 'promise' ->> 'of')::int as of`,
  );
  expect(promise!.of).toBe(
    (
      await rowsOf("promised", {
        from_day: (await sql<{ day: string }[]>`select (public.office_today() - 90)::text as day`)[0]!.day,
      })
    ).length,
  );
});

test("reports 12: two people in two time zones are told the same", async () => {
  await aYear();
  const asked = (zone: string, who: Who) =>
    actAs(sql, who, async (tx) => {
      await tx`select set_config('timezone', ${zone}, true)`;
      return tx`select to_jsonb(r) as row from public.report_won('2025-01-01', '2025-12-31') r
        union all select to_jsonb(r) from public.report_stages('2025-01-01', '2025-12-31') r
        union all select to_jsonb(r) from public.report_promise('2025-01-01', '2025-12-31') r
        union all select to_jsonb(r) from public.report_board_as_of('2025-05-02') r
        union all select to_jsonb(r) from public.report_forecast('2025-01-01', '2027-12-31') r`;
    });
  const ada: Who = { role: "authenticated", userId: adaId };
  expect(await asked("Pacific/Auckland", ada)).toEqual(await asked("America/Los_Angeles", noor));
});

test("reports 13: beside the probability that is set stands the measured one with n", async () => {
  for (const [stage, times] of [
    ["won", 3],
    ["lost", 1],
  ] as const)
    for (let time = 0; time < times; time += 1) {
      const id = await addDeal({ made: "2025-02-01T09:00:00Z" });
      await move(id, "proposal", undefined, "2025-02-11T09:00:00Z");
      await move(id, stage, "2025-02-21", "2025-02-21T09:00:00Z");
    }
  const stages = await call("report_stages", year);
  expect(stages.find(({ key }) => key === "proposal")).toMatchObject({
    probability: 50,
    closed: 4,
    won: 3,
    left_stage: 4,
    went_on: 3,
    lost: 1,
    median_days: "10.0",
  });
  expect(stages.find(({ key }) => key === "new")).toMatchObject({
    probability: 10,
    closed: 4,
    won: 3,
    went_on: 4,
    went_back: 0,
  });
  // No one was in it: nothing is measured.
  expect(stages.find(({ key }) => key === "negotiation")).toMatchObject({ closed: 0, won: 0, median_days: null });
});

test("dashboard 5: the change since 30 days ago is the board as it was, whatever the deals are today", async () => {
  const ago = async (days: number) =>
    (await sql<{ at: string }[]>`select (now() - make_interval(days => ${days}))::text as at`)[0]!.at;
  const grown = await addDeal({ amount: 10_000, made: await ago(60) });
  await sql`update public.deals set amount_minor = 99_000 where id = ${grown}`;
  // An amount that was typed 40 days ago, without a move, was there 30 days ago.
  const typed = await addDeal({ amount: null, made: await ago(60) });
  await sql`update public.deals set amount_minor = 5_000 where id = ${typed}`;
  await sql`update public.events set at = ${await ago(40)} where record_id = ${typed} and changes ? 'amount'`;
  const won = await addDeal({ amount: 20_000, made: await ago(50) });
  await move(won, "won", undefined, await ago(10));
  const gone = await addDeal({ amount: 40_000, made: await ago(50) });
  await move(gone, "lost", undefined, await ago(40));
  await addDeal({ amount: 80_000, made: await ago(5) });
  const [answer] = await actAs(
    sql,
    noor,
    (tx) => tx<{ before: object; pipeline: object }[]>`
    select public.owner_dashboard() -> 'deals' -> 'before' as before, public.owner_dashboard() -> 'deals' -> 'pipeline' as pipeline`,
  );
  expect(answer!.before).toEqual({ minor: 35_000, deals: 3 });
  expect(answer!.pipeline).toMatchObject({ minor: 184_000, deals: 3 });
});

const before = async () => {
  const [answer] = await actAs(
    sql,
    noor,
    (tx) => tx<{ before: object }[]>`select public.owner_dashboard() -> 'deals' -> 'before' as before`,
  );
  return answer!.before;
};
const daysAgo = async (days: number) =>
  (await sql<{ at: string }[]>`select (now() - make_interval(days => ${days}))::text as at`)[0]!.at;

test("dashboard 5: the board 30 days ago is counted with the rates of that day", async () => {
  const open = await addDeal({ amount: 10_000, currency: "EUR", made: await daysAgo(60) });
  const closed = await addDeal({ amount: 1_000, currency: "EUR", made: await daysAgo(60) });
  await move(closed, "won", undefined, await daysAgo(20));
  expect(await before()).toEqual({ minor: 13_750, deals: 2 });
  await sql`update public.currencies set rate = 2 where code = 'EUR'`;
  expect(await before()).toEqual({ minor: 13_750, deals: 2 });
  // A change before that day had its effect by then.
  await sql`update private.past_rates set until = ${await daysAgo(40)}`;
  expect(await before()).toEqual({ minor: 21_250, deals: 2 });
  expect(await sql`select base_minor from public.deals where id = ${open}`).toEqual([{ base_minor: 20_000 }]);
});

test("dashboard 5: a deal that was archived 30 days ago is not on the board of that day, also when it was brought back since", async () => {
  await addDeal({ amount: 10_000, made: await daysAgo(60) });
  const archived = await addDeal({ amount: 500, made: await daysAgo(60) });
  await sql`update public.deals set archived_at = ${await daysAgo(40)} where id = ${archived}`;
  await sql`update public.events set at = ${await daysAgo(40)} where record_id = ${archived} and kind = 'archived'`;
  expect(await before()).toEqual({ minor: 10_000, deals: 1 });
  await sql`update public.deals set archived_at = null where id = ${archived}`;
  await sql`update public.events set at = ${await daysAgo(10)} where record_id = ${archived} and kind = 'restored'`;
  expect(await before()).toEqual({ minor: 10_000, deals: 1 });
  // Archived again after that day: it was not there then, either.
  await sql`update public.deals set archived_at = ${await daysAgo(5)} where id = ${archived}`;
  expect(await before()).toEqual({ minor: 10_000, deals: 1 });
  const later = await addDeal({ amount: 70, made: await daysAgo(60) });
  await sql`update public.deals set archived_at = ${await daysAgo(5)} where id = ${later}`;
  expect(await before()).toEqual({ minor: 10_070, deals: 2 });
});

test("reports 7: the dashboard compares this month with the same days of the last one", async () => {
  const [days] = await sql<{ month: string; until: string; after: string | null }[]>`
    select (month - interval '1 month')::date::text as month, until::text as until,
      case when until < month - 1 then (until + 1)::text end as after
    from (select month, least((month - interval '1 month')::date + (today - month), month - 1) as until
      from (select public.office_today() as today, date_trunc('month', public.office_today())::date as month) as today_is) as dates`;
  const won = async (amount: number, on: string) => {
    const id = await addDeal({ amount, made: `${days!.month}T00:00:00Z` });
    await move(id, "won");
    await sql`update public.deals set closed_on = ${on} where id = ${id}`;
  };
  await won(1_000, days!.month);
  await won(200, days!.until);
  if (days!.after) await won(30_000, days!.after);
  const [answer] = await actAs(
    sql,
    noor,
    (tx) => tx<{ won: { minor: number } }[]>`select public.owner_dashboard() -> 'deals' -> 'won_before' as won`,
  );
  expect(answer!.won.minor).toBe(1_200);
});

test("a forecast leaves out a deal that was archived when the month began, and counts with the rate of that day", async () => {
  await addDeal({ amount: 10_000, currency: "EUR", made: "2025-01-10T09:00:00Z", expected: "2025-03-20" });
  const archived = await addDeal({ amount: 10_000, made: "2025-01-10T09:00:00Z", expected: "2025-03-20" });
  await sql`update public.deals set archived_at = '2025-02-01T09:00:00Z' where id = ${archived}`;
  await sql`update public.events set at = '2025-02-01T09:00:00Z' where record_id = ${archived} and kind = 'archived'`;
  await sql`update public.deals set archived_at = null where id = ${archived}`;
  await sql`update public.currencies set rate = 3 where code = 'EUR'`;
  const rows = await call("report_forecast", { from_day: "2025-03-01", to_day: "2025-03-31" });
  expect(num(rows.find(({ bucket }) => bucket === "month")!.forecast_minor)).toBe(1250);
});

test("a forecast is what was expected when the month began, not what was put off since", async () => {
  const id = await addDeal({ amount: 10_000, made: "2025-01-10T09:00:00Z", expected: "2025-03-20" });
  const forecast = async () =>
    Object.fromEntries(
      (await call("report_forecast", { from_day: "2025-03-01", to_day: "2025-04-30" }))
        .filter(({ bucket }) => bucket === "month")
        .map(({ month, forecast_minor }) => [day(month), num(forecast_minor)]),
    );
  expect(await forecast()).toEqual({ "2025-03-01": 1000, "2025-04-01": 0 });
  await sql`update public.deals set expected_close = '2025-04-20' where id = ${id}`;
  await sql`update public.events set at = '2025-03-15T09:00:00Z' where record_id = ${id} and changes ? 'expected_close'`;
  expect(await forecast()).toEqual({ "2025-03-01": 1000, "2025-04-01": 1000 });
});

test("working hours are counted, weekends are not", async () => {
  await sql`update public.office set time_zone = 'Europe/Berlin'`;
  // Friday 16:00 to Monday 11:00 by Berlin's clocks: one hour of Friday, two of Monday.
  await addInquiry("ai-consult", "2025-03-07T15:00:00Z", {
    due: "2025-03-11T16:00:00Z",
    answered: "2025-03-10T10:00:00Z",
  });
  expect((await call("report_promise", { from_day: "2025-03-01", to_day: "2025-03-31" }))[0]).toMatchObject({
    due: 1,
    kept: 1,
    median_hours: "3.0",
  });
});

test("only administrators are told anything", async () => {
  await aYear();
  const member: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
  expect(await call("report_pipeline", {}, member)).toEqual([]);
  expect(sum(await call("report_won", year, member), "won_minor")).toBe(0);
  expect(await call("report_rows", { figure: "won", ...year }, member)).toEqual([]);
  await expect(call("report_won", year, { role: "anon" })).rejects.toMatchObject({ code: "42501" });
  await expect(rowsOf("no such figure")).rejects.toMatchObject({ code: "22023" });
});

test("a report covers at most 20 years, and says so", async () => {
  const refused = { code: "22023", message: "A report covers at most 20 years." };
  for (const name of ["report_won", "report_forecast", "report_promise", "report_stages", "report_subjects"]) {
    await expect(call(name, { from_day: "2006-01-01", to_day: "2026-01-02" })).rejects.toMatchObject(refused);
    await expect(call(name, { from_day: "2026-01-01", to_day: "infinity" })).rejects.toMatchObject(refused);
  }
  expect(await call("report_won", { from_day: "2006-01-01", to_day: "2025-12-31" })).toHaveLength(240);
});
