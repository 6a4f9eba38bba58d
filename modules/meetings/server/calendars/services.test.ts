// Google and Microsoft against stand-ins: signing in, what is read, where our meetings go, and tokens that end.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "../../server.ts";
import { type GoogleStandIn, mine, startGoogleStandIn } from "./testing/google-stand-in.ts";
import { type MicrosoftStandIn, startMicrosoftStandIn } from "./testing/microsoft-stand-in.ts";

const { sql } = await testDatabase();
const data = await mkdtemp(path.join(tmpdir(), "services-"));
const clients = {
  GOOGLE_CALENDAR_CLIENT_ID: "client-1",
  GOOGLE_CALENDAR_CLIENT_SECRET: "hush",
  MICROSOFT_CALENDAR_CLIENT_ID: "client-1",
  MICROSOFT_CALENDAR_CLIENT_SECRET: "hush",
};
let google: GoogleStandIn;
let microsoft: MicrosoftStandIn;
let site: ReturnType<typeof moduleSite>;
let noor: string;
let clock: Date;

const opened = (settings: Record<string, string> = clients) =>
  moduleSite(
    sql,
    "meetings",
    serverWith({
      now: () => clock,
      calendarServices: { google: google.addresses, microsoft: microsoft.addresses },
    }),
    { settings: { PRIVATE_SERVERS: "true", DATA_DIR: data, ...settings }, now: () => clock },
  );

beforeAll(async () => {
  await sql`update public.modules set live = true where key in ('meetings', 'outbox', 'timeline')`;
  await sql`update public.office set time_zone = 'Europe/Berlin'`;
});
afterAll(() => rm(data, { recursive: true, force: true }));
beforeEach(async () => {
  clock = new Date("2031-03-04T08:00:00Z");
  google = await startGoogleStandIn();
  microsoft = await startMicrosoftStandIn();
  google.busy.set(mine, []).set("team@group.calendar.google.com", []);
  site = opened();
  await sql`delete from public.meetings`;
  await sql`delete from public.calendars`;
  await setOutboxGate(sql, true);
  noor = await addUser(sql, { admin: true });
  await sql`insert into public.availability (staff_id, zone) values (${noor}, 'Europe/Berlin')`;
  return async () => {
    await google.close();
    await microsoft.close();
  };
});

