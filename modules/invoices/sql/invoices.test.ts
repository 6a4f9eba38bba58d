// Drafts, issuing, numbers, parties, requests.
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { invoicesHouse, reverse, vat19 } from "#server/testing/invoices-for-tests.ts";
import { lateFeesJob } from "../server/late-fees.ts";

const { sql } = await testDatabase();
const house = await invoicesHouse(sql);
const { rpc, draft, issue, issued, find, standing, requestsOf, pay } = house;
const year = (await house.today()).slice(0, 4);

test("invoices 1: a draft has no number and leaves no hole; numbers are taken when one is issued", async () => {
  const first = await issued();
  const thrown = await draft();
  await rpc("delete_invoice_draft", { draft: thrown });
  const second = await issued();
  expect([first.number, second.number]).toEqual([`I-${year}-001`, `I-${year}-002`]);
  // Refused at the last moment: the number goes back.
  const refused = await draft({ title: "No tax", lines: [{ description: "x", unit_minor: 100, taxes: [] }] });
  await expect(issue(refused)).rejects.toThrow("Missing:");
  expect((await issued()).number).toBe(`I-${year}-003`);
});

test("invoices 1: twenty at once are twenty numbers in a row, and a second press is the same invoice", async () => {
  const drafts = await Promise.all(Array.from({ length: 20 }, () => draft()));
  const ids = await Promise.all([...drafts, ...drafts.slice(0, 5)].map((id) => issue(id)));
  expect(new Set(ids)).toHaveLength(20);
  const rows = await sql<
    { seq: number; day: string }[]
  >`select seq, issued_on::text as day from public.invoices where series = 'I' order by seq`;
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, place) => place + 1));
});

test("invoices 1: the first number is set once, and not after one was given", async () => {
  await expect(rpc("set_first_number", { of_series: "I", first: 500 })).rejects.toThrow("was given already");
  await rpc("set_first_number", { of_series: "C", first: 40 });
  await expect(rpc("set_first_number", { of_series: "C", first: 50 })).rejects.toThrow("already");
  const bill = await issued();
  const { credit } = await rpc<{ credit: string }>("cancel_invoice", { invoice: bill.id, reason: "Wrong" });
  expect((await find(credit)).number).toBe(`C-${year}-040`);
});

test("invoices 1: one cause is drafted once, also after it was issued", async () => {
  const asked = {
    account_id: house.accountId,
    title: "November",
    currency: "EUR",
    supply_from: "2026-11-01",
    dedupe_key: "test:1",
    lines: [{ description: "a", unit_minor: 100, taxes: vat19 }],
  };
  const ask = async () =>
    (
      await sql<
        { id: string }[]
      >`select max(made) as id from private.call_hooks('draft invoice', ${JSON.stringify(asked)}) as made`
    )[0]!.id;
  const first = await ask();
  expect(await ask()).toBe(first);
  await sql`select private.call_hooks('issue invoice', ${first})`;
  expect(await ask()).toBe(first);
  const paid = async () =>
    (
      await sql<
        { paid: string }[]
      >`select max(told) as paid from private.call_hooks('invoice is paid', ${first}) as told`
    )[0]!.paid;
  expect(await paid()).toBe("false");
  await pay((await requestsOf(first))[0]!.id, 119);
  expect(await paid()).toBe("true");
});

test("invoices 2: never in the future, never before the newest, never in a closed period", async () => {
  const today = await house.today();
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  await issued();
  const id = await draft();
  await expect(issue(id, day(1))).rejects.toThrow("not dated in the future");
  await expect(issue(id, day(-1))).rejects.toThrow("numbers and days run alike");
  await sql.begin(async (tx) => {
    await tx`create function private.closed_for_test(day date) returns text language sql as $$ select 'November is closed.' $$`;
    await tx`select private.register_hook('period closed', 'private.closed_for_test(date)')`;
  });
  await expect(issue(id)).rejects.toThrow("November is closed.");
  await sql`delete from private.hooks where routine = 'private.closed_for_test(date)'::regprocedure`;
  await sql`drop function private.closed_for_test(date)`;
  expect((await find(await issue(id))).issued_on).toBe(today);
});

