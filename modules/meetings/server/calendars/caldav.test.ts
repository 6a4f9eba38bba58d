import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CalendarFailed, failureOf, openCaldav } from "./caldav.ts";
import { findCalendars } from "./find-calendars.ts";
import { entriesPerCall, type KnownEntries, readChanges } from "./read-changes.ts";
import { type CaldavStandIn, startCaldavStandIn } from "./testing/caldav-stand-in.ts";
import { createEntry, removeEntry, updateEntry } from "./write-entry.ts";

let server: CaldavStandIn;
beforeAll(async () => {
  server = await startCaldavStandIn();
});
afterAll(() => server.close());
beforeEach(() => {
  Object.assign(server, { trouble: null, homeAt: null, pageSize: Number.POSITIVE_INFINITY });
  server.add("work", { name: "Work" });
  server.add("tasks", { components: ["VTODO"] });
  server.add("team", { name: "Team", readOnly: true });
  server.asked.length = 0;
});

const rules = { allowPrivate: true, totalMs: 60_000 };
const dav = (totalMs = rules.totalMs) => openCaldav(server.access, { ...rules, totalMs });
const entry = (uid: string, more = "") =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20261102T090000Z\r\n${more}END:VEVENT\r\nEND:VCALENDAR\r\n`;
const failure = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => {
      const { reason, detail } = failureOf(error);
      return detail ? `${reason} ${detail}` : reason;
    },
  );

describe("meetings 26: connecting", () => {
  test("finds the calendars that hold events, and which of them may be written", async () => {
    expect(await findCalendars(server.access, rules)).toEqual([
      { url: server.calendarUrl("work"), name: "Work", mayWrite: true },
      { url: server.calendarUrl("team"), name: "Team", mayWrite: false },
    ]);
  });

  test("says what fails: the name, the network, the password, the host, no calendar, too slow", async () => {
    const find = (changed: object, settings: object = {}) =>
      failure(findCalendars({ ...server.access, ...changed }, { ...rules, ...settings }));
    const nowhere = { resolve: () => Promise.resolve([]) };
    expect(await find({ url: "https://calendar.example/" }, nowhere)).toBe("unknown");
    expect(await find({}, { allowPrivate: false })).toBe("scheme");
    expect(await find({ url: server.access.url.replace("http:", "https:") }, { allowPrivate: false })).toBe("private");
    expect(await find({ password: "wrong" })).toBe("signed out");
    server.homeAt = "https://p42-caldav.example/calendars/";
    expect(await find({})).toBe("other host p42-caldav.example");
    server.homeAt = "/nothing/";
    server.trouble = "503";
    expect(await find({})).toBe("refused 503");
    server.trouble = "stall";
    expect(await find({}, { totalMs: 50 })).toBe("too slow");
    server.trouble = "cut";
    expect(await find({})).toBe("unreachable");
  });

  test("the password goes to the confirmed host only", async () => {
    const other = await startCaldavStandIn();
    other.add("work");
    server.homeAt = `${other.origin}/calendars/`;
    expect(await failure(findCalendars(server.access, rules))).toBe(`other host ${new URL(other.origin).host}`);
    expect(other.asked).toEqual([]);
    await other.close();
  });
});

describe("meetings 26: reading", () => {
  const url = () => server.calendarUrl("work");
  /** As the rows of a calendar would be after what was read. */
  const applied = (
    known: KnownEntries,
    { changed, gone, syncToken }: Awaited<ReturnType<typeof readChanges>>,
  ): KnownEntries => {
    const etags = new Map(known.etags);
    for (const { href, etag } of changed) etags.set(href, etag);
    for (const href of gone) etags.delete(href);
    return { syncToken, etags };
  };
  const nothing = (): KnownEntries => ({ syncToken: null, etags: new Map() });
  const truth = () => new Map([...server.entries("work")].map(([href, { etag }]) => [href, etag]));

  test("an unchanged calendar costs one request, a changed one reads what changed", async () => {
    for (let no = 0; no < entriesPerCall + 5; no += 1) server.put("work", `${no}.ics`, entry(`u${no}`));
    let known = applied(nothing(), await readChanges(dav(), url(), nothing()));
    expect(known.etags).toEqual(truth());
    // A list, and two calls for the 105 entries.
    expect(server.asked).toHaveLength(3);
    server.asked.length = 0;
    expect(await readChanges(dav(), url(), known)).toMatchObject({ changed: [], gone: [] });
    expect(server.asked).toEqual(["REPORT /calendars/work/"]);
    server.put("work", "0.ics", entry("u0", "SUMMARY:moved\r\n"));
    server.remove("work", "1.ics");
    const read = await readChanges(dav(), url(), known);
    expect(read.changed.map(({ href }) => href)).toEqual(["/calendars/work/0.ics"]);
    expect(read.gone).toEqual(["/calendars/work/1.ics"]);
    known = applied(known, read);
    expect(known.etags).toEqual(truth());
  });

  test.each(["tokens refused", "no tokens"] as const)("%s: every entry is compared instead", async (trouble) => {
    server.put("work", "a.ics", entry("a"));
    server.put("work", "b.ics", entry("b"));
    const known = applied(nothing(), await readChanges(dav(), url(), nothing()));
    server.trouble = trouble;
    server.remove("work", "a.ics");
    server.put("work", "c.ics", entry("c"));
    const read = await readChanges(dav(), url(), known);
    expect(read).toMatchObject({ compared: true, gone: ["/calendars/work/a.ics"] });
    // What is unchanged is not read again.
    expect(read.changed.map(({ href }) => href)).toEqual(["/calendars/work/c.ics"]);
    expect(applied(known, read).etags).toEqual(truth());
  });

  test("a token that lies is found out by the comparison of the day", async () => {
    server.put("work", "a.ics", entry("a"));
    const known = applied(nothing(), await readChanges(dav(), url(), nothing()));
    server.put("work", "b.ics", entry("b"));
    const lying = { ...known, syncToken: "urn:token:999999" };
    expect(await readChanges(dav(), url(), lying)).toMatchObject({ changed: [], compared: false });
    expect((await readChanges(dav(), url(), lying, { compareAll: true })).changed).toHaveLength(1);
  });

  test("changes that come in several answers are read to the last", async () => {
    const known = applied(nothing(), await readChanges(dav(), url(), nothing()));
    for (const name of ["a", "b", "c", "d", "e"]) server.put("work", `${name}.ics`, entry(name));
    server.pageSize = 2;
    const read = await readChanges(dav(), url(), known);
    expect(applied(known, read).etags).toEqual(truth());
  });

  test("a dead or changed server is an error in time, and never an empty calendar", async () => {
    server.put("work", "a.ics", entry("a"));
    const known = applied(nothing(), await readChanges(dav(), url(), nothing()));
    const read = (totalMs?: number) => failure(readChanges(dav(totalMs), url(), known));
    server.trouble = "503";
    expect(await read()).toBe("refused 503");
    server.trouble = "401";
    expect(await read()).toBe("signed out");
    server.trouble = "stall";
    expect(await read(50)).toBe("too slow");
    server.trouble = null;
    expect(await failure(readChanges(dav(), server.calendarUrl("gone"), known))).toMatch(/^no calendar/);
  });
});

describe("meetings 28: our copy", () => {
  const url = () => `${server.calendarUrl("work")}meeting-1.ics`;
  const stored = () => [...server.entries("work").values()];

  test("is made once, also when the answer to the first try was lost", async () => {
    server.trouble = "answer lost after writing";
    await expect(createEntry(dav(), url(), entry("m1"), "m1")).rejects.toThrow();
    server.trouble = null;
    const made = await createEntry(dav(), url(), entry("m1"), "m1");
    expect(made).toEqual({ state: "there", etag: stored()[0]!.etag });
    expect(stored()).toHaveLength(1);
  });

  test("is not written over an entry of somebody else, nor over a change of the owner", async () => {
    server.put("work", "meeting-1.ics", entry("theirs"));
    expect(await createEntry(dav(), url(), entry("m1"), "m1")).toMatchObject({ state: "changed" });
    server.remove("work", "meeting-1.ics");
    const made = await createEntry(dav(), url(), entry("m1"), "m1");
    expect(made.state).toBe("there");
    const { etag } = made as { etag: string };
    server.put("work", "meeting-1.ics", entry("m1", "SUMMARY:changed there\r\n"));
    const update = await updateEntry(dav(), url(), entry("m1", "SEQUENCE:1\r\n"), etag);
    expect(update).toMatchObject({ state: "changed", ics: expect.stringContaining("changed there") as string });
    expect(await updateEntry(dav(), url(), entry("m1", "SEQUENCE:1\r\n"), stored()[0]!.etag)).toMatchObject({
      state: "there",
    });
  });

  test("deleted there is gone, and is not made again by an update", async () => {
    expect(await updateEntry(dav(), url(), entry("m1"), '"1"')).toEqual({ state: "gone" });
    expect(await removeEntry(dav(), url(), '"1"')).toEqual({ state: "gone" });
    expect(stored()).toEqual([]);
  });

  test("a calendar that may not be written says so", async () => {
    const there = `${server.calendarUrl("team")}m.ics`;
    await expect(createEntry(dav(), there, entry("m1"), "m1")).rejects.toThrow(CalendarFailed);
  });
});
