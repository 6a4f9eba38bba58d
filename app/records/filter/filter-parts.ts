// Changes of a filter, as the bar above a list makes them.
import { type Condition, type Filter, isGroup, type Operator, operatorsOf, type Part } from "#domain/filter.ts";
import type { Field } from "#domain/entity.ts";

/** Where a condition stands: a part, and within a group its place. */
export interface Place {
  part: number;
  member?: number;
}

export const newCondition = (path: string, field: Field): Condition => {
  const op: Operator = operatorsOf(field)[0] ?? "is";
  return { field: path, op, values: op === "last" || op === "next" ? ["30"] : [] };
};

/** Puts a condition in its place, which may be the one after the last; null takes it away, and with the last of a group the group. */
export function putCondition(filter: Filter, { part, member }: Place, condition: Condition | null): Filter {
  const parts = filter.parts.flatMap((each, index): Part[] => {
    if (index !== part) return [each];
    // The condition beside a single one makes a group of both.
    if (!isGroup(each) && member === 1) return condition ? [{ conditions: [each, condition] }] : [each];
    if (!isGroup(each)) return condition ? [condition] : [];
    const conditions = each.conditions.flatMap((one, at) => (at === member ? (condition ? [condition] : []) : [one]));
    if (member === each.conditions.length && condition) conditions.push(condition);
    const [only, ...others] = conditions;
    return only ? (others.length === 0 ? [only] : [{ conditions }]) : [];
  });
  if (part === filter.parts.length && condition) parts.push(condition);
  return { ...filter, parts };
}
