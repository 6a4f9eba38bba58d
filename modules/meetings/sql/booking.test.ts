// Booking: no double booking, who gets it, what follows, and that nothing follows from what failed.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openPool } from "#server/platform/database/sql.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { bookingForTests, now } from "../testing/booking-for-tests.ts";

const { sql, connection } = await testDatabase();
const firm = await bookingForTests(sql);
const tuesday = (clock: string) => `2031-03-04T${clock}:00Z`;

describe("no double booking", () => {
  test("meetings 2: of twenty guests at once one gets the time, the others the next five", async () => {
    const person = await firm.person("Noor");
    const page = await firm.page({ people: [person] });
    const crowd = openPool({ ...connection, max: 20 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => firm.book(page, tuesday("09:00"), {}, now, crowd)),
    );
    await crowd.end();
    expect(answers.filter(({ meeting }) => meeting)).toHaveLength(1);
    for (const { taken } of answers.filter(({ meeting }) => !meeting)) {
      expect(taken).toHaveLength(5);
      expect(new Date(taken![0]!).toISOString()).toBe("2031-03-04T09:30:00.000Z");
    }
    expect(await firm.overlaps()).toBe(0);
  });

  test("meetings 2: pages that share people in other orders do not deadlock", async () => {
    const [one, two] = [await firm.person("One"), await firm.person("Two")];
    const pages = [
      await firm.page({ people: [one, two], who: "all" }),
      await firm.page({ people: [two, one], who: "all", minutes: 60, step: 30 }),
      await firm.page({ people: [two, one], who: "any" }),
    ];
    const crowd = openPool({ ...connection, max: 12 });
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        firm.book(pages[n % 3]!, tuesday(n % 2 ? "10:00" : "10:30"), {}, now, crowd),
      ),
    );
    await crowd.end();
    expect(answers.every(({ meeting, taken }) => meeting ?? taken)).toBe(true);
    expect(await firm.overlaps()).toBe(0);
  });

  test("meetings 3: the database refuses a meeting over an entry of a calendar, and over another meeting, whoever writes", async () => {
    const person = await firm.person("Lock");
    const page = await firm.page({ people: [person] });
    await sql`insert into public.occupied (staff_id, during, kind) values (${person}, '[2031-03-04 09:00Z,2031-03-04 10:00Z)', 'block')`;
    // Entries may overlap each other.
    await sql`insert into public.occupied (staff_id, during, kind) values (${person}, '[2031-03-04 09:30Z,2031-03-04 11:00Z)', 'calendar')`;
    expect((await firm.book(page, tuesday("09:30"))).taken?.length).toBe(5);
    const { meeting } = await firm.book(page, tuesday("12:00"));
    const insert = (during: string, kind: string) =>
      sql`insert into public.occupied (staff_id, during, kind, form_key, expires_at) values (${person}, ${during}::tstzrange, ${kind},
        ${kind === "reserved" ? "form" : null}, ${kind === "reserved" ? "2031-03-05" : null})`.catch(
        (error: Error) => error.message,
      );
    expect(await insert("[2031-03-04 12:10Z,2031-03-04 12:20Z)", "reserved")).toMatch(/one_at_a_time|calendar_counts/);
    expect(await insert("[2031-03-04 12:10Z,2031-03-04 12:20Z)", "calendar")).toMatch(/calendar_counts/);
    expect(await insert("[2031-03-04 09:10Z,2031-03-04 09:20Z)", "reserved")).toMatch(/calendar_counts/);
    // One that came later is late: it keeps no meeting from standing, and counts again when the meeting goes.
    await sql`insert into public.occupied (staff_id, during, kind, late) values (${person}, '[2031-03-04 12:10Z,2031-03-04 12:20Z)', 'calendar', true)`;
    await firm.call(person, "(public.cancel_meeting($1)).state", meeting!);
    const [entry] = await sql<{ late: boolean }[]>`
      select late from public.occupied where staff_id = ${person} and lower(during) = '2031-03-04 12:10Z'`;
    expect(entry).toEqual({ late: false });
    expect((await firm.book(page, tuesday("12:00"))).taken).toBeTruthy();
  });

  test("meetings 8: a start that is past, misaligned or made up is taken", async () => {
    const person = await firm.person("Forged");
    const page = await firm.page({ people: [person] });
    for (const start of [
      "2031-03-03T07:30:00Z",
      tuesday("09:07"),
      tuesday("22:00"),
      "2031-03-09T10:00:00Z",
      "2032-12-01T10:00:00Z",
    ])
      expect((await firm.book(page, start)).taken, start).toBeDefined();
    expect((await sql`select from public.meetings where page_id = ${page}`).length).toBe(0);
  });
});

