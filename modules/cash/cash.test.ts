// How much cash there is: figures and their rows as of any day, what is coming, and periods that are closed.
import { randomUUID } from "node:crypto";
import { openPool, type Value } from "#server/platform/database/sql.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { invoicesHouse, vat19 } from "#server/testing/invoices-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { afterAll, expect, test } from "vitest";

const { sql, connection } = await testDatabase();
const house = await invoicesHouse(sql);
const { rpc, accountId, contactId, requestsOf, issued, issue, accepted } = house;
await sql`update public.modules set live = true where key in ('cash', 'retainers', 'deals')`;
const many = openPool({ ...connection, max: 8 });
afterAll(() => many.end({ timeout: 1 }));
const today = await house.today();
const day = (days: number, from = today) => new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
const monthStart = `${today.slice(0, 8)}01`;

interface Sum {
  currency: string;
  received_minor: number;
  owed_minor: number;
  overdue_minor: number;
  next_asked_minor: number;
  next_agreed_minor: number;
}
interface Overview {
  as_of: string;
  currency: string;
  without_rate: number;
  sums: Sum[];
  weeks: { no: number; from: string; to: string; owed_minor: number; agreed_minor: number; perhaps_minor: number }[];
  listed: { kind: string; place: string; minor: number; lines: number }[];
}
interface Rows {
  count: number;
  office_minor: number;
  without_rate: number;
  sums: { currency: string; minor: number }[];
  rows: {
    kind: string;
    day: string | null;
    amount_minor: number;
    currency: string;
    number: string | null;
    title: string;
    place: string | null;
    chance: number | null;
    whole_minor: number | null;
    source: string;
    source_id: string;
  }[];
}
const overview = (as_of: string | null = null) => rpc<Overview>("cash_overview", { as_of });
const rows = (filter: object) => rpc<Rows>("cash_rows", { filter: filter as unknown as Value });
const sumOf = (found: Rows, currency = "EUR") => found.sums.find((each) => each.currency === currency)?.minor ?? 0;
const ask = (amount_minor: number, more: object = {}) =>
  rpc<string>("new_payment_request", {
    asked: {
      account_id: accountId,
      title: "Work",
      amount_minor,
      currency: "EUR",
      send: false,
      ...more,
    } as unknown as Value,
  });
const pay = (request: string, amount_minor: number, received_on = today) =>
  rpc<string>("record_payment", { request, entry: randomUUID(), amount_minor, received_on, method: "bank" });

/** Every tile beside the rows that it opens. */
async function tilesEqualRows(as_of: string) {
  const { sums } = await overview(as_of);
  expect(sums.length).toBeGreaterThan(0);
  for (const sum of sums) {
    const of = async (filter: object) => sumOf(await rows({ as_of, currency: sum.currency, ...filter }), sum.currency);
    expect({
      received_minor: await of({ kind: "received" }),
      owed_minor: await of({ kind: "owed" }),
      overdue_minor: await of({ kind: "overdue" }),
      next_asked_minor: await of({ kind: "owed", to: day(29, as_of) }),
      next_agreed_minor: await of({ kind: "agreed", from: as_of, to: day(29, as_of) }),
    }).toEqual({
      received_minor: sum.received_minor,
      owed_minor: sum.owed_minor,
      overdue_minor: sum.overdue_minor,
      next_asked_minor: sum.next_asked_minor,
      next_agreed_minor: sum.next_agreed_minor,
    });
  }
  return sums;
}

