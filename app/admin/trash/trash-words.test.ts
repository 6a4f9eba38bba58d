import { expect, test } from "vitest";
import type { Deletion } from "./trash-data.ts";
import { alongWords, daysLeft, kindName, nameOf } from "./trash-words.ts";

const deletion = (fields: Partial<Deletion>): Deletion => ({
  id: "1",
  kind: "contacts",
  record_type: "contact",
  titles: ["Ada Lind"],
  records: 1,
  along: {},
  at: "2026-11-18T12:00:00Z",
  until: "2026-12-18T12:00:00Z",
  actor_name: "Noor",
  cause: "deleted",
  merged_into: null,
  merged_into_title: null,
  ...fields,
});

test("records 11: one is called by its name, many by their number and the first names", () => {
  expect(nameOf(deletion({}))).toBe("Ada Lind");
  expect(nameOf(deletion({ titles: ["Ada", "Bo"], records: 2 }))).toBe("2 contacts: Ada and Bo");
  expect(nameOf(deletion({ titles: ["Ada", "Bo", "Cleo"], records: 12 }))).toBe(
    "12 contacts: Ada, Bo, Cleo, and 9 more",
  );
});

test("records 11: what went along is said where there is a word for it, done tasks included", () => {
  const words = [
    { table: "tasks" as const, one: "open task", many: "open tasks" },
    { table: "notes" as const, one: "note", many: "notes" },
  ];
  expect(alongWords({ tasks: 2, notes: 1, step_runs: 9 }, words)).toBe("2 tasks and 1 note");
  expect(alongWords({ step_runs: 9 }, words)).toBe("");
});

test("records 11: kinds and days are said in plain words", () => {
  expect([kindName("payment_request"), kindName("deal")]).toEqual(["Payment requests", "Deals"]);
  const now = new Date("2026-11-18T12:00:00Z");
  expect([daysLeft("2026-12-18T12:00:00Z", now), daysLeft("2026-11-19T13:00:00Z", now)]).toEqual([
    "in 30 days",
    "in 2 days",
  ]);
  expect(daysLeft("2026-11-18T20:00:00Z", now)).toBe("within a day");
});
