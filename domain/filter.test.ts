import { expect, test } from "vitest";
import { type Filter, filterSchema, isComplete, operatorsOf, readFilter, writeParts } from "./filter.ts";

const filter: Filter = {
  match: "all",
  parts: [
    { field: "type", op: "is", values: ["Customer", "Prospect"] },
    { field: "created_at", op: "last", values: ["30"] },
    {
      conditions: [
        { field: "industry", op: "contains", values: ["law"] },
        { field: "industry", op: "empty", values: [] },
      ],
    },
    { field: "account.last_contact_at", op: "between", values: ["2026-01-01", ""] },
  ],
};

test("records 3: the address says a filter in words that can be read", () => {
  expect(writeParts(filter)).toEqual([
    "type.is.Customer..Prospect",
    "created_at.last.30",
    "industry.contains.law*industry.empty*",
    "account.last_contact_at.between.2026-01-01..",
  ]);
});

test("records 3: what is written is read again, whatever the values hold", () => {
  expect(readFilter(writeParts(filter), null)).toEqual(filter);
  for (const value of ["a.b.is.c", "50%", "*", "..", ".x.", "%2E", "a..b", "ü & =", "is", ""]) {
    const odd: Filter = { match: "any", parts: [{ field: "name", op: "is", values: [value, "other"] }] };
    expect(readFilter(writeParts(odd), "any")).toEqual(odd);
    expect(
      readFilter(new URLSearchParams(writeParts(odd).map((part) => ["filter", part])).getAll("filter"), "any"),
    ).toEqual(odd);
  }
});

test("records 3: a group of one stays a group, and nonsense is no condition", () => {
  const group: Filter = { match: "all", parts: [{ conditions: [{ field: "name", op: "filled", values: [] }] }] };
  expect(readFilter(writeParts(group), null)).toEqual(group);
  expect(readFilter(["", "name", "name.sounds.like", "is.x", "*", ".is.x"], null).parts).toEqual([]);
});

test("records 3: a field offers what its kind can be asked, and nothing is empty that must be filled", () => {
  expect(operatorsOf({ kind: "text", label: "Industry", max: 10 })).toContain("empty");
  expect(operatorsOf({ kind: "text", label: "Name", max: 10, required: true })).toEqual([
    "contains",
    "lacks",
    "is",
    "not",
  ]);
  expect(operatorsOf({ kind: "day", label: "Closes" })).toEqual([
    "last",
    "next",
    "before",
    "after",
    "between",
    "is",
    "empty",
    "filled",
  ]);
});

test("records 3: a condition without its value is not asked", () => {
  expect(isComplete({ field: "name", op: "contains", values: [" "] })).toBe(false);
  expect(isComplete({ field: "name", op: "between", values: ["", "2026-01-01"] })).toBe(true);
  expect(isComplete({ field: "name", op: "empty", values: [] })).toBe(true);
});

test("records 2: a stored definition that is no filter is refused", () => {
  expect(filterSchema.safeParse(filter).success).toBe(true);
  expect(filterSchema.safeParse({ match: "all", parts: [{ field: "a", op: "sounds", values: [] }] }).success).toBe(
    false,
  );
  expect(filterSchema.safeParse({ match: "all", parts: [{ conditions: [] }] }).success).toBe(false);
});