test("cash 1: received this month, owed, overdue and the next 30 days are each the sum of the rows they open, per currency, as of any day", async () => {
  const late = await ask(50_000, { issued_on: day(-60), due_on: day(-30) });
  await ask(30_000, { issued_on: day(-2), due_on: day(10) });
  await ask(7_000, { issued_on: day(-2), due_on: day(45) });
  await ask(99_900, { currency: "USD", issued_on: day(-1), due_on: day(5) });
  const paidLate = await ask(20_000, { issued_on: day(-60), due_on: day(-40) });
  await pay(late, 12_345, day(-20));
  await pay(paidLate, 20_000, today);
  const bill = await issued({ lines: [{ description: "Advice", unit_minor: 100_000, taxes: vat19 }] });
  const [request] = await requestsOf(bill.id);
  await pay(request!.id, 19_000, today);

  const [eur, usd] = await tilesEqualRows(today);
  expect(eur).toMatchObject({
    currency: "EUR",
    overdue_minor: 50_000 - 12_345,
    owed_minor: 30_000 + 7_000 + 119_000 - 19_000,
    next_asked_minor: 30_000 + 119_000 - 19_000,
  });
  expect(eur!.received_minor).toBe(39_000 + (day(-20) >= monthStart ? 12_345 : 0));
  expect(usd).toMatchObject({ currency: "USD", owed_minor: 99_900, overdue_minor: 0, received_minor: 0 });
  // Ten days ago the late one was half paid, the other late one was not paid, and today's were not asked for.
  const before = await tilesEqualRows(day(-10));
  expect(before).toHaveLength(1);
  expect(before[0]).toMatchObject({ overdue_minor: 50_000 - 12_345 + 20_000, owed_minor: 0 });
  expect((await tilesEqualRows(day(-25)))[0]).toMatchObject({ overdue_minor: 70_000 });
  await expect(overview(day(1))).rejects.toThrow("of today or of a day before");
});

test("cash 1: a hundred random days and payments: what the search for open requests leaves out is settled on that day", async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let n = 0; n < 30; n++) {
    const issuedDaysAgo = 10 + random(200);
    const id = await ask(1_000 + random(5_000), {
      issued_on: day(-issuedDaysAgo),
      due_on: day(-issuedDaysAgo + random(60)),
    });
    for (let k = random(4); k > 0; k--) await pay(id, 200 + random(4_000), day(-random(issuedDaysAgo)));
    if (random(6) === 0) await rpc("cancel_payment_request", { request: id, reason: "Off" });
  }
  for (let n = 0; n < 100; n++) {
    const as_of = day(-random(220));
    const [open] = await sql<{ narrow: string; all: string }[]>`
      select (select coalesce(jsonb_agg(to_jsonb(s) order by s.id), '[]') from private.request_states(${as_of}, null, true) as s where bucket is not null)::text as narrow,
        (select coalesce(jsonb_agg(to_jsonb(s) order by s.id), '[]') from private.request_states(${as_of}) as s where bucket is not null)::text as all`;
    expect(open!.narrow).toBe(open!.all);
  }
});

test("cash 1: who may not read cash sees nothing, and while it is off nobody does", async () => {
  const stranger = await addUser(sql, { admin: false });
  const asStranger = (work: string) => actAs(sql, { role: "authenticated", userId: stranger }, (tx) => tx.unsafe(work));
  await expect(asStranger("select public.cash_overview()")).rejects.toThrow("You need admin privileges for cash");
  await expect(asStranger("select public.cash_rows()")).rejects.toThrow("for cash");
  await expect(actAs(sql, { role: "anon" }, (tx) => tx`select public.cash_overview()`)).rejects.toThrow(
    "permission denied",
  );
  await sql`update public.modules set live = false where key = 'cash'`;
  await expect(overview()).rejects.toThrow("switched off");
  await sql`update public.modules set live = true where key = 'cash'`;
});

