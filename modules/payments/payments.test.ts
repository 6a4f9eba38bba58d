// Requests and money without a provider: what is derived, what is refused, what lists, ages and statements say, who is reminded.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { addUser } from "#server/testing/act-as.ts";
import { composeAll } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import type { PaymentRequest } from "./payment.ts";
import { requestLines } from "./payment-csv-data.ts";
import { firmOf } from "#server/platform/firm.ts";
import { paymentPdf } from "./server/invoice-pdf.ts";
import type { PaymentFacts } from "./server/pay-page.ts";
import { paymentsForTests, visitors } from "./testing/payments-site.ts";

const { sql } = await testDatabase();
const { ask, row, list, record, call, as, money, tasks, today, year, empty, accountId, contactId } =
  await paymentsForTests(sql);
const { site, look, pageOf, from, hidden } = visitors(sql, null);
beforeEach(empty);

const daysFrom = async (days: number) => {
  const [at] = await sql<{ day: string }[]>`select (public.office_today() + ${days}::int)::text as day`;
  return at!.day;
};
/** Asked for so many days ago, due so many days from now. */
const aged = async (issued: number, due: number, fields: object = {}) =>
  ask({ issued_on: await daysFrom(-issued), due_on: await daysFrom(due), ...fields });

describe("requests", () => {
  test("payments 1: an invoice is computed by document_totals, frozen, and asked for to the cent", async () => {
    const items = [{ description: "Workshop", unit_minor: 138_66, tax_bp: 1900 }];
    const id = await ask({ items, amount_minor: 1, currency: "EUR" });
    expect(await row(id)).toMatchObject({ amount_minor: 165_01, currency: "EUR" });
    const [invoice] = await sql<
      { id: string; number: string; totals: object }[]
    >`select id, number, totals from public.invoices`;
    expect(invoice).toMatchObject({ number: `I-${year}-001`, totals: { tax_minor: 26_35, total_minor: 165_01 } });
    await expect(sql`update public.invoices set total_minor = 1`).rejects.toThrow("written once");
    const { html } = await look(await pageOf(id));
    expect(html).toContain("€165.01");
    expect(html).toContain("€26.35");
    // The same cents in print, and the same bytes each time.
    const path = await pageOf(id);
    const print = async () =>
      Buffer.from(await (await site.ask(`${path}/document.pdf`, { from: from() })).arrayBuffer());
    const [first, second] = [await print(), await print()];
    expect(first.subarray(0, 5).toString()).toBe("%PDF-");
    expect(first.equals(second)).toBe(true);
    const [facts] = await sql<{ facts: PaymentFacts }[]>`select private.payment_page(${id}) as facts`;
    expect(JSON.stringify(paymentPdf(facts!.facts, firmOf()))).toContain("€165.01");
    // Taken back by a credit note with the same lines, negative.
    const credit = await call<string>("public.credit_invoice($1, $2)", invoice!.id, "Wrong company");
    expect(await sql`select number, total_minor::int, credit_of from public.invoices where id = ${credit}`).toEqual([
      { number: `C-${year}-001`, total_minor: -165_01, credit_of: invoice!.id },
    ]);
    expect(await row(id)).toMatchObject({ state: "cancelled" });
    expect(await call("public.credit_invoice($1)", invoice!.id)).toBe(credit);
  });

  test("numbers have no gaps, also when many ask at once and some fail", async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 24 }, (_, n) => ask(n % 3 === 0 ? { due_on: "2001-01-01" } : { title: `No ${n}` })),
    );
    expect(asked.filter(({ status }) => status === "rejected")).toHaveLength(8);
    const numbers = (await list()).map(({ number }) => number).sort();
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, n) => `R-${year}-${String(n + 1).padStart(3, "0")}`));
  });

  test("the same cause asks once; while the module is off nothing is asked for", async () => {
    const fields = JSON.stringify({
      account_id: accountId,
      title: "Deposit",
      amount_minor: 100,
      dedupe_key: "proposal:1",
    });
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => sql<{ id: string }[]>`select private.request_payment(${fields}::jsonb) as id`),
    );
    expect(new Set(ids.map(([first]) => first!.id)).size).toBe(1);
    await sql`update public.modules set live = false where key = 'payments'`;
    expect(await sql`select private.request_payment('{"title": "x", "amount_minor": 1}') as id`).toEqual([
      { id: null },
    ]);
    await sql`update public.modules set live = true where key = 'payments'`;
  });

  test("a draft has no number and asks for nothing until it is opened", async () => {
    const id = await ask({ draft: true });
    expect(await row(id)).toMatchObject({ state: "draft", number: null, open_minor: 0 });
    expect((await site.ask(await pageOf(id), { from: from() })).status).toBe(410);
    await expect(record(id, 1_00)).rejects.toThrow("draft");
    expect(await call("public.open_payment_request($1)", id)).toBe(id);
    expect(await row(id)).toMatchObject({ state: "open", number: `R-${year}-001` });
  });

  test("the timeline of the company tells each step, in the transaction of the step", async () => {
    const id = await ask();
    await record(id, 100_00);
    await call("public.cancel_payment_request($1, $2)", id, "Not needed");
    const told = await sql<{ kind: string; record_name: string; actor_name: string }[]>`
      select kind, record_name, actor_name from public.events where account_id = ${accountId} and record_id = ${id} order by id`;
    expect(told.map(({ kind }) => kind)).toEqual(["requested", "payment received", "cancelled"]);
    expect(told[1]).toMatchObject({ record_name: `R-${year}-001 Deposit for the publishing desk`, actor_name: "Noor" });
  });

  test("the timeline says that a request was sent when its mail has left, not when it was written", async () => {
    const id = await ask();
    const kinds = async () =>
      (await sql<{ kind: string }[]>`select kind from public.events where record_id = ${id} order by id`).map(
        ({ kind }) => kind,
      );
    await call("public.send_payment_request($1)", id);
    await composeAll(sql);
    expect(await kinds()).toEqual(["requested"]);
    for (const key of [`payment-request:${id}:1`, `payment-request:${id}:2`])
      await sql`update public.outbox set state = 'sent', sent_at = now(), finished_at = now() where dedupe_key = ${key}`;
    expect(await kinds()).toEqual(["requested", "sent", "sent again"]);
  });
});

