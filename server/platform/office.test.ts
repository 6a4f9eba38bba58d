import { beforeEach, describe, expect, test } from "vitest";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { presetOffice } from "./office.ts";

const { sql } = await testDatabase();
const adminId = await addUser(sql, { admin: true });
const admin: Who = { role: "authenticated", userId: adminId };
const visitor: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };

const setOffice = (zone: string, workDays = [1, 2, 3, 4, 5], closes = "17:00") =>
  sql`update public.office set time_zone = ${zone}, work_days = ${workDays}, closes_at = ${closes}`;
const holidays = async (...days: string[]) => {
  await sql`delete from public.office_holidays`;
  for (const day of days) await sql`insert into public.office_holidays (day, name) values (${day}, 'Holiday')`;
};
/** Both as the office's clock shows them: "2026-11-13 10:00". */
async function deadline(received: string, days = 2): Promise<string | null> {
  const [row] = await sql<{ due: string }[]>`
    select to_char(
      public.business_deadline(${received}::timestamp at time zone office.time_zone, ${days}::int) at time zone office.time_zone,
      'Dy YYYY-MM-DD HH24:MI') as due
    from public.office`;
  return row?.due ?? null;
}

describe("audit-4 S18", () => {
  test("audit-4 S18: a number of days that is looped over has a range", async () => {
    await setOffice("America/New_York");
    await holidays();
    expect(await deadline("2026-11-16 10:00", 1000)).toBe("Mon 2030-09-16 17:00");
    for (const days of [1001, 2_147_483_647, -1])
      await expect(deadline("2026-11-16 10:00", days)).rejects.toMatchObject({ code: "22023" });
  });

  test("audit-4 S18: colleagues have different names, however they are written and wherever they come from", async () => {
    const colleague = async (): Promise<Extract<Who, { userId: string }>> => ({
      role: "authenticated",
      userId: await addUser(sql, { admin: true }),
    });
    const [first, other] = [await colleague(), await colleague()];
    const named = async (name: string, who: typeof first) =>
      actAs(sql, who, (tx) => tx`update public.staff set name = ${name} where user_id = ${who.userId} returning name`);
    await named("Iris Vale", first);
    for (const name of ["Iris Vale", "iris  VALE", " Iris Vale "])
      await expect(named(name, other)).rejects.toMatchObject({ code: "23505" });
    expect(await named("Iris V.", other)).toHaveLength(1);
    // The name of an account is its person's to choose: in the back office it gets a number.
    await sql`update auth.users set raw_user_meta_data = '{"name": "Iris Vale"}' where id = ${other.userId}`;
    const nameOf = async ({ userId }: typeof first) =>
      (await sql<{ name: string }[]>`select name from public.staff where user_id = ${userId}`)[0]!.name;
    expect([await nameOf(first), await nameOf(other)]).toEqual(["Iris Vale", "Iris Vale 2"]);
    // Who has left keeps their name in what they did, and stands in no one's way.
    await sql`delete from public.user_roles where user_id = ${other.userId}`;
    expect(await named("Iris Vale 2", first)).toHaveLength(1);
    await sql`delete from public.user_roles where user_id = ${first.userId}`;
    await sql`delete from auth.users where id in (${first.userId}, ${other.userId})`;
    await sql`delete from public.staff where user_id in (${first.userId}, ${other.userId})`;
  });
});

