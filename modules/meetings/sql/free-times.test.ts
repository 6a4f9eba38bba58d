// When someone can be booked, compared with Temporal; and the clocks: both change days, the end of a year, a leap day.
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { bookingForTests, now } from "../testing/booking-for-tests.ts";
import { expectedTimes } from "../testing/expected-times.ts";

const { sql } = await testDatabase();
const firm = await bookingForTests(sql);
const on = async (page: string, day: string, zone: string, at?: Date) => {
  const from = Temporal.PlainDate.from(day).toZonedDateTime(zone);
  const until = from.add({ days: 1 });
  const times = await firm.freeTimes(page, from.toInstant().toString(), until.toInstant().toString(), at);
  return times.map(({ at: start }) =>
    Temporal.Instant.from(start).toZonedDateTimeISO(zone).toString({ timeZoneName: "never", smallestUnit: "minute" }),
  );
};
const all = { horizon_days: 365 };

describe("free times", () => {
  test("meetings 1: an hour that is skipped has no beginnings, one that is repeated has them once, in three zones", async () => {
    for (const [zone, spring, autumn, skipped, opens] of [
      ["Europe/Berlin", "2031-03-30", "2031-10-26", "02:", "01:00"],
      ["America/New_York", "2031-03-09", "2031-11-02", "02:", "01:00"],
      ["Australia/Lord_Howe", "2031-10-05", "2031-04-06", "02:0", "01:00"],
    ] as const) {
      const person = await firm.person(`Night ${zone}`, zone, null);
      await sql`insert into public.availability_hours (staff_id, weekday, opens, closes) values (${person}, 7, ${opens}, '05:00')`;
      const page = await firm.page({ people: [person], ...all });
      const inSpring = await on(page, spring, zone);
      expect(
        inSpring.filter((time) => time.includes(`T${skipped}`)),
        zone,
      ).toEqual([]);
      expect(inSpring.length, zone).toBeGreaterThan(4);
      const inAutumn = await on(page, autumn, zone);
      const clocks = inAutumn.map((time) => time.slice(11, 16));
      expect(new Set(clocks).size, zone).toBe(clocks.length);
      for (const day of [spring, autumn])
        expect(
          await firm.freeTimes(page, `${day}T00:00:00Z`, `${day}T23:59:00Z`).then((rows) => rows.map((row) => row.at)),
          `${zone} ${day}`,
        ).toEqual(
          expectedTimes({
            zone,
            hours: [[7, opens, "05:00"]],
            minutes: 30,
            step: 30,
            from: `${day}T00:00:00Z`,
            until: `${day}T23:59:00Z`,
          }),
        );
    }
  });

  test("meetings 1: the same as Temporal computes, through a year's end, a leap day and hours past midnight", async () => {
    const cases = [
      ["America/St_Johns", "20:10", "26:00", 25, 20],
      ["Asia/Kathmandu", "00:00", "24:00", 45, 30],
      ["Europe/London", "08:45", "17:00", 50, 50],
      ["Asia/Kolkata", "22:00", "30:30", 30, 15],
    ] as const;
    const windows = [
      ["2031-12-30T00:00:00Z", "2032-01-03T00:00:00Z"],
      ["2032-02-27T00:00:00Z", "2032-03-02T00:00:00Z"],
      ["2031-03-28T12:00:00Z", "2031-04-01T00:00:00Z"],
    ] as const;
    for (const [zone, opens, closes, minutes, step] of cases) {
      const person = await firm.person(`Year ${zone}`, zone, null);
      await sql`insert into public.availability_hours (staff_id, weekday, opens, closes)
        select ${person}, weekday, ${opens}::time, ${closes}::interval from generate_series(1, 7) as weekday`;
      const page = await firm.page({ people: [person], minutes, step, ...all });
      const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, opens, closes] as const);
      for (const [from, until] of windows) {
        const got = (await firm.freeTimes(page, from, until, new Date(Date.parse(from) - 86_400_000))).map(
          (row) => row.at,
        );
        expect(got, `${zone} ${from}`).toEqual(expectedTimes({ zone, hours, minutes, step, from, until }));
        expect(got.length).toBeGreaterThan(10);
      }
    }
  });

  test("meetings 1: closing time, holidays, days away and hours of one day", async () => {
    const zone = "Europe/Berlin";
    const person = await firm.person("Days", zone, ["09:00", "10:45"]);
    const page = await firm.page({ people: [person], ...all });
    expect((await on(page, "2031-03-04", zone)).map((time) => time.slice(11, 16))).toEqual(["09:00", "09:30", "10:00"]);
    await sql`insert into public.office_holidays (day, name) values ('2031-03-05', 'Fair') on conflict do nothing`;
    expect(await on(page, "2031-03-05", zone)).toEqual([]);
    await sql`update public.availability set works_on_holidays = true where staff_id = ${person}`;
    expect(await on(page, "2031-03-05", zone)).toHaveLength(3);
    await sql`delete from public.office_holidays`;
    await firm.call(person, "public.save_day($1, '2031-03-04', '[]'::jsonb)::text", person);
    expect(await on(page, "2031-03-04", zone)).toEqual([]);
    await firm.call(
      person,
      `public.save_day($1, '2031-03-04', '[{"opens": "20:00", "closes": "21:00"}]'::jsonb)::text`,
      person,
    );
    expect((await on(page, "2031-03-04", zone)).map((time) => time.slice(11, 16))).toEqual(["20:00", "20:30"]);
    await firm.call(person, "public.save_day($1, '2031-03-04', null)::text", person);
    expect(await on(page, "2031-03-04", zone)).toHaveLength(3);
    // Hours of their own on this page, in place of the usual ones.
    await firm.call(
      person,
      `public.save_hours($1, '[{"weekday": 2, "opens": "13:00", "closes": "14:00"}]'::jsonb, $2)::text`,
      person,
      page,
    );
    expect((await on(page, "2031-03-04", zone)).map((time) => time.slice(11, 16))).toEqual(["13:00", "13:30"]);
  });

  test("meetings 1: notice, horizon, buffers of both sides, and no more times a day than are to be shown", async () => {
    const zone = "Europe/Berlin";
    const person = await firm.person("Buffers", zone, ["09:00", "12:00"]);
    const page = await firm.page({
      people: [person],
      notice_minutes: 60,
      horizon_days: 3,
      buffer_before: 10,
      buffer_after: 10,
    });
    const at = new Date("2031-03-04T08:30:00Z");
    expect((await on(page, "2031-03-04", zone, at)).map((time) => time.slice(11, 16))).toEqual([
      "10:30",
      "11:00",
      "11:30",
    ]);
    expect(await on(page, "2031-03-10", zone, at)).toEqual([]);
    expect((await firm.book(page, "2031-03-06T09:00:00Z", {}, at)).meeting).toBeTruthy();
    // 10:00 to 10:30 with ten minutes on each side, and the next with ten of its own.
    expect((await on(page, "2031-03-06", zone, at)).map((time) => time.slice(11, 16))).toEqual([
      "09:00",
      "11:00",
      "11:30",
    ]);
    const few = await firm.page({ people: [person], show_at_most: 2, horizon_days: 30 });
    const shown = await on(few, "2031-03-11", zone);
    expect(shown).toHaveLength(2);
    // The same ones, whatever part of the day is asked for.
    const late = await firm.freeTimes(few, "2031-03-11T10:00:00Z", "2031-03-11T12:00:00Z");
    expect(shown.map((time) => new Date(time).toISOString())).toEqual(
      expect.arrayContaining(late.map((row) => row.at)),
    );
  });

  test("meetings 1: a meeting keeps its instant when the office or its host moves to another zone", async () => {
    const person = await firm.person("Mover", "Europe/Berlin");
    const page = await firm.page({ people: [person], ...all });
    const { meeting } = await firm.book(page, "2031-06-02T08:00:00Z");
    await sql`update public.office set time_zone = 'America/Los_Angeles'`;
    await sql`update public.availability set zone = 'Asia/Tokyo' where staff_id = ${person}`;
    const kept = await firm.meeting(meeting!);
    expect(kept.starts_at.toISOString()).toBe("2031-06-02T08:00:00.000Z");
    // New times are in the new zone, and the taken one is still taken: 17:00 in Tokyo would be past closing anyway.
    const times = (await firm.freeTimes(page, "2031-06-02T00:00:00Z", "2031-06-03T00:00:00Z")).map((row) => row.at);
    expect(times).toEqual(
      expectedTimes({
        zone: "Asia/Tokyo",
        hours: [1, 2, 3, 4, 5].map((day) => [day, "09:00", "17:00"] as const),
        minutes: 30,
        step: 30,
        from: "2031-06-02T00:00:00Z",
        until: "2031-06-03T00:00:00Z",
      }),
    );
    await sql`update public.office set time_zone = 'Europe/Berlin'`;
  });

  test("meetings 1: after an update of zone data the host is asked where the booked hour is another moment, and decides once", async () => {
    const person = await firm.person("Rules", "Europe/Berlin");
    const page = await firm.page({ people: [person], ...all });
    const { meeting } = await firm.book(page, "2031-07-01T08:00:00Z");
    const { meeting: other } = await firm.book(page, "2031-07-01T09:00:00Z");
    const ask = async () => (await sql<{ count: number }[]>`select private.ask_about_zones(${now}) as count`)[0]!.count;
    expect(await ask()).toBe(0);
    // As if Berlin had been an hour behind when these were booked.
    await sql`update public.meetings set local_start = local_start - interval '1 hour' where id in (${meeting!}, ${other!})`;
    expect(await ask()).toBe(2);
    expect(await ask()).toBe(0);
    const [row] = await sql<{ ask: string; at: Date }[]>`
      select question ->> 'ask' as ask, (question ->> 'starts_at')::timestamptz as at from public.meetings where id = ${meeting!}`;
    expect(row).toEqual({ ask: "zone", at: new Date("2031-07-01T07:00:00Z") });
    expect((await firm.meeting(meeting!)).starts_at.toISOString()).toBe("2031-07-01T08:00:00.000Z");
    await firm.call(person, "public.answer_meeting_question($1)::text", meeting!);
    await firm.call(person, "(public.move_meeting($1, '2031-07-01T07:00:00Z')).state", other!);
    expect(await ask()).toBe(0);
    expect((await firm.meeting(other!)).starts_at.toISOString()).toBe("2031-07-01T07:00:00.000Z");
  });

  test("meetings 1: the zone of the server and of its connection change nothing", async () => {
    const person = await firm.person("Server", "America/New_York");
    const page = await firm.page({ people: [person], ...all });
    const from = "2031-03-08T00:00:00Z";
    const until = "2031-03-12T00:00:00Z";
    const here = (await firm.freeTimes(page, from, until)).map((row) => row.at);
    for (const zone of ["Asia/Kolkata", "Pacific/Apia", "America/St_Johns"]) {
      const there = await sql.begin(async (tx) => {
        await tx`select set_config('TimeZone', ${zone}, true)`;
        return tx<{ at: Date }[]>`select starts_at as at from private.free_times(${page}, ${from}, ${until}, ${now})`;
      });
      expect(
        there.map(({ at }) => at.toISOString()),
        zone,
      ).toEqual(here);
    }
    expect(here.length).toBeGreaterThan(20);
  });

  test("meetings 7: full days and weeks, of a page and of a person across all pages, in the person's zone", async () => {
    const zone = "Pacific/Auckland";
    const person = await firm.person("Limits", zone);
    const page = await firm.page({ people: [person], max_per_day: 1, max_per_week: 2, ...all });
    const other = await firm.page({ people: [person], ...all });
    // 09:00 on Tuesday in Auckland is Monday evening in UTC.
    const tuesday = "2031-03-03T20:00:00Z";
    expect((await firm.book(page, tuesday)).meeting).toBeTruthy();
    expect(await on(page, "2031-03-04", zone)).toEqual([]);
    expect((await on(other, "2031-03-04", zone)).length).toBeGreaterThan(0);
    expect(await on(page, "2031-03-05", zone)).not.toEqual([]);
    expect((await firm.book(page, "2031-03-04T20:00:00Z")).meeting).toBeTruthy();
    expect(await on(page, "2031-03-06", zone)).toEqual([]);
    expect(await on(page, "2031-03-10", zone)).not.toEqual([]);
    await sql`update public.availability set max_per_week = 2 where staff_id = ${person}`;
    expect(await on(other, "2031-03-07", zone)).toEqual([]);
    expect(await on(other, "2031-03-10", zone)).not.toEqual([]);
    expect(now < new Date(tuesday)).toBe(true);
  });
});