describe("reserving", () => {
  const reserve = async (page: string, start: string, form: string, network: string, at = now) =>
    (
      await sql<{ answer: { reserved?: string; taken?: string[] } }[]>`
        select private.reserve_time(${page}, ${start}, ${form}, ${network}, ${at}) as answer`
    )[0]!.answer;

  test("meetings 4: ten minutes for a form, never in its own way, booked for the person that was named", async () => {
    const [one, two] = [await firm.person("Any one"), await firm.person("Any two")];
    const page = await firm.page({ people: [one, two], who: "any" });
    const start = tuesday("09:00");
    expect((await reserve(page, start, "mine", "n1")).reserved).toBe("2031-03-03T08:10:00+00:00");
    const [row] = await sql<
      { staff_id: string }[]
    >`select staff_id from public.occupied where form_key = encode(private.form_hash('mine'), 'hex')`;
    expect((await firm.freeTimes(page, start, tuesday("09:01")))[0]!.people).toEqual([
      row!.staff_id === one ? two : one,
    ]);
    await reserve(page, start, "other", "n2");
    expect(await firm.freeTimes(page, start, tuesday("09:01"))).toEqual([]);
    expect((await firm.book(page, start, { form: "stranger" })).taken).toBeTruthy();
    const { meeting } = await firm.book(page, start, { form: "mine" });
    expect((await firm.meeting(meeting!)).host_id).toBe(row!.staff_id);
    // After ten minutes it is anyone's; its own form still books if it is free.
    const later = new Date(now.getTime() + 10 * 60_000);
    expect((await firm.freeTimes(page, start, tuesday("09:01"), later)).length).toBe(1);
    expect((await firm.book(page, start, { form: "other" }, later)).meeting).toBeTruthy();
    expect(await sql`select from public.occupied where kind = 'reserved' and page_id = ${page}`).toHaveLength(0);
  });

  test("meetings 4: one reservation a form, three a network, a third of a day; beyond that booking works without", async () => {
    const person = await firm.person("Reserved");
    const page = await firm.page({ people: [person] });
    await reserve(page, tuesday("09:00"), "a", "net");
    expect((await reserve(page, tuesday("09:30"), "a", "net")).reserved).toBeTruthy();
    expect(await sql`select from public.occupied where form_key = encode(private.form_hash('a'), 'hex')`).toHaveLength(
      1,
    );
    for (const [form, clock] of [
      ["b", "10:00"],
      ["c", "10:30"],
    ] as const)
      expect((await reserve(page, tuesday(clock), form, "net")).reserved).toBeTruthy();
    expect(await reserve(page, tuesday("11:00"), "d", "net")).toEqual({});
    expect((await firm.book(page, tuesday("11:00"), { form: "d" })).meeting).toBeTruthy();
    // 15 of 16 are left that day; a third are five.
    for (const [form, clock] of [
      ["e", "12:00"],
      ["f", "12:30"],
    ] as const)
      expect((await reserve(page, tuesday(clock), form, "net2")).reserved).toBeTruthy();
    expect(await reserve(page, tuesday("13:00"), "g", "net3")).toEqual({});
  });

  test.each([
    [1, ["09:00", "09:30"]],
    [2, ["09:00", "10:00"]],
    [5, ["09:00", "11:30"]],
  ] as const)(
    "audit-4 W20: meetings 4: of a day with few times at least one can be reserved (%i)",
    async (_, [opens, closes]) => {
      const page = await firm.page({ people: [await firm.person("Few", "Europe/Berlin", [opens, closes])] });
      expect((await reserve(page, tuesday("08:00"), "a", `few a ${closes}`)).reserved).toBeTruthy();
      // Its own form may choose again; a second form does not get a second one.
      expect((await reserve(page, tuesday("08:00"), "a", `few a ${closes}`)).reserved).toBeTruthy();
      const other = await reserve(page, tuesday("08:30"), "b", `few b ${closes}`);
      expect(other.reserved).toBeUndefined();
    },
  );
});

