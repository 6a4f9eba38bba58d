import { expect, test } from "vitest";
import { foldEntries } from "./fold-entries.ts";
import type { Entry } from "../timeline-entry.ts";

let id = 1000;
const entry = (clock: string, change: Partial<Entry>): Entry => ({
  id: id--,
  at: `2026-11-15T${clock}Z`,
  day: "2026-11-15",
  days_ago: 0,
  clock: clock.slice(0, 5),
  kind: "changed",
  shown_as: "changes",
  actor_id: "ada",
  actor_name: "Ada",
  record_type: "contact",
  record_id: "lind",
  record_name: "Lind",
  account_id: null,
  contact_id: "lind",
  contact_name: "Lind",
  contact_gone: false,
  changes: null,
  names: null,
  note: null,
  mail: null,
  ...change,
});
const titled = (clock: string, from: string | null, to: string | null, change: Partial<Entry> = {}) =>
  entry(clock, { changes: { title: [from, to] }, ...change });

test("timeline 5: what one person changes in one field within five minutes reads as one entry", () => {
  const stored = [titled("10:04:59", "C", "D"), titled("10:02:00", "B", "C"), titled("10:00:00", "A", "B")];
  const shown = foldEntries(stored);
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({ id: stored[0]?.id, clock: "10:04", saves: 3, changes: { title: ["A", "D"] } });
});

test("timeline 5: fields that only one of the saves changed are kept", () => {
  const [shown] = foldEntries([
    entry("10:01:00", { changes: { title: ["B", "C"], phone: [null, "1"] } }),
    entry("10:00:00", { changes: { title: ["A", "B"], notes: true } }),
  ]);
  expect(shown?.changes).toEqual({ title: ["A", "C"], phone: [null, "1"], notes: true });
});

test.each<[string, Entry]>([
  ["after more than five minutes", titled("09:54:59", "A", "B")],
  ["by someone else", titled("09:59:00", "A", "B", { actor_id: "bo", actor_name: "Bo" })],
  ["by the server's own work", titled("09:59:00", "A", "B", { actor_id: "ada", actor_name: "Import" })],
  ["of another record", titled("09:59:00", "A", "B", { record_id: "other" })],
  ["of another field", entry("09:59:00", { changes: { phone: [null, "1"] } })],
  ["of another day", titled("09:59:00", "A", "B", { day: "2026-11-14" })],
  ["that is no change", entry("09:59:00", { kind: "created" })],
])("timeline 5: an entry %s stays on its own", (_, older) => {
  expect(foldEntries([titled("10:00:00", "B", "C"), older]).map(({ saves }) => saves)).toEqual([1, 1]);
});

test("timeline 5: something in between keeps two saves apart, so that the order stays true", () => {
  const between = entry("10:00:30", { kind: "created", record_type: "note", record_id: "n" });
  expect(foldEntries([titled("10:01:00", "B", "C"), between, titled("10:00:00", "A", "B")])).toHaveLength(3);
});
