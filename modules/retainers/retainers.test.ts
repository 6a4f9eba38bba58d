// Periods by property over thirty years, part periods to the cent, pauses, endings, and one invoice for each period. What bills is a
// stand-in that keeps what it was asked for: retainers reach it by hooks alone.
import { randomUUID } from "node:crypto";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { openPool } from "#server/platform/database/sql.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { standInForInvoices } from "./testing/invoices-stand-in.ts";
import { retainersJob } from "./server.ts";

const { sql, connection } = await testDatabase();
const house = await proposalsForTests(sql);
const { call, account } = house;
await sql`update public.modules set live = true where key = 'retainers'`;
const bills = await standInForInvoices(sql);
const many = openPool({ ...connection, max: 8 });
afterAll(() => many.end({ timeout: 1 }));
beforeEach(() => bills.reset());

interface Period {
  starts_on: string;
  ends_on: string;
  due_on: string;
  paused: string | null;
  is_part: boolean;
  net_minor: number;
  invoice_id: string | null;
  result: string;
  why: string | null;
  lines: { quantity_milli?: number; unit_minor: number; title: string }[];
}
interface Retainer {
  id: string;
  state: string;
  mode: string;
  plan: Period[];
  periods: Period[];
  next_due_on: string | null;
  credit_offer: { net_minor: number; from: string; to: string } | null;
}
const line = (unit_minor: number, more: object = {}) => ({ title: "Care", unit_minor, ...more });
const made = (more: object = {}) =>
  call<Retainer>("save_retainer", {
    retainer: {
      title: "Care",
      account_id: account,
      currency: "USD",
      starts_on: "2027-01-01",
      lines: [line(100_000)],
      ...more,
    },
  });
const started = async (more: object = {}) => call<Retainer>("start_retainer", { retainer: (await made(more)).id });
const record = (id: string) => call<Retainer>("retainer_record", { retainer: id });
const run = async (id: string, day: string, on = sql) =>
  (await on<{ n: number }[]>`select private.run_retainer(${id}, ${day}::date) as n`)[0]!.n;

test("retainers 2: period k begins k months after the anchor, on the last day of a short month, and the 31st comes back: thirty years", async () => {
  const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const iso = (year: number, month: number, day: number) =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
  for (const [anchor, every] of [
    ["2026-01-31", 1],
    ["2024-02-29", 12],
    ["2026-08-30", 3],
    ["2026-11-29", 6],
  ] as const) {
    const [year, month, day] = anchor.split("-").map(Number) as [number, number, number];
    const rows = await sql<{ k: number; starts: string; found: number; last: number }[]>`
      select k, private.period_start(${anchor}, ${every}, k)::text as starts,
        private.period_of_day(${anchor}, ${every}, private.period_start(${anchor}, ${every}, k)) as found,
        private.period_of_day(${anchor}, ${every}, private.period_start(${anchor}, ${every}, k + 1) - 1) as last
      from generate_series(-12, ${360 / every}::int) as k`;
    for (const { k, starts, found, last } of rows) {
      const months = month - 1 + k * every;
      const [y, m] = [year + Math.floor(months / 12), ((months % 12) + 12) % 12];
      expect(starts).toBe(iso(y, m, Math.min(day, lastDay(y, m))));
      expect([found, last]).toEqual([k, k]);
    }
  }
});

test("retainers 2: one period ends the day before the next begins: every day is in exactly one", async () => {
  const [row] = await sql<{ wrong: number; days: number }[]>`
    with days as (select (date '2026-01-31' + n) as day from generate_series(0, 10957) as n)
    select count(*)::int as days, count(*) filter (where day not between private.period_start('2026-01-31', 1, k) and private.period_start('2026-01-31', 1, k + 1) - 1)::int as wrong
    from (select day, private.period_of_day('2026-01-31', 1, day) as k from days) as found`;
  expect(row).toEqual({ wrong: 0, days: 10_958 });
});

