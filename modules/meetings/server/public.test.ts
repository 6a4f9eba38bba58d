// Booking, moving and cancelling as guests meet them, without JavaScript; and what leaves by mail.
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import ical from "node-ical";
import { describe, expect, test } from "vitest";
import { readIcs } from "../testing/read-ics.ts";
import { composeAll } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { bookingForTests, now } from "../testing/booking-for-tests.ts";
import { findPage, openTimes } from "./booking-pages-data.ts";
import { bookingSite } from "../testing/booking-site.ts";

const { sql } = await testDatabase();
const firm = await bookingForTests(sql);
const clock = { now };
const web = bookingSite(sql, clock);
const person = await firm.person("Noor Marchetti");
await sql`update public.availability set video_link = 'https://rooms.example/{code}' where staff_id = ${person}`;
let pages = 0;
const newPage = async (columns: Record<string, unknown> = {}) => {
  pages += 1;
  const host = await firm.person(`Host ${pages}`);
  await sql`update public.availability set video_link = 'https://rooms.example/{code}' where staff_id = ${host}`;
  const slug = `consult-${pages}-of-the-tests`;
  const id = await firm.page({ slug, title: "First call", people: [host], ...columns });
  return { id, slug, host };
};
const meetingOf = async (page: string) =>
  (
    await sql<{ id: string; state: string; sequence: number; starts_at: Date; held_because: string[] }[]>`
    select id, state, sequence, starts_at, held_because from public.meetings where page_id = ${page} order by created_at desc limit 1`
  )[0]!;