describe("what is derived", () => {
  test("payments 7: partial, whole and over; nothing says paid before the money is there", async () => {
    const id = await ask();
    expect(await row(id)).toMatchObject({ state: "open", open_minor: 44_400_00 });
    await record(id, 44_399_99);
    expect(await row(id)).toMatchObject({ state: "partly_paid", open_minor: 1, paid_on: null });
    await record(id, 1);
    expect(await row(id)).toMatchObject({ state: "paid", open_minor: 0, paid_on: await today() });
    await record(id, 5_00);
    expect(await row(id)).toMatchObject({ state: "overpaid", credit_minor: 5_00, open_minor: 0 });
    await record(id, -44_405_00);
    expect(await row(id)).toMatchObject({ state: "refunded", received_minor: 0 });
    // There is no column to set.
    const columns = await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns where table_name = 'payment_requests'`;
    expect(columns.map(({ name }) => name).filter((name) => /paid|received/.test(name))).toEqual([]);
    await expect(sql`update public.payment_requests set state = 'paid'`).rejects.toThrow(
      "state is draft, open or cancelled",
    );
  });

  test("payments 7: late is late by the office's day", async () => {
    const id = await aged(20, -1);
    expect(await row(id)).toMatchObject({ state: "overdue", days_late: 1 });
    expect(await row(await aged(20, 0))).toMatchObject({ state: "open", days_late: 0 });
    await record(id, 100);
    expect(await row(id)).toMatchObject({ state: "overdue" });
  });

  test("payments 7: a future date, nothing, another currency's way in and a card by hand are refused", async () => {
    const id = await ask();
    await expect(record(id, 100, await daysFrom(1))).rejects.toThrow("has not come yet");
    await expect(record(id, 0)).rejects.toThrow("must not be zero");
    await expect(record(id, 100, undefined, { method: "stripe" })).rejects.toThrow("recorded by the provider");
    await expect(record(id, -100)).rejects.toThrow("Only $0.00 has come in");
    await expect(
      sql`insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id)
          values (${id}, 'payment', 100, 'EUR', 'bank', current_date, 'test', '1')`,
    ).rejects.toThrow("is in USD, not in EUR");
    expect(await money(id)).toEqual([]);
  });

  test("payments 7: the same form sent twice is one payment, and each names who entered it", async () => {
    const id = await ask();
    const entry = randomUUID();
    const made = await Promise.all(
      [1, 2, 3].map(() => record(id, 100_00, undefined, { entry, reference: "NORR 061" })),
    );
    expect(new Set(made).size).toBe(1);
    const of = await as((tx) => tx`select amount_minor, entered_name, reference from public.payments_of(${id})`);
    expect(of).toEqual([{ amount_minor: 100_00, entered_name: "Noor", reference: "NORR 061" }]);
  });

  test("payments 7: what was entered wrongly is corrected by another row, never edited", async () => {
    const id = await ask();
    const payment = await record(id, 1_000_00);
    await expect(call("public.correct_payment($1, $2, $3)", payment, 100_00, " ")).rejects.toThrow("Say why");
    await call("public.correct_payment($1, $2, $3)", payment, 100_00, "A zero too many");
    expect(await money(id)).toMatchObject([
      { kind: "payment", amount_minor: 1_000_00 },
      { kind: "correction", amount_minor: -900_00 },
    ]);
    expect(await row(id)).toMatchObject({ received_minor: 100_00 });
    await expect(call("public.correct_payment($1, $2, $3)", payment, 100_00, "again")).rejects.toThrow(
      "says that already",
    );
    for (const statement of ["update public.payments set amount_minor = 1", "delete from public.payments"]) {
      await expect(sql.unsafe(statement)).rejects.toThrow("written once");
      await expect(as((tx) => tx.unsafe(statement))).rejects.toThrow("permission denied");
    }
  });

  test("payments 8: credit is shown, makes a task, and can pay another request of the same company", async () => {
    const first = await ask({ amount_minor: 100_00 });
    await record(first, 150_00);
    expect(await tasks()).toEqual([`R-${year}-001 has a credit of $50.00: pay it back, or use it for another request`]);
    const second = await ask({ amount_minor: 80_00 });
    await expect(call("public.use_credit($1, $2, $3)", first, second, 50_01)).rejects.toThrow("a credit of $50.00");
    await call("public.use_credit($1, $2, $3)", first, second, 50_00);
    expect(await row(first)).toMatchObject({ state: "paid", credit_minor: 0 });
    expect(await row(second)).toMatchObject({ state: "partly_paid", open_minor: 30_00 });
    await expect(call("public.use_credit($1, $2, $3)", first, second, 1)).rejects.toThrow("a credit of $0.00");
  });

  test("only administrators read and write", async () => {
    const id = await ask();
    const stranger = await addUser(sql, { admin: false });
    expect(await as((tx) => tx`select * from public.payment_list()`, stranger)).toEqual([]);
    expect(await as((tx) => tx`select * from public.payments`, stranger)).toEqual([]);
    await expect(
      as((tx) => tx`select public.record_payment(${id}, ${randomUUID()}, 100, current_date)`, stranger),
    ).rejects.toThrow("admin privileges");
    await expect(as((tx) => tx`select private.request_payment('{}')`)).rejects.toThrow("permission denied");
  });
});

describe("ageing", () => {
  test("payments 9: buckets by due date, per currency, as of any date, equal to the list behind them to the cent", async () => {
    // Of every age, in four currencies, some partly paid, paid, cancelled or refunded since.
    let n = 0;
    for (const late of [-10, 0, 1, 30, 31, 60, 61, 90, 91, 120])
      for (const currency of ["USD", "EUR", "JPY", "KWD"]) {
        n += 1;
        const id = await aged(200, -late, { currency, amount_minor: 10_000 + n * 37, title: `${currency} ${late}` });
        if (n % 5 === 0) await record(id, 1_111, await daysFrom(-40));
        if (n % 7 === 0) await record(id, 10_000 + n * 37, await daysFrom(-15));
        if (n % 11 === 0) await call("public.cancel_payment_request($1)", id);
      }
    for (const days of [0, -10, -20, -45, -100, -150, -250, 60]) {
      const asOf = await daysFrom(days);
      const rows = await list({ as_of: asOf });
      const ageing = await as(
        (tx) => tx<{ currency: string; bucket: string; requests: number; open_minor: number }[]>`
          select currency, bucket, requests, open_minor from public.payment_ageing(${asOf}::date)`,
      );
      for (const { currency, bucket, requests, open_minor } of ageing) {
        const behind = rows.filter((each) => each.currency === currency && each.bucket === bucket);
        expect([currency, bucket, requests, open_minor]).toEqual([
          currency,
          bucket,
          behind.length,
          behind.reduce((sum, each) => sum + each.open_minor, 0),
        ]);
        expect(await list({ as_of: asOf, currency, bucket })).toHaveLength(behind.length);
      }
      // Each state's list is those rows of all, in the order of all: drafts, open ones, the others, each newest first.
      for (const state of [
        "draft",
        "open",
        "overdue",
        "partly_paid",
        "paid",
        "overpaid",
        "refunded",
        "cancelled",
        "unpaid",
        "credit",
      ]) {
        const behind = rows.filter((each) =>
          state === "unpaid" ? each.bucket !== null : state === "credit" ? each.credit_minor > 0 : each.state === state,
        );
        expect(
          (await list({ as_of: asOf, state })).map(({ id }) => id),
          `${state} ${days}`,
        ).toEqual(behind.map(({ id }) => id));
      }
      const total = (of: readonly { open_minor: number }[]) => of.reduce((sum, each) => sum + each.open_minor, 0);
      expect(total(ageing)).toBe(total(rows));
    }
    // Found by words of number, title and company in any order, as everywhere.
    expect((await list({ search: "norrfall jpy 91" })).map(({ title }) => title)).toEqual(["JPY 91"]);
    expect(await list({ search: "nobody" })).toEqual([]);
    const [first] = await as(
      (tx) => tx<{ requests: number }[]>`select * from public.payment_ageing(${"2001-01-01"}::date)`,
    );
    expect(first).toBeUndefined();
  });

  test("payments 9: the file has the rows of the list, amounts as decimals, and no formula", async () => {
    const id = await aged(40, -12, { title: "=1+1", currency: "KWD", amount_minor: 1_234_567 });
    await record(id, 567, await daysFrom(-1));
    const lines = requestLines((await list()) as unknown as PaymentRequest[]);
    expect(lines[1]).toContain(`R-${year}-001,'=1+1,Norrfall <b>&</b> Co,Maren Oduya,Overdue,`);
    expect(lines[1]).toContain(",KWD,1234.567,0.567,1234.000,0.000,1 to 30 days");
  });

  test.each([
    [0, "current"],
    [1, "1-30"],
    [30, "1-30"],
    [31, "31-60"],
    [60, "31-60"],
    [61, "61-90"],
    [90, "61-90"],
    [91, "90+"],
  ])("payments 9: %i days after the due date is '%s'", async (late, bucket) => {
    expect((await row(await aged(200, -late))).bucket).toBe(bucket);
  });

  test("payments 9: a statement adds up: what stood before, each step, and the balance that the list shows", async () => {
    const first = await aged(100, -50, { amount_minor: 1_000_00 });
    await record(first, 400_00, await daysFrom(-80));
    const second = await aged(20, 10, { amount_minor: 250_00 });
    const gone = await aged(15, 10, { amount_minor: 77_00 });
    await call("public.cancel_payment_request($1)", gone);
    const since = await daysFrom(-30);
    const until = await today();
    const rows = await as(
      (tx) => tx<{ what: string; balance_minor: number }[]>`
        select what, balance_minor from public.account_statement(${accountId}, ${since}::date, ${until}::date)`,
    );
    expect(rows.map(({ what, balance_minor }) => [what, balance_minor])).toEqual([
      ["before", 600_00],
      ["request", 850_00],
      ["request", 927_00],
      ["cancelled", 850_00],
    ]);
    expect((await row(first)).open_minor + (await row(second)).open_minor).toBe(850_00);
  });
});

