import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { failureOf, openCaldav } from "./caldav.ts";
import { findCalendars } from "./find-calendars.ts";
import { type KnownEntries, readChanges } from "./read-changes.ts";
import { startRadicale } from "./testing/radicale.ts";
import { createEntry, removeEntry, updateEntry } from "./write-entry.ts";

const radicale = await startRadicale();
afterAll(() => radicale?.stop());

const rules = { allowPrivate: true, totalMs: 120_000 };
const dav = () => openCaldav(radicale!.access, rules);
const entry = (uid: string, hour: number, sequence = 0) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20310101T000000Z\r\nDTSTART:20310304T${String(hour).padStart(2, "0")}0000Z\r\nDTEND:20310304T${String(hour).padStart(2, "0")}3000Z\r\nSEQUENCE:${sequence}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const urlOf = (name: string) => `${radicale!.calendarUrl}${name}.ics`;

/** Where Radicale cannot be had, the name of the one skipped test says so. */
test.skipIf(radicale !== null)("meetings 26 to 28 on Radicale: not run, it could not be downloaded here", () => {});

test.runIf(radicale !== null)(
  "meetings 26: Radicale is found with its calendar, and a wrong password is told",
  async () => {
    expect((await findCalendars(radicale!.access, rules)).map(({ url, mayWrite }) => [url, mayWrite])).toEqual([
      [radicale!.calendarUrl, true],
    ]);
    const wrong = await findCalendars({ ...radicale!.access, password: "wrong" }, rules).catch(
      (error: unknown) => failureOf(error).reason,
    );
    expect(wrong).toBe("signed out");
  },
);

test.runIf(radicale !== null)(
  "meetings 28: our copy on Radicale: once, adopted, changed under its tag, removed",
  async () => {
    const uid = randomUUID();
    const made = await createEntry(dav(), urlOf(uid), entry(uid, 9), uid);
    expect(made.state).toBe("there");
    expect(await createEntry(dav(), urlOf(uid), entry(uid, 9), uid)).toMatchObject({ state: "there" });
    const { etag } = made as { etag: string };
    const changed = await updateEntry(dav(), urlOf(uid), entry(uid, 10, 1), etag);
    expect(changed.state).toBe("there");
    expect(await updateEntry(dav(), urlOf(uid), entry(uid, 11, 2), etag)).toMatchObject({ state: "changed" });
    expect(await removeEntry(dav(), urlOf(uid), (changed as { etag: string }).etag)).toEqual({ state: "gone" });
    expect(await updateEntry(dav(), urlOf(uid), entry(uid, 12, 3), etag)).toEqual({ state: "gone" });
  },
);

test.runIf(radicale !== null)(
  "meetings 26: after a hundred changes what was read by tokens is what a fresh reading finds",
  async () => {
    let known: KnownEntries = { syncToken: null, etags: new Map() };
    const read = async () => {
      const { changed, gone, syncToken } = await readChanges(dav(), radicale!.calendarUrl, known);
      const etags = new Map(known.etags);
      for (const { href, etag } of changed) etags.set(href, etag);
      for (const href of gone) etags.delete(href);
      known = { syncToken, etags };
    };
    await read();
    const names: string[] = [];
    let seed = 11;
    const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
    for (let no = 0; no < 100; no += 1) {
      const name = names[random(Math.max(1, names.length))];
      const what = random(3);
      if (what === 0 || !name) {
        const uid = randomUUID();
        await createEntry(dav(), urlOf(uid), entry(uid, random(24)), uid);
        names.push(uid);
      } else if (what === 1) await updateEntry(dav(), urlOf(name), entry(name, random(24), no), null);
      else {
        await removeEntry(dav(), urlOf(name), null);
        names.splice(names.indexOf(name), 1);
      }
      if (random(5) === 0) await read();
      // A token of another server, as after a move of the provider.
      if (no === 50)
        known = {
          ...known,
          syncToken: "http://radicale.org/ns/sync/0000000000000000000000000000000000000000000000000000000000000000",
        };
    }
    await read();
    const fresh = await readChanges(dav(), radicale!.calendarUrl, { syncToken: null, etags: new Map() });
    expect(new Map([...known.etags].toSorted())).toEqual(
      new Map(fresh.changed.map(({ href, etag }) => [href, etag] as const).toSorted()),
    );
    expect(fresh.changed).toHaveLength(names.length);
  },
);