test("cash 2: thirteen weeks; asked for, agreed and perhaps are never merged, and each week opens its rows", async () => {
  const before = await overview();
  expect(before.weeks).toHaveLength(13);
  expect(before.weeks.map(({ from }) => from)).toEqual(Array.from({ length: 13 }, (_, n) => day(7 * n)));
  await ask(11_100, { due_on: day(20) });
  // Accepted: a step after ten days, one at a milestone, and 14 days to pay.
  await accepted([{ unit_minor: 1_000_000 }], {
    schedule: [
      { no: 1, label: "Start", due: "days_after", due_days: 10, amount_minor: 300_000 },
      { no: 2, label: "Half way", due: "milestone", amount_minor: 200_000 },
      { no: 3, label: "Rest", due: "days_after", due_days: 60, amount_minor: 500_000, is_rest: true },
    ],
  });
  // Offered: its deal has a chance of 40 percent, and is expected in five weeks.
  const [deal] = await sql<{ id: string }[]>`
    insert into public.deals (name, account_id, amount_minor, currency, base_rate, probability_own, expected_close, stage_kind, stage_since)
    values ('Desk', ${accountId}, 100000, 'EUR', 1, 40, ${day(35)}, 'open', now()) returning id`;
  await sql`
    with made as (insert into public.proposals (number, account_id, contact_id, deal_id, state, timezone, currency)
      values ('P-2099-900', ${accountId}, ${contactId}, ${deal!.id}, 'sent', 'UTC', 'EUR'), ('P-2099-901', ${accountId}, ${contactId}, null, 'sent', 'UTC', 'EUR') returning id)
    insert into public.proposal_versions (proposal_id, no, title, consent_text, total_minor, sent_at, content_sha256) select id, 1, 'Offer', 'Yes', 333333, now(), 'x' from made`;

  const after = await overview();
  const change = (kind: "owed_minor" | "agreed_minor" | "perhaps_minor") =>
    after.weeks.flatMap((week, n) =>
      week[kind] === before.weeks[n]![kind] ? [] : [[n, week[kind] - before.weeks[n]![kind]]],
    );
  expect(change("owed_minor")).toEqual([[Math.floor(20 / 7), 11_100]]);
  expect(change("agreed_minor")).toEqual([
    [Math.floor(24 / 7), 300_000],
    [Math.floor(74 / 7), 500_000],
  ]);
  expect(change("perhaps_minor")).toEqual([[Math.floor(49 / 7), 133_333]]);
  // No day, or no chance: listed, and in no week.
  const undated = await rows({ place: "undated" });
  expect(
    undated.rows.map(({ kind, title, amount_minor, whole_minor }) => [kind, title, amount_minor, whole_minor]),
  ).toEqual([
    ["agreed", "Half way", 200_000, null],
    ["perhaps", "Offer", 0, 333_333],
  ]);
  expect(after.listed.find(({ kind }) => kind === "overdue")).toMatchObject({ place: "past" });
  for (const week of after.weeks)
    for (const kind of ["owed", "agreed", "perhaps"] as const)
      expect((await rows({ kind, place: String(week.no) })).office_minor).toBe(week[`${kind}_minor`]);
  for (const { kind, place, minor, lines } of after.listed)
    expect(await rows({ kind, place })).toMatchObject({ office_minor: minor, count: lines });
});

test("cash 2: what is billed of an accepted proposal goes from agreed to owed, and together they are what was signed", async () => {
  const offer = await accepted([{ unit_minor: 900_000, taxes: [{ name: "VAT", category: "Z", rate_pcm: 0 }] }]);
  const left = async (as_of = today) =>
    (await rows({ as_of, kind: "agreed" })).rows
      .filter(({ source_id }) => source_id === offer)
      .reduce((sum, row) => sum + row.amount_minor, 0);
  expect(await left()).toBe(900_000);
  const id = await rpc<string>("bill_proposal", {
    proposal: offer,
    asked: { kind: "share", pcm: 30_000 } as unknown as Value,
  });
  // A draft asks for nothing.
  expect(await left()).toBe(900_000);
  await rpc("save_invoice_draft", { draft: id, changes: { supply_from: today } as unknown as Value });
  await issue(id);
  expect(await left()).toBe(630_000);
  const credit = await rpc<{ credit: string }>("cancel_invoice", { invoice: id, reason: "Wrong" });
  expect(credit.credit).toBeTruthy();
  expect(await left()).toBe(900_000);
  // The day before it was signed there was nothing.
  expect(await left(day(-2))).toBe(0);
});