describe("reminders", () => {
  const mails = () => sql<{ subject: string; state: string; gate_code: string; key: string }[]>`
    select subject, state, gate_code, dedupe_key as key from public.outbox where origin_kind = 'payment_reminder' order by created_at, dedupe_key`;
  const remind = async (days: number) => {
    const [sent] = await sql<
      { sent: number }[]
    >`select private.remind_of_payments(public.office_today() + ${days}::int) as sent`;
    return sent!.sent;
  };

  test("payments 11: before and after the due date through the outbox, at most one in seven days, four in all", async () => {
    const id = await aged(10, 3);
    const days: number[] = [];
    for (let day = -5; day < 60; day += 1) if ((await remind(day)) === 1) days.push(day);
    expect(days).toEqual([0, 7, 14, 21]);
    expect(new Set((await mails()).map(({ key }) => key)).size).toBe(4);
    await composeAll(sql);
    const [first] = await sql<{ to_address: string; body_text: string }[]>`
      select to_address, body_text from public.outbox where dedupe_key = ${`payment-reminder:${id}:1`}`;
    expect(first!.to_address).toBe("maren@norrfall.example");
    // The link only, never the amount.
    expect(first!.body_text).toContain("{{payment_page}}");
    expect(first!.body_text).not.toMatch(/44,400|4440000/);
  });

  test("payments 11: also when the due date was moved, the next one waits for seven days", async () => {
    const id = await aged(10, 3);
    expect(await remind(0)).toBe(1);
    // By the new date the second one, four days after it is due, would go out tomorrow.
    await sql`update public.payment_requests set due_on = public.office_today() - 3 where id = ${id}`;
    const days: number[] = [];
    for (let day = 1; day < 20; day += 1) if ((await remind(day)) === 1) days.push(day);
    expect(days).toEqual([7, 14]);
  });

  test("payments 11: a day that is run twice, or by two servers, reminds once", async () => {
    await aged(10, -4);
    const sent = await Promise.all([remind(0), remind(0), remind(0)]);
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await mails()).toHaveLength(1);
  });

  test("payments 11: payment stops them, also the one that waits; so do a dispute, cancelling and the switch", async () => {
    const [paid, disputed, cancelled, hushed] = [
      await aged(10, -4),
      await aged(10, -4),
      await aged(10, -4),
      await aged(10, -4),
    ];
    await call("public.change_payment_request($1, '{\"reminders_on\": false}')", hushed);
    expect(await remind(0)).toBe(3);
    await record(paid, 44_400_00);
    await sql`insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id)
      values (${disputed}, 'payment', 100, 'USD', 'stripe', current_date - 1, 'stripe', 'pi'),
        (${disputed}, 'dispute', -100, 'USD', 'stripe', current_date - 1, 'stripe', 'dp')`;
    await call("public.cancel_payment_request($1)", cancelled);
    expect((await mails()).map(({ state, gate_code }) => [state, gate_code]).sort()).toEqual([
      ["cancelled", "disputed"],
      ["cancelled", "paid"],
      ["cancelled", "request_cancelled"],
    ]);
    expect(await remind(30)).toBe(0);
  });

  test("payments 11: the job reminds from eight in the morning of the office's day", async () => {
    await aged(10, -4);
    let now = new Date();
    const at = async (hour: number) => {
      const [moment] = await sql<{ at: Date }[]>`
        select (public.office_today() + make_time(${hour}::int, 0, 0)) at time zone office.time_zone as at from public.office`;
      now = moment!.at;
    };
    const job = visitors(sql, null, {}, () => now);
    await at(7);
    expect(await job.run("payment-reminders")).toBe(0);
    await at(8);
    expect(await job.run("payment-reminders")).toBe(1);
    expect(await job.run("payment-reminders")).toBe(0);
    expect(await mails()).toHaveLength(1);
  });
});