describe("who gets it", () => {
  test("meetings 5: the least load by weight, then who was longest without, then the id; the candidates are kept", async () => {
    const people = [await firm.person("A"), await firm.person("B"), await firm.person("C")];
    const page = await firm.page({ people, who: "any" });
    for (let day = 4; day < 8; day += 1)
      for (let hour = 8; hour < 16; hour += 1) {
        const start = `2031-03-${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00Z`;
        await firm.book(page, start, {}, new Date(now.getTime() + day * 1000 + hour));
        const loads = await sql<
          { minutes: number }[]
        >`select minutes from private.page_loads(${page}, ${now}) order by minutes`;
        expect(loads[2]!.minutes - loads[0]!.minutes).toBeLessThanOrEqual(30);
      }
    await sql`update public.booking_page_people set weight = 4 where page_id = ${page} and staff_id = ${people[0]!}`;
    const { meeting } = await firm.book(page, "2031-03-10T09:00:00Z");
    const kept = await firm.meeting(meeting!);
    expect(kept.assigned_because.rule).toBe("load");
    expect(kept.host_id).toBe(people[0]);
    expect(kept.assigned_because.candidates.map(({ staff_id: id }) => id).toSorted()).toEqual(people.toSorted());
    // Anyone can count again from what was kept.
    expect(kept.assigned_because.candidates[0]!.staff_id).toBe(kept.assigned_because.chosen);
  });

  test("meetings 5: the owner of a known person comes first, unless the page says otherwise; newcomers begin with the mean", async () => {
    const [one, two] = [await firm.person("Owner"), await firm.person("Other")];
    const page = await firm.page({ people: [one, two], who: "any" });
    const [account] = await sql<
      { id: string }[]
    >`insert into public.accounts (name, owner_id) values ('Known', ${two}) returning id`;
    await sql`insert into public.contacts (account_id, name, email) values (${account!.id}, 'Kim', 'kim@known.example')`;
    for (const clock of ["09:00", "09:30", "10:00"]) {
      const { meeting } = await firm.book(page, tuesday(clock), {
        email: clock === "10:00" ? "colleague@known.example" : "kim@known.example",
        sender: { company_host: "known.example" },
      });
      // The third is a colleague's, at a company found by its domain only.
      const kept = await firm.meeting(meeting!);
      if (clock !== "10:00") expect([kept.assigned_because.rule, kept.host_id]).toEqual(["owner", two]);
    }
    await sql`update public.booking_pages set owner_first = false where id = ${page}`;
    expect(
      (await firm.meeting((await firm.book(page, tuesday("11:00"), { email: "kim2@known.example" })).meeting!)).host_id,
    ).toBe(one);
    const three = await firm.person("Newcomer");
    const loads = await sql<{ minutes: number }[]>`select minutes from private.page_loads(${page}, ${now})`;
    const mean = loads.reduce((sum, { minutes }) => sum + minutes, 0) / loads.length;
    await firm
      .call(
        one,
        "private.put_people_on_page($1, $2::jsonb)::text",
        page,
        JSON.stringify([one, two, three].map((id) => ({ staff_id: id }))),
      )
      .catch(() => null);
    await sql`select private.put_people_on_page(${page}, ${JSON.stringify([one, two, three].map((id) => ({ staff_id: id })))}::jsonb)`;
    const [newcomer] = await sql<
      { base_minutes: number }[]
    >`select base_minutes from public.booking_page_people where page_id = ${page} and staff_id = ${three}`;
    expect(Math.abs(newcomer!.base_minutes - mean)).toBeLessThanOrEqual(1);
  });

  test("meetings 6: all have it or no one; a page without people pauses, and someone is told", async () => {
    const [one, two] = [await firm.person("Both one"), await firm.person("Both two")];
    const page = await firm.page({ people: [one, two], who: "all" });
    const alone = await firm.page({ people: [two] });
    await firm.book(alone, tuesday("09:00"));
    expect((await firm.book(page, tuesday("09:00"))).taken).toBeTruthy();
    const { meeting } = await firm.book(page, tuesday("10:00"));
    expect(await sql`select from public.occupied where meeting_id = ${meeting!}`).toHaveLength(2);
    expect(await sql`select from public.meeting_people where meeting_id = ${meeting!} and role = 'host'`).toHaveLength(
      2,
    );
    await sql`select private.put_people_on_page(${alone}, '[]'::jsonb)`;
    const [state] = await sql<{ state: string }[]>`select state from public.booking_pages where id = ${alone}`;
    expect(state!.state).toBe("paused");
    expect(await sql`select from public.tasks where title like 'No one is on the booking page%'`).not.toHaveLength(0);
    expect((await firm.book(alone, tuesday("11:00"))).refused).toBe("paused");
  });
});

