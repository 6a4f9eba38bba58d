// Thirty zones through three years, as PostgreSQL and as Temporal compute them.
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { bookingForTests } from "../testing/booking-for-tests.ts";
import { expectedTimes } from "../testing/expected-times.ts";

// Zones whose rules do not depend on a moon that is announced: those differ between versions of the zone data.
const zones = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "Europe/Dublin",
  "Europe/Lisbon",
  "Europe/Istanbul",
  "Europe/Moscow",
  "Atlantic/Azores",
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "America/Halifax",
  "America/St_Johns",
  "America/Sao_Paulo",
  "America/Bogota",
  "Africa/Lagos",
  "Africa/Johannesburg",
  "Asia/Dubai",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Asia/Shanghai",
  "Asia/Tokyo",
  "Australia/Sydney",
  "Australia/Adelaide",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Chatham",
];
const { sql } = await testDatabase();
const firm = await bookingForTests(sql, "UTC");

// Half a million times: minutes on a busy machine.
test(
  "meetings 1: thirty zones through three years, hour by hour around every change of clocks",
  { timeout: 1_800_000 },
  async () => {
    let compared = 0;
    for (const [n, zone] of zones.entries()) {
      const opens = ["00:00", "08:30", "21:15"][n % 3]!;
      const closes = ["24:00", "17:10", "29:30"][n % 3]!;
      const [minutes, step] = [
        [30, 30],
        [45, 15],
        [25, 20],
      ][n % 3] as [number, number];
      const person = await firm.person(zone, zone, null);
      await sql`insert into public.availability_hours (staff_id, weekday, opens, closes)
      select ${person}, weekday, ${opens}::time, ${closes}::interval from generate_series(1, 7) as weekday`;
      const page = await firm.page({ people: [person], minutes, step, horizon_days: 365 });
      const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, opens, closes] as const);
      for (let month = 0; month < 36; month += 1) {
        const from = new Date(Date.UTC(2030, month, 1)).toISOString();
        const until = new Date(Date.UTC(2030, month + 1, 1)).toISOString();
        const got = (await firm.freeTimes(page, from, until, new Date(Date.parse(from) - 1000))).map(({ at }) => at);
        expect(got, `${zone} ${from}`).toEqual(expectedTimes({ zone, hours, minutes, step, from, until }));
        compared += got.length;
      }
    }
    expect(compared).toBeGreaterThan(500_000);
  },
);
