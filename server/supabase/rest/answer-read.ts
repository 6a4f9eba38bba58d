// GET and HEAD of a table or view, and the rows a function answers: the same tree, ranges and counts.
import type { Relation } from "./catalog/catalog-types.ts";
import { keyOf } from "./catalog/catalog-types.ts";
import type { Patterns } from "./caller-rights.ts";
import { nearest } from "./plan/nearest.ts";
import type { ReadNode, Source } from "./plan/plan-types.ts";
import { planRead } from "./plan/read-plan.ts";
import { negotiate, type Media } from "./request/media-type.ts";
import { appliedHeader, type Preferences } from "./request/preferences.ts";
import { applyRangeHeader, beyondRange, contentRange, rangeStatus } from "./request/row-range.ts";
import { denied, noTable, notSingular, tooManyAffected } from "./rest-error.ts";
import type { RestRequest } from "./rest-request.ts";
import { readAnswer, respond, respondError, type Reply, type Result } from "./respond.ts";
import type { Engine } from "./engine.ts";
import type { Answer } from "./run-statement.ts";
import { Values } from "./sql/names.ts";
import { countSql, fromTable, selectSql, type From } from "./sql/read-sql.ts";
import { writeStatement, type Parts, type Statement } from "./sql/statement.ts";

export function findRelation(request: RestRequest, name: string): Relation {
  const { catalog, schema, caller } = request;
  const relation = catalog.relations.get(keyOf(schema, name));
  // To whom it is closed, its columns are not told apart from others.
  if (relation && !relation.roles.has(caller.role)) throw denied(caller.role, "table", name);
  if (relation) return relation;
  const known = [...catalog.relations.values()].filter(
    (other) => other.schema === schema && other.roles.has(caller.role),
  );
  throw noTable(
    schema,
    name,
    nearest(
      name,
      known.map((other) => other.name),
    ),
  );
}

export const sourceOf = (relation: Relation): Source => ({
  relation,
  name: relation.name,
  label: relation.name,
  columns: relation.columns,
});

export function readContext(request: RestRequest, engine: Engine, rootFilters: boolean) {
  const { features } = request.catalog;
  return {
    catalog: request.catalog,
    schema: request.schema,
    aggregates: features.aggregates,
    maxRows: rootFilters ? Math.min(features.maxRows ?? Number.POSITIVE_INFINITY, engine.maxRows) : null,
    rootFilters,
    role: request.caller.role,
    patterns: [] as Patterns,
  };
}

export function answerRead(engine: Engine, request: RestRequest, name: string): Promise<Reply> {
  return runRead(
    engine,
    request,
    engine.plans.find(request, request.search, () => planOfTable(engine, request, name)),
  );
}

function planOfTable(engine: Engine, request: RestRequest, name: string): ReadPlan {
  const relation = findRelation(request, name);
  const media = negotiate(request.headers.get("accept"), {
    scalar: false,
    plan: request.catalog.features.plan,
    openapi: false,
  });
  applyRangeHeader(request.query, request.headers.get("range"));
  const context = readContext(request, engine, true);
  const node = planRead(sourceOf(relation), request.query, context);
  const from = fromTable(relation);
  const values = new Values();
  const parts = readParts(request, node, from, media, values, engine.maxRows);
  return readPlan(request, {
    node,
    from,
    parts,
    media,
    values,
    readOnly: true,
    maxAffected: null,
    patterns: context.patterns,
  });
}

/**
 * Whether PostgreSQL is asked how many rows it expects instead of counting them. It answers from the statistics of the whole table,
 * whatever row level security hides, so only those who may read everything are told; for others the rows are counted.
 * And it knows nothing of what a function will answer.
 */
const isEstimated = ({ caller, target, preferences: { count } }: RestRequest): boolean =>
  caller.role === "service_role" && target.kind === "relation" && (count === "planned" || count === "estimated");

/** For those who are told no estimate, one means: counted this far, and one more where there are more. */
const maxCounted = 1000;

export function readParts(
  request: RestRequest,
  node: ReadNode,
  from: From,
  media: Media,
  values: Values,
  maxRows: number,
): Parts {
  const { count } = request.preferences;
  const rows = selectSql(node, from, values);
  const isCounted = count === "planned" ? request.target.kind === "relation" && !isEstimated(request) : count !== null;
  const counted = isCounted ? countSql(node, from, values) : null;
  const most = isEstimated(request) ? maxRows : count === "estimated" ? maxCounted : null;
  return {
    ctes: [],
    rows,
    total: counted === null || most === null ? counted : `${counted} limit ${most + 1}`,
    scalar: false,
    single: false,
    media,
    withBody: request.method !== "HEAD",
    locationKeys: [],
    countsInserted: false,
    runsFunctions: true,
  };
}

