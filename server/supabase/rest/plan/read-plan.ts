// The select tree with its filters, orders and ranges, each name looked up in the catalog.
import type { Catalog, Relationship, Role } from "../catalog/catalog-types.ts";
import { isToOne } from "../catalog/catalog-types.ts";
import type { At, Field, Logic, OrderTerm, QueryParams, SelectColumn, SelectItem } from "../request/request-types.ts";
import {
  badEmbedFilter,
  badRelatedOrder,
  denied,
  duplicateTable,
  noAggregates,
  notEmbedded,
  notImplemented,
  tooManyEmbeds,
  undefinedColumn,
  undefinedType,
} from "../rest-error.ts";
import { findRelationship } from "./find-relationship.ts";
import type { Patterns } from "../caller-rights.ts";
import type { Embed, PlannedColumn, PlannedField, PlannedLogic, PlannedOrder, ReadNode, Source } from "./plan-types.ts";

export interface ReadContext {
  catalog: Catalog;
  schema: string;
  aggregates: boolean;
  /** Most rows of any level, or null. */
  maxRows: number | null;
  /** Filters at the root belong to the mutation itself, not to what is read back. */
  rootFilters: boolean;
  role: Role;
  /** Filled while planning: what regular expressions are matched against. */
  patterns: Patterns;
}

export function planRead(source: Source, query: QueryParams, context: ReadContext): ReadNode {
  const planner = new ReadPlanner(context);
  const root = planner.node(source, query.select);
  for (const { path, value } of query.logic)
    if (path.length > 0 || context.rootFilters) {
      const node = nodeAt(root, path);
      node.where.push(planner.logic(node, value));
    }
  for (const { path, value } of query.order) {
    const node = nodeAt(root, path);
    node.order = value.map((term) => planner.order(node, term));
  }
  setRange(root, query.limit, (node, value) => (node.limit = Number.isFinite(value) ? value : null));
  setRange(root, query.offset, (node, value) => (node.offset = value));
  if (context.maxRows !== null) cap(root, context.maxRows);
  return root;
}

/** `fields` are looked up the same way for the filters of a mutation. */
export function planLogic(source: Source, logic: Logic, context: ReadContext): PlannedLogic {
  const planner = new ReadPlanner(context);
  return planner.logic(planner.node(source, []), logic);
}

function setRange(root: ReadNode, list: At<number>[], apply: (node: ReadNode, value: number) => void): void {
  for (const { path, value } of list) apply(nodeAt(root, path), value);
}

function cap(node: ReadNode, maxRows: number): void {
  node.limit = Math.min(node.limit ?? maxRows, maxRows);
  for (const { node: inner, relationship } of node.embeds) {
    const own = inner.limit;
    cap(inner, maxRows);
    // At most one row comes anyway, and a limit would keep the planner from turning the subquery into a join.
    if (own === null && isToOne(relationship.cardinality)) inner.limit = null;
  }
}

function nodeAt(root: ReadNode, path: readonly string[]): ReadNode {
  let node = root;
  for (const name of path) {
    const next = findEmbed(node, name);
    if (next === undefined) throw notEmbedded(name);
    node = next.node;
  }
  return node;
}

const findEmbed = (node: ReadNode, name: string) =>
  node.embeds.find((embed) => embed.name === name) ??
  node.embeds.find(
    (embed) => embed.relationship.to.name === name && embed.relationship.cardinality.kind !== "computed",
  );

/** Planning hundreds of joins costs PostgreSQL seconds, before it asks whether the caller may (docs/decisions/039). */
const maxEmbeds = 50;