test("retainers 3: a part of a period is its days of that whole period, line by line and rounded once; a whole one is what it is", async () => {
  const { plan } = await made({ anchor_on: "2027-01-01", starts_on: "2027-01-20" });
  expect(plan.slice(0, 2)).toMatchObject([
    { starts_on: "2027-01-20", ends_on: "2027-01-31", net_minor: 38_710, is_part: true },
    { starts_on: "2027-02-01", net_minor: 100_000, is_part: false },
  ]);
  // 42 of 91 days of 3,000.
  const quarter = await started({
    every_months: 3,
    anchor_on: "2027-04-01",
    starts_on: "2027-04-01",
    lines: [line(300_000)],
  });
  const ended = await call<Retainer>("end_retainer", { retainer: quarter.id, on_day: "2027-05-12" });
  expect(ended.plan).toMatchObject([{ ends_on: "2027-05-12", net_minor: 138_462 }]);
  // Each line by itself: three of 0.50 for 11 of 31 days are 0.18 each.
  const small = await made({
    anchor_on: "2027-01-01",
    starts_on: "2027-01-21",
    lines: [line(50), line(50), line(50, { quantity_milli: 2000, discount_bp: 5000 })],
  });
  expect(small.plan[0]).toMatchObject({ net_minor: 54 });
  expect(small.plan[1]).toMatchObject({ net_minor: 150 });
  const [sum] = await sql<{ wrong: number }[]>`
    select count(*)::int as wrong from generate_series(1, 92) as days, generate_series(28, 92) as whole, unnest(array[1, 99, 100000, 123457]::bigint[]) as net
    where days <= whole and private.prorated(net, days, whole) <> (case when days = whole then net else floor((net * days * 2 + whole)::numeric / (whole * 2)) end)`;
  expect(sum!.wrong).toBe(0);
});

test("retainers 4: a price from a day inside a period makes two lines whose days add up; a billed period refuses it", async () => {
  const { id } = await started({ anchor_on: "2027-03-01", starts_on: "2027-03-01" });
  const priced = await call<Retainer>("set_retainer_price", {
    retainer: id,
    from_day: "2027-03-11",
    lines: [line(200_000)],
  });
  const [march, april] = priced.plan;
  // 10 of 31 days of 1,000 and 21 of 31 of 2,000.
  expect(march!.lines.map(({ unit_minor: minor }) => minor)).toEqual([32_258, 135_484]);
  expect(march!.net_minor).toBe(32_258 + 135_484);
  expect(april).toMatchObject({ net_minor: 200_000, lines: [{ unit_minor: 200_000 }] });
  await run(id, "2027-03-01");
  await expect(call("set_retainer_price", { retainer: id, from_day: "2027-03-31", lines: [line(1)] })).rejects.toThrow(
    "has been billed: the price can change from 2027-04-01 on",
  );
  await call("set_retainer_price", { retainer: id, from_day: "2027-04-01", lines: [line(300_000)] });
  expect((await record(id)).plan[0]!.net_minor).toBe(300_000);
});

test("retainers 5: a pause skips whole periods and says why; one that was invoiced is a negative line on the next, once", async () => {
  const { id } = await started({ anchor_on: "2027-01-01" });
  await run(id, "2027-01-01");
  await call("pause_retainer", { retainer: id, from_day: "2027-01-01", to_day: "2027-01-31", why: "Sabbatical" });
  await expect(call("pause_retainer", { retainer: id, from_day: "2027-01-31", to_day: "2027-02-02" })).rejects.toThrow(
    "There is a pause on these days already",
  );
  await call("pause_retainer", { retainer: id, from_day: "2027-03-01", to_day: "2027-04-15", why: "Summer" });
  const { plan } = await record(id);
  expect(plan.slice(0, 4).map(({ starts_on: day, net_minor: net, paused }) => [day, net, paused])).toEqual([
    // January's invoice goes off February's.
    ["2027-02-01", 0, null],
    ["2027-03-01", 0, "Summer"],
    // A part of April is paused: whole periods only.
    ["2027-04-01", 100_000, null],
    ["2027-05-01", 100_000, null],
  ]);
  for (const day of ["2027-02-01", "2027-03-01", "2027-04-01"]) await run(id, day);
  const periods = (await record(id)).periods.toReversed();
  expect(periods.map(({ result, net_minor: net, why }) => [result, net, why])).toEqual([
    ["invoiced", 100_000, null],
    ["invoiced", 0, null],
    ["skipped", 0, "Summer"],
    ["invoiced", 100_000, null],
  ]);
  expect(
    (await bills.rows()).at(1)!.lines.map(({ quantity_milli: milli, unit_minor: minor }) => [milli ?? 1000, minor]),
  ).toEqual([
    [1000, 100_000],
    [-1000, 100_000],
  ]);
});

test("retainers 5: a pause without an end lasts until it is resumed", async () => {
  const { id } = await started({ anchor_on: "2027-01-01" });
  expect((await call<Retainer>("pause_retainer", { retainer: id, from_day: "2027-02-01" })).state).toBe("paused");
  await run(id, "2027-04-02");
  expect((await record(id)).periods.toReversed().map(({ result }) => result)).toEqual([
    "invoiced",
    "skipped",
    "skipped",
    "skipped",
  ]);
  const resumed = await call<Retainer>("resume_retainer", { retainer: id, on_day: "2027-05-01" });
  expect(resumed).toMatchObject({ state: "active", next_due_on: "2027-05-01" });
  await run(id, "2027-05-01");
  expect((await record(id)).periods[0]).toMatchObject({ result: "invoiced", starts_on: "2027-05-01" });
});