describe("the booking page", () => {
  test("meetings 12: without JavaScript it is a form of 14 days with radio buttons, in fieldsets with the days' names", async () => {
    const { slug } = await newPage();
    const { status, html, headers } = await web.look(`/book/${slug}`);
    expect(status).toBe(200);
    expect(headers.get("x-robots-tag")).toBeNull();
    expect(headers.get("cache-control")).toBe("no-store");
    // Ten working days; what is before opening in Berlin is not shown.
    expect(html.match(/<legend><time/g)).toHaveLength(10);
    const packed = await web.look(`/book/${slug}`, { "accept-encoding": "gzip" });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    const later = await web.send(`/book/${slug}`, {
      go: "2031-03-17",
      name: "Kept <name>",
      zone: "Asia/Tokyo",
      time: "2031-03-04T09:00:00.000Z",
    });
    expect(later.status).toBe(200);
    expect(later.html).toContain('value="Kept &lt;name&gt;"');
    // Another zone and other days: the instant that was chosen stays chosen.
    expect(later.html).toMatch(/value="2031-03-04T09:00:00.000Z" checked/);
    expect(later.html).toContain("Your choice");
    expect(later.html).toMatch(/<option selected>Asia\/Tokyo/);
  });

  test("meetings 12: where nothing is free on any day there is no form to fill in for nothing, and an address to write to", async () => {
    const { slug, host } = await newPage();
    await sql`delete from public.availability_hours where staff_id = ${host}`;
    for (const path of [`/book/${slug}`, `/api/book/${slug}/form`]) {
      const { status, html } = await web.look(path);
      expect(status).toBe(200);
      expect(html).toMatch(/There is no free time now\. Write to us, and we find one:\s*<a href="mailto:/);
      expect(html).not.toMatch(/data-booking=|name="email"/);
    }
    // A calendar that does not answer: never "fully booked".
    await sql`insert into public.availability_hours (staff_id, weekday, opens, closes) select ${host}, n, '09:00', '17:00' from generate_series(1, 7) as n`;
    await sql`
      insert into public.calendars (staff_id, kind, name, address, reads, state, last_good_at, created_at)
      values (${host}, 'caldav', 'Work', 'https://dav.example/work/', true, 'waiting', ${now}::timestamptz - interval '3 hours', ${now}::timestamptz - interval '9 days')`;
    const { html } = await web.look(`/book/${slug}`);
    expect(html).toContain("We are checking our calendars at this moment.");
    expect(html).not.toMatch(/data-booking=|There is no free time/);
  });

  test("meetings 13: who has not said their name yet is not named by the address they sign in with", async () => {
    const { slug, host } = await newPage();
    await sql`update public.staff set name = 'noor@home.example' where user_id = ${host}`;
    const { location } = await web.book(slug, { email: "nameless@castelline.example" });
    const { html } = await web.look(location);
    expect(html).toContain("Booked.");
    expect(html).not.toContain("noor@home.example");
    expect((await web.look(`${location}/calendar.ics`)).html).not.toContain("noor@home.example");
  });

  test("meetings 10: both zones are named with the offset of that date; the host's mail leads with the host's", async () => {
    const { id, slug } = await newPage({ horizon_days: 60 });
    // After the change of clocks in New York, and before the one in Berlin.
    const { location } = await web.book(slug, { time: "2031-03-12T14:00:00.000Z", email: "zones@castelline.example" });
    const { html } = await web.look(location);
    expect(html).toContain("New York (UTC−4)");
    expect(html).toContain("For us: Wednesday, March 12, 3:00 PM, Berlin (UTC+1)");
    const toHost = web.site.mails.at(-1)!;
    expect(toHost.subject).toMatch(
      /^Booked: First call with Dana Whitlock, Wednesday, March 12, 3:00 PM, Berlin \(UTC\+1\)/,
    );
    expect(toHost.text).toContain("For the guest: Wednesday, March 12, 10:00 AM, New York");
    await composeAll(sql);
    const [mail] = await sql<{ subject: string; body_text: string }[]>`
      select subject, body_text from public.outbox where mail_kind = 'meetings.confirmed' and to_address = 'zones@castelline.example'`;
    expect(mail!.subject).toContain("10:00 AM, New York (UTC−4)");
    expect(mail!.body_text).toContain("{{meeting_page}}");
    expect((await meetingOf(id)).state).toBe("confirmed");
  });

  test("meetings 8: what is forged, past or misaligned is answered like one that is taken, with the next free times and every word kept", async () => {
    const { id, slug } = await newPage({
      questions: [{ key: "why", label: "What do you have to decide?", kind: "text" }],
    });
    for (const time of ["2031-03-04T09:13:00.000Z", "2030-03-04T09:00:00.000Z", "2031-03-09T09:00:00.000Z"]) {
      const { status, html } = await web.book(slug, {
        time,
        q_why: "Which of <three>?",
        email: "forged@castelline.example",
      });
      expect(status).toBe(409);
      expect(html).toContain("Someone was faster. Free next:");
      expect(html).toContain("Which of &lt;three&gt;?");
      expect(html).toContain('value="forged@castelline.example"');
    }
    const wrong = await web.book(slug, { time: "now", name: "", email: "not an address" });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain("Choose a time.");
    expect(wrong.html).toContain('id="email-problem"');
    expect(await sql`select from public.meetings where page_id = ${id}`).toHaveLength(0);
  });

  test("meetings 8: drafts, archived and unknown pages are the same 404; a paused one says so", async () => {
    const answers = [];
    for (const state of ["draft", "archived"]) answers.push(await web.look(`/book/${(await newPage({ state })).slug}`));
    answers.push(await web.look("/book/there-is-none"));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ html }) => html)).size).toBe(1);
    const paused = await web.look(`/book/${(await newPage({ state: "paused" })).slug}`);
    expect([paused.status, paused.html.includes("No bookings now")]).toEqual([200, true]);
    // The public subject of the contact page has its own short way.
    const { slug } = await newPage({ subject: "AI Consult" });
    expect((await web.look("/book/ai-consult")).headers.get("location")).toBe(`/book/${slug}`);
  });

  test("audit-4 S18: a page of 365 days is computed once, whatever zone and day is asked for, until something changes that it shows", async () => {
    const { id, slug } = await newPage({ horizon_days: 365 });
    let asked = 0;
    const counting = new Proxy(sql, {
      apply(target, self, given: unknown[]) {
        if (String(given[0]).includes("private.free_times")) asked += 1;
        return Reflect.apply(target as never, self, given) as unknown;
      },
    });
    const [one, another] = [openTimes(counting, () => clock.now), openTimes(sql, () => clock.now)];
    const page = (await findPage(sql, slug))!;
    const look = async (times: typeof one) => {
      const first = await times.first(page);
      for (let day = 0; day < 365; day += 5)
        for (const hour of [0, 9, 23]) {
          const from = new Date(clock.now.getTime() + day * 86_400_000 + hour * 3_600_000);
          await times.between(id, from, new Date(from.getTime() + 14 * 86_400_000));
        }
      return first!;
    };
    const first = await look(one);
    expect(asked).toBeLessThanOrEqual(56);
    const weeks = asked;
    await look(one);
    expect(asked).toBe(weeks);
    // The same as the database says, at any of them.
    const [from, until] = [new Date("2031-05-05T07:00:00Z"), new Date("2031-05-19T07:00:00Z")];
    const exact = (await firm.freeTimes(id, from, until, clock.now)).map(({ at }) => at);
    expect((await one.between(id, from, until)).map((at) => at.toISOString())).toEqual(exact);
    // A booking, in whatever process, is seen by all at once; so are hours, and a reservation by all but its own form.
    await look(another);
    expect((await firm.book(id, first.toISOString(), {}, clock.now)).meeting).toBeTruthy();
    for (const times of [one, another]) expect(await times.first(page)).not.toEqual(first);
    const next = (await one.first(page))!;
    await sql`select private.reserve_time(${id}, ${next}, 'mine', 'a network of the cache', ${clock.now})`;
    expect(await one.first(page)).not.toEqual(next);
    expect(await one.first(page, "mine")).toEqual(next);
    await sql`delete from public.availability_hours where staff_id = (select host_id from public.meetings where page_id = ${id})`;
    for (const times of [one, another]) expect(await times.first(page)).toBeNull();
  });

  test("audit-4 S18: one network opens sixty booking pages a minute, and is then told to wait", async () => {
    const { slug } = await newPage({ state: "paused" });
    const address = "203.0.115.9";
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await web.look(`/book/${slug}`, {}, address)).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
    const waiting = await web.look(`/book/${slug}`, { accept: "text/html" }, address);
    expect([waiting.status, waiting.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(waiting.html).toContain("One moment");
    expect((await web.look(`/book/${slug}`)).status).toBe(200);
  });

  test("meetings 4: times of a month are starts only, and choosing one keeps it for its form", async () => {
    const { slug } = await newPage();
    const { html } = await web.look(`/book/${slug}`);
    const form = web.hidden(html, "form");
    const month = async () =>
      JSON.parse((await web.look(`/api/book/${slug}/times?month=2031-03&zone=Europe/Berlin`)).html) as {
        times: string[];
      };
    const { times } = await month();
    expect(Object.keys(await month())).toEqual(["times"]);
    expect(times[0]).toBe("2031-03-03T08:30:00.000Z");
    const reserve = (id: string, time: string) =>
      web.site.ask(`/api/book/${slug}/reserve`, {
        method: "POST",
        from: web.from(),
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ form: id, time }),
      });
    expect((await reserve(form, times[3]!)).status).toBe(200);
    expect((await reserve("11111111-1111-4111-8111-111111111111", times[3]!)).status).toBe(409);
    const stranger = await web.book(slug, { time: times[3]!, email: "stranger@castelline.example" });
    expect(stranger.status).toBe(409);
    clock.now = new Date(clock.now.getTime() + 4000);
    const mine = await web.send(`/book/${slug}`, {
      form,
      token: web.hidden(html, "token"),
      website: "",
      name: "Me",
      email: "me@castelline.example",
      time: times[3]!,
      zone: "Europe/Berlin",
    });
    expect(mine.status).toBe(303);
    expect((await web.look(`/api/book/${slug}/times?month=2031-13&zone=X`)).status).toBe(400);
  });
});