describe("business_deadline", () => {
  beforeEach(async () => {
    await setOffice("America/New_York");
    await holidays();
  });

  test.each([
    ["Friday at 10:00", "2026-11-13 10:00", "Tue 2026-11-17 17:00"],
    ["Friday, a minute before closing", "2026-11-13 16:59", "Tue 2026-11-17 17:00"],
    ["Friday at closing time", "2026-11-13 17:00", "Wed 2026-11-18 17:00"],
    ["Friday evening", "2026-11-13 20:00", "Wed 2026-11-18 17:00"],
    ["Saturday", "2026-11-14 11:00", "Wed 2026-11-18 17:00"],
    ["Sunday at midnight", "2026-11-15 00:00", "Wed 2026-11-18 17:00"],
    ["Monday just after midnight", "2026-11-16 00:01", "Wed 2026-11-18 17:00"],
    ["Wednesday", "2026-11-11 09:00", "Fri 2026-11-13 17:00"],
    ["Thursday", "2026-11-12 09:00", "Mon 2026-11-16 17:00"],
  ])("%s", async (_, received, due) => {
    expect(await deadline(received)).toBe(due);
  });

  test("the day before a holiday, the holiday itself, and a holiday on a weekend", async () => {
    await holidays("2026-11-26", "2026-11-28");
    expect(await deadline("2026-11-25 10:00")).toBe("Mon 2026-11-30 17:00");
    expect(await deadline("2026-11-25 18:00")).toBe("Tue 2026-12-01 17:00");
    expect(await deadline("2026-11-26 10:00")).toBe("Tue 2026-12-01 17:00");
    expect(await deadline("2026-11-27 10:00")).toBe("Tue 2026-12-01 17:00");
  });

  test("over the end of the year, with its holidays", async () => {
    await holidays("2026-12-24", "2026-12-25", "2026-12-31", "2027-01-01");
    expect(await deadline("2026-12-23 10:00")).toBe("Tue 2026-12-29 17:00");
    expect(await deadline("2026-12-30 10:00")).toBe("Tue 2027-01-05 17:00");
    expect(await deadline("2026-12-31 23:59")).toBe("Wed 2027-01-06 17:00");
  });

  test("closing time stays closing time when the clocks go back, and when they go forward", async () => {
    // The first Sunday of November and the second of March.
    expect(await deadline("2026-10-30 10:00")).toBe("Tue 2026-11-03 17:00");
    expect(await deadline("2027-03-12 10:00")).toBe("Tue 2027-03-16 17:00");
    const instants = await sql<{ due: Date }[]>`
      select public.business_deadline(at, 2) as due
      from unnest(array['2026-10-30 10:00-04', '2027-03-12 10:00-05']::timestamptz[]) as at`;
    expect(instants.map(({ due }) => new Date(due).toISOString())).toEqual([
      "2026-11-03T22:00:00.000Z",
      "2027-03-16T21:00:00.000Z",
    ]);
    // The hour that comes twice, and the one that does not come: both before closing on a Sunday.
    expect(await deadline("2026-11-01 01:30")).toBe("Wed 2026-11-04 17:00");
    expect(await deadline("2027-03-14 02:30")).toBe("Wed 2027-03-17 17:00");
    await setOffice("Europe/Berlin");
    expect(await deadline("2026-10-23 10:00")).toBe("Tue 2026-10-27 17:00");
    expect(await deadline("2027-03-26 10:00")).toBe("Tue 2027-03-30 17:00");
  });

  test("the same instant is another day elsewhere", async () => {
    const received = "2026-11-13T21:30:00Z";
    const due = async () => {
      const [row] = await sql<{ due: Date }[]>`select public.business_deadline(${received}, 2) as due`;
      return new Date(row!.due).toISOString();
    };
    expect(await due()).toBe("2026-11-17T22:00:00.000Z");
    await setOffice("Europe/Berlin");
    expect(await due()).toBe("2026-11-18T16:00:00.000Z");
    await setOffice("Pacific/Kiritimati");
    expect(await due()).toBe("2026-11-18T03:00:00.000Z");
  });

  test("other work days, no days at all to wait, and a year of holidays", async () => {
    await setOffice("UTC", [7], "12:00");
    expect(await deadline("2026-11-13 10:00", 1)).toBe("Sun 2026-11-22 12:00");
    await setOffice("UTC");
    expect(await deadline("2026-11-13 10:00", 0)).toBe("Fri 2026-11-13 17:00");
    expect(await deadline("2026-11-14 10:00", 0)).toBe("Mon 2026-11-16 17:00");
    await sql`insert into public.office_holidays select day::date, 'Closed' from generate_series('2026-11-16'::date, '2027-11-15', '1 day') as day`;
    expect(await deadline("2026-11-13 10:00")).toBe("Wed 2027-11-17 17:00");
  });
});

test("next_work_day is the first working day after a day", async () => {
  await setOffice("UTC");
  await holidays("2026-11-16");
  const [row] = await sql`
    select public.next_work_day('2026-11-12')::text as friday, public.next_work_day('2026-11-13')::text as after_weekend`;
  expect(row).toEqual({ friday: "2026-11-13", after_weekend: "2026-11-17" });
  await holidays();
});

test("the office's day is the day there, not the server's nor the connection's", async () => {
  await setOffice("Pacific/Auckland");
  const day = "2026-11-15T11:30:00Z";
  for (const zone of ["UTC", "America/Los_Angeles"]) {
    const [row] = await sql.begin(async (tx) => {
      await tx`select set_config('timezone', ${zone}, true)`;
      return tx`select public.office_day(${day})::text as day,
        public.office_today() = (now() at time zone 'Pacific/Auckland')::date as today`;
    });
    expect(row).toEqual({ day: "2026-11-16", today: true });
  }
  await setOffice("UTC");
});