test("retainers 6: ending inside an invoiced period offers what a credit note would give back, and nothing is billed after it", async () => {
  const { id } = await started({ anchor_on: "2027-01-01" });
  await run(id, "2027-01-01");
  const ended = await call<Retainer>("end_retainer", { retainer: id, on_day: "2027-01-19" });
  expect(ended).toMatchObject({
    state: "ended",
    next_due_on: null,
    credit_offer: { from: "2027-01-20", to: "2027-01-31", net_minor: 38_710 },
  });
  expect(await run(id, "2027-06-01")).toBe(0);
  // At the end of a period there is nothing to give back.
  const other = await started({ anchor_on: "2027-01-01" });
  await run(other.id, "2027-01-01");
  expect((await call<Retainer>("end_retainer", { retainer: other.id, on_day: "2027-01-31" })).credit_offer).toBeNull();
});

test("retainers 7: after three months without a server the missed periods are drafts, and only the current one is issued", async () => {
  const { id } = await started({ title: "Missed", anchor_on: "2027-01-01", mode: "issue_and_send" });
  expect(await run(id, "2027-04-02")).toBe(4);
  const rows = await bills.rows();
  expect(rows.map(({ supply_from: from, issued, sent }) => [from, issued, sent])).toEqual([
    ["2027-01-01", false, false],
    ["2027-02-01", false, false],
    ["2027-03-01", false, false],
    ["2027-04-01", true, true],
  ]);
  expect((await record(id)).periods[0]!.invoice_id).toBe(rows[3]!.id);
  const tasks = await sql<
    { title: string }[]
  >`select title from public.tasks where title like 'A period was missed, its invoice is a draft: Missed%'`;
  expect(tasks).toHaveLength(3);
});

test("retainers 8: a draft and a task unless told otherwise; two unpaid in a row bring it back to drafts; what cannot be issued stays a draft", async () => {
  const usual = await started({ title: "Usual", anchor_on: "2027-01-01" });
  await run(usual.id, "2027-01-01");
  const issued = async () => (await bills.rows()).filter((row) => row.issued);
  expect([(await bills.rows()).length, (await issued()).length]).toEqual([1, 0]);
  const [task] = await sql`select title from public.tasks where title like 'Look at a draft invoice: Usual%'`;
  expect(task).toBeDefined();

  await bills.reset();
  const { id } = await started({ title: "Issued", anchor_on: "2027-01-01", mode: "issue" });
  await run(id, "2027-01-01");
  await run(id, "2027-02-01");
  expect(await issued()).toHaveLength(2);
  await bills.pay((await issued())[0]!.id);
  await run(id, "2027-03-01");
  expect(await issued()).toHaveLength(3);
  // February and March are unpaid.
  await run(id, "2027-04-01");
  expect(await issued()).toHaveLength(3);
  expect((await record(id)).mode).toBe("draft");

  await bills.refuse("The buyer has no address.");
  const refused = await started({ title: "Refused", anchor_on: "2027-01-01", mode: "issue" });
  await run(refused.id, "2027-01-01");
  expect((await record(refused.id)).periods[0]).toMatchObject({ result: "invoiced", why: "The buyer has no address." });
  const own = await sql<{ title: string }[]>`select title from public.tasks where title like '%Refused, 2027-01-01%'`;
  expect(own.map(({ title }) => title)).toEqual(["A draft could not be issued: Refused, 2027-01-01 to 2027-01-31"]);
  const poor = { role: "authenticated" as const, userId: house.other.userId! };
  await expect(call("save_retainer", { retainer: { title: "x" } }, poor)).rejects.toThrow("admin privileges");
});

test("retainers 9: the next twelve periods are shown with their amounts before they are billed, and are what is billed", async () => {
  const { id, plan } = await started({ anchor_on: "2027-01-31", starts_on: "2027-01-31", timing: "arrears" });
  expect(plan).toHaveLength(12);
  expect(plan.slice(0, 3).map(({ starts_on: from, ends_on: to, due_on: due }) => [from, to, due])).toEqual([
    ["2027-01-31", "2027-02-27", "2027-02-28"],
    ["2027-02-28", "2027-03-30", "2027-03-31"],
    ["2027-03-31", "2027-04-29", "2027-04-30"],
  ]);
  for (const { due_on: due } of plan) await run(id, due);
  const billed = (await record(id)).periods.toReversed();
  expect(billed.map(({ starts_on: day, net_minor: net }) => [day, net])).toEqual(
    plan.map(({ starts_on: day, net_minor: net }) => [day, net]),
  );
});

