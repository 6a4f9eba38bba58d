// A server that is killed fifty times while it reads a calendar and writes into it, beside a calendar and meetings that change all the while.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { openSealing } from "#server/platform/sealed.ts";
import { readEnv } from "#server/env.ts";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { addUser } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "../../server.ts";
import { keepSecret } from "./secrets.ts";
import { startCaldavStandIn } from "./testing/caldav-stand-in.ts";

const kills = 50;
const { sql, connection } = await testDatabase();
const data = await mkdtemp(path.join(tmpdir(), "kills-"));
const server = await startCaldavStandIn();
afterAll(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});

let clock = new Date("2031-03-03T08:00:00Z");
const settings = { PRIVATE_SERVERS: "true", DATA_DIR: data };
const entry = (uid: string, day: number, hour: number) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20310101T000000Z\r\nDTSTART:203104${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}0000Z\r\nDURATION:PT30M\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

async function started(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ["modules/meetings/testing/calendar-process.ts", JSON.stringify(connection), data, clock.toISOString()],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(child.stdout!, "data");
  return child;
}

test(
  "meetings 26: after fifty kills the rows are those of a fresh reading, and each meeting has one entry (meetings 28)",
  { timeout: 1_800_000 },
  async () => {
    server.add("work", { name: "Work" });
    await sql`update public.modules set live = true where key in ('meetings', 'outbox', 'timeline')`;
    await setOutboxGate(sql, true);
    const noor = await addUser(sql, { admin: true });
    await sql`insert into public.availability (staff_id, zone) values (${noor}, 'Europe/Berlin')`;
    const [calendar] = await sql<{ id: string }[]>`
    insert into public.calendars (staff_id, kind, name, address, username, writes, state, next_try_at)
    values (${noor}, 'caldav', 'Work', ${server.calendarUrl("work")}, 'noor', true, 'checking', '2031-03-01') returning id`;
    const sealing = await openSealing(readEnv({ ...settings, LOG_LEVEL: "silent" }));
    await keepSecret(sql, sealing, calendar!.id, { kind: "caldav", ...server.access });

    const meetings: string[] = [];
    const change = async (round: number) => {
      for (let n = 0; n < 4; n += 1)
        server.put("work", `${round}-${n}.ics`, entry(`u${round}-${n}`, 1 + (round % 28), 6 + n));
      if (round > 2) server.remove("work", `${round - 3}-1.ics`);
      if (round > 3) server.put("work", `${round - 4}-2.ics`, entry(`u${round - 4}-2`, 1 + (round % 28), 20));
      const id = randomUUID();
      const starts = new Date(Date.UTC(2031, 4, 1 + Math.floor(round / 4), 8 + 2 * (round % 4)));
      await sql.begin(async (tx) => {
        await tx`
        insert into public.meetings (id, source, host_id, title, starts_at, ends_at, local_start, zone, place, state, ics_uid)
        values (${id}, 'booking', ${noor}, 'Call', ${starts}, ${new Date(starts.getTime() + 1_800_000)}, ${starts.toISOString().slice(0, 19)}, 'Europe/Berlin', 'phone', 'confirmed', ${`${id}@guidevane.test`})`;
        await tx`insert into public.meeting_people (meeting_id, role, staff_id, name, address) values (${id}, 'host', ${noor}, 'Noor', 'noor@guidevane.test')`;
      });
      meetings.push(id);
      const earlier = meetings[round - 2];
      if (earlier && round % 3 === 0)
        await sql`update public.meetings set state = 'cancelled', sequence = sequence + 1 where id = ${earlier}`;
      else if (earlier)
        await sql`update public.meetings set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour', sequence = sequence + 1 where id = ${earlier}`;
    };

    for (let round = 0; round < kills; round += 1) {
      const child = await started();
      await change(round);
      await pause(Math.random() * 120);
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      // Later than the lease of whoever was killed.
      clock = new Date(clock.getTime() + 10 * 60_000);
    }

    const site = moduleSite(sql, "meetings", serverWith({ now: () => clock }), { settings, now: () => clock });
    const settle = async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        clock = new Date(clock.getTime() + 20 * 60_000);
        // What failed is tried again after a quarter of an hour of the database's clock.
        await sql`update public.calendar_copies set updated_at = '2031-01-01' where state = 'failed'`;
        for (const name of ["calendar-copies", "calendars"]) {
          const job = site.jobs.get(name)!;
          for (const key of await job.findDue(500)) await job.run(key, new AbortController().signal);
        }
      }
    };
    const rows = () => sql<{ href: string; during: string }[]>`
    select entry_href as href, during::text from public.occupied where calendar_id = ${calendar!.id} order by 1, 2`;
    await settle();
    const found = await rows();
    await sql`delete from public.occupied where calendar_id = ${calendar!.id}`;
    await sql`delete from public.calendar_entries where calendar_id = ${calendar!.id}`;
    await sql`update public.calendars set sync_token = null, compared_at = null, next_try_at = '2031-03-01' where id = ${calendar!.id}`;
    await settle();
    expect(found.length).toBeGreaterThan(100);
    expect(found).toEqual(await rows());

    const ours = [...server.entries("work").values()]
      .map(({ ics }) => ics)
      .filter((ics) => ics.includes("@guidevane.test"));
    const wanted = await sql<{ uid: string; start: string; sequence: number }[]>`
    select ics_uid as uid, to_char(starts_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as start, sequence from public.meetings where state = 'confirmed' order by ics_uid`;
    const said = (ics: string, name: string) => new RegExp(`^${name}:(.*)$`, "m").exec(ics)?.[1]?.trim() ?? "";
    expect(
      ours
        .map((ics) => ({ uid: said(ics, "UID"), start: said(ics, "DTSTART"), sequence: Number(said(ics, "SEQUENCE")) }))
        .toSorted((one, other) => (one.uid < other.uid ? -1 : 1)),
    ).toEqual([...wanted]);
    expect(await sql`select from public.meetings where question is not null`).toHaveLength(0);
  },
);
