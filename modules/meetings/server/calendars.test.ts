// Calendars on a database with a CalDAV server beside it: connect, read, what is busy, our copies, what is asked.
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { UnsecuredJWT } from "jose";
import ical, { type VEvent } from "node-ical";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "../server.ts";
import { type CaldavStandIn, startCaldavStandIn } from "./calendars/testing/caldav-stand-in.ts";

const { sql } = await testDatabase();
let server: CaldavStandIn;
let noor: string;
let clock = new Date("2031-03-03T08:00:00Z");
const data = await mkdtemp(path.join(tmpdir(), "calendars-"));
const site = moduleSite(sql, "meetings", serverWith({ now: () => clock }), {
  settings: { PRIVATE_SERVERS: "true", DATA_DIR: data },
  now: () => clock,
});

beforeAll(async () => {
  server = await startCaldavStandIn();
  await sql`update public.modules set live = true where key in ('meetings', 'outbox', 'timeline')`;
  await sql`update public.office set time_zone = 'Europe/Berlin'`;
});
afterAll(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});
beforeEach(async () => {
  clock = new Date("2031-03-03T08:00:00Z");
  server.trouble = null;
  server.add("work", { name: "Work" });
  server.asked.length = 0;
  await sql`delete from public.meetings`;
  await sql`delete from public.calendars`;
  await setOutboxGate(sql, true);
  noor = await addUser(sql, { admin: true });
  await sql`insert into public.availability (staff_id, zone) values (${noor}, 'Europe/Berlin')`;
});