interface Reading {
  node: ReadNode;
  from: From;
  parts: Parts;
  media: Media;
  values: Values;
  readOnly: boolean;
  maxAffected: number | null;
  patterns: Patterns;
}

/** Everything about a read that is the same each time it is asked. */
export interface ReadPlan {
  statement: Statement;
  /** Asks PostgreSQL how many rows it expects. */
  expected: Statement | null;
  media: Media;
  offset: number;
  readOnly: boolean;
  maxAffected: number | null;
  patterns: Patterns;
  count: Preferences["count"];
  rollback: boolean;
  headers: Record<string, string | null>;
}

export function readPlan(request: RestRequest, reading: Reading): ReadPlan {
  const { target, query, preferences } = request;
  const { count } = preferences;
  const { media, node, readOnly, maxAffected, patterns } = reading;
  return {
    statement: writeStatement(reading.parts, reading.values),
    expected: isEstimated(request) ? expectedRows(reading) : null,
    media,
    offset: node.offset,
    readOnly,
    maxAffected,
    patterns,
    count,
    rollback: preferences.tx === "rollback",
    headers: {
      "content-type": media.contentType,
      "content-location":
        target.kind === "relation"
          ? `/${encodeURIComponent(target.name)}${query.canonical === "" ? "" : `?${query.canonical}`}`
          : null,
      "preference-applied": appliedHeader(preferences, ["count", "tx", "handling", "timezone", "maxAffected"]),
    },
  };
}

export async function runRead(engine: Engine, request: RestRequest, plan: ReadPlan): Promise<Reply> {
  const { statement, media, readOnly } = plan;
  request.patterns = plan.patterns;
  if (media.plan !== null) return engine.explain(request, statement, media, readOnly);
  const { rows, also } = await engine.run(request, {
    statement,
    readOnly,
    check: readOnly ? null : (row) => checkRows(plan, readAnswer(row)),
    rollback: plan.rollback,
    also: plan.expected,
  });
  return answerOf(engine, request, plan, rows[0] ?? [], also === null ? null : estimateOf(also[0]));
}

function answerOf(engine: Engine, request: RestRequest, plan: ReadPlan, answer: Answer, guess: number | null): Reply {
  const result = readAnswer(answer);
  checkRows(plan, result);
  const total = totalOf(plan.count, result.total, guess, engine.maxRows);
  const status = rangeStatus(plan.offset, result.rows, total);
  if (status === 416) return respondError(beyondRange(plan.offset, total ?? 0), request.method);
  const headers = { ...plan.headers, "content-range": contentRange(plan.offset, result.rows, total) };
  return respond(request, status, headers, bodyOf(plan.media, result), result);
}

export function bodyOf(media: Media, result: Result): Buffer | string | null {
  if (media.kind !== "binary" || result.body === null) return result.body;
  return Buffer.from(result.body, "hex");
}

export function checkSingular(media: Media, result: Result): void {
  if (media.kind === "object" && result.rows !== 1) throw notSingular(result.rows);
}

function checkRows({ media, maxAffected }: ReadPlan, result: Result): void {
  checkSingular(media, result);
  if (maxAffected !== null && result.rows > maxAffected) throw tooManyAffected(result.rows);
}

function expectedRows({ node, from }: Reading): Statement {
  const values = new Values();
  return { text: `explain (format json) ${countSql(node, from, values)}`, values: values.list };
}

function estimateOf(plan: string | null | undefined): number | null {
  const parsed: unknown = JSON.parse(plan ?? "null");
  const [first] = Array.isArray(parsed) ? (parsed as { Plan?: { "Plan Rows"?: number } }[]) : [];
  return first?.Plan?.["Plan Rows"] ?? null;
}

function totalOf(count: string | null, exact: number | null, guess: number | null, maxRows: number): number | null {
  if (count === "planned") return guess ?? exact;
  if (count === "estimated" && exact !== null && guess !== null && exact > maxRows) return Math.max(exact, guess);
  return exact;
}