describe("a meeting's own page", () => {
  test("meetings 13: it says all that the mail says; opening changes nothing; an old tab gets 409 with what is true now", async () => {
    const { id, slug } = await newPage();
    const { status, location } = await web.book(slug, {});
    expect(status).toBe(303);
    expect(location).toMatch(/^\/m\/[\w-]{43}$/);
    const first = await web.look(location);
    expect(first.status).toBe(200);
    for (const words of [
      "Booked.",
      "30 minutes",
      "Open the room",
      "https://rooms.example/",
      "Add to calendar",
      "GV-B-",
    ])
      expect(first.html).toContain(words);
    const before = await meetingOf(id);
    for (const path of ["", "?do=move", "?do=cancel", "/meeting.ics"])
      expect((await web.look(`${location}${path}`)).status).toBe(200);
    expect(await meetingOf(id)).toEqual(before);
    const oldTab = await web.look(`${location}?do=cancel`);
    const move = await web.look(`${location}?do=move`);
    const times = web.timesIn(move.html);
    const moved = await web.act(location, "?do=move", { time: times[5]! });
    expect(moved.status).toBe(303);
    const stale = await web.send(location, {
      version: web.hidden(oldTab.html, "version"),
      nonce: web.hidden(oldTab.html, "nonce"),
      action: "cancel",
    });
    expect(stale.status).toBe(409);
    expect(stale.html).toContain("Changed and confirmed.");
    expect((await meetingOf(id)).state).toBe("confirmed");
    expect((await web.send(location, { action: "cancel" })).status).toBe(403);
    // A month after the meeting every link of it has ended.
    const was = clock.now;
    clock.now = new Date(Date.parse(times[5]!) + 31 * 86_400_000);
    expect((await web.look(location)).status).toBe(410);
    clock.now = was;
  });

  test("meetings 14: moving frees the old time and takes the new one; UID the same, sequence rising; five times, until four hours before", async () => {
    const { id, slug, host } = await newPage({ max_moves: 2 });
    const { location, body } = await web.book(slug, {});
    const was = body.get("time")!;
    const uid = (await sql<{ uid: string }[]>`select ics_uid as uid from public.meetings where page_id = ${id}`)[0]!
      .uid;
    const isFar = (at: string) => Date.parse(at) > clock.now.getTime() + 2 * 86_400_000;
    const target = web.timesIn((await web.look(`${location}?do=move`)).html).find(isFar)!;
    await web.act(location, "?do=move", { time: target });
    const [kept] = await sql<
      { uid: string; sequence: number; moves: number }[]
    >`select ics_uid as uid, sequence, moves from public.meetings where page_id = ${id}`;
    expect(kept).toEqual({ uid, sequence: 1, moves: 1 });
    const free = (await firm.freeTimes(id, "2031-03-03T00:00:00Z", "2031-03-20T00:00:00Z", clock.now)).map(
      ({ at }) => at,
    );
    expect(free).toContain(was);
    expect(free).not.toContain(target);
    expect(await sql`select from public.occupied where staff_id = ${host}`).toHaveLength(1);
    // A time that is gone: the next ones, and the meeting stands.
    const far = free.filter(isFar);
    await firm.book(id, far[10]!, {}, clock.now);
    const gone = await web.act(location, "?do=move", { time: far[10]! });
    expect([gone.status, gone.html.includes("This time is gone.")]).toEqual([409, true]);
    await web.act(location, "?do=move", { time: far[12]! });
    expect((await web.look(`${location}?do=move`)).html).toContain("It has been moved 2 times");
    const was2 = clock.now;
    clock.now = new Date(Date.parse(far[12]!) - 3 * 3_600_000);
    expect((await web.look(location)).html).toContain("It can no longer be changed here.");
    clock.now = was2;
    // The host moves at any time, and however often.
    const real = new Date(Date.now() + 9 * 86_400_000);
    const meeting = await meetingOf(id);
    const [first] = await sql<{ id: string }[]>`select id from public.meetings where page_id = ${id} and sequence = 2`;
    await firm.call(host, "(public.move_meeting($1, $2)).sequence::text", first!.id, real);
    expect(await firm.overlaps()).toBe(0);
    expect(meeting).toBeTruthy();
  });

  test("meetings 15: cancelling asks once, and the time is free at the next request", async () => {
    const { id, slug } = await newPage();
    const { location, body } = await web.book(slug, {});
    expect((await web.look(`${location}?do=cancel`)).html).toContain("Cancel this meeting");
    expect((await web.act(location, "?do=cancel", { reason: "Ill" })).status).toBe(303);
    const { status, html } = await web.look(location);
    expect(status).toBe(200);
    expect(html).toMatch(/<b>Cancelled<\/b> on/);
    // The room is no longer theirs.
    expect(html).not.toContain("rooms.example");
    expect(html).toContain(`/book/${slug}`);
    expect(
      (await firm.freeTimes(id, "2031-03-03T00:00:00Z", "2031-03-20T00:00:00Z", clock.now)).map(({ at }) => at),
    ).toContain(body.get("time"));
    expect(
      await sql`select from public.tasks where kind = 'meeting' and title like 'First call with Dana%' and done_at is null and assignee_id = (select host_id from public.meetings where page_id = ${id})`,
    ).toHaveLength(0);
  });

  test("meetings 16: the files: one UID, rising SEQUENCE, UTC, the office as organizer, read back by two readers", async () => {
    const { id, slug } = await newPage({ title: "Call; with, all\\signs" });
    const { location, body } = await web.book(slug, { email: "ics@castelline.example", name: 'Dana "D" Whitlock;X' });
    await web.act(location, "?do=move", { time: web.timesIn((await web.look(`${location}?do=move`)).html)[9]! });
    await web.act(location, "?do=cancel", {});
    await composeAll(sql);
    const rows = await sql<{ kind: string; attachments: { ics: string; method: string }[] }[]>`
      select mail_kind as kind, attachments from public.outbox where to_address = 'ics@castelline.example' and attachments <> '[]' order by created_at, id`;
    expect(rows.map(({ kind, attachments }) => [kind, attachments[0]!.method])).toEqual([
      ["meetings.confirmed", "REQUEST"],
      ["meetings.moved", "REQUEST"],
      ["meetings.cancelled", "CANCEL"],
    ]);
    const uid = (await sql<{ uid: string }[]>`select ics_uid as uid from public.meetings where page_id = ${id}`)[0]!
      .uid;
    for (const [n, { attachments }] of rows.entries()) {
      const { ics, method } = attachments[0]!;
      const event = Object.values(ical.sync.parseICS(ics)).find((part) => part?.type === "VEVENT")!;
      const own = readIcs(ics);
      expect([event.uid, own.UID]).toEqual([uid, uid]);
      expect([Number(event.sequence), Number(own.SEQUENCE), own.METHOD]).toEqual([n, n, method]);
      expect(own.DTSTART).toMatch(/^\d{8}T\d{6}Z$/);
      if (n === 0) expect(event.start.toISOString()).toBe(body.get("time"));
      expect(own.ORGANIZER).not.toContain("Host");
      expect(String(own.ATTENDEE)).toContain("ics@castelline.example");
      expect(own.STATUS).toBe(method === "CANCEL" ? "CANCELLED" : "CONFIRMED");
      for (const line of ics.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
    const { html: published } = await web.look(`${location}/meeting.ics`);
    const own = readIcs(published);
    const mailed = readIcs(rows[0]!.attachments[0]!.ics);
    expect(own.ORGANIZER).toBe(mailed.ORGANIZER);
    expect([own.METHOD, own.ATTENDEE, own.UID]).toEqual(["PUBLISH", undefined, uid]);
  });

  test("meetings 16: who chose a time has said yes to it; moved by the host it asks again, and a late answer to the time before does not count", async () => {
    const { id, slug, host } = await newPage();
    const email = "asked@castelline.example";
    const { location } = await web.book(slug, { email });
    await web.act(location, "?do=move", { time: web.timesIn((await web.look(`${location}?do=move`)).html)[9]! });
    const { id: meeting } = await meetingOf(id);
    await firm.call(
      host,
      "(public.move_meeting($1, $2)).sequence::text",
      meeting,
      new Date(Date.now() + 9 * 86_400_000),
    );
    await composeAll(sql);
    const files = await sql<{ ics: string }[]>`
      select attachments -> 0 ->> 'ics' as ics from public.outbox where to_address = ${email} and attachments <> '[]' order by created_at, id`;
    expect(
      files.map(({ ics }) => /PARTSTAT=([A-Z-]+)/.exec(ics.replaceAll(/\r\n[ \t]/g, ""))?.[1]),
      "booked, moved by the guest, moved by the host",
    ).toEqual(["ACCEPTED", "ACCEPTED", "NEEDS-ACTION"]);
    const uid = readIcs(files[0]!.ics).UID;
    const answered = async (sequence: number) => {
      const part = { uid, sequence, method: "REPLY", people: [{ address: email, answer: "accepted" }] };
      await sql`select private.meeting_from_mail(${JSON.stringify(part)}::jsonb, ${email})`;
      const [guest] = await sql<{ answer: string }[]>`
        select answer from public.meeting_people where meeting_id = ${meeting} and role = 'guest'`;
      return guest!.answer;
    };
    expect(await answered(1)).toBe("needs_action");
    expect(await answered(2)).toBe("accepted");
  });

  test("meetings 17: each mail once for meeting, sequence and kind; outdated ones and reminders of late bookings do not leave", async () => {
    const { id, slug } = await newPage({ reminders: [1440, 60] });
    const { location } = await web.book(slug, { email: "mails@castelline.example", time: "2031-03-06T09:00:00.000Z" });
    const state = () => sql<{ kind: string; state: string; sequence: number }[]>`
      select meeting_mails.kind, outbox.state, sequence from public.meeting_mails join public.outbox on outbox.id = outbox_id
      where meeting_id = (select id from public.meetings where page_id = ${id}) order by sequence, meeting_mails.kind`;
    expect((await state()).map(({ kind }) => kind)).toEqual(["confirmed", "reminder:1440", "reminder:60"]);
    const [reminder] = await sql<{ at: Date }[]>`
      select not_before as at from public.outbox join public.meeting_mails on outbox_id = outbox.id where kind = 'reminder:1440' and to_address = 'mails@castelline.example'`;
    expect(reminder!.at.toISOString()).toBe("2031-03-05T09:00:00.000Z");
    await web.act(location, "?do=move", { time: "2031-03-07T09:00:00.000Z" });
    const after = await state();
    expect(after.filter(({ sequence }) => sequence === 0).every((mail) => mail.state === "cancelled")).toBe(true);
    expect(after.filter(({ sequence }) => sequence === 1).map(({ kind }) => kind)).toEqual([
      "moved",
      "reminder:1440",
      "reminder:60",
    ]);
    // The gate asks again: a mail of an earlier sequence is not wanted, and none after the start.
    const mails = await sql<{ unwanted: string | null; sequence: number }[]>`
      select private.meeting_mail_unwanted(id) as unwanted, sequence from public.meeting_mails
      where meeting_id = (select id from public.meetings where page_id = ${id})`;
    for (const { unwanted, sequence } of mails) expect(unwanted).toBe(sequence === 0 ? "meeting_changed" : null);
    // Booked within the day before: the first reminder is none.
    const late = await newPage({ reminders: [1440] });
    await web.book(late.slug, { email: "late@castelline.example", time: "2031-03-03T15:00:00.000Z" });
    expect(
      await sql`select from public.meeting_mails join public.meetings on meetings.id = meeting_id where page_id = ${late.id} and kind like 'reminder%'`,
    ).toHaveLength(0);
  });

  test("meetings 18: a request takes its time at once, is confirmed, declined or expires, and the guest is told", async () => {
    const { id, slug, host } = await newPage({ approval: true, approval_hours: 5 });
    const ask = (time: string, email: string) => web.book(slug, { time, email });
    const one = await ask("2031-03-06T09:00:00.000Z", "one@castelline.example");
    expect((await web.look(one.location)).html).toMatch(/Requested\.<\/b> We confirm by/);
    expect((await ask("2031-03-06T09:00:00.000Z", "other@castelline.example")).status).toBe(409);
    const first = await meetingOf(id);
    await firm.call(host, "(public.confirm_meeting($1)).state", first.id);
    expect((await web.look(one.location)).html).toContain("confirmed");
    await ask("2031-03-06T10:00:00.000Z", "two@castelline.example");
    await firm.call(host, "(public.decline_meeting($1, 'Away')).state", (await meetingOf(id)).id);
    await ask("2031-03-06T11:00:00.000Z", "three@castelline.example");
    const was = clock.now;
    clock.now = new Date(clock.now.getTime() + 5 * 3_600_000 + 1000);
    const job = web.site.jobs.get("meetings-endings")!;
    expect(await job.findDue(1)).toEqual(["due"]);
    await job.run("due", new AbortController().signal);
    clock.now = was;
    const mails = await sql<{ to: string; kind: string }[]>`
      select to_address as to, mail_kind as kind from public.outbox
      where to_address in ('one@castelline.example', 'two@castelline.example', 'three@castelline.example') and mail_kind not like '%reminder' order by created_at, id`;
    expect(mails.map(({ to, kind }) => `${to.split("@")[0]} ${kind.split(".")[1]}`)).toEqual([
      "one requested",
      "one confirmed",
      "two requested",
      "two declined",
      "three requested",
      "three expired",
    ]);
    expect(await sql`select from public.occupied where staff_id = ${host}`).toHaveLength(1);
  });
});

describe("machines", () => {
  test("meetings 22: honeypot, a form that is not ours, three seconds: all read “Requested”, and nothing is taken or mailed", async () => {
    const { id, slug } = await newPage();
    for (const [fields, wait, signal] of [
      [{ website: "http://x" }, 4000, "trap"],
      [{ token: "forged" }, 4000, "token"],
      [{}, 1000, "fast"],
    ] as const) {
      const { status, location } = await web.book(slug, { ...fields, email: `${signal}@bots.example` }, { wait });
      expect(status).toBe(303);
      expect((await web.look(location)).html).toMatch(/Requested\.<\/b> We confirm by/);
      expect((await meetingOf(id)).held_because).toEqual([signal]);
    }
    expect(await sql`select from public.outbox where to_address like '%@bots.example'`).toHaveLength(0);
    expect(
      await sql`select from public.occupied join public.meetings on meetings.id = meeting_id where meetings.page_id = ${id}`,
    ).toHaveLength(0);
    // The video link is not told before a person has accepted.
    const { location } = await web.book(slug, { website: "x", email: "again@bots.example" });
    expect((await web.look(location)).html).not.toContain("rooms.example");
  });

  test("meetings 22: above five bookings an hour from one network each is a request", async () => {
    const { id, slug } = await newPage({ horizon_days: 60 });
    const address = "203.0.113.9";
    const states = [];
    for (let n = 0; n < 6; n += 1) {
      await web.book(slug, { email: `n${n}@crowd.example` }, { address });
      states.push((await meetingOf(id)).held_because);
    }
    expect(states.slice(0, 5)).toEqual([[], [], [], [], []]);
    expect(states[5]).toEqual(["network", "proof"]);
  });

  test("audit-4 S13: meetings 22: past the limit a booking is a request whatever was proved: no time, no person, no mail; within it all stands", async () => {
    const { id, slug, host } = await newPage({ horizon_days: 60 });
    const address = "203.0.114.9";
    const mailsBefore = web.site.mails.length;
    for (let n = 0; n < 9; n += 1) {
      const email = `crowd${n}@made${n}-up.example`;
      const { html } = await web.look(`/book/${slug}`, {}, address);
      const asked = /data-proof="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"');
      let proof = "";
      if (asked) {
        const challenge = JSON.parse(asked) as Parameters<typeof solveChallenge>[0]["challenge"];
        const solution = await solveChallenge({ challenge, deriveKey });
        proof = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
      }
      clock.now = new Date(clock.now.getTime() + 4000);
      const form = { form: web.hidden(html, "form"), token: web.hidden(html, "token"), proof, name: "Dana", email };
      const body = new URLSearchParams({
        ...form,
        website: "",
        zone: "Europe/Berlin",
        time: web.timesIn(html).at(-1)!,
      });
      const sent = await web.site.ask(`/book/${slug}`, { method: "POST", body, from: address });
      expect([sent.status, proof !== ""]).toEqual([303, n >= 5]);
      if (n >= 5)
        expect((await web.look(sent.headers.get("location")!)).html).toMatch(/Requested\.<\/b> We confirm by/);
    }
    const counts = async () =>
      (
        await sql`select count(*)::int as meetings, count(*) filter (where held_because = '{network}')::int as held,
          (select count(*)::int from public.occupied where staff_id = ${host}) as taken,
          (select count(*)::int from public.contacts where email like 'crowd%') as people,
          (select count(*)::int from public.accounts where domain like 'made%-up.example') as companies,
          (select count(distinct to_address)::int from public.outbox where to_address like 'crowd%') as written
        from public.meetings where page_id = ${id}`
      )[0];
    expect(await counts()).toEqual({ meetings: 9, held: 4, taken: 5, people: 5, companies: 5, written: 5 });
    // Their host hears of a flood once an hour.
    expect(web.site.mails.length - mailsBefore).toBe(5 + 1);
    // Accepted by a person, one is what it would have been.
    const [held] = await sql<{ id: string }[]>`
      select id from public.meetings where page_id = ${id} and held_because <> '{}' order by created_at limit 1`;
    await firm.call(host, "(public.confirm_meeting($1)).state", held!.id);
    expect(await counts()).toMatchObject({ taken: 6, people: 6, companies: 6, written: 6 });
  });
});

describe("what a form was sent with", () => {
  test("audit-4 S9: sent again it leads to the same address, makes no link, and no colleague or backup reads what it takes", async () => {
    const { id, slug } = await newPage();
    const { body, location } = await web.book(slug, {});
    const { id: meeting } = (await meetingOf(id)) as unknown as { id: string };
    const count = async () => (await sql`select from private.access_links where subject_id = ${meeting}`).length;
    const before = await count();
    const again = await web.send(`/book/${slug}`, Object.fromEntries(body));
    expect([again.status, again.location]).toEqual([303, location]);
    expect(await count()).toBe(before);
    // Nowhere in the database.
    const form = body.get("form")!;
    const tables = await sql<{ name: string }[]>`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;
    for (const { name } of tables) {
      const kept = await sql.unsafe(`select from ${name} as row where strpos(row::text, '${form}') > 0`);
      expect([name, kept.length]).toEqual([name, 0]);
    }
    // Nor is anything that is there good for it: with the hash of a form the page says no more than that it is booked.
    const [hash] = await sql<{ text: string }[]>`
      select encode(submission_hash, 'hex') as text from private.booking_submissions where meeting_id = ${meeting}`;
    const asForm = `${hash!.text.slice(0, 8)}-${hash!.text.slice(8, 12)}-4${hash!.text.slice(13, 16)}-8${hash!.text.slice(17, 20)}-${hash!.text.slice(20, 32)}`;
    const other = await web.send(`/book/${slug}`, { ...Object.fromEntries(body), form: asForm });
    expect(other.location).not.toBe(location);
  });

  test("audit-4 S9: one from before the upgrade makes no link either", async () => {
    const { id, slug } = await newPage();
    const { body } = await web.book(slug, {});
    const { id: meeting } = (await meetingOf(id)) as unknown as { id: string };
    // Its links were random.
    await sql`update private.access_links set token_hash = sha256(token_hash) where subject_id = ${meeting}`;
    const before = (await sql`select from private.access_links`).length;
    const again = await web.send(`/book/${slug}`, Object.fromEntries(body));
    expect([again.status, again.location]).toEqual([409, ""]);
    expect(again.html).toContain("This is booked. The mail about it has the link to its page.");
    expect(await sql`select from private.access_links`).toHaveLength(before);
  });
});
