// What a write does, checked against the catalog before PostgreSQL hears of it.
import type { Column, Relation } from "../catalog/catalog-types.ts";
import type { Payload } from "../request/payload.ts";
import type { Preferences } from "../request/preferences.ts";
import type { QueryParams } from "../request/request-types.ts";
import { badPutFilters, noColumn, RestError } from "../rest-error.ts";
import type { PlannedLogic, ReadNode } from "./plan-types.ts";

export type MutatePlan = {
  relation: Relation;
  /** Columns the read-back needs; empty reads nothing back. */
  returning: string[] | "all";
} & (
  | {
      kind: "insert";
      columns: Column[];
      payload: Payload;
      useDefaults: boolean;
      conflict: { columns: string[]; resolution: "merge" | "ignore" } | null;
      /** PUT: the body must be the row the address names. */
      where: PlannedLogic[];
    }
  | { kind: "update"; columns: Column[]; payload: Payload; useDefaults: boolean; where: PlannedLogic[] }
  | { kind: "delete"; where: PlannedLogic[] }
);

export function payloadColumns(relation: Relation, payload: Payload): Column[] {
  return (payload.keys ?? []).map((name) => {
    const column = relation.columns.get(name);
    if (!column) throw noColumn(relation.name, name);
    return column;
  });
}

export function conflictOf(
  relation: Relation,
  query: QueryParams,
  preferences: Preferences,
): { columns: string[]; resolution: "merge" | "ignore" } | null {
  if (preferences.resolution === null) return null;
  const columns = query.onConflict ?? relation.primaryKey;
  for (const name of columns) if (!relation.columns.has(name)) throw noColumn(relation.name, name);
  const resolution = preferences.resolution === "merge-duplicates" ? "merge" : "ignore";
  return columns.length === 0 ? null : { columns, resolution };
}

/** As on Supabase, a write to every row of a table must say so with a filter. */
export function requireFilter(word: "UPDATE" | "DELETE", where: readonly PlannedLogic[]): void {
  if (where.length === 0) throw new RestError(400, "21000", `${word} requires a WHERE clause`);
}

export function requirePrimaryKeyFilters(relation: Relation, query: QueryParams): void {
  const names = query.logic.map(({ path, value }) =>
    path.length === 0 &&
    value.kind === "filter" &&
    !value.negated &&
    value.field.path.length === 0 &&
    value.test.kind === "simple" &&
    value.test.operator === "eq" &&
    value.test.quantifier === null
      ? value.field.name
      : "",
  );
  const key = new Set(relation.primaryKey);
  if (key.size === 0 || names.length !== key.size || !names.every((name) => key.has(name))) throw badPutFilters();
}

/** The columns of the written rows that the answer is made from. */
export function returningOf(node: ReadNode, relation: Relation): string[] | "all" {
  if (node.star) return "all";
  const names = new Set<string>();
  const note = (column: ReadNode["columns"][number]["field"]) => {
    if (column?.column.kind === "column") names.add(column.column.name);
    return column === null || column.column.kind === "column";
  };
  const plain =
    node.columns.every(({ field }) => note(field)) && node.order.every(({ embed, field }) => embed || note(field));
  if (!plain) return "all";
  for (const { relationship } of node.embeds) {
    const { cardinality } = relationship;
    if (cardinality.kind === "computed") return "all";
    const pairs = cardinality.kind === "many-to-many" ? cardinality.junction.here : cardinality.columns;
    for (const { here } of pairs) names.add(here);
  }
  return names.size === 0 && relation.columns.size > 0 && node.columns.length > 0 ? "all" : [...names];
}