const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000);
};
const post = async (address: string, body?: unknown, as = noor) => {
  const response = await site.ask(address, {
    method: "POST",
    headers: {
      authorization: `Bearer ${new UnsecuredJWT({}).setSubject(as).encode()}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const call = <T>(statement: (tx: Parameters<Parameters<typeof actAs>[2]>[0]) => Promise<T>, as = noor) =>
  actAs(sql, { role: "authenticated", userId: as }, statement);

const access = () => ({ kind: "caldav", ...server.access });
async function connected(writes = false): Promise<string> {
  const chosen = [{ url: server.calendarUrl("work"), name: "Work", writes }];
  const { body } = await post("/api/meetings/calendars", { ...access(), chosen });
  return (body["connected"] as string[])[0]!;
}
const run = async (name: "calendars" | "calendar-copies") => {
  const job = site.jobs.get(name)!;
  for (const key of await job.findDue(100)) await job.run(key, new AbortController().signal);
};
const entry = (uid: string, start: string, end: string, more = "") =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20310101T000000Z\r\nDTSTART:${start}\r\nDTEND:${end}\r\nSUMMARY:Secret title\r\nLOCATION:Secret place\r\n${more}END:VEVENT\r\nEND:VCALENDAR\r\n`;
const busy = async () =>
  (
    await sql<{ span: string; late: boolean }[]>`
      select to_char(lower(during) at time zone 'UTC', 'MM-DD HH24:MI') || ' ' || to_char(upper(during) at time zone 'UTC', 'HH24:MI') as span, late
      from public.occupied where staff_id = ${noor} and kind = 'calendar' order by during`
  ).map(({ span, late }) => (late ? `${span} late` : span));
const state = async () =>
  (
    await sql<
      { state: string; reason: string | null; next_try_at: Date }[]
    >`select state, reason, next_try_at from public.calendars where staff_id = ${noor}`
  )[0]!;
const told = async () =>
  (
    await sql<
      { kind: string }[]
    >`select kind from public.events where record_type = 'calendar' and actor_name = 'Calendar'
    and record_id in (select id from public.calendars where staff_id = ${noor}) order by id`
  ).map(({ kind }) => kind);

/** A meeting of noor's as booking makes it. */
async function meeting(startsAt = "2031-03-04T09:00:00Z"): Promise<string> {
  const id = randomUUID();
  const starts = new Date(startsAt);
  await sql`
    insert into public.meetings (id, source, host_id, title, starts_at, ends_at, local_start, zone, place, place_detail, state, ics_uid)
    values (${id}, 'booking', ${noor}, 'AI consultation', ${starts}, ${new Date(starts.getTime() + 1_800_000)}, ${startsAt.slice(0, 19)}, 'Europe/Berlin', 'video',
      'https://meet.example/1', 'confirmed', ${`${id}@guidevane.test`})`;
  await sql`insert into public.meeting_people (meeting_id, role, staff_id, name, address) values (${id}, 'host', ${noor}, 'Noor', 'noor@guidevane.test')`;
  await sql`insert into public.meeting_people (meeting_id, role, name, address) values (${id}, 'guest', 'Dana Whitlock', 'dana@castelline.example')`;
  await sql`select private.occupy(meetings, ${[noor]}) from public.meetings where id = ${id}`;
  return id;
}
const meetingRow = async (id: string) =>
  (
    await sql<
      { state: string; question: { ask: string; starts_at?: string } | null; starts_at: Date }[]
    >`select state, question, starts_at from public.meetings where id = ${id}`
  )[0]!;
const copy = async (id: string) =>
  (
    await sql<
      { state: string; href: string | null; sequence: number; reason: string | null }[]
    >`select state, href, sequence, reason from public.calendar_copies where meeting_id = ${id}`
  )[0];
const there = () => [...server.entries("work").values()].map(({ ics }) => ics);

describe("meetings 26: connect and read", () => {
  test("connecting tests first, stores nothing that failed, and keeps the password sealed", async () => {
    expect((await post("/api/meetings/calendars", access())).body).toEqual({
      found: [{ url: server.calendarUrl("work"), name: "Work", mayWrite: true }],
    });
    expect(
      (
        await post("/api/meetings/calendars", {
          ...access(),
          password: "wrong",
          chosen: [{ url: server.calendarUrl("work"), name: "Work", writes: true }],
        })
      ).body,
    ).toMatchObject({ failed: "signed out" });
    expect(await sql`select from public.calendars`).toHaveLength(0);
    await connected();
    const rows = await sql<
      { row: string }[]
    >`select row_to_json(calendars)::text || encode(sealed, 'escape') as row from public.calendars join private.calendar_secrets on calendar_id = id`;
    expect(rows[0]!.row).not.toContain("s3cret");
  });

  test("reads every five minutes what changed, and stores times without titles, places and people", async () => {
    server.put(
      "work",
      "a.ics",
      entry("a", "20310304T090000Z", "20310304T100000Z", "ATTENDEE;CN=Secret person:mailto:x@y.example\r\n"),
    );
    await connected();
    await run("calendars");
    expect(await busy()).toEqual(["03-04 09:00 10:00"]);
    expect((await state()).state).toBe("live");
    server.asked.length = 0;
    await run("calendars");
    expect(server.asked).toEqual([]);
    later(5);
    await run("calendars");
    expect(server.asked).toEqual(["REPORT /calendars/work/"]);
    server.put("work", "a.ics", entry("a", "20310304T110000Z", "20310304T120000Z"));
    server.put("work", "b.ics", entry("b", "20310305T080000Z", "20310305T090000Z", "RRULE:FREQ=DAILY;COUNT=2\r\n"));
    later(5);
    await run("calendars");
    expect(await busy()).toEqual(["03-04 11:00 12:00", "03-05 08:00 09:00", "03-06 08:00 09:00"]);
    server.remove("work", "a.ics");
    later(5);
    await run("calendars");
    expect(await busy()).toEqual(["03-05 08:00 09:00", "03-06 08:00 09:00"]);
    const [dump] = await sql<
      { all: string }[]
    >`select (select json_agg(e)::text from public.calendar_entries e) || (select json_agg(o)::text from public.occupied o) || (select json_agg(c)::text from public.calendars c) as all`;
    expect(dump!.all).not.toMatch(/Secret|y\.example/);
  });

  test("what another process changed meanwhile, and a token that lies, leave no time behind", async () => {
    server.put("work", "a.ics", entry("a", "20310304T090000Z", "20310304T100000Z"));
    const id = await connected();
    await run("calendars");
    // As after a restore: rows of an entry that no one knows, and one that is missing.
    await sql`update public.calendar_entries set href = '/calendars/work/lost.ics' where calendar_id = ${id}`;
    await sql`update public.occupied set entry_href = '/calendars/work/lost.ics' where calendar_id = ${id}`;
    later(24 * 60);
    await run("calendars");
    expect(await busy()).toEqual(["03-04 09:00 10:00"]);
    expect(await sql`select from public.calendar_entries where calendar_id = ${id}`).toHaveLength(1);
  });

  test("only its owner sees and changes a calendar; an administrator may pause and remove it", async () => {
    const id = await connected();
    const admin = await addUser(sql, { admin: true });
    expect((await post(`/api/meetings/calendars/${id}/read`, undefined, admin)).status).toBe(404);
    await expect(
      call((tx) => tx`select public.save_calendar(${id}, '{"count_all_day": false}')`, admin),
    ).rejects.toThrow("Only its owner");
    server.put("work", "a.ics", entry("a", "20310304T090000Z", "20310304T100000Z"));
    await run("calendars");
    await call((tx) => tx`select public.set_calendar_paused(${id}, true)`, admin);
    expect(await busy()).toEqual([]);
    await call((tx) => tx`select public.remove_calendar(${id})`, admin);
    expect(await sql`select from private.calendar_secrets where calendar_id = ${id}`).toHaveLength(0);
  });
});

describe("meetings 27: what counts", () => {
  test("a changed setting reads everything again by it, and a new zone moves whole days", async () => {
    server.put("work", "a.ics", entry("a", "20310304T090000Z", "20310304T100000Z", "STATUS:TENTATIVE\r\n"));
    server.put(
      "work",
      "b.ics",
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:b\r\nDTSTART;VALUE=DATE:20310306\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    );
    const id = await connected();
    await run("calendars");
    expect(await busy()).toEqual(["03-04 09:00 10:00", "03-05 23:00 23:00"]);
    await call((tx) => tx`select public.save_calendar(${id}, '{"count_tentative": false}')`);
    await sql`update public.availability set zone = 'America/New_York' where staff_id = ${noor}`;
    later(1);
    await sql`update public.calendars set next_try_at = ${clock}`;
    await run("calendars");
    expect(await busy()).toEqual(["03-06 05:00 05:00"]);
  });

  test("our own copies are not busy a second time", async () => {
    await connected(true);
    const id = await meeting();
    await run("calendar-copies");
    expect(there()).toHaveLength(1);
    await run("calendars");
    expect(await busy()).toEqual([]);
    expect((await meetingRow(id)).question).toBeNull();
  });
});

describe("meetings 28: our copy", () => {
  test("is made, changed and removed with its meeting, and names no attendee", async () => {
    await connected(true);
    const id = await meeting();
    await run("calendar-copies");
    expect([...server.entries("work").keys()]).toEqual([`/calendars/work/${id}.ics`]);
    const [file] = there();
    expect(file).not.toMatch(/ATTENDEE|METHOD|ORGANIZER/);
    const [event] = Object.values(ical.sync.parseICS(file!)).filter((part) => part?.type === "VEVENT") as VEvent[];
    expect([event!.start.toISOString(), event!.end!.toISOString(), event!.uid, event!.summary]).toEqual([
      "2031-03-04T09:00:00.000Z",
      "2031-03-04T09:30:00.000Z",
      `${id}@guidevane.test`,
      "AI consultation with Dana Whitlock",
    ]);
    expect(String(event!.description)).toContain(`https://guidevane.test/admin/meetings/${id}`);
    await call((tx) => tx`select public.move_meeting(${id}, '2031-03-04T13:00:00Z')`);
    await run("calendar-copies");
    expect(there()).toHaveLength(1);
    expect(there()[0]).toMatch(/DTSTART:20310304T130000Z[\s\S]*SEQUENCE:1/);
    await call((tx) => tx`select public.cancel_meeting(${id})`);
    await run("calendar-copies");
    expect(there()).toEqual([]);
    expect(await copy(id)).toBeUndefined();
  });

  test("SAFE holds it, and the feed shows the meeting all the same", async () => {
    await setOutboxGate(sql, false);
    await connected(true);
    const id = await meeting();
    await run("calendar-copies");
    expect(there()).toEqual([]);
    expect((await copy(id))?.state).toBe("wanted");
    const { body } = await post("/api/meetings/feed");
    const feed = await site.ask(new URL(body["address"] as string).pathname);
    expect(await feed.text()).toContain(`UID:${id}@guidevane.test`);
  });

  test("says Busy and nothing else where its owner wants that", async () => {
    const calendar = await connected(true);
    await call((tx) => tx`select public.save_calendar(${calendar}, '{"write_details": false}')`);
    await meeting();
    await run("calendar-copies");
    expect(there()[0]).toContain("SUMMARY:Busy");
    expect(there()[0]).not.toMatch(/Dana|AI consultation|meet\.example/);
  });

  test("a try that was cut off, and two at once, leave one entry", async () => {
    await connected(true);
    const id = await meeting();
    server.trouble = "answer lost after writing";
    await run("calendar-copies");
    expect((await copy(id))?.state).toBe("failed");
    server.trouble = null;
    const job = site.jobs.get("calendar-copies")!;
    await Promise.all([1, 2].map(() => job.run(`${id} ${noor}`, new AbortController().signal)));
    expect(there()).toHaveLength(1);
    expect(await copy(id)).toMatchObject({ state: "there", sequence: 0 });
  });

  test("a calendar that refuses is said, and the meeting stands", async () => {
    server.add("work", { readOnly: false });
    await connected(true);
    const id = await meeting();
    server.trouble = "503";
    await run("calendar-copies");
    expect(await copy(id)).toMatchObject({ state: "failed", reason: "refused (503)" });
    expect((await meetingRow(id)).state).toBe("confirmed");
  });
});

describe("meetings 29: changed in the calendar", () => {
  const written = async (count = 1) => {
    await connected(true);
    const ids = [];
    for (let no = 0; no < count; no += 1)
      ids.push(await meeting(`2031-03-0${4 + Math.floor(no / 2)}T${no % 2 ? "13" : "09"}:00:00Z`));
    await run("calendar-copies");
    await run("calendars");
    later(5);
    return ids;
  };

  test("deleted there: the host is asked, the meeting stands, and it is put back", async () => {
    const [id] = await written();
    server.remove("work", `${id}.ics`);
    await run("calendars");
    expect(await meetingRow(id!)).toMatchObject({ state: "confirmed", question: { ask: "deleted" } });
    expect(await sql`select from public.meeting_mails where meeting_id = ${id!}`).toHaveLength(0);
    await call((tx) => tx`select public.put_back_copy(${id!})`);
    await run("calendar-copies");
    expect(there()).toHaveLength(1);
    expect((await meetingRow(id!)).question).toBeNull();
  });

  test("moved there: the host is asked with the new time; another change is none", async () => {
    const [id] = await written();
    const name = `${id}.ics`;
    const file = there()[0]!;
    server.put("work", name, file.replace("END:VEVENT", "BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\nEND:VEVENT"));
    await run("calendars");
    expect((await meetingRow(id!)).question).toBeNull();
    later(5);
    server.put(
      "work",
      name,
      file.replace(/DTSTART:\S+/, "DTSTART:20310304T140000Z").replace(/DTEND:\S+/, "DTEND:20310304T143000Z"),
    );
    await run("calendars");
    const row = await meetingRow(id!);
    expect(row.question?.ask).toBe("moved");
    expect(new Date(row.question!.starts_at!).toISOString()).toBe("2031-03-04T14:00:00.000Z");
    expect(row.starts_at.toISOString()).toBe("2031-03-04T09:00:00.000Z");
    await call((tx) => tx`select public.move_meeting(${id!}, '2031-03-04T14:00:00Z')`);
    await run("calendar-copies");
    expect(there()[0]).toContain("DTSTART:20310304T140000Z");
  });

  test("more than three gone at once are one alarm and no questions", async () => {
    const ids = await written(4);
    for (const id of ids) server.remove("work", `${id}.ics`);
    await run("calendars");
    expect(await told()).toEqual(["many gone"]);
    expect((await Promise.all(ids.map(meetingRow))).map(({ question }) => question)).toEqual([null, null, null, null]);
  });
});

describe("meetings 30: a calendar that does not answer", () => {
  test("its last times count, its owner is told at 30 minutes and at two hours, and it is tried after 1, 5, 15 and 60 minutes", async () => {
    server.put("work", "a.ics", entry("a", "20310304T090000Z", "20310304T100000Z"));
    await connected();
    await run("calendars");
    server.trouble = "503";
    const pauses: number[] = [];
    for (let no = 0; no < 5; no += 1) {
      const due = (await state()).next_try_at;
      pauses.push(Math.round((due.getTime() - clock.getTime()) / 60_000));
      clock = due;
      await run("calendars");
    }
    expect(pauses).toEqual([5, 1, 5, 15, 60]);
    expect(await busy()).toEqual(["03-04 09:00 10:00"]);
    expect(await told()).toEqual(["silent"]);
    expect((await state()).state).toBe("waiting");
    // Not an hour later: when the two hours are over.
    clock = (await state()).next_try_at;
    await run("calendars");
    expect(await told()).toEqual(["silent", "closed"]);
    const [stale] = await sql<
      { when_stale: string }[]
    >`select when_stale from private.stale_calendars(array[${noor}::uuid], ${clock})`;
    expect(stale?.when_stale).toBe("closed");
    server.trouble = null;
    clock = (await state()).next_try_at;
    await run("calendars");
    expect((await state()).state).toBe("live");
    expect(await sql`select from private.stale_calendars(array[${noor}::uuid], ${clock})`).toHaveLength(0);
  });

  test("a refused password is told at once, not tried again, and a new one is tested before it is kept", async () => {
    const id = await connected();
    await run("calendars");
    later(5);
    server.trouble = "401";
    await run("calendars");
    expect(await told()).toEqual(["signed out"]);
    later(24 * 60);
    server.asked.length = 0;
    await run("calendars");
    expect(server.asked).toEqual([]);
    server.trouble = null;
    expect((await post(`/api/meetings/calendars/${id}/password`, { password: "wrong" })).body).toMatchObject({
      ok: false,
    });
    expect((await post(`/api/meetings/calendars/${id}/password`, { password: "s3cret" })).body).toMatchObject({
      ok: true,
    });
    expect((await state()).state).toBe("live");
  });
});

describe("meetings 31: an entry that comes later", () => {
  test("is shown as late, told once, and counts again when nothing of ours is over it", async () => {
    await connected();
    await run("calendars");
    const id = await meeting();
    server.put("work", "a.ics", entry("a", "20310304T084500Z", "20310304T100000Z"));
    later(5);
    await run("calendars");
    expect(await busy()).toEqual(["03-04 08:45 10:00 late"]);
    const conflict = async () =>
      (
        await call(
          (tx) => tx<{ is_conflict: boolean }[]>`select is_conflict from public.meeting_list() where id = ${id}`,
        )
      )[0]!.is_conflict;
    expect(await conflict()).toBe(true);
    expect(await sql`select from public.events where kind = 'conflict' and record_id = ${id}`).toHaveLength(1);
    await call((tx) => tx`select public.keep_both(${id})`);
    expect(await conflict()).toBe(false);
    await call((tx) => tx`select public.cancel_meeting(${id})`);
    expect(await busy()).toEqual(["03-04 08:45 10:00"]);
  });

  test("freed, it makes no one busy until it changes; one press offers the guest new times", async () => {
    await connected();
    await run("calendars");
    const id = await meeting();
    server.put("work", "a.ics", entry("a", "20310304T084500Z", "20310304T100000Z"));
    later(5);
    await run("calendars");
    await call((tx) => tx`select public.offer_new_times(${id})`);
    const mails = await sql<{ kind: string }[]>`select kind from public.meeting_mails where meeting_id = ${id}`;
    expect(mails.map(({ kind }) => kind)).toEqual(["choose_again"]);
    expect((await meetingRow(id)).starts_at.toISOString()).toBe("2031-03-04T09:00:00.000Z");
    await call((tx) => tx`select public.free_entry(${id})`);
    expect(await busy()).toEqual([]);
  });
});

describe("meetings 32: by address, and the feed", () => {
  test("a published file is read every 15 minutes, asked whether it changed, and a cut one keeps the old times", async () => {
    let file = entry("a", "20310304T090000Z", "20310304T100000Z");
    const asked: (string | undefined)[] = [];
    const tagOf = (text: string) => `"${createHash("sha256").update(text).digest("hex")}"`;
    const published = createServer((request, response) => {
      asked.push(request.headers["if-none-match"]);
      const etag = tagOf(file);
      if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
      return void response.writeHead(200, { etag }).end(file);
    });
    await new Promise<void>((resolve) => void published.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(published.address() as AddressInfo).port}/secret-key.ics`;
    expect((await post("/api/meetings/calendars", { kind: "ics", url, name: "Club" })).body).toHaveProperty(
      "connected",
    );
    const [row] = await sql<{ address: string }[]>`select address from public.calendars where staff_id = ${noor}`;
    expect(row!.address).not.toContain("secret-key");
    await run("calendars");
    expect(await busy()).toEqual(["03-04 09:00 10:00"]);
    later(14);
    await run("calendars");
    expect(asked).toHaveLength(2);
    later(1);
    await run("calendars");
    expect(asked.at(-1)).toBe(tagOf(file));
    file = file.slice(0, -30);
    later(15);
    await run("calendars");
    expect(await busy()).toEqual(["03-04 09:00 10:00"]);
    expect((await state()).state).toBe("waiting");
    file = entry("b", "20310305T090000Z", "20310305T100000Z");
    later(15);
    await run("calendars");
    expect(await busy()).toEqual(["03-05 09:00 10:00"]);
    await new Promise((resolve) => void published.close(resolve));
  });

  test("the feed's address is secret and renewable, and can say Busy alone", async () => {
    const id = await meeting();
    const first = new URL((await post("/api/meetings/feed")).body["address"] as string).pathname;
    expect(await (await site.ask(first)).text()).toContain("SUMMARY:AI consultation with Dana Whitlock");
    const plain = await (await site.ask(`${first}?busy`)).text();
    expect(plain).toContain(`UID:${id}`);
    expect(plain).not.toContain("Dana");
    expect(Object.values(ical.sync.parseICS(plain)).filter((part) => part?.type === "VEVENT")).toHaveLength(1);
    const second = new URL((await post("/api/meetings/feed")).body["address"] as string).pathname;
    expect([
      (await site.ask(first)).status,
      (await site.ask(second)).status,
      (await site.ask("/feed/none.ics")).status,
    ]).toEqual([410, 200, 404]);
  });

  test("audit-4 S16: the feed shows nothing once its owner may no longer read meetings, and again when they may", async () => {
    await meeting();
    const address = new URL((await post("/api/meetings/feed")).body["address"] as string).pathname;
    const [feed] = await sql<{ owner: string; role: string }[]>`
      select subject_id as owner, user_roles.role from private.access_links join public.user_roles on user_id = subject_id
      where kind = 'feed' and revoked_at is null and subject_id = ${noor}`;
    const ends: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        "another role",
        () => sql`update public.user_roles set role = 'editor' where user_id = ${feed!.owner}`,
        () => sql`update public.user_roles set role = ${feed!.role} where user_id = ${feed!.owner}`,
      ],
      [
        "a ban",
        () => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${feed!.owner}`,
        () => sql`update auth.users set banned_until = null where id = ${feed!.owner}`,
      ],
    ];
    for (const [how, take, give] of ends) {
      expect([how, (await site.ask(address)).status]).toEqual([how, 200]);
      await take();
      const closed = await site.ask(address);
      expect([how, closed.status]).toEqual([how, 403]);
      expect(await closed.text()).not.toContain("BEGIN:VEVENT");
      await give();
    }
    expect(await (await site.ask(address)).text()).toContain("BEGIN:VEVENT");
  });
});

test("audit-4 S8: the history of a calendar is told to whom it belongs and to administrators", async () => {
  await sql`update public.modules set live = true where key = 'team'`;
  const colleague = await addUser(sql, { admin: false });
  await sql`insert into public.roles (key, name) values ('host', 'Host')`;
  await sql`
    insert into public.role_grants (role_id, area, action)
    select id, 'meetings', unnest(array['read', 'add', 'edit', 'delete']) from public.roles where key = 'host'`;
  await sql`insert into public.user_roles (user_id, role) values (${colleague}, 'host')`;
  const add = async (staff: string, name: string) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.calendars (staff_id, kind, name, address, username, writes)
      values (${staff}, 'caldav', ${name}, ${`https://calendar.example/${name}`}, 'someone', false) returning id`;
    await sql`select private.record_calendar_event(${row!.id}, 'silent', ${clock})`;
    return row!.id;
  };
  const [theirs, own] = [await add(noor, "zzprivate"), await add(colleague, "own")];
  const names = async (who: string) =>
    (
      await call(
        (tx) =>
          tx<
            { id: string }[]
          >`select distinct record_id as id from public.events where record_type = 'calendar' and record_id in (${theirs}, ${own})`,
        who,
      )
    ).map(({ id }) => id);
  expect(await names(colleague)).toEqual([own]);
  expect((await names(noor)).toSorted()).toEqual([theirs, own].toSorted());
});
