import { expect, test } from "vitest";
import type { EntryWords } from "#domain/module.ts";
import { aboutOf, headlineOf, linesOf } from "./entry-words.ts";
import { textParts } from "./text-parts.ts";
import type { Entry } from "../timeline-entry.ts";

const base: Entry = {
  id: 1,
  at: "2026-11-15T10:00:00Z",
  day: "2026-11-15",
  days_ago: 0,
  clock: "10:00",
  kind: "changed",
  shown_as: "changes",
  actor_id: null,
  actor_name: null,
  record_type: "contact",
  record_id: "c",
  record_name: "Ada Lind",
  account_id: "a",
  contact_id: "c",
  contact_name: "Ada Lind",
  contact_gone: false,
  changes: null,
  names: null,
  note: null,
  mail: null,
};
const contact: EntryWords = {
  name: "Contact",
  icon: "user",
  page: "/admin/crm/contacts",
  fields: { title: "Title", account_id: "Company" },
};
const wordsOf = (type: string) => (type === "contact" ? contact : undefined);

test("timeline 3: each changed field is a line with its label; ids read as names, long texts are only named", () => {
  const id = "0b1c6a4e-7c7e-4bb1-9c1f-0f3f9d2b1a11";
  const gone = "1b1c6a4e-7c7e-4bb1-9c1f-0f3f9d2b1a11";
  const changes = {
    notes: true,
    account_id: [gone, id],
    title: ["Head", null],
    due_at: [null, "2026-11-15T23:30:00+00:00"],
    pinned: [false, true],
  };
  expect(linesOf({ ...base, changes, names: { [id]: "Norrfall" } }, contact, "Europe/Oslo")).toEqual([
    { label: "Title", from: "Head", to: null },
    { label: "Company", from: "a record that is gone", to: "Norrfall" },
    { label: "Notes" },
    { label: "Due at", from: null, to: "Nov 16, 2026, 00:30" },
    { label: "Pinned", from: "No", to: "Yes" },
  ]);
});

test("records 4, 5: tags and several choices are read as lists, amounts of own fields in their currency", () => {
  const words = { ...contact, fields: { own_budget: "Budget", tags: "Tags" }, amounts: { own_budget: "EUR" } };
  const changes = { tags: [[], ["Board", "Speaker"]], own_budget: [null, 125_050] };
  expect(linesOf({ ...base, changes }, words)).toEqual([
    { label: "Budget", from: null, to: "€1,250.50" },
    { label: "Tags", from: null, to: "Board, Speaker" },
  ]);
});

test("headlines say what happened", () => {
  const line = (entry: Partial<Entry>, words?: EntryWords) => headlineOf({ ...base, ...entry }, words);
  expect(line({}, contact)).toBe("Contact changed");
  expect(line({ record_type: "task", changes: { done_at: [null, "2026-11-15T10:00:00Z"] } })).toBe("Task done");
  expect(line({ record_type: "task", changes: { done_at: ["2026-11-15T10:00:00Z", null] } })).toBe("Task reopened");
  expect(line({ record_type: "import", kind: "imported", changes: { added: 200, created: 1 } })).toBe(
    "Imported, with 200 others",
  );
  expect(line({ record_type: "import", kind: "imported", changes: { added: 1, created: 0 } })).toBe("Imported");
  expect(line({ kind: "merged", changes: { merged: ["Ada L.", "Ada Lind"] } })).toBe("Ada L. merged into Ada Lind");
  // Erased since.
  expect(line({ kind: "merged", changes: null })).toBe("Two records merged");
  expect(line({ record_type: "inquiry" }, { name: "Inquiry", icon: "inbox", verb: () => "answered" })).toBe(
    "Inquiry answered",
  );
});

test("days and amounts read as everywhere else", () => {
  const changes = {
    amount: [
      { amount_minor: 17_255_00, currency: "EUR" },
      { amount_minor: 1200, currency: "JPY" },
    ],
    due_on: [null, "2026-11-07"],
    title: ["ABC 12x", "EUR"],
  };
  expect(linesOf({ ...base, changes }, undefined).map(({ from, to }) => [from, to])).toEqual([
    ["€17,255", "¥1,200"],
    [null, "Nov 7, 2026"],
    ["ABC 12x", "EUR"],
  ]);
});

test("timeline 2: an entry names its record where that is another's page", () => {
  const account = { type: "account", id: "a" };
  expect(aboutOf(base, account, wordsOf)).toEqual({ name: "Ada Lind", path: "/admin/crm/contacts/c" });
  expect(aboutOf(base, { type: "contact", id: "c" }, wordsOf)).toBeNull();
  expect(aboutOf({ ...base, record_type: "account", record_id: "a", contact_id: null }, account, wordsOf)).toBeNull();
  expect(aboutOf({ ...base, record_type: "note", record_id: "n" }, account, wordsOf)).toMatchObject({
    name: "Ada Lind",
  });
  expect(aboutOf({ ...base, record_type: "task", record_id: "t", record_name: "Call" }, account, wordsOf)).toEqual({
    name: "Call",
    path: null,
  });
});

test("timeline 2: what came to a record names it, but not on its own page", () => {
  const joined = { ...base, kind: "added", changes: { deal_id: [null, "d"] }, names: { d: "Pilot" } };
  const words: EntryWords = { name: "Person of the deal", icon: "user", fields: { deal_id: "Deal" } };
  expect(linesOf(joined, words, "UTC", "c")).toEqual([{ label: "Deal", from: null, to: "Pilot" }]);
  expect(linesOf(joined, words, "UTC", "d")).toEqual([]);
});

test("timeline 9: a person who is gone is named, and not linked", () => {
  expect(aboutOf({ ...base, contact_gone: true }, { type: "account", id: "a" }, wordsOf)).toEqual({
    name: "Ada Lind (deleted)",
    path: null,
  });
});

test("addresses in a note are links, and nothing else is", () => {
  expect(textParts("See https://norrfall.example/a(b), or javascript:alert(1) (http://x.example/y).")).toEqual([
    { text: "See " },
    { text: "https://norrfall.example/a(b)", href: "https://norrfall.example/a(b)" },
    { text: ", or javascript:alert(1) (" },
    { text: "http://x.example/y", href: "http://x.example/y" },
    { text: ")." },
  ]);
  expect(textParts("<b>no</b>")).toEqual([{ text: "<b>no</b>" }]);
  expect(textParts("")).toEqual([]);
  expect(textParts("https://")).toEqual([{ text: "https://" }]);
});