test("retainers 10: a line takes no tax along: the rules of the day that it is drafted on say them", async () => {
  const { id } = await started({ anchor_on: "2027-01-01", lines: [line(100_000, { tax_class_id: null })] });
  await run(id, "2027-01-01");
  const [draft] = await bills.rows();
  expect(Object.keys(draft!.lines[0]!).toSorted()).toEqual(["description", "tax_class_id", "unit_minor"]);
});

test("retainers 11: accepting lines that recur makes one draft retainer for each rhythm, which bills nothing before a person starts it", async () => {
  const items = [
    { title: "Desk", unit_minor: 500_000 },
    { title: "Care", unit_minor: 30_000, every_months: 1 },
    { title: "Hosting", unit_minor: 9_000, every_months: 1, optional: true, selected: false },
    { title: "Review", unit_minor: 80_000, every_months: 12 },
  ];
  const { id } = await house.sent({ items, deposit_bp: 0 });
  expect(await house.answer(id, { chosen: [3] }, { chosen: [3] })).toBe("accepted");
  const drafts = await sql<{ id: string; every_months: number; state: string; lines: { title: string }[] }[]>`
    select retainers.id, every_months, state, lines from public.retainers join public.retainer_prices on retainer_id = retainers.id
    where proposal_id = ${id} order by every_months`;
  expect(
    drafts.map(({ every_months: every, state, lines }) => [every, state, lines.map(({ title }) => title)]),
  ).toEqual([
    [1, "draft", ["Care", "Hosting"]],
    [12, "draft", ["Review"]],
  ]);
  expect(await sql`select title from public.retainers where proposal_id = ${id} order by every_months`).toEqual([
    { title: "Care, Hosting" },
    { title: "Review" },
  ]);
  expect(await run(drafts[0]!.id, "2030-01-01")).toBe(0);
  expect(await house.answer(id)).toBe("already accepted");
  // Who starts one has done what its task asks for; the task of one that is deleted goes with it.
  const asked = () => sql<{ done: boolean }[]>`
    select done_at is not null as done from public.tasks where title like 'Look at the retainer of % and start it' order by 1`;
  expect(await asked()).toEqual([{ done: false }, { done: false }]);
  await call("start_retainer", { retainer: drafts[0]!.id });
  expect(await asked()).toEqual([{ done: false }, { done: true }]);
  await call("delete_retainer", { retainer: drafts[1]!.id });
  expect(await asked()).toEqual([{ done: true }]);
});

test("retainers 1: the same day run by eight at once, again, and with a clock that went back makes one invoice for each period", async () => {
  const { id } = await started({ anchor_on: "2027-01-01" });
  await Promise.all(Array.from({ length: 8 }, () => run(id, "2027-03-01", many)));
  const keys = async () => (await bills.rows()).map(({ dedupe_key: key }) => key);
  const three = ["2027-01-01", "2027-02-01", "2027-03-01"].map((day) => `retainer:${id}:${day}`);
  expect(await keys()).toEqual(three);
  await run(id, "2027-02-28");
  await run(id, "2027-03-01");
  expect(await keys()).toEqual(three);
  await expect(
    sql`insert into public.retainer_periods (retainer_id, starts_on, ends_on, result) values (${id}, '2027-03-01', '2027-03-31', 'planned')`,
  ).rejects.toThrow("duplicate key");
});

test("retainers 1: the job finds what is due by the office's clock, and what bills may be missing: then the period waits, and is billed later", async () => {
  const { id } = await started({ anchor_on: "2027-01-01" });
  const job = retainersJob({ sql, now: () => new Date("2027-01-01T15:00:00Z") });
  expect(await job.findDue(100)).toContain(id);
  await bills.off();
  await job.run(id, new AbortController().signal);
  expect(await job.findDue(100)).not.toContain(id);
  expect((await record(id)).periods).toMatchObject([
    { result: "planned", why: "Invoices are switched off", invoice_id: null },
  ]);
  await bills.on();
  const later = await call<Retainer>("bill_retainer_period", { retainer: id, period: "2027-01-01" });
  expect(later.periods).toMatchObject([{ result: "invoiced" }]);
  await expect(call("bill_retainer_period", { retainer: id, period: "2027-01-01" })).rejects.toThrow("has its invoice");
  await expect(call("retainer_record", { retainer: randomUUID() })).rejects.toThrow("no longer exists");
});