test("invoices 3: what was issued is frozen: no change of a party changes it, and no one may change or delete it", async () => {
  const bill = await issued();
  const before = await sql`select to_jsonb(invoices)::text as text from public.invoices where id = ${bill.id}`;
  await sql`update public.firm set street = 'Elsewhere 1'`;
  await sql`update public.billing_profiles set street = 'Moved 2' where account_id = ${house.accountId}`;
  await sql`update public.accounts set name = 'Renamed' where id = ${house.accountId}`;
  expect(await sql`select to_jsonb(invoices)::text as text from public.invoices where id = ${bill.id}`).toEqual(before);
  const record = await rpc<{ seller: { street: string }; buyer: { street: string; legal_name: string } }>(
    "invoice_record",
    { record: bill.id },
  );
  expect([record.seller.street, record.buyer.street, record.buyer.legal_name]).toEqual([
    "Speicherstraße 14",
    "Am Markt 1",
    "Norrfall & Söhne KG",
  ]);
  await expect(sql`update public.invoices set title = 'Other' where id = ${bill.id}`).rejects.toThrow("written once");
  await expect(sql`delete from public.invoices where id = ${bill.id}`).rejects.toThrow("written once");
  await expect(sql`update public.invoice_tax_rows set tax_minor = 0 where invoice_id = ${bill.id}`).rejects.toThrow(
    "stays as it is",
  );
  for (const command of [
    "update public.invoices set title = 'x'",
    "delete from public.invoices",
    "delete from public.invoice_tax_rows",
  ])
    await expect(house.as((tx) => tx.unsafe(command))).rejects.toThrow("permission denied");
  const { checks } = await rpc<{ checks: { ok: boolean }[] }>("verify_invoice", { invoice: bill.id });
  expect(checks.map(({ ok }) => ok)).toEqual([true, true, true]);
  await sql`update public.firm set street = 'Speicherstraße 14'`;
  await sql`update public.billing_profiles set street = 'Am Markt 1' where account_id = ${house.accountId}`;
});

test("invoices 4: everything that is missing is said at once, each with the way to put it right", async () => {
  const [other] = await sql<
    { id: string }[]
  >`insert into public.accounts (name, type) values ('Nowhere', 'Customer') returning id`;
  await sql`update public.firm set vat_id = null, city = null`;
  const id = await draft({
    account_id: other!.id,
    contact_id: null,
    supply_from: null,
    currency: "JPY",
    lines: [
      { description: "", unit_minor: 100, taxes: reverse },
      { description: "b", unit_minor: 1, taxes: [{ category: "E", rate_pcm: 0 }] },
      { description: "c", unit_minor: 1, taxes: [] },
    ],
  });
  const { missing } = await rpc<{ missing: { code: string; what: string; link: string }[] }>("invoice_record", {
    record: id,
  });
  expect(missing.map(({ code }) => code).toSorted()).toEqual([
    "buyer_address",
    "buyer_vat",
    "line_reason",
    "line_tax",
    "line_words",
    "rate",
    "seller_address",
    "seller_vat",
    "supply",
  ]);
  expect(missing.every(({ link }) => link.startsWith("/admin/"))).toBe(true);
  await expect(issue(id)).rejects.toThrow(/Missing: .*billing address.*; .*VAT id/s);
  await sql`update public.firm set vat_id = 'DE123456788', city = 'Hamburg'`;
  await sql`insert into public.billing_profiles (account_id, street, city, country, vat_id) values (${other!.id}, 'Rue 1', 'Lyon', 'FR', 'FR40303265045')`;
  await rpc("save_invoice_draft", {
    draft: id,
    changes: {
      supply_from: "2026-11-02",
      currency: "EUR",
      lines: [{ description: "Advice", unit_minor: 100, taxes: reverse }],
    } as never,
  });
  const bill = await find(await issue(id));
  expect(bill.totals.taxes).toMatchObject([
    { category: "AE", base_minor: 100, tax_minor: 0, reason: "Reverse charge" },
  ]);
});