describe("the office", () => {
  test("is changed by administrators, seen by nobody else, and there is one", async () => {
    const change = (who: Who) =>
      actAs(sql, who, (tx) => tx`update public.office set closes_at = '18:00' returning changed_by`);
    expect([...(await change(visitor))]).toEqual([]);
    expect([...(await change(admin))]).toEqual([{ changed_by: adminId }]);
    expect(await actAs(sql, visitor, (tx) => tx`select * from public.office`)).toHaveLength(0);
    const [row] = await actAs(
      sql,
      visitor,
      (tx) => tx`select public.office_today() as today, public.business_deadline(now(), 2) as due`,
    );
    expect(row).toEqual({ today: null, due: null });
    await expect(actAs(sql, admin, (tx) => tx`insert into public.office (time_zone) values ('UTC')`)).rejects.toThrow(
      "permission denied",
    );
    await expect(sql`insert into public.office default values`).rejects.toThrow("duplicate");
  });

  test("takes no zone that does not exist, no week without a work day, no currency of four letters", async () => {
    await expect(sql`update public.office set time_zone = 'Mars/Olympus'`).rejects.toThrow(
      'There is no time zone called "Mars/Olympus"',
    );
    await expect(sql`update public.office set time_zone = 'XYZ+3'`).rejects.toThrow("There is no time zone");
    await expect(sql`update public.office set work_days = '{}'`).rejects.toThrow("work days are one or more");
    await expect(sql`update public.office set work_days = '{0,8}'`).rejects.toThrow("work days are one or more");
    await expect(sql`update public.office set currency = 'EURO'`).rejects.toThrow("three letters");
  });

  test("takes the machine's zone at the first start, and keeps what was changed since", async () => {
    const zone = async () => (await sql<{ time_zone: string }[]>`select time_zone from public.office`)[0]?.time_zone;
    await sql`alter table public.office disable trigger office_note_change`;
    await sql`update public.office set time_zone = 'UTC', changed_at = null`;
    await sql`alter table public.office enable trigger office_note_change`;
    await presetOffice(sql, "Not/AZone");
    expect(await zone()).toBe("UTC");
    await presetOffice(sql, "Asia/Tokyo");
    expect(await zone()).toBe("Asia/Tokyo");
    await presetOffice(sql, "Europe/Oslo");
    expect(await zone()).toBe("Asia/Tokyo");
  });
});

describe("staff", () => {
  const staff = (id: string) =>
    sql<{ name: string; active: boolean }[]>`select name, active from public.staff where user_id = ${id}`;

  test("is every administrator, by the name in their account", async () => {
    const id = await addUser(sql, { admin: true });
    expect(await staff(id)).toMatchObject([{ name: `${id}@example.com`, active: true }]);
    await sql`update auth.users set raw_user_meta_data = '{"name": "Noor Marchetti"}' where id = ${id}`;
    expect(await staff(id)).toMatchObject([{ name: "Noor Marchetti", active: true }]);
    // Something else in the account changes: a name that was given here stays.
    await actAs(sql, admin, (tx) => tx`update public.staff set name = 'Noor' where user_id = ${id}`);
    await sql`update auth.users set raw_user_meta_data = raw_user_meta_data || '{"theme": "dark"}' where id = ${id}`;
    expect(await staff(id)).toMatchObject([{ name: "Noor" }]);
    expect(await staff(visitor.role === "authenticated" ? visitor.userId : "")).toEqual([]);
  });

  test("stays as inactive after leaving, and is active again after coming back", async () => {
    const id = await addUser(sql, { admin: true });
    await sql`delete from public.user_roles where user_id = ${id}`;
    expect(await staff(id)).toMatchObject([{ active: false }]);
    await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
    expect(await staff(id)).toMatchObject([{ active: true }]);
    await sql`delete from auth.users where id = ${id}`;
    expect(await staff(id)).toMatchObject([{ name: `${id}@example.com`, active: false }]);
  });

  test("is not seen by others, and nobody joins through the API", async () => {
    expect(await actAs(sql, visitor, (tx) => tx`select * from public.staff`)).toHaveLength(0);
    await expect(
      actAs(sql, admin, (tx) => tx`insert into public.staff (user_id, name) values (gen_random_uuid(), 'X')`),
    ).rejects.toThrow("permission denied");
    await expect(actAs(sql, admin, (tx) => tx`update public.staff set active = false`)).rejects.toThrow(
      "permission denied",
    );
  });
});
