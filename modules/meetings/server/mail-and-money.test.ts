// What mail says about meetings, what money does to them, and what clients see of them.
import { describe, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { bookingForTests, now } from "../testing/booking-for-tests.ts";
import { bookingSite } from "../testing/booking-site.ts";

const { sql } = await testDatabase();
const firm = await bookingForTests(sql);
await sql`update public.modules set live = true where key in ('payments', 'client-area')`;
const person = await firm.person("Noor");
const clock = { now };
const web = bookingSite(sql, clock);

const part = (uid: string, more: Record<string, unknown> = {}) => ({
  uid,
  method: "REQUEST",
  sequence: 0,
  organizer: "boss@foreign.example",
  title: "Their review",
  starts_at: "2031-04-01T09:00:00Z",
  ends_at: "2031-04-01T10:00:00Z",
  zone: "Europe/London",
  staff_id: person,
  people: [
    { name: "Boss", address: "boss@foreign.example", answer: "accepted" },
    { name: "Noor", address: `${person}@example.com`, answer: "needs_action" },
  ],
  ...more,
});
const mail = async (given: object, from = "boss@foreign.example") =>
  (
    await sql<{ id: string | null }[]>`select private.meeting_from_mail(${JSON.stringify(given)}::jsonb, ${from}) as id`
  )[0]!.id;

describe("mail", () => {
  test("meetings 24: foreign meetings follow SEQUENCE, and only their stored organizer changes them", async () => {
    const id = (await mail(part("foreign-1")))!;
    const read = async () =>
      (
        await sql<{ title: string; sequence: number; state: string; at: Date }[]>`
      select title, sequence, state, starts_at as at from public.meetings where id = ${id}`
      )[0]!;
    expect(await read()).toMatchObject({ title: "Their review", sequence: 0, state: "confirmed" });
    await mail(part("foreign-1", { sequence: 2, starts_at: "2031-04-02T09:00:00Z", ends_at: "2031-04-02T10:00:00Z" }));
    await mail(part("foreign-1", { sequence: 1, starts_at: "2031-04-05T09:00:00Z", ends_at: "2031-04-05T10:00:00Z" }));
    expect((await read()).at.toISOString()).toBe("2031-04-02T09:00:00.000Z");
    // A stranger, in their own name or in the organizer's.
    await mail(part("foreign-1", { sequence: 9, organizer: "thief@x.example", title: "Mine now" }), "thief@x.example");
    await mail(part("foreign-1", { sequence: 9, title: "Mine now" }), "thief@x.example");
    await mail(part("foreign-1", { sequence: 9, method: "CANCEL" }), "thief@x.example");
    expect(await read()).toMatchObject({ title: "Their review", sequence: 2, state: "confirmed" });
    expect(await mail(part("foreign-2", { organizer: "boss@foreign.example" }), "thief@x.example")).toBeNull();
    await mail(part("foreign-1", { sequence: 3, method: "CANCEL" }));
    expect(await read()).toMatchObject({ sequence: 3, state: "cancelled" });
    // They occupy nothing: the calendar they are in does.
    expect(await sql`select from public.occupied where meeting_id = ${id}`).toHaveLength(0);
  });

  test("meetings 24: for ours mail sets the guest's answer and nothing else; a decline asks the host", async () => {
    const page = await firm.page({ people: [person] });
    const { meeting } = await firm.book(page, "2031-03-04T09:00:00Z", { email: "guest@castelline.example" });
    const { ics_uid: uid } = await firm.meeting(meeting!);
    const read = async () =>
      (
        await sql<{ state: string; at: Date; question: { ask: string } | null; answer: string }[]>`
      select state, starts_at as at, question, answer from public.meetings join public.meeting_people as guest on guest.meeting_id = meetings.id and guest.role = 'guest'
      where meetings.id = ${meeting!}`
      )[0]!;
    const reply = (answer: string, from: string, more: object = {}) =>
      mail({ ...part(uid, { method: "REPLY", people: [{ address: from, answer }] }), ...more }, from);
    await reply("declined", "stranger@castelline.example");
    await mail(part(uid, { sequence: 99, organizer: "guest@castelline.example" }), "guest@castelline.example");
    await mail(part(uid, { sequence: 99, method: "CANCEL" }), "guest@castelline.example");
    expect(await read()).toMatchObject({
      state: "confirmed",
      question: null,
      answer: "accepted",
      at: new Date("2031-03-04T09:00:00Z"),
    });
    await reply("declined", "guest@castelline.example");
    expect(await read()).toMatchObject({ state: "confirmed", question: { ask: "declined" }, answer: "declined" });
    expect(await sql`select from public.events where record_id = ${meeting!} and kind = 'guest declined'`).toHaveLength(
      1,
    );
  });
});

describe("pages with a price", () => {
  const paid = { price_minor: 20_000, currency: "EUR" };
  const request = async (meeting: string) =>
    (
      await sql<{ id: string; amount: number; state: string }[]>`
      select id, amount_minor::int as amount, state from public.payment_requests where id = (select payment_id from public.meetings where id = ${meeting})`
    )[0]!;
  const pay = (id: string) =>
    firm.call(
      person,
      "public.record_payment($1, gen_random_uuid(), 20000, public.office_today(), 'bank', null, false)",
      id,
    );

  test("meetings 19: the time is kept, and the payment confirms it", async () => {
    await sql`update private.outbox_gate set is_open = true, paused_at = null`;
    const page = await firm.page({ people: [person], slug: "paid-call-of-tests", ...paid });
    const { location } = await web.book("paid-call-of-tests", {
      time: "2031-03-05T09:00:00.000Z",
      email: "payer@castelline.example",
    });
    const { html } = await web.look(location);
    expect(html).toContain("Your payment confirms it.");
    expect(html).toMatch(/href="\/pay\/[\w-]{43}">Pay and confirm/);
    const [meeting] = await sql<
      { id: string; until: Date; state: string }[]
    >`select id, answer_by as until, state from public.meetings where page_id = ${page}`;
    expect(meeting!.state).toBe("awaiting_payment");
    expect(meeting!.until.getTime() - clock.now.getTime()).toBe(35 * 60_000);
    expect((await firm.book(page, "2031-03-05T09:00:00Z")).taken).toBeTruthy();
    const asked = await request(meeting!.id);
    expect(asked.amount).toBe(20_000);
    await pay(asked.id);
    expect((await firm.meeting(meeting!.id)).state).toBe("confirmed");
    const kinds = await sql<
      { kind: string }[]
    >`select kind from public.meeting_mails where meeting_id = ${meeting!.id} and kind not like 'reminder%' order by sequence`;
    expect(kinds.map(({ kind }) => kind)).toEqual(["unpaid", "confirmed"]);
  });

  test("meetings 19: of an unknown guest at a client's domain no money is asked before a person says whose colleague they are", async () => {
    await firm.as(
      person,
      (tx) => tx`insert into public.accounts (name, domain) values ('Norrfall', 'norrfall.example')`,
    );
    const page = await firm.page({ people: [person], ...paid });
    const sender = { company_host: "norrfall.example" };
    const { meeting } = await firm.book(page, "2031-03-11T13:00:00Z", { email: "sam@norrfall.example", sender });
    expect(await firm.meeting(meeting!)).toMatchObject({ state: "requested", account_id: null });
    await firm.call(person, "(public.settle_guest_company($1, true)).state", meeting!);
    await firm.call(person, "(public.confirm_meeting($1)).state", meeting!);
    expect(await request(meeting!)).toMatchObject({ amount: 20_000 });
  });

  test("meetings 19: unpaid it is released; money after that is recorded and becomes a task; SAFE keeps it for a transfer, or stands by the page's rule", async () => {
    // Each of a company that nobody has touched yet.
    const of = (host: string) => ({ email: `kim@${host}`, sender: { company_host: host } });
    const page = await firm.page({ people: [person], ...paid });
    const { meeting } = await firm.book(page, "2031-03-06T09:00:00Z", of("released.example"));
    const asked = await request(meeting!);
    await sql`select private.end_waiting_meetings(${new Date(now.getTime() + 36 * 60_000)})`;
    expect((await firm.meeting(meeting!)).state).toBe("released");
    expect(await sql`select from public.occupied where meeting_id = ${meeting!}`).toHaveLength(0);
    await sql`update public.payment_requests set state = 'open', cancelled_on = null, cancel_reason = null where id = ${asked.id}`;
    await pay(asked.id);
    expect((await firm.meeting(meeting!)).state).toBe("released");
    expect(await sql`select from public.tasks where title like '%was paid after it was off%'`).toHaveLength(1);
    await sql`update private.outbox_gate set is_open = false`;
    const safe = await firm.book(page, "2031-03-07T09:00:00Z", of("transfer.example"));
    const [kept] = await sql<
      { until: Date }[]
    >`select answer_by as until from public.meetings where id = ${safe.meeting!}`;
    expect(kept!.until.getTime() - now.getTime()).toBeGreaterThan(86_400_000);
    const stands = await firm.page({ people: [person], ...paid, unpaid: "keep" });
    const { meeting: unpaid } = await firm.book(stands, "2031-03-10T09:00:00Z", of("stands.example"));
    expect((await firm.meeting(unpaid!)).state).toBe("confirmed");
    expect((await request(unpaid!)).state).toBe("open");
    await sql`update private.outbox_gate set is_open = true`;
  });
});

describe("the client's area", () => {
  test("client_meetings shows a client the meetings of their company, without notes, reasons and those of others", async () => {
    const page = await firm.page({ people: [person] });
    const { meeting } = await firm.book(page, "2031-03-11T09:00:00Z", {
      email: "client@ours.example",
      sender: { company_host: "ours.example", company_guess: "Ours" },
    });
    await firm.book(page, "2031-03-11T10:00:00Z", {
      email: "other@theirs.example",
      sender: { company_host: "theirs.example", company_guess: "Theirs" },
    });
    const kept = await firm.meeting(meeting!);
    const [user] = await sql<{ id: string }[]>`insert into auth.users (id, aud, role, email, created_at, updated_at)
      values (gen_random_uuid(), 'authenticated', 'authenticated', 'client@ours.example', now(), now()) returning id`;
    await sql`insert into public.client_access (contact_id, account_id, user_id, bound_to) values (${kept.contact_id}, ${kept.account_id}, ${user!.id}, 'client@ours.example')`;
    const [session] = await sql<
      { id: string }[]
    >`insert into private.client_sessions (user_id, token_hash, expires_at) values (${user!.id}, '\\x0102', now() + interval '1 day') returning id`;
    const rows = await sql.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify({ role: "authenticated", client_session: session!.id })}, true)`;
      return tx<Record<string, unknown>[]>`select * from private.client_meetings`;
    });
    expect(rows.map(({ id }) => id)).toEqual([meeting]);
    expect(Object.keys(rows[0]!)).not.toEqual(expect.arrayContaining(["answers", "assigned_because", "cancel_reason"]));
  });
});