describe("what follows", () => {
  test("meetings 9: person, company, deal, task, history, stopped sequences and mails in one transaction; the same submission fifty times is one", async () => {
    const person = await firm.person("Whole");
    const page = await firm.page({ people: [person], service_line: "Workshops", title: "Workshop call" });
    const submission = randomUUID();
    const given = {
      submission,
      email: "Lea@Whole.example",
      name: "Lea",
      phone: "+47 1",
      sender: { company_host: "whole.example", company_guess: "Whole" },
    };
    const crowd = openPool({ ...connection, max: 10 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => firm.book(page, tuesday("09:00"), given, now, crowd)),
    );
    await crowd.end();
    expect(new Set(answers.map(({ meeting }) => meeting)).size).toBe(1);
    const kept = await firm.meeting(answers[0]!.meeting!);
    const [contact] = await sql<{ name: string; email: string; company: string; phone: string }[]>`
      select contacts.name, email, phone, accounts.name as company from public.contacts join public.accounts on accounts.id = account_id where contacts.id = ${kept.contact_id}`;
    expect(contact).toEqual({ name: "Lea", email: "Lea@Whole.example", company: "Whole", phone: "+47 1" });
    const [deal] = await sql<
      { name: string; owner_id: string }[]
    >`select name, owner_id from public.deals where id = ${kept.deal_id}`;
    expect(deal).toEqual({ name: "Whole: Workshop call", owner_id: person });
    const [task] = await sql<
      { assignee_id: string; day: string }[]
    >`select assignee_id, due_on::text as day from public.tasks where id = ${kept.task_id}`;
    expect(task).toEqual({ assignee_id: person, day: "2031-03-04" });
    const events = await sql<
      { kind: string }[]
    >`select kind from public.events where record_id = ${answers[0]!.meeting!}`;
    expect(events.map(({ kind }) => kind)).toEqual(["created"]);
    const mails = await sql<
      { mail_kind: string }[]
    >`select mail_kind from public.outbox where contact_id = ${kept.contact_id} order by mail_kind`;
    expect(mails.map(({ mail_kind: kind }) => kind)).toEqual(["meetings.confirmed", "meetings.reminder"]);
    // A second booking joins the open deal and writes nothing to the person: nobody proved that it is them.
    await sql`update public.contacts set phone = null where id = ${kept.contact_id}`;
    const again = await firm.meeting(
      (
        await firm.book(page, tuesday("10:00"), {
          ...given,
          submission: randomUUID(),
          name: "Someone else",
          phone: "+47 2",
        })
      ).meeting!,
    );
    expect([again.contact_id, again.deal_id]).toEqual([kept.contact_id, kept.deal_id]);
    const [after] = await sql<
      { name: string; phone: string }[]
    >`select name, phone from public.contacts where id = ${kept.contact_id}`;
    expect(after).toEqual({ name: "Lea", phone: null });
    expect(await sql`select from public.inquiries`).toHaveLength(0);
  });

  test("meetings 9: an unknown guest at a client's domain joins nothing by booking; a person's act makes them a contact there, with deal and task", async () => {
    const person = await firm.person("Domains");
    const page = await firm.page({ people: [person], service_line: "Workshops", title: "Workshop call" });
    const [client] = await firm.as(
      person,
      (tx) =>
        tx<
          { id: string }[]
        >`insert into public.accounts (name, domain) values ('Norrfall', 'norrfall.example') returning id`,
    );
    const sender = { company_host: "norrfall.example", company_guess: "Norrfall" };
    const stranger = { email: "Sam@norrfall.example", name: "Sam", phone: "+47 3", sender };
    const changedAt = async () =>
      (await sql<{ updated_at: Date }[]>`select updated_at from public.accounts where id = ${client!.id}`)[0]!
        .updated_at;
    const before = await changedAt();
    const kept = await firm.meeting((await firm.book(page, tuesday("09:00"), stranger)).meeting!);
    const second = (await firm.book(page, tuesday("10:00"), stranger)).meeting!;
    expect(kept).toMatchObject({
      contact_id: null,
      account_id: null,
      deal_id: null,
      suggested_account_id: client!.id,
      state: "confirmed",
    });
    expect(await sql`select from public.contacts where account_id = ${client!.id}`).toHaveLength(0);
    expect(await sql`select from public.deals where account_id = ${client!.id}`).toHaveLength(0);
    expect(await sql`select from public.events where account_id = ${client!.id} and kind <> 'created'`).toHaveLength(0);
    expect(await changedAt()).toEqual(before);
    // The guest is answered all the same.
    expect(
      await sql`select from public.outbox where to_key = 'sam@norrfall.example' and mail_kind = 'meetings.confirmed'`,
    ).toHaveLength(2);
    await firm.call(person, "(public.settle_guest_company($1, true)).state", kept.id);
    for (const id of [kept.id, second]) {
      const joined = await firm.meeting(id);
      expect(joined).toMatchObject({ account_id: client!.id, suggested_account_id: null });
      expect(joined.deal_id).not.toBeNull();
      expect(
        await sql`select from public.tasks where id = ${joined.task_id} and account_id = ${client!.id} and contact_id = ${joined.contact_id}`,
      ).toHaveLength(1);
    }
    expect(await sql`select name, phone from public.contacts where account_id = ${client!.id}`).toEqual([
      { name: "Sam", phone: "+47 3" },
    ]);
    await expect(firm.call(person, "(public.settle_guest_company($1, true)).state", kept.id)).rejects.toThrow(
      /answered already/,
    );
  });

  test("meetings 9: or they are of a company of their own, without another's domain; at a company that only bookings made, colleagues are of one", async () => {
    const person = await firm.person("Own");
    const page = await firm.page({ people: [person] });
    await firm.as(person, (tx) => tx`insert into public.accounts (name, domain) values ('Sundvik', 'sundvik.example')`);
    const sender = { company_host: "sundvik.example", company_guess: "Sundvik" };
    const { meeting } = await firm.book(page, tuesday("11:00"), {
      email: "kim@sundvik.example",
      company: "Kim Consulting",
      sender,
    });
    await firm.call(person, "(public.settle_guest_company($1, false)).state", meeting!);
    const { account_id: own } = await firm.meeting(meeting!);
    expect(await sql`select name, domain from public.accounts where id = ${own}`).toEqual([
      { name: "Kim Consulting", domain: null },
    ]);
    const fresh = { company_host: "fjordly.example", company_guess: "Fjordly" };
    const booked = async (email: string, clock: string) =>
      firm.meeting((await firm.book(page, tuesday(clock), { email, sender: fresh })).meeting!);
    const one = await booked("a@fjordly.example", "13:00");
    expect((await booked("b@fjordly.example", "14:00")).account_id).toBe(one.account_id);
    await firm.as(person, (tx) => tx`update public.accounts set name = 'Fjordly AS' where id = ${one.account_id}`);
    expect(await booked("c@fjordly.example", "15:00")).toMatchObject({
      account_id: null,
      suggested_account_id: one.account_id,
    });
  });

  test("meetings 9: a fault in the middle leaves nothing", async () => {
    const person = await firm.person("Fault");
    const page = await firm.page({ people: [person] });
    const counts = async () =>
      (
        await sql`select (select count(*) from public.meetings) as m, (select count(*) from public.contacts) as c, (select count(*) from public.outbox) as o,
        (select count(*) from public.occupied) as f, (select count(*) from public.tasks) as t, (select count(*) from public.events) as e`
      )[0];
    const before = await counts();
    await sql`alter table public.meeting_mails add constraint broken check (kind <> 'confirmed') not valid`;
    await expect(firm.book(page, tuesday("09:00"))).rejects.toThrow(/broken/);
    await sql`alter table public.meeting_mails drop constraint broken`;
    expect(await counts()).toEqual(before);
    expect((await firm.book(page, tuesday("09:00"))).meeting).toBeTruthy();
  });

  test("meetings 22: an address has two coming meetings of a page; a further one is a request, as anyone may have booked those", async () => {
    const person = await firm.person("Twice");
    const page = await firm.page({ people: [person] });
    for (const clock of ["09:00", "10:00"])
      expect((await firm.book(page, tuesday(clock), { email: "twice@x.example" })).meeting).toBeTruthy();
    const third = await firm.book(page, tuesday("11:00"), { email: "TWICE@x.example" });
    expect(third).toMatchObject({ meeting: expect.any(String), held: true });
    expect(await sql`select held_because, state from public.meetings where id = ${third.meeting!}`).toEqual([
      { held_because: ["address"], state: "requested" },
    ]);
    expect(await sql`select from public.occupied where meeting_id = ${third.meeting!}`).toHaveLength(0);
  });

  test("meetings 22: with a signal of spam nothing is taken, made or mailed until a person accepts", async () => {
    const person = await firm.person("Held");
    const page = await firm.page({ people: [person] });
    const { meeting } = await firm.book(page, tuesday("09:00"), {
      held_because: ["trap"],
      email: "held@bot.example",
      sender: { company_host: "bot.example" },
    });
    expect(await sql`select from public.occupied where meeting_id = ${meeting!}`).toHaveLength(0);
    expect(await sql`select from public.contacts where email = 'held@bot.example'`).toHaveLength(0);
    expect(await sql`select from public.meeting_mails where meeting_id = ${meeting!}`).toHaveLength(0);
    await firm.call(person, "(public.confirm_meeting($1)).state", meeting!);
    const kept = await firm.meeting(meeting!);
    expect(kept.state).toBe("confirmed");
    expect(kept.contact_id).not.toBeNull();
    expect(await sql`select from public.occupied where meeting_id = ${meeting!}`).toHaveLength(1);
    expect(await sql`select from public.meeting_mails where meeting_id = ${meeting!}`).not.toHaveLength(0);
  });
});
