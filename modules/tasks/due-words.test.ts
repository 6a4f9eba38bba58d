import { expect, test } from "vitest";
import { dueWords, understoodWords } from "./due-words.ts";
import { groupsOf } from "./list/completed.ts";
import type { Task } from "./task.ts";

const now = new Date("2026-11-17T12:40:00Z");
const due = (task: Partial<Task>) =>
  dueWords(
    { due_on: "2026-11-17", due_at: null, due_time: null, task_group: "today", today: "2026-11-17", ...task },
    now,
  );

test("the row says when, in a few words", () => {
  expect(due({})).toBe("Today");
  expect(due({ due_time: "14:20" })).toBe("14:20");
  expect(due({ due_on: null, task_group: "undated" })).toBe("No day");
  expect(due({ due_on: "2026-11-16", task_group: "overdue" })).toBe("Mon, 1 day late");
  expect(due({ due_on: "2026-11-02", task_group: "overdue" })).toBe("Mon, Nov 2, 15 days late");
  expect(due({ due_at: "2026-11-17T12:00:00Z", due_time: "12:00", task_group: "overdue" })).toBe("40 min late");
  expect(due({ due_at: "2026-11-17T09:00:00Z", due_time: "09:00", task_group: "overdue" })).toBe("3 h late");
  expect(due({ due_on: "2026-11-18", task_group: "tomorrow" })).toBe("Wed, Nov 18");
  expect(due({ due_on: "2026-11-18", due_time: "10:00", task_group: "tomorrow" })).toBe("Wed, 10:00");
  expect(due({ due_on: "2027-01-04", task_group: "later" })).toBe("Jan 4, 2027");
  // The same weekday a week away needs its date, on both sides.
  expect(due({ due_on: "2026-11-11", task_group: "overdue" })).toBe("Wed, 6 days late");
  expect(due({ due_on: "2026-11-10", task_group: "overdue" })).toBe("Tue, Nov 10, 7 days late");
  expect(due({ due_on: "2026-11-23", due_time: "10:00", task_group: "later" })).toBe("Mon, 10:00");
  expect(due({ due_on: "2026-11-24", due_time: "10:00", task_group: "later" })).toBe("Tue, Nov 24, 10:00");
});

test("tasks 12: what was understood is said with its day", () => {
  expect(understoodWords("2026-11-17", null, "2026-11-17")).toBe("Today");
  expect(understoodWords("2026-11-18", null, "2026-11-17")).toBe("Tomorrow, Wed, Nov 18");
  expect(understoodWords("2026-11-20", "16:00", "2026-11-17")).toBe("Fri, Nov 20, 16:00");
});

const task = (id: string, more: Partial<Task>) =>
  ({
    id,
    due_on: "2026-11-17",
    due_at: null,
    priority: "medium",
    created_at: "2026-11-01T00:00:00Z",
    task_group: "today",
    ...more,
  }) as Task;

test("tasks 5: what was completed stays where it stood, though the next read has it under done", () => {
  const [first, second, third] = [
    task("a", { due_at: "2026-11-17T08:00:00Z" }),
    task("b", { due_at: "2026-11-17T09:00:00Z" }),
    task("c", {}),
  ];
  const completed = new Map([["b", second]]);
  const afterwards = [first, third, task("b", { task_group: "done" })];
  const shown = groupsOf(afterwards, completed);
  expect(shown.map(({ group, tasks }) => [group, tasks.map(({ id }) => id)])).toEqual([["today", ["a", "b", "c"]]]);
});