const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000);
};
const api = async (address: string, body?: unknown, { as = noor, on = site, method = "POST" } = {}) => {
  const response = await on.ask(`/api/meetings/calendars/${address}`, {
    method,
    headers: {
      authorization: `Bearer ${new UnsecuredJWT({}).setSubject(as).encode()}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const call = <T>(statement: (tx: Parameters<Parameters<typeof actAs>[2]>[0]) => Promise<T>) =>
  actAs(sql, { role: "authenticated", userId: noor }, statement);
type Kind = "google" | "microsoft";
const signInOf = (kind: Kind) => (kind === "google" ? google : microsoft).signIn;
const sent = async (kind: Kind) => (await api("sign-in", { kind })).body["address"] as string;
async function back(kind: Kind, options?: Parameters<GoogleStandIn["signIn"]["allow"]>[1]) {
  const brought = signInOf(kind).allow(await sent(kind), options);
  return { ...brought, ...(await api("return", brought)) };
}
async function connected(kind: Kind, reads: string[], writes = true): Promise<string[]> {
  const { state } = await back(kind);
  const { body } = await api("choose", { state, reads, writes });
  return body["connected"] as string[];
}
const run = async (name: "calendars" | "calendar-copies") => {
  const job = site.jobs.get(name)!;
  for (const key of await job.findDue(100)) await job.run(key, new AbortController().signal);
};
const busy = async () =>
  (
    await sql<{ span: string }[]>`
      select to_char(lower(during) at time zone 'UTC', 'MM-DD HH24:MI') || ' ' || to_char(upper(during) at time zone 'UTC', 'MM-DD HH24:MI') as span
      from public.occupied where staff_id = ${noor} and kind = 'calendar' order by during`
  ).map(({ span }) => span);
const states = async () =>
  (
    await sql<
      { state: string; reason: string | null }[]
    >`select state, reason from public.calendars where staff_id = ${noor} order by id`
  ).map(({ state, reason }) => (reason ? `${state}: ${reason}` : state));
async function meeting(startsAt = "2031-03-05T09:00:00Z"): Promise<string> {
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
const question = async (id: string) =>
  (await sql<{ question: { ask: string } | null }[]>`select question from public.meetings where id = ${id}`)[0]!
    .question?.ask ?? null;
const googleEvents = () => [...google.made.values()].flat().filter(({ status }) => status !== "cancelled");
const graphCopies = () => microsoft.events.filter(({ calendar, isGone }) => calendar !== "work" && !isGone);

describe("meetings 33: signing in", () => {
  test("is offered only for the services that the office has a client of", async () => {
    const shown = async (settings: Record<string, string>) =>
      (await api("services", undefined, { method: "GET", on: opened(settings) })).body;
    expect(await shown({})).toMatchObject({ google: false, microsoft: false });
    expect(await shown({ GOOGLE_CALENDAR_CLIENT_ID: "client-1" })).toMatchObject({ google: false });
    expect(await shown(clients)).toEqual({
      google: true,
      microsoft: true,
      returnsTo: "https://guidevane.test/admin/calendars/return",
    });
    expect((await api("sign-in", { kind: "google" }, { on: opened({}) })).status).toBe(404);
  });

  test.each(["google", "microsoft"] as const)(
    "%s: a code for a verifier, the owner chooses, and nothing secret is told or readable",
    async (kind) => {
      const { status, body, state, code } = await back(kind);
      expect(status).toBe(200);
      expect(body).toMatchObject({ kind, account: "noor@guidevane.test", hasOwn: false, again: 0 });
      expect((body["found"] as unknown[]).length).toBe(kind === "google" ? 2 : 1);
      expect(JSON.stringify(body)).not.toMatch(/refresh-|access-/);
      const reads = [kind === "google" ? mine : "work"];
      const { body: done } = await api("choose", { state, reads: [...reads, "of somebody else"], writes: true });
      expect(done["connected"]).toHaveLength(2);
      const rows = await sql<{ reads: boolean; writes: boolean; made_by_us: boolean; name: string }[]>`
      select reads, writes, made_by_us, name from public.calendars where staff_id = ${noor} order by reads desc`;
      expect(rows).toEqual([
        expect.objectContaining({ reads: true, writes: false, made_by_us: false }),
        { reads: false, writes: true, made_by_us: true, name: "Guidevane meetings" },
      ]);
      const stored = await sql<{ text: string }[]>`
      select encode(sealed, 'escape') as text from private.calendar_secrets union all select encode(sealed, 'escape') from private.calendar_sign_ins`;
      expect(stored.map(({ text }) => text).join(" ")).not.toContain("refresh-");
      // The same code and the same choice a second time.
      expect((await api("return", { state, code })).status).toBe(409);
      expect((await api("choose", { state, reads, writes: true })).status).toBe(409);
    },
  );

  test("a state belongs to one person, ends after a quarter of an hour, and a code without its verifier is worth nothing", async () => {
    const address = await sent("google");
    const brought = google.signIn.allow(address);
    const other = await addUser(sql, { admin: true });
    expect((await api("return", brought, { as: other })).status).toBe(409);
    // A code of another sign-in, as someone would plant it.
    const planted = google.signIn.allow(address.replace(/code_challenge=[^&]+/, "code_challenge=other"));
    expect((await api("return", { state: brought.state, code: planted.code })).body).toEqual({
      failed: "signed out: code",
    });
    const late = google.signIn.allow(await sent("google"));
    later(16);
    expect((await api("return", late)).status).toBe(409);
    expect(await sql`select from public.calendars where staff_id = ${noor}`).toHaveLength(0);
  });

  test("says when it was refused, when a permission was unticked, and when no lasting sign-in came", async () => {
    const { state } = google.signIn.allow(await sent("google"));
    expect((await api("return", { state, error: "access_denied" })).body).toEqual({
      failed: "signed out: not allowed",
    });
    const scope = "https://www.googleapis.com/auth/calendar.calendarlist.readonly";
    expect((await back("google", { scope })).body).toEqual({ failed: "signed out: not allowed" });
    expect((await back("google", { refresh: false })).body).toEqual({ failed: "signed out: no refresh token" });
  });
});

describe("meetings 33: Google", () => {
  test("busy by free/busy queries, told apart from errors; our calendar is never queried", async () => {
    await connected("google", [mine]);
    google.busy.set(mine, [
      { start: "2031-03-05T09:00:00Z", end: "2031-03-05T10:00:00Z" },
      { start: "2031-05-20T09:00:00Z", end: "2031-05-20T10:00:00Z" },
    ]);
    await run("calendars");
    expect(await busy()).toEqual(["03-05 09:00 03-05 10:00", "05-20 09:00 05-20 10:00"]);
    // Titles and people of entries cannot be asked for with these questions.
    expect([...new Set(google.asked.map((asked) => asked.replace(/made-\d@[^/]*/, "made")))].toSorted()).toEqual([
      "GET /calendars/made/events",
      "GET /users/me/calendarList",
      "POST /calendars",
      "POST /freeBusy",
    ]);
    google.busy.set(mine, [{ start: "2031-03-05T09:30:00Z", end: "2031-03-05T10:00:00Z" }]);
    later(5);
    await run("calendars");
    expect(await busy()).toEqual(["03-05 09:30 03-05 10:00"]);
    google.trouble = "calendar error";
    later(5);
    await run("calendars");
    expect(await busy()).toEqual(["03-05 09:30 03-05 10:00"]);
    expect(await states()).toContain("waiting: refused: internalError");
  });

  test("our meetings go into our calendar; deleted or moved there the host is asked, and put back it is there once more", async () => {
    await connected("google", [mine]);
    const id = await meeting();
    await run("calendar-copies");
    expect(googleEvents()).toEqual([
      expect.objectContaining({
        summary: "AI consultation with Dana Whitlock",
        start: { dateTime: "2031-03-05T09:00:00.000Z" },
      }),
    ]);
    expect(googleEvents()[0]).not.toHaveProperty("attendees");
    await run("calendars");
    expect(await busy()).toEqual([]);
    const event = googleEvents()[0]!.id;
    google.change(event, { start: { dateTime: "2031-03-05T13:00:00Z" }, end: { dateTime: "2031-03-05T13:30:00Z" } });
    later(5);
    await run("calendars");
    expect(await question(id)).toBe("moved");
    await call((tx) => tx`select public.put_back_copy(${id})`);
    await run("calendar-copies");
    expect(googleEvents()[0]!.start.dateTime).toBe("2031-03-05T09:00:00.000Z");
    later(5);
    await run("calendars");
    google.change(event, { status: "cancelled" });
    google.trouble = "tokens too old";
    later(5);
    await run("calendars");
    google.trouble = null;
    expect(await question(id)).toBe("deleted");
    await call((tx) => tx`select public.put_back_copy(${id})`);
    await run("calendar-copies");
    expect(googleEvents()).toHaveLength(1);
    await call((tx) => tx`select public.move_meeting(${id}, '2031-03-06T09:00:00Z')`);
    await run("calendar-copies");
    expect(googleEvents()[0]!.start.dateTime).toBe("2031-03-06T09:00:00.000Z");
    await call((tx) => tx`select public.cancel_meeting(${id})`);
    await run("calendar-copies");
    expect(googleEvents()).toEqual([]);
  });
});

describe("meetings 33: Microsoft", () => {
  test("what counts: showAs, the answer, whole days in the person's zone, dates of a series; no title is stored", async () => {
    const at = (day: string, from: string, to: string, more: object = {}) =>
      microsoft.add({ from: `2031-03-${day}T${from}:00`, to: `2031-03-${day}T${to}:00`, ...more });
    at("05", "09:00", "10:00", { sensitivity: "private" });
    at("05", "11:00", "12:00", { showAs: "free" });
    at("05", "12:00", "13:00", { showAs: "workingElsewhere" });
    at("06", "09:00", "10:00", { responseStatus: { response: "declined" } });
    at("06", "10:00", "11:00", { responseStatus: { response: "notResponded" }, showAs: "tentative" });
    at("06", "11:00", "12:00", { showAs: "tentative", responseStatus: { response: "tentativelyAccepted" } });
    at("06", "13:00", "14:00", { isCancelled: true });
    at("07", "10:00", "11:00", { showAs: "oof" });
    microsoft.add({ from: "2031-03-10T00:00:00", to: "2031-03-11T00:00:00", isAllDay: true, showAs: "oof" });
    const series = at("12", "09:00", "10:00", { type: "seriesMaster", showAs: "busy" });
    at("12", "09:00", "10:00", { type: "occurrence", seriesMasterId: series.id });
    at("19", "09:00", "10:00", { type: "occurrence", seriesMasterId: series.id });
    const [id] = await connected("microsoft", ["work"], false);
    await run("calendars");
    const found = await busy();
    expect(found).toEqual([
      "03-05 09:00 03-05 10:00",
      "03-06 11:00 03-06 12:00",
      "03-07 10:00 03-07 11:00",
      "03-09 23:00 03-10 23:00",
      "03-12 09:00 03-12 10:00",
      "03-19 09:00 03-19 10:00",
    ]);
    const [stored] = await sql<{ text: string }[]>`
      select (select string_agg(entry::text, ' ') from public.calendar_entries as entry) || (select string_agg(o::text, ' ') from public.occupied as o)
        || (select string_agg(c::text, ' ') from public.calendars as c) as text`;
    expect(stored!.text).not.toContain("Secret");
    // The series is set to free: all of its dates are, though their own rows say nothing.
    microsoft.change(series.id, { showAs: "free" });
    later(5);
    await run("calendars");
    expect(await busy()).toEqual(found.slice(0, 4));
    await call(
      (tx) =>
        tx`select public.save_calendar(${id!}, '{"count_tentative": false, "count_all_day": false, "count_unanswered": true}')`,
    );
    await sql`update public.calendars set next_try_at = ${clock}`;
    await run("calendars");
    expect(await busy()).toEqual(["03-05 09:00 03-05 10:00", "03-06 10:00 03-06 11:00", "03-07 10:00 03-07 11:00"]);
  });

  test("one request when nothing changed, changes by the link, everything when the link is too old, and no token to another host", async () => {
    const kept = microsoft.add({ from: "2031-03-05T09:00:00", to: "2031-03-05T10:00:00" });
    const gone = microsoft.add({ from: "2031-03-06T09:00:00", to: "2031-03-06T10:00:00" });
    await connected("microsoft", ["work"], false);
    await run("calendars");
    microsoft.asked.length = 0;
    later(5);
    await run("calendars");
    expect(microsoft.asked).toEqual(["GET /me/calendars/work/calendarView/delta"]);
    microsoft.change(gone.id, { isGone: true });
    microsoft.change(kept.id, { start: { dateTime: "2031-03-05T08:30:00", timeZone: "UTC" } });
    later(5);
    await run("calendars");
    expect(await busy()).toEqual(["03-05 08:30 03-05 10:00"]);
    microsoft.trouble = "links too old";
    microsoft.change(kept.id, { isGone: true });
    later(5);
    await run("calendars");
    expect(await busy()).toEqual([]);
    for (const hour of ["09", "10", "11"])
      microsoft.add({ from: `2031-03-05T${hour}:00:00`, to: `2031-03-05T${hour}:30:00` });
    microsoft.trouble = "link elsewhere";
    later(5);
    await run("calendars");
    expect(await states()).toEqual(["waiting: other host: graph.example"]);
  });

  test("our meetings go into our calendar; deleted there the host is asked, and put back it is there once", async () => {
    await connected("microsoft", ["work"]);
    const id = await meeting();
    await run("calendar-copies");
    expect(graphCopies()).toEqual([
      expect.objectContaining({
        subject: "AI consultation with Dana Whitlock",
        start: { dateTime: "2031-03-05T09:00:00", timeZone: "UTC" },
      }),
    ]);
    expect(graphCopies()[0]).not.toHaveProperty("attendees");
    await run("calendars");
    microsoft.change(graphCopies()[0]!.id, { isGone: true });
    later(5);
    await run("calendars");
    expect(await question(id)).toBe("deleted");
    await call((tx) => tx`select public.put_back_copy(${id})`);
    await run("calendar-copies");
    expect(graphCopies()).toHaveLength(1);
    await run("calendars");
    expect(await busy()).toEqual([]);
    await call((tx) => tx`select public.cancel_meeting(${id})`);
    await run("calendar-copies");
    expect(graphCopies()).toEqual([]);
  });
});

describe.each(["google", "microsoft"] as const)("meetings 33: tokens of %s", (kind) => {
  const service = () => (kind === "google" ? google : microsoft);
  const read = kind === "google" ? mine : "work";

  test("an access token that ends early is renewed, whatever the service's clock says; a rotated sign-in is kept for all calendars of the account", async () => {
    service().signIn.rotates = true;
    await connected(kind, [read]);
    await run("calendars");
    expect(service().signIn.asked.filter((grant) => grant === "refresh_token")).toHaveLength(1);
    for (let round = 0; round < 3; round += 1) {
      service().signIn.endAccess();
      later(5);
      await run("calendars");
      // A server that is started again knows nothing but what is stored.
      site = opened();
    }
    expect(await states()).toEqual(["live", "live"]);
  });

  test("revoked, it is told at once and not tried again; signing in again goes on where it was", async () => {
    await connected(kind, [read]);
    await run("calendars");
    service().signIn.revoke();
    later(5);
    await run("calendars");
    expect(await states()).toEqual(["signed_out: signed out", "signed_out: signed out"]);
    expect(
      await sql`select from public.events where record_type = 'calendar' and kind = 'signed out' and record_id in (select id from public.calendars where staff_id = ${noor})`,
    ).toHaveLength(2);
    service().asked.length = 0;
    later(600);
    await run("calendars");
    expect(service().asked).toEqual([]);
    const { body } = await back(kind);
    expect(body).toMatchObject({ again: 2, hasOwn: true });
    expect((body["found"] as { id: string }[]).map(({ id }) => id)).not.toContain(read);
    await run("calendars");
    expect(await states()).toEqual(["live", "live"]);
  });

  test("a service that is busy or down is waited for, and its last times count", async () => {
    await connected(kind, [read], false);
    if (kind === "google") google.busy.set(mine, [{ start: "2031-03-05T09:00:00Z", end: "2031-03-05T10:00:00Z" }]);
    else microsoft.add({ from: "2031-03-05T09:00:00", to: "2031-03-05T10:00:00" });
    await run("calendars");
    for (const trouble of ["429", "503"] as const) {
      service().trouble = trouble;
      later(70);
      await run("calendars");
      expect(await states()).toEqual([`waiting: refused: ${trouble}`]);
      expect(await busy()).toEqual(["03-05 09:00 03-05 10:00"]);
    }
    service().trouble = null;
    service().signIn.endAccess();
    service().signIn.trouble = "503";
    later(70);
    await run("calendars");
    expect(await states()).toEqual(["waiting: refused: token"]);
    service().signIn.trouble = null;
    later(70);
    await run("calendars");
    expect(await states()).toEqual(["live"]);
  });

  test("an answer that was lost, and two writers at once, leave one calendar and one entry; a booking that is cancelled meanwhile leaves none", async () => {
    await connected(kind, [read]);
    const id = await meeting();
    service().trouble = "answer lost after writing";
    await run("calendar-copies");
    expect(
      (await sql<{ state: string }[]>`select state from public.calendar_copies where meeting_id = ${id}`)[0]!.state,
    ).toBe("failed");
    service().trouble = null;
    const job = site.jobs.get("calendar-copies")!;
    await Promise.all([1, 2].map(() => job.run(`${id} ${noor}`, new AbortController().signal)));
    const copies = () => (kind === "google" ? googleEvents() : graphCopies());
    expect(copies()).toHaveLength(1);
    const other = await meeting("2031-03-06T09:00:00Z");
    service().trouble = "answer lost after writing";
    await run("calendar-copies");
    service().trouble = null;
    await call((tx) => tx`select public.cancel_meeting(${other})`);
    await run("calendar-copies");
    expect(copies()).toHaveLength(1);
    // Connected a second time, the calendar that was made is found again.
    await sql`update public.calendars set state = 'removed', reads = false, writes = false, username = '' where staff_id = ${noor}`;
    await connected(kind, [read]);
    expect(kind === "google" ? google.made.size : microsoft.calendars.length - 1).toBe(1);
  });
});