test("cash 2: periods of a retainer are agreed with the taxes of an invoice, on the day they would be due, and once they are issued they are owed", async () => {
  await sql`insert into public.tax_rules (class_id, place, from_on, parts) select id, 'home', '2020-01-01', ${JSON.stringify(vat19)}::jsonb from public.tax_classes where is_default on conflict do nothing`;
  const { id } = await rpc<{ id: string }>("save_retainer", {
    retainer: {
      title: "Care",
      account_id: accountId,
      currency: "EUR",
      every_months: 1,
      starts_on: day(3),
      anchor_on: day(3),
      lines: [{ title: "Care", unit_minor: 100_000 }],
    } as unknown as Value,
  });
  const mine = async () => (await rows({ kind: "agreed" })).rows.filter(({ source_id }) => source_id === id);
  expect(await mine()).toEqual([]);
  await rpc("start_retainer", { retainer: id });
  const planned = await mine();
  expect(planned.length).toBeGreaterThanOrEqual(2);
  expect(planned.map(({ amount_minor }) => amount_minor)).toEqual(planned.map(() => 119_000));
  const [settings] = await sql<{ terms: number }[]>`select terms_days as terms from public.invoice_settings`;
  expect(planned[0]!.day).toBe(day(3 + settings!.terms));
  // Billed as a draft it stays agreed; issued it is owed, and the sum of both stays.
  await sql`select private.run_retainer(${id}, ${day(3)}::date)`;
  expect((await mine()).map(({ day: due }) => due)).toEqual(planned.map(({ day: due }) => due));
  const [period] = await sql<
    { invoice_id: string }[]
  >`select invoice_id from public.retainer_periods where retainer_id = ${id}`;
  await issue(period!.invoice_id);
  expect(await mine()).toHaveLength(planned.length - 1);
  expect((await requestsOf(period!.invoice_id))[0]!.amount_minor).toBe(119_000);
  await rpc("pause_retainer", { retainer: id, from_day: day(20), to_day: day(400), why: "Sabbatical" });
  expect(await mine()).toHaveLength(0);
});

test("cash 2: what has no exchange rate is counted and not guessed", async () => {
  const whole = await overview();
  expect(whole.without_rate).toBe(1);
  const usd = await rows({ currency: "USD" });
  expect(usd).toMatchObject({ without_rate: 1, office_minor: 0, sums: [{ currency: "USD", minor: 99_900 }] });
  await sql`insert into public.exchange_rates (currency, day, source, per_eur) values ('USD', ${today}, 'ecb', 1.25)`;
  expect(await rows({ currency: "USD" })).toMatchObject({ without_rate: 0, office_minor: 79_920 });
  expect((await overview()).without_rate).toBe(0);
});

test("cash 10: a closed period refuses invoices, requests, payments, corrections and credit inside it; the day after is open", async () => {
  const [from, to] = [day(-300), day(-250)];
  const old = await ask(10_000, { issued_on: day(-280), due_on: day(-260) });
  const first = await pay(old, 4_000, day(-270));
  const period = await rpc<string>("close_period", { from_day: from, to_day: to });
  await expect(pay(old, 1_000, day(-260))).rejects.toThrow(`${from} to ${to} is closed`);
  await expect(ask(5_000, { issued_on: day(-255), due_on: today })).rejects.toThrow("is closed");
  await expect(rpc("correct_payment", { payment: first, amount_minor: 3_000, reason: "Typed wrong" })).rejects.toThrow(
    "is closed",
  );
  await pay(old, 1_000, day(-249));
  // An invoice is issued on the newest day of its series at the earliest: by the module's own way the hook says it.
  const [told] = await sql<
    { why: string }[]
  >`select max(why) as why from private.call_hooks('period closed', ${day(-260)}) as why`;
  expect(told!.why).toContain("is closed");
  await expect(
    sql`insert into public.invoices (number, account_id, title, issued_on, due_on, currency, lines, totals, total_minor) values ('I-1999-001', ${accountId}, 'Old', ${day(-260)}, ${today}, 'EUR', '[]', '{"taxes": []}', 0)`,
  ).rejects.toThrow("is closed");
  await expect(rpc("close_period", { from_day: day(-260), to_day: day(-240) })).rejects.toThrow("closed already");
  await expect(rpc("close_period", { from_day: day(-1), to_day: today })).rejects.toThrow("days that are over");
  await expect(rpc("close_period", { from_day: day(-200), to_day: day(-201) })).rejects.toThrow(
    "a first and a last day",
  );

  // Opened again: who, and why; then it is written, and closed anew.
  await expect(rpc("reopen_period", { period, why: "  " })).rejects.toThrow("Say why");
  await rpc("reopen_period", { period, why: "A payment was missing" });
  await expect(rpc("reopen_period", { period, why: "Again" })).rejects.toThrow("meanwhile");
  await pay(old, 1_000, day(-260));
  await rpc("close_period", { from_day: from, to_day: to });
  const list = await sql<
    { name: string | null; why: string }[]
  >`select reopened_by, why from public.closed_periods where id = ${period}`;
  expect(list[0]).toMatchObject({ why: "A payment was missing", reopened_by: house.admin.userId });
  const acts = await sql<{ act: string }[]>`select act from public.acts where act like 'period %' order by id`;
  expect(acts.map(({ act }) => act)).toEqual(["period closed", "period opened again", "period closed"]);

  // While cash is off nothing is closed.
  await sql`update public.modules set live = false where key = 'cash'`;
  await pay(old, 500, day(-260));
  await sql`update public.modules set live = true where key = 'cash'`;
});

