// A request that makes sense: every name has been found in the catalog. SQL is written from this alone.
import type { Column, Relation, Relationship, RoutineName } from "../catalog/catalog-types.ts";
import type { Aggregate, JsonStep, Test } from "../request/request-types.ts";

/** What rows are read from: a table, the rows a mutation touched, or what a function answered. */
export interface Source {
  relation: Relation | null;
  /** The name used to look up relationships. */
  name: string;
  /** How PostgREST calls these rows in messages about their columns. */
  label: string;
  columns: ReadonlyMap<string, Column>;
}

export interface PlannedField {
  column: { kind: "column"; name: string; type: string } | { kind: "computed"; routine: RoutineName; type: string };
  path: JsonStep[];
}

export interface PlannedAggregate {
  name: Aggregate;
  cast: string | null;
}

export interface PlannedColumn {
  /** null is the whole row, as in count(). */
  field: PlannedField | null;
  cast: string | null;
  aggregate: PlannedAggregate | null;
  as: string;
}

export type PlannedLogic =
  | { kind: "filter"; field: PlannedField; negated: boolean; test: Test }
  | { kind: "embed-is-null"; embed: Embed; negated: boolean }
  | { kind: "group"; operator: "and" | "or"; negated: boolean; members: PlannedLogic[] };

export interface PlannedOrder {
  embed: Embed | null;
  field: PlannedField;
  direction: "asc" | "desc" | null;
  nulls: "first" | "last" | null;
}

export interface ReadNode {
  source: Source;
  /** Whether `*` was asked for, beside the columns. */
  star: boolean;
  columns: PlannedColumn[];
  embeds: Embed[];
  where: PlannedLogic[];
  order: PlannedOrder[];
  limit: number | null;
  offset: number;
}

export interface Embed {
  relationship: Relationship;
  /** Number that makes its aliases unique in the statement. */
  id: number;
  /** The key under which it appears; also how filters and orders name it. */
  name: string;
  inner: boolean;
  spread: boolean;
  node: ReadNode;
}