describe("the page behind the link", () => {
  test("token rules 1, 2: only a hash is kept; unknown is 404, ended 410, and neither says a name or an amount", async () => {
    const id = await ask();
    const path = await pageOf(id);
    const token = path.split("/").at(-1)!;
    expect(token).toMatch(/^[\w-]{43}$/);
    const kept = await sql<{ text: string }[]>`select jsonb_agg(to_jsonb(l))::text as text from private.access_links l`;
    expect(kept[0]!.text).not.toContain(token);
    const unknown = await look(`/pay/${"x".repeat(43)}`);
    await call("public.cancel_payment_request($1)", id);
    const ended = await look(path);
    expect([unknown.status, ended.status]).toEqual([404, 410]);
    for (const { html } of [unknown, ended]) expect(html).not.toMatch(/Norrfall|44,400|Deposit|R-\d/);
    expect(unknown.html.length).toBe(ended.html.length);
  });

  test("token rules 3, 4, 9: opening changes nothing; a form needs the nonce of the version that was seen, and ids in it are ignored", async () => {
    const id = await ask();
    const path = await pageOf(id);
    const before = await sql`select * from public.payment_requests`;
    for (const method of ["GET", "HEAD", "GET"])
      expect((await site.ask(path, { method, from: from() })).status).toBe(200);
    expect(await sql`select * from public.payment_requests`).toEqual(before);
    expect(
      (await site.ask(path, { method: "POST", from: from(), body: new URLSearchParams({ how: "card" }) })).status,
    ).toBe(403);
    const other = await ask({ title: "Another request" });
    const body = new URLSearchParams({ how: "card", version: "1", nonce: "1", request_id: other });
    expect((await site.ask(path, { method: "POST", from: from(), body })).status).toBe(403);
    expect(await sql`select 1 from public.checkout_sessions`).toHaveLength(0);
  });

  test("token rules 5, 10: headers of a private page, everything escaped", async () => {
    const id = await ask({ title: `<script>alert("x")</script>` });
    const { html, headers } = await look(await pageOf(id));
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toContain("noindex");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(html).toContain("Norrfall &lt;b&gt;&amp;&lt;/b&gt; Co");
    expect(html).not.toContain("<script>alert");
    expect(html).not.toMatch(/(?:src|href)="https?:/);
    expect(hidden(html, "nonce")).toBe("");
  });

  test("token rules 7: thirty looks a minute from one network, then 429; others with the link read on", async () => {
    const path = await pageOf(await ask());
    const [one, other] = [from(), from()];
    const statuses = await Promise.all(Array.from({ length: 32 }, () => site.ask(path, { from: one })));
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 30 }, () => 200),
      429,
      429,
    ]);
    expect((await site.ask(path, { from: other })).status).toBe(200);
  });

  test("token rules 11, 12: a copied link is a new one; a company that was put aside has no page", async () => {
    const id = await ask();
    const copy = async () => {
      const response = await site.ask(`/api/payments/requests/${id}/link`, {
        method: "POST",
        headers: { authorization: "x" },
      });
      return new URL(((await response.json()) as { address: string }).address).pathname;
    };
    const [first, second] = [await copy(), await copy()];
    expect(first).not.toBe(second);
    expect((await look(first)).status).toBe(200);
    await sql`update public.accounts set archived_at = now() where id = ${accountId}`;
    expect((await look(first)).status).toBe(410);
    await sql`update public.accounts set archived_at = null`;
    // Money keeps its company.
    await expect(sql`delete from public.accounts where id = ${accountId}`).rejects.toThrow();
  });

  test("the page of a partly paid request asks for the rest, and of an erased person shows no name", async () => {
    const id = await ask();
    await record(id, 44_000_00);
    const path = await pageOf(id);
    const { html } = await look(path);
    expect(html).toContain('<span class="mega">$400.00</span>');
    expect(html).toContain("$44,000.00");
    expect(html).toContain("Maren Oduya");
    await as((tx) => tx`select public.erase_contact(${contactId})`);
    expect((await look(path)).html).not.toContain("Maren");
    expect(await row(id)).toMatchObject({ received_minor: 44_000_00 });
  });

  test("while the module is off there is no page", async () => {
    const path = await pageOf(await ask());
    await sql`update public.modules set live = false where key = 'payments'`;
    expect((await look(path)).status).toBe(404);
    await sql`update public.modules set live = true where key = 'payments'`;
  });
});