test("invoices 4, 17: what an electronic invoice names is missing before it is issued, for seller and buyer are frozen then", async () => {
  const [client] = await sql<
    { id: string }[]
  >`insert into public.accounts (name, type) values ('Quiet mail', 'Customer') returning id`;
  const format = (name: string, more: object = {}) => sql`
    insert into public.billing_profiles ${sql({ account_id: client!.id, street: "Am Wall 2", city: "Bremen", country: "DE", format: name, ...more })}
    on conflict (account_id) do update set format = excluded.format, e_address = excluded.e_address, buyer_reference = excluded.buyer_reference`;
  const asked = { account_id: client!.id, contact_id: null, supply_from: "2026-11-02" };
  const codes = async (id: string) =>
    (await rpc<{ missing: { code: string }[] }>("invoice_record", { record: id })).missing.map(({ code }) => code);
  await sql`update public.firm set email = null, phone = null`;
  await format("pdf");
  const id = await draft(asked);
  expect(await codes(id)).toEqual([]);
  for (const name of ["facturx", "ubl"]) {
    await format(name);
    expect(await codes(id)).toEqual(["seller_email", "buyer_e_address"]);
  }
  await expect(issue(id)).rejects.toThrow(/Missing: .*mail address of the firm.*; .*electronic address of Quiet mail/s);
  await format("xrechnung");
  expect(await codes(id)).toEqual(["seller_email", "buyer_e_address", "seller_phone", "buyer_reference"]);
  await sql`update public.firm set email = 'office@guidevane.test', phone = '+49 40 1'`;
  await format("xrechnung", { e_address: "04011000-12345-34", buyer_reference: "04011000-12345-34" });
  expect(await codes(id)).toEqual([]);
  await issue(id);
  // For the others the mail of the person it is for is an address, too.
  const [person] = await sql<
    { id: string }[]
  >`insert into public.contacts (account_id, name, email) values (${client!.id}, 'Ada', 'ada@quiet.test') returning id`;
  await format("facturx", { e_address: null });
  expect(await codes(await draft({ ...asked, contact_id: person!.id }))).toEqual([]);
});

test("invoices 5: what is withheld is of the net, is no tax, and is not asked for", async () => {
  const bill = await issued({
    withheld_pcm: 15_000,
    lines: [{ description: "Advice", unit_minor: 100_000, taxes: [{ name: "VAT", rate_pcm: 21_000 }] }],
  });
  expect(bill).toMatchObject({ total_minor: 121_000, withheld_minor: 15_000, payable_minor: 106_000 });
  expect(
    await sql`select base_minor::int, tax_minor::int, rate_pcm from public.invoice_tax_rows where invoice_id = ${bill.id}`,
  ).toEqual([{ base_minor: 100_000, tax_minor: 21_000, rate_pcm: 21_000 }]);
  expect((await requestsOf(bill.id)).map(({ amount_minor }) => amount_minor)).toEqual([106_000]);
});

test("invoices 6: two taxes a line, and the rule of class, place and day where nobody says one", async () => {
  const bill = await issued({
    currency: "EUR",
    lines: [
      {
        description: "Advice",
        unit_minor: 13_866,
        taxes: [
          { name: "GST", rate_pcm: 5000 },
          { name: "QST", rate_pcm: 9975 },
        ],
      },
    ],
  });
  expect(bill.totals.taxes.map(({ tax_minor }) => tax_minor)).toEqual([693, 1383]);
  await sql`insert into public.tax_rules (class_id, place, from_on, parts) select id, 'home', '2026-01-01', ${JSON.stringify(vat19)}::jsonb from public.tax_classes`;
  expect((await issued({ lines: [{ description: "Advice", unit_minor: 100 }] })).totals.tax_minor).toBe(19);
  for (const [lines, words] of [
    [Array.from({ length: 501 }, () => ({ unit_minor: 1 })), "at most 500"],
    [[{ unit_minor: 1e16 }], "Line 1: the price"],
    [[{ unit_minor: 1 }, { unit_minor: 1, tax_class_id: crypto.randomUUID() }], "Line 2: there is no such tax class"],
    [[{ unit_minor: 1, quantity_milli: 0.5 }], "Line 1: the quantity"],
    [[{ unit_minor: 1, discount_bp: 10_001 }], "Line 1: the discount"],
  ] as const)
    await expect(draft({ lines })).rejects.toThrow(words);
  await expect(draft({ title: "a\u0000b" })).rejects.toThrow(/unsupported Unicode|invalid/);
});

