import { expect, test } from "vitest";
import type { Condition, Filter } from "#domain/filter.ts";
import { putCondition } from "./filter-parts.ts";

const is = (field: string): Condition => ({ field, op: "empty", values: [] });
const filter: Filter = { match: "all", parts: [is("a"), { conditions: [is("b"), is("c")] }] };

test("records 3: a condition is added, changed and taken away", () => {
  expect(putCondition(filter, { part: 2 }, is("d")).parts).toEqual([...filter.parts, is("d")]);
  expect(putCondition(filter, { part: 0 }, is("x")).parts[0]).toEqual(is("x"));
  expect(putCondition(filter, { part: 0 }, null).parts).toEqual([filter.parts[1]]);
});

test("records 3: a group grows by alternatives and is a plain condition when one is left", () => {
  expect(putCondition(filter, { part: 0, member: 1 }, is("d")).parts[0]).toEqual({ conditions: [is("a"), is("d")] });
  expect(putCondition(filter, { part: 1, member: 2 }, is("d")).parts[1]).toEqual({
    conditions: [is("b"), is("c"), is("d")],
  });
  expect(putCondition(filter, { part: 1, member: 0 }, null).parts[1]).toEqual(is("c"));
});
