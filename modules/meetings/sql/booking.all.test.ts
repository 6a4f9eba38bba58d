// Crowds: two hundred guests of two processes at one time, mixed writes under the lock, a thousand bookings shared out.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openPool } from "#server/platform/database/sql.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { bookingForTests, now } from "../testing/booking-for-tests.ts";

const { sql, connection } = await testDatabase();
const firm = await bookingForTests(sql);
const run = promisify(execFile);

test("meetings 2: two hundred bookings of one time from two processes: one wins, the others get the nearest free times", async () => {
  const person = await firm.person("Noor");
  const page = await firm.page({ people: [person] });
  const starts = "2031-03-04T09:00:00Z";
  const processes = await Promise.all(
    [1, 2].map(() =>
      run(
        process.execPath,
        [
          "modules/meetings/testing/booking-process.ts",
          JSON.stringify(connection),
          page,
          starts,
          "100",
          now.toISOString(),
        ],
        { maxBuffer: 10_000_000 },
      ),
    ),
  );
  const answers = processes.flatMap(({ stdout }) => JSON.parse(stdout) as { meeting?: string; taken?: string[] }[]);
  expect(answers).toHaveLength(200);
  expect(answers.filter(({ meeting }) => meeting)).toHaveLength(1);
  for (const { taken } of answers.filter(({ meeting }) => !meeting)) expect(taken).toHaveLength(5);
  expect(await sql`select from public.meetings where page_id = ${page}`).toHaveLength(1);
  expect(await firm.overlaps()).toBe(0);
});

test("meetings 3: 600 mixed writes at once (bookings, reservations, entries of calendars): no overlap that is forbidden, no deadlock", async () => {
  const people = [await firm.person("A"), await firm.person("B"), await firm.person("C")];
  const pages = [
    await firm.page({ people, who: "any" }),
    await firm.page({ people: people.toReversed(), who: "all" }),
    await firm.page({ people: [people[1]!] }),
  ];
  const crowd = openPool({ ...connection, max: 20 });
  const slots = Array.from({ length: 16 }, (_, n) =>
    new Date(Date.parse("2031-03-05T08:00:00Z") + n * 30 * 60_000).toISOString(),
  );
  const write = async (n: number) => {
    const start = slots[(n * 7) % slots.length]!;
    if (n % 3 === 0) return firm.book(pages[n % 2]!, start, {}, now, crowd);
    if (n % 3 === 1)
      return crowd`select private.reserve_time(${pages[2]!}, ${start}, ${`form ${n}`}, ${`net ${n}`}, ${now})`;
    const staff = people[n % people.length]!;
    return crowd.begin(async (tx) => {
      await tx`select private.lock_people(array[${staff}]::uuid[])`;
      const [over] = await tx<{ is: boolean }[]>`
        select exists (select from public.occupied where staff_id = ${staff} and ours = 1 and during && tstzrange(${start}, ${start}::timestamptz + interval '20 minutes')) as is`;
      await tx`insert into public.occupied (staff_id, during, kind, late) values (${staff}, tstzrange(${start}, ${start}::timestamptz + interval '20 minutes'), 'calendar', ${over!.is})`;
    });
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (next < 600) await write((next += 1));
    }),
  );
  await crowd.end();
  expect(await firm.overlaps()).toBe(0);
});

test(
  "meetings 5: a thousand bookings with equal hours are shared out with a spread of one",
  { timeout: 1_800_000 },
  async () => {
    const people = [];
    for (let n = 0; n < 4; n += 1) people.push(await firm.person(`Share ${n}`, "Europe/Berlin", ["00:00", "24:00"]));
    const page = await firm.page({ people, who: "any", horizon_days: 60 });
    let booked = 0;
    for (let day = 0; booked < 1000; day += 1)
      for (let slot = 0; slot < 48 && booked < 1000; slot += 1) {
        const start = new Date(Date.parse("2031-03-04T00:00:00Z") + day * 86_400_000 + slot * 30 * 60_000);
        const { meeting } = await firm.book(page, start.toISOString(), {}, new Date(now.getTime() + booked));
        if (meeting) booked += 1;
      }
    const counts = await sql<
      { count: number }[]
    >`select count(*)::int as count from public.meetings where page_id = ${page} group by host_id`;
    const all = counts.map(({ count }) => count);
    expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(1);
  },
);