test("invoices 10: a credit note lowers what is open, and what was paid becomes credit; never more than the invoice, rate by rate", async () => {
  const bill = await issued({
    title: "Two rates",
    lines: [
      { description: "Advice", unit_minor: 100_000, taxes: vat19 },
      { description: "Book", unit_minor: 10_000, taxes: [{ name: "VAT", rate_pcm: 7000 }] },
    ],
  });
  expect(bill.total_minor).toBe(129_700);
  const credit = async (asked: object) =>
    find(
      await issue(
        await rpc<string>("new_credit_note", { invoice: bill.id, asked: { reason: "Less", ...asked } as never }),
      ),
    );
  const preview = await rpc("credit_preview", { invoice: bill.id, asked: { kind: "lines", positions: [2] } as never });
  expect(preview).toMatchObject({ problem: null, total_minor: 129_700, this_minor: 10_700, after_minor: 119_000 });
  const note = await credit({ kind: "lines", positions: [2] });
  expect(note).toMatchObject({ type: "credit", total_minor: -10_700, totals: { net_minor: -10_000, tax_minor: -700 } });
  expect((await requestsOf(bill.id)).map(({ amount_minor }) => amount_minor)).toEqual([119_000]);
  await expect(credit({ kind: "lines", positions: [2] })).rejects.toThrow("was credited already");
  await expect(credit({ kind: "amounts", amounts: [{ name: "VAT", rate_pcm: 7000, net_minor: 1 }] })).rejects.toThrow(
    "can still be credited",
  );
  await expect(
    credit({ kind: "amounts", amounts: [{ name: "VAT", rate_pcm: 19_000, net_minor: 100_001 }] }),
  ).rejects.toThrow("can still be credited");
  const [request] = await requestsOf(bill.id);
  await pay(request!.id, 119_000);
  expect((await standing(bill.id)).state).toBe("paid");
  expect(
    (await credit({ kind: "amounts", amounts: [{ name: "VAT", rate_pcm: 19_000, net_minor: 50_000 }] })).total_minor,
  ).toBe(-59_500);
  const [after] =
    await sql`select state, credit_minor::int, amount_minor::int from private.request_states(public.office_today(), array[${request!.id}::uuid])`;
  expect(after).toEqual({ state: "overpaid", credit_minor: 59_500, amount_minor: 59_500 });
  expect((await credit({ kind: "whole" })).total_minor).toBe(-59_500);
  expect(await standing(bill.id)).toMatchObject({ state: "cancelled", credited_minor: 129_700 });
  await expect(credit({ kind: "whole" })).rejects.toThrow("credited already");
  // What was asked for yesterday stays what it was.
  expect(
    await sql`select sum(base_minor)::int as base, sum(tax_minor)::int as tax from public.invoice_tax_rows as rows join public.invoices as i on i.id = rows.invoice_id where i.id = ${bill.id} or credit_of = ${bill.id}`,
  ).toEqual([{ base: 0, tax: 0 }]);
});