class ReadPlanner {
  readonly #context: ReadContext;
  #embeds = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  node(source: Source, select: readonly SelectItem[], depth = 0): ReadNode {
    const node: ReadNode = {
      source,
      star: false,
      columns: [],
      embeds: [],
      where: [],
      order: [],
      limit: null,
      offset: 0,
    };
    for (const item of select) {
      if (item.kind === "embed") continue;
      if (item.field.name === "*" && item.aggregate === null) node.star = true;
      else node.columns.push(this.#column(source, item));
    }
    for (const item of select) {
      if (item.kind !== "embed") continue;
      const { catalog, schema } = this.#context;
      const relationship = findRelationship(catalog, source.relation, source.name, item.name, item.hint, schema);
      // Closed to the caller: which columns it has is not told apart from which it has not.
      if (!relationship.to.roles.has(this.#context.role))
        throw denied(this.#context.role, "table", relationship.to.name);
      const to = sourceAt(relationship, depth + 1);
      const id = ++this.#embeds;
      if (id > maxEmbeds) throw tooManyEmbeds(maxEmbeds);
      const inner = this.node(to, item.select, depth + 1);
      if (item.spread && !isToOne(relationship.cardinality) && inner.columns.some(({ aggregate }) => aggregate))
        throw notImplemented("Aggregates are not implemented for one-to-many or many-to-many spreads.");
      const name = item.alias ?? item.name;
      if (node.embeds.some((other) => other.name === name)) throw duplicateTable(`${source.name}_${name}_${depth + 1}`);
      node.embeds.push({
        relationship,
        id,
        name,
        inner: item.join === "inner",
        spread: item.spread,
        node: inner,
      });
    }
    if (node.star && hasAggregate(node)) expandStar(node);
    return node;
  }

  #column(source: Source, item: SelectColumn): PlannedColumn {
    if (isBareCount(source, item))
      return {
        field: null,
        cast: null,
        aggregate: { name: "count", cast: this.#castOf(item.cast) },
        as: item.alias ?? "count",
      };
    if (item.aggregate !== null && !this.#context.aggregates) throw noAggregates();
    const aggregate =
      item.aggregate === null ? null : { name: item.aggregate.name, cast: this.#castOf(item.aggregate.cast) };
    const field = item.field.name === "*" ? null : this.field(source, item.field);
    return {
      field,
      cast: this.#castOf(item.cast),
      aggregate,
      as: item.alias ?? nameOf(item),
    };
  }

  field(source: Source, { name, path }: Field): PlannedField {
    const column = source.columns.get(name);
    if (column) return { column: { kind: "column", name, type: column.type }, path };
    const computed = source.relation?.computed.get(name);
    if (computed) return { column: { kind: "computed", routine: computed, type: computed.type }, path };
    throw undefinedColumn(source.label, name);
  }

  #castOf(word: string | null): string | null {
    if (word === null) return null;
    const type = this.#context.catalog.castable.get(word) ?? this.#context.catalog.castable.get(word.toLowerCase());
    if (type === undefined) throw undefinedType(word);
    return type;
  }

  logic(node: ReadNode, logic: Logic): PlannedLogic {
    if (logic.kind === "group") return { ...logic, members: logic.members.map((member) => this.logic(node, member)) };
    const embed = node.embeds.find(({ name }) => name === logic.field.name);
    if (embed && logic.field.path.length === 0) {
      const { test } = logic;
      if (test.kind !== "is" || (test.value !== "null" && test.value !== "not_null")) throw badEmbedFilter(embed.name);
      return { kind: "embed-is-null", embed, negated: logic.negated !== (test.value === "not_null") };
    }
    if (logic.test.kind === "simple" && (logic.test.operator === "match" || logic.test.operator === "imatch"))
      this.#context.patterns.push(node.source.relation);
    return { ...logic, field: this.field(node.source, logic.field) };
  }

  order(node: ReadNode, { relation, field, direction, nulls }: OrderTerm): PlannedOrder {
    if (relation === null) return { embed: null, field: this.#orderField(node, field), direction, nulls };
    const embed = findEmbed(node, relation);
    if (!embed) throw notEmbedded(relation);
    if (!isToOne(embed.relationship.cardinality)) throw badRelatedOrder(node.source.name, embed.name);
    return { embed, field: this.field(embed.node.source, field), direction, nulls };
  }

  /** Rows may be ordered by what a selected column is called. */
  #orderField(node: ReadNode, field: Field): PlannedField {
    const alias = node.columns.find((column) => column.as === field.name && column.field !== null && !column.aggregate);
    const isColumn = node.source.columns.has(field.name) || node.source.relation?.computed.has(field.name);
    if (!isColumn && alias?.field && field.path.length === 0) return alias.field;
    return this.field(node.source, field);
  }
}

/** `count` where no such column is: the number of rows, which needs no permission for aggregates. */
const isBareCount = (source: Source, { field, aggregate }: SelectColumn) =>
  field.name === "count" && field.path.length === 0 && aggregate === null && !source.columns.has("count");

function sourceAt({ to, cardinality }: Relationship, depth: number): Source {
  const label = cardinality.kind === "many-to-many" ? to.name : `${to.name}_${depth}`;
  return { relation: to, name: to.name, label, columns: to.columns };
}

function nameOf(item: SelectColumn): string {
  if (item.aggregate !== null) return item.aggregate.name;
  const keys = item.field.path.map(({ key }) => key).filter((key) => typeof key === "string");
  return keys.at(-1) ?? item.field.name;
}

export function hasAggregate(node: ReadNode): boolean {
  return (
    node.columns.some(({ aggregate }) => aggregate !== null) ||
    node.embeds.some(
      (embed: Embed) => embed.spread && isToOne(embed.relationship.cardinality) && hasAggregate(embed.node),
    )
  );
}

/** Grouping, and lifting columns into the parent, need each column by name. */
export function expandStar(node: ReadNode): void {
  if (!node.star) return;
  node.star = false;
  const all = [...node.source.columns.values()].map(({ name, type }): PlannedColumn => ({
    field: { column: { kind: "column", name, type }, path: [] },
    cast: null,
    aggregate: null,
    as: name,
  }));
  node.columns = [...all, ...node.columns];
}