test("cash 10: money that Stripe reports late is written on the first open day, and says when it came", async () => {
  await sql`update public.closed_periods set reopened_at = now(), reopened_by = ${house.admin.userId}, why = 'Test' where reopened_at is null`;
  const late = await ask(2_000, { issued_on: day(-285), due_on: day(-280) });
  await rpc("close_period", { from_day: day(-300), to_day: day(-250) });
  await sql`insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id, reference)
    values (${late}, 'payment', 2000, 'EUR', 'stripe', ${day(-255)}, 'stripe', 'pi_late', 'cs_test')`;
  const [row] = await sql`select received_on::text, reference from public.payments where provider_id = 'pi_late'`;
  expect(row).toEqual({ received_on: day(-249), reference: `cs_test, came ${day(-255)}` });
});

test("cash 10: closing and forty payments at once: what was written before is inside, the rest is refused, nothing comes after", async () => {
  const on = day(-200);
  const asked = await Promise.all(
    Array.from({ length: 40 }, () => ask(1_000, { issued_on: day(-210), due_on: day(-205) })),
  );
  const write = (request: string) =>
    actAs(many, house.admin, (tx) => tx`select public.record_payment(${request}, ${randomUUID()}, 1000, ${on})`);
  const closing = new Promise((done) => setTimeout(done, 20)).then(() =>
    rpc("close_period", { from_day: on, to_day: on }),
  );
  const results = await Promise.allSettled(asked.map(write));
  await closing;
  const [kept] = await sql<{ n: number; late: number }[]>`
    select count(*)::int as n, (count(*) filter (where payments.created_at > (select closed_at + interval '1 second' from public.closed_periods where starts_on = ${on})))::int as late
    from public.payments where received_on = ${on}`;
  expect(kept).toEqual({ n: results.filter(({ status }) => status === "fulfilled").length, late: 0 });
  for (const result of results) if (result.status === "rejected") expect(String(result.reason)).toContain("is closed");
  await expect(write(await ask(1_000, { issued_on: day(-210) }))).rejects.toThrow("is closed");
});

test("cash 10: periods are closed and opened by who may, and read by who reads cash", async () => {
  const reader = await addUser(sql, { admin: false });
  const asReader = (work: string) => actAs(sql, { role: "authenticated", userId: reader }, (tx) => tx.unsafe(work));
  await expect(asReader(`select public.close_period('2020-01-01', '2020-01-31')`)).rejects.toThrow("for cash");
  await expect(asReader(`select public.reopen_period('${randomUUID()}', 'x')`)).rejects.toThrow("for cash");
  await expect(asReader("select * from public.closed_period_list()")).rejects.toThrow("for cash");
  await expect(
    asReader("insert into public.closed_periods (starts_on, ends_on) values ('2020-01-01', '2020-01-31')"),
  ).rejects.toThrow("permission denied");
  const listed = await rpc<unknown>("closed_period_list", {});
  expect(listed).toBeTruthy();
});
