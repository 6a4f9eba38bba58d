// What colleagues decide, and what becomes of meetings when people leave, are merged or erased.
import { describe, expect, test } from "vitest";
import { addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { bookingForTests, now } from "../testing/booking-for-tests.ts";

const { sql } = await testDatabase();
const firm = await bookingForTests(sql);
/** What hooks were told of, as relationships would be. */
await sql.unsafe(`
  create table public.told (occasion text, facts jsonb);
  create function private.tell_held(facts jsonb) returns void language sql as $$ insert into public.told values ('held', facts) $$;
  create function private.tell_not_held(facts jsonb) returns void language sql as $$ insert into public.told values ('not held', facts) $$;
  select private.register_hook('meeting held', 'private.tell_held(jsonb)');
  select private.register_hook('meeting not held', 'private.tell_not_held(jsonb)');`);
const told = async (meeting: string) =>
  (await sql<{ occasion: string }[]>`select occasion from public.told where facts ->> 'id' = ${meeting}`).map(
    ({ occasion }) => occasion,
  );
const future = (days: number, clock = "10:00") => {
  const date = new Date(Date.now() + days * 86_400_000);
  return `${date.toISOString().slice(0, 10)}T${clock}:00Z`;
};
const contactOf = async (name: string, owner: string | null = null) => {
  const [account] = await sql<
    { id: string }[]
  >`insert into public.accounts (name, owner_id) values (${name}, ${owner}) returning id`;
  const [contact] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email, phone) values (${account!.id}, ${`Kim of ${name}`}, ${`kim@${name.toLowerCase()}.example`}, '+49 30 1') returning id`;
  return contact!.id;
};
const byHand = (person: string, given: Record<string, unknown>, over = false) =>
  firm.call<string>(person, "(public.book_by_hand($1::jsonb, $2)).id", JSON.stringify(given), over);

describe("outcomes", () => {
  test("meetings 20: over and not declined is evidence, once; a no-show takes it back; both only after the end", async () => {
    const person = await firm.person("Outcome");
    const page = await firm.page({ people: [person] });
    const { meeting } = await firm.book(page, "2031-03-04T09:00:00Z");
    await expect(firm.call(person, "(public.record_outcome($1, 'met')).state", meeting!)).rejects.toThrow(
      "not over yet",
    );
    // Asked before its end, nothing is told.
    await sql`select private.tell_ended_meetings(${now})`;
    expect(await told(meeting!)).toEqual([]);
    for (let n = 0; n < 2; n += 1) await sql`select private.tell_ended_meetings('2031-03-04T09:30:00Z')`;
    expect(await told(meeting!)).toEqual(["held"]);
    await sql`update public.meetings set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = ${meeting!}`;
    await firm.call(person, "(public.record_outcome($1, 'no_show', 'Called twice')).state", meeting!);
    expect(await told(meeting!)).toEqual(["held", "not held"]);
    await firm.call(person, "(public.record_outcome($1, 'met')).state", meeting!);
    expect(await told(meeting!)).toEqual(["held", "not held", "held"]);
    const [held] = await sql<{ facts: { people: { role: string; contact_id: string | null }[] } }[]>`
      select facts from public.told where facts ->> 'id' = ${meeting!} limit 1`;
    expect(held!.facts.people.map(({ role }) => role).toSorted()).toEqual(["guest", "host"]);
    expect(
      await sql`select from public.meeting_notes where meeting_id = ${meeting!} and body = 'Called twice'`,
    ).toHaveLength(1);
    // The note is in nothing that reaches the guest.
    const [{ facts } = { facts: "" }] = await sql<
      { facts: string }[]
    >`select private.meeting_facts(${meeting!})::text as facts`;
    expect(facts).not.toContain("Called twice");
    const [task] = await sql<
      { done: boolean }[]
    >`select done_at is not null as done from public.tasks where id = (select task_id from public.meetings where id = ${meeting!})`;
    expect(task).toEqual({ done: true });
  });

  test("meetings 21: by hand outside hours; over an entry only after a warning, which makes it late; never over a meeting", async () => {
    const person = await firm.person("Hand");
    const contact = await contactOf("Hand");
    const night = future(5, "23:30");
    const meeting = await byHand(person, {
      contact,
      starts_at: night,
      minutes: 45,
      title: "Late call",
      place: "phone",
    });
    const kept = await firm.meeting(meeting);
    expect([kept.state, kept.place_detail]).toEqual(["confirmed", "+49 30 1"]);
    expect(
      (await sql`select from public.meeting_mails where meeting_id = ${meeting} and kind = 'confirmed'`).length,
    ).toBe(1);
    await expect(byHand(person, { contact, starts_at: night }, true)).rejects.toThrow("another meeting at this time");
    await sql`insert into public.occupied (staff_id, during, kind) values (${person}, tstzrange(${future(6, "09:00")}::timestamptz, ${future(6, "12:00")}::timestamptz), 'calendar')`;
    await expect(byHand(person, { contact, starts_at: future(6) })).rejects.toThrow("entry in the calendar");
    await byHand(person, { contact, starts_at: future(6) }, true);
    expect(
      await sql`select from public.occupied where staff_id = ${person} and kind = 'calendar' and late`,
    ).toHaveLength(1);
    expect(await firm.overlaps()).toBe(0);
    // A reader cannot; and who may not send books without a mail.
    await expect(
      byHand(
        await (async () => {
          const [user] = await sql<
            { id: string }[]
          >`insert into auth.users (id, aud, role, email, created_at, updated_at)
        values (gen_random_uuid(), 'authenticated', 'authenticated', 'nobody@example.com', now(), now()) returning id`;
          return user!.id;
        })(),
        { contact, starts_at: future(8), host: person },
      ),
    ).rejects.toThrow(/admin privileges|denied/);
  });

  test("meetings 14: handed to a colleague it is the same UID with a higher sequence, and the guest gets an update", async () => {
    const [one, two] = [await firm.person("Giver"), await firm.person("Taker")];
    await sql`update public.availability set video_link = 'https://taker.example/{code}' where staff_id = ${two}`;
    const contact = await contactOf("Given");
    const meeting = await byHand(one, { contact, starts_at: future(5), place: "video" });
    const before = await firm.meeting(meeting);
    await firm.call(one, "(public.hand_over_meeting($1, $2)).id", meeting, two);
    const after = await firm.meeting(meeting);
    expect([after.host_id, after.ics_uid, after.sequence]).toEqual([two, before.ics_uid, before.sequence + 1]);
    expect(await sql`select from public.occupied where meeting_id = ${meeting} and staff_id = ${two}`).toHaveLength(1);
    expect(await sql`select from public.occupied where staff_id = ${one}`).toHaveLength(0);
    const mails = await sql<{ kind: string; state: string }[]>`
      select kind, outbox.state from public.meeting_mails join public.outbox on outbox.id = outbox_id where meeting_id = ${meeting} and kind in ('confirmed', 'moved') order by kind`;
    expect(mails[0]).toEqual({ kind: "confirmed", state: "cancelled" });
    expect(mails[1]!.kind).toBe("moved");
  });
});

describe("leaving", () => {
  test("meetings 25: off every page; coming meetings are taken over where the heir is free, else listed; calendars and feeds end", async () => {
    const [leaver, heir] = [await firm.person("Leaver"), await firm.person("Heir")];
    const page = await firm.page({ people: [leaver, heir], who: "any" });
    const alone = await firm.page({ people: [leaver] });
    const newcomer = await addUser(sql, { admin: true });
    const contact = await contactOf("Left");
    const free = await byHand(leaver, { contact, starts_at: future(4) });
    const busy = await byHand(leaver, { contact, starts_at: future(5) });
    await byHand(heir, { contact, starts_at: future(5) });
    await sql`insert into public.calendars (staff_id, kind, name) values (${leaver}, 'caldav', 'Mine')`;
    await sql`insert into private.access_links (kind, subject_id, token_hash, hint) values ('feed', ${leaver}, '\\x01', 'abcd')`;
    const [held] = await sql<{ held: { count: number } }[]>`select private.meetings_held_by(${leaver}) as held`;
    expect(held!.held.count).toBe(2);
    await sql`select private.hand_over_meetings(${leaver}, ${JSON.stringify({ meetings: heir })}::jsonb, ${heir})`;
    const [pages] = await sql<{ held: object }[]>`select private.booking_pages_held_by(${leaver}) as held`;
    expect(pages!.held).toMatchObject({ count: 2, falls_to: "me_if_empty" });
    // No one was chosen: the page with others goes on without, the other one goes to whoever deactivates.
    await sql`select private.hand_over_booking_pages(${leaver}, '{}', ${heir})`;
    await sql`select private.colleague_left_meetings(${leaver})`;
    expect((await firm.meeting(free)).host_id).toBe(heir);
    expect((await firm.meeting(busy)).host_id).toBe(leaver);
    expect(await sql`select from public.tasks where assignee_id = ${heir} and title like '%has no one%'`).toHaveLength(
      1,
    );
    expect(await sql`select from public.booking_page_people where staff_id = ${leaver}`).toHaveLength(0);
    const states = await sql<
      { id: string; state: string }[]
    >`select id, state from public.booking_pages where id in (${page}, ${alone})`;
    expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
      [page]: "live",
      [alone]: "live",
    });
    const peopleOf = async (of: string) =>
      (await sql<{ staff_id: string }[]>`select staff_id from public.booking_page_people where page_id = ${of}`).map(
        (row) => row.staff_id,
      );
    expect([await peopleOf(page), await peopleOf(alone)]).toEqual([[heir], [heir]]);
    // Chosen, but without hours: nothing could be booked, so the page of one pauses and the newcomer is told.
    await sql`select private.hand_over_booking_pages(${heir}, ${JSON.stringify({ "booking pages": newcomer })}::jsonb, ${heir})`;
    expect([await peopleOf(page), await peopleOf(alone)]).toEqual([[newcomer], [newcomer]]);
    expect(await sql`select distinct state from public.booking_pages where id in (${page}, ${alone})`).toEqual([
      { state: "paused" },
    ]);
    expect(
      await sql`select from public.tasks where assignee_id = ${newcomer} and title like 'You took over%'`,
    ).toHaveLength(2);
    const [calendar] = await sql<{ state: string }[]>`select state from public.calendars where staff_id = ${leaver}`;
    expect(calendar!.state).toBe("removed");
    expect(
      await sql`select from private.access_links where subject_id = ${leaver} and revoked_at is null`,
    ).toHaveLength(0);
    expect(await firm.overlaps()).toBe(0);
  });

  test("erasing a guest empties names, addresses, answers and notes; time and state stay", async () => {
    const person = await firm.person("Eraser");
    const page = await firm.page({ people: [person] });
    const { meeting } = await firm.book(page, "2031-03-05T09:00:00Z", {
      name: "Erasable Guest",
      email: "erase@gone.example",
      sender: { company_host: "gone.example" },
      answers: { why: "Secret plans" },
      phone: "+47 555 01 234",
    });
    await firm.call(person, "public.add_meeting_note($1, 'Secret note')", meeting!);
    const { contact_id: contact } = await firm.meeting(meeting!);
    await firm.as(person, (tx) => tx`select public.erase_contact(${contact!})`);
    const [text] = await sql<{ all: string }[]>`
      select (select meetings::text from public.meetings where id = ${meeting!}) || (select string_agg(meeting_people::text, ' ') from public.meeting_people where meeting_id = ${meeting!})
        || (select string_agg(meeting_notes::text, ' ') from public.meeting_notes where meeting_id = ${meeting!})
        || coalesce((select string_agg(outbox::text, ' ') from public.outbox where contact_id = ${contact!}), '') as all`;
    for (const word of ["Erasable", "erase@gone", "Secret plans", "Secret note", "555 01 234"])
      expect(text!.all.includes(word), word).toBe(false);
    const kept = await firm.meeting(meeting!);
    expect([kept.state, kept.starts_at.toISOString()]).toEqual(["confirmed", "2031-03-05T09:00:00.000Z"]);
  });
});