test("invoices 10: two credit notes at once never take back more than there is", async () => {
  const bill = await issued();
  const notes = await Promise.all(
    [1, 2, 3].map(() =>
      rpc<string>("new_credit_note", {
        invoice: bill.id,
        asked: {
          kind: "amounts",
          reason: "x",
          amounts: [{ name: "VAT", rate_pcm: 19_000, net_minor: 60_000 }],
        } as never,
      }),
    ),
  );
  const ends = await Promise.allSettled(notes.map((id) => issue(id)));
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("invoices 11: cancelling is a credit note of all of it; for the wrong party a new draft comes back in the same action", async () => {
  const bill = await issued({
    discount_minor: 3000,
    lines: [
      { description: "a", unit_minor: 33_333, taxes: vat19 },
      { description: "b", unit_minor: 66_667, quantity_milli: 1500, taxes: vat19 },
    ],
  });
  await expect(rpc("cancel_invoice", { invoice: bill.id, reason: " " })).rejects.toThrow("Say why");
  const { credit, draft: again } = await rpc<{ credit: string; draft: string }>("cancel_invoice", {
    invoice: bill.id,
    reason: "Wrong company",
    again: true,
  });
  const note = await find(credit);
  expect(note.total_minor).toBe(-bill.total_minor);
  expect(note.totals.tax_minor).toBe(-bill.totals.tax_minor);
  expect((await requestsOf(bill.id)).map(({ state }) => state)).toEqual(["cancelled"]);
  expect((await standing(bill.id)).state).toBe("cancelled");
  expect((await find(bill.id)).number).toBe(bill.number);
  expect((await find(await issue(again))).total_minor).toBe(bill.total_minor);
});

test("invoices 13: terms of the client, else the office's; instalments add up, or it is not issued", async () => {
  const plus = async (days: number) =>
    (await sql<{ day: string }[]>`select (public.office_today() + ${days}::int)::text as day`)[0]!.day;
  expect((await requestsOf((await issued()).id))[0]!.due_on).toBe(await plus(14));
  await sql`update public.billing_profiles set terms_days = 45 where account_id = ${house.accountId}`;
  expect((await requestsOf((await issued()).id))[0]!.due_on).toBe(await plus(45));
  await sql`update public.billing_profiles set terms_days = null where account_id = ${house.accountId}`;
  const id = await draft();
  const parts = async (first: number, second: number) =>
    rpc("save_invoice_draft", {
      draft: id,
      changes: {
        instalments: [
          { amount_minor: first, due_on: await plus(10) },
          { amount_minor: second, due_on: await plus(40) },
        ],
      } as never,
    });
  await parts(60_000, 60_000);
  await expect(issue(id)).rejects.toThrow("The instalments come to");
  const missing = async () =>
    (await rpc<{ missing: { code: string }[] }>("invoice_record", { record: id })).missing.map(({ code }) => code);
  expect(await missing()).toEqual(["instalments"]);
  await rpc("save_invoice_draft", {
    draft: id,
    changes: { instalments: [{ amount_minor: 119_000, due_on: "2020-01-01" }] } as never,
  });
  expect(await missing()).toEqual(["instalment_day"]);
  for (const wrong of [
    {},
    [{ amount_minor: 0, due_on: "2030-01-01" }],
    [{ amount_minor: 5 }],
    [{ amount_minor: 1.5, due_on: "2030-01-01" }],
  ])
    await expect(
      rpc("save_invoice_draft", { draft: id, changes: { instalments: wrong } as never }),
      JSON.stringify(wrong),
    ).rejects.toThrow(/nstalment/);
  await parts(60_000, 59_000);
  expect(await missing()).toEqual([]);
  const bill = await find(await issue(id));
  // Printed, and in the e-invoice: the day by which all of it is due.
  expect(await sql`select due_on::text from public.invoices where id = ${bill.id}`).toEqual([
    { due_on: await plus(40) },
  ]);
  const requests = await requestsOf(bill.id);
  expect(requests.map(({ amount_minor }) => amount_minor)).toEqual([60_000, 59_000]);
  await pay(requests[0]!.id, 60_000);
  expect(await standing(bill.id)).toMatchObject({ state: "partly_paid", open_minor: 59_000 });
});

test("invoices 13: a request with lines is an invoice by these rules, and its requests are what is paid", async () => {
  const asked = {
    account_id: house.accountId,
    contact_id: house.contactId,
    title: "Workshop",
    currency: "EUR",
    items: [{ description: "Workshop", unit_minor: 50_000, tax_bp: 1900 }],
  };
  const request = await rpc<string>("new_payment_request", { asked: asked as never });
  const [row] = await sql<
    { invoice_id: string; amount_minor: number }[]
  >`select invoice_id, amount_minor::int from public.payment_requests where id = ${request}`;
  expect(row!.amount_minor).toBe(59_500);
  const [bill] =
    await sql`select seller ->> 'legal_name' as seller, totals #>> '{taxes,0,category}' as category from public.invoices where id = ${row!.invoice_id}`;
  expect(bill).toEqual({ seller: "Guidevane Advisory GmbH", category: "S" });
  await sql`update public.firm set city = null`;
  await expect(rpc("new_payment_request", { asked: asked as never })).rejects.toThrow(
    "Missing: The address of the firm",
  );
  await sql`update public.firm set city = 'Hamburg'`;
});

test("invoices 15: late fees are off; on, one draft for each invoice and stage, and the invoice stays as it is", async () => {
  const run = async (days: number) =>
    (await sql<{ made: number }[]>`select private.draft_late_fees(public.office_today() + ${days}::int) as made`)[0]!
      .made;
  await sql`update public.payment_requests set due_on = issued_on - 0 where false`;
  const bill = await issued();
  await sql`update public.payment_requests set due_on = public.office_today() - 1, issued_on = public.office_today() - 30 where invoice_id = ${bill.id}`;
  expect(await run(400)).toBe(0);
  await sql`update public.invoice_settings set late_fees = true, late_days = '{10, 40}', late_fee_minor = 4000`;
  expect(await run(5)).toBe(0);
  expect(await run(12)).toBe(1);
  expect(await run(12)).toBe(0);
  const [first] = await sql<{ id: string }[]>`select id from public.invoice_drafts where late_fee_of = ${bill.id}`;
  await rpc("delete_invoice_draft", { draft: first!.id });
  expect(await run(13)).toBe(0);
  expect(await run(50)).toBe(1);
  expect(await sql`select late_fee_stage as stage from public.invoice_drafts where late_fee_of = ${bill.id}`).toEqual([
    { stage: 2 },
  ]);
  await sql`update public.invoice_settings set late_fees = false`;
});

test("audit-4 clocks: late fees are drafted once a day by the office's clock", async () => {
  const [before] = await sql<{ zone: string }[]>`select time_zone as zone from public.office`;
  await sql`update public.office set time_zone = 'America/New_York'`;
  await sql`update public.invoice_settings set late_fees = true, late_days = '{10}', late_fee_minor = 4000`;
  let moment = "";
  const job = lateFeesJob(sql, () => new Date(moment));
  const dueAt = async (at: string) => {
    moment = at;
    const due = await job.findDue(10);
    for (const key of due) await job.run(key, new AbortController().signal);
    return due;
  };
  expect(await dueAt("2026-01-14T23:30:00Z")).toEqual(["2026-01-14"]);
  expect(await dueAt("2026-01-15T00:30:00Z")).toEqual([]);
  expect(await dueAt("2026-01-15T05:30:00Z")).toEqual(["2026-01-15"]);
  expect(await dueAt("2026-01-15T23:30:00Z")).toEqual([]);
  await sql`update public.invoice_settings set late_fees = false`;
  expect(await dueAt("2026-01-16T12:00:00Z")).toEqual([]);
  await sql`update public.office set time_zone = ${before!.zone}`;
});

test("rates 1: an invoice keeps rate, day and source, and later rates move no figure; without one it is asked for", async () => {
  const lines = [{ description: "Advice", unit_minor: 10_000, taxes: vat19 }];
  const id = await draft({ currency: "USD", lines });
  await expect(issue(id)).rejects.toThrow("A rate of USD in EUR");
  await sql`insert into public.exchange_rates (currency, day, source, per_eur) values ('USD', public.office_today() - 2, 'ecb', 1.25)`;
  const bill = await find(await issue(id));
  const row = () =>
    sql`select rate::float8 as rate, rate_source, tax_office_minor::int as tax, rate_day = public.office_today() - 2 as before from public.invoices where id = ${bill.id}`;
  // rates 5: tax in the office's currency, too.
  expect(await row()).toEqual([{ rate: 0.8, rate_source: "ecb", tax: 1520, before: true }]);
  await sql`update public.exchange_rates set per_eur = 2`;
  await sql`insert into public.exchange_rates (currency, day, source, per_eur, reason) values ('USD', public.office_today(), 'hand', 3, 'x')`;
  expect(await row()).toEqual([{ rate: 0.8, rate_source: "ecb", tax: 1520, before: true }]);
});

test("rates 5: tax is kept in the office's currency, too", async () => {
  await sql`delete from public.exchange_rates`;
  await sql`insert into public.exchange_rates (currency, day, source, per_eur) values ('JPY', public.office_today(), 'ecb', 160)`;
  const bill = await issued({ currency: "JPY", lines: [{ description: "Advice", unit_minor: 100_000, taxes: vat19 }] });
  expect(
    await sql`select tax_office_minor::int as tax, office_currency from public.invoices where id = ${bill.id}`,
  ).toEqual([{ tax: 11_875, office_currency: "EUR" }]);
});

test("rates 6: money in another currency than was asked for fits no request", async () => {
  const bill = await issued();
  const [request] = await requestsOf(bill.id);
  await expect(
    sql`insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id) values (${request!.id}, 'payment', 100, 'USD', 'bank', public.office_today(), 'test', 'x')`,
  ).rejects.toThrow("is in EUR, not in USD");
});

test("rates 7: sums say how many are without a rate, and do not guess", async () => {
  const bill = await issued({ title: "Unrated" });
  const sums = () =>
    rpc<{ net_minor: number; without_rate: number; count: number }>("invoice_sums", {
      filter: { search: "Unrated" } as never,
    });
  expect(await sums()).toMatchObject({ count: 1, net_minor: 100_000, without_rate: 0 });
  // As one that was issued in another currency before rates were kept.
  await sql.begin(async (tx) => {
    await tx`select set_config('guidevane.anonymise', 'yes', true)`;
    await tx`update public.invoices set currency = 'CHF', rate = null where id = ${bill.id}`;
    await tx`update public.payment_requests set currency = 'CHF' where invoice_id = ${bill.id}`;
  });
  expect(await sums()).toMatchObject({ count: 1, net_minor: 0, without_rate: 1 });
});

test("invoices 20: lists by state, their counts and sums are those of the records, one by one", async () => {
  // One of each, beside what the tests before have left.
  await sql`insert into public.invoice_disputes (invoice_id, words, since) values (${(await issued({ title: "Disputed" })).id}, 'Too much', public.office_today())`;
  await rpc("cancel_invoice", { invoice: (await issued()).id, reason: "Wrong" });
  const late = await issued({ title: "Late" });
  await sql`update public.payment_requests set due_on = public.office_today() - 1 where invoice_id = ${late.id}`;
  const paid = await issued();
  await pay((await requestsOf(paid.id))[0]!.id, paid.payable_minor);
  await pay((await requestsOf((await issued()).id))[0]!.id, 1);
  const alone = await issued({ title: "Without a request" });
  await sql`delete from public.payment_requests where invoice_id = ${alone.id}`;
  // Issued while payments were off, and disputed.
  const quiet = await issued({ title: "Disputed without a request" });
  await sql`delete from public.payment_requests where invoice_id = ${quiet.id}`;
  await sql`insert into public.invoice_disputes (invoice_id, words, since) values (${quiet.id}, 'Too much', public.office_today())`;
  expect((await standing(quiet.id)).state).toBe("disputed");
  const all = await sql<{ id: string; state: string; open_minor: number; currency: string }[]>`
    select bill.id, stands.state, stands.open_minor::float8 as open_minor, currency from public.invoices as bill cross join lateral private.invoice_standings(array[bill.id]) as stands`;
  const open = ["open", "overdue", "partly_paid", "disputed"];
  for (const state of [...open, "paid", "cancelled", "credit", "unpaid"]) {
    const filter = { state };
    const rows = await house.as(
      (tx) =>
        tx<
          { id: string; total_count: number }[]
        >`select id, total_count from public.invoice_list(${JSON.stringify(filter)}::jsonb, 10000)`,
    );
    const expected = all.filter((bill) => (state === "unpaid" ? open.includes(bill.state) : bill.state === state));
    expect(expected.length, state).toBeGreaterThan(0);
    expect(rows.map(({ id }) => id).toSorted(), state).toEqual(expected.map(({ id }) => id).toSorted());
    expect(rows[0]!.total_count).toBe(expected.length);
    const sums = await rpc<{ count: number; currencies: { currency: string; open_minor: number }[] }>("invoice_sums", {
      filter: filter as never,
    });
    expect(sums.count).toBe(expected.length);
    for (const sum of sums.currencies)
      expect(sum.open_minor, `${state} ${sum.currency}`).toBe(
        expected
          .filter(({ currency }) => currency === sum.currency)
          .reduce((minor, bill) => minor + bill.open_minor, 0),
      );
  }
});
