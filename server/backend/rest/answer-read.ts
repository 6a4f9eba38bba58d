// GET and HEAD of a table or view, and the rows a function answers: the same tree, ranges and counts.
import type { Relation } from "./catalog/catalog-types.ts";
import { keyOf } from "./catalog/catalog-types.ts";
import { nearest } from "./plan/nearest.ts";
import type { ReadNode, Source } from "./plan/plan-types.ts";
import { planRead } from "./plan/read-plan.ts";
import { negotiate, type Media } from "./request/media-type.ts";
import { appliedHeader } from "./request/preferences.ts";
import { applyRangeHeader, beyondRange, contentRange, rangeStatus } from "./request/row-range.ts";
import { noTable, notSingular, tooManyAffected } from "./rest-error.ts";
import { transactionSettings, type RestRequest } from "./rest-request.ts";
import { readAnswer, respond, respondError, type Result } from "./respond.ts";
import type { Engine } from "./engine.ts";
import { Values } from "./sql/names.ts";
import { countSql, fromTable, selectSql, type From } from "./sql/read-sql.ts";
import { writeStatement, type Parts, type Statement } from "./sql/statement.ts";

export function findRelation(request: RestRequest, name: string): Relation {
  const { catalog, schema } = request;
  const relation = catalog.relations.get(keyOf(schema, name));
  if (relation) return relation;
  const names = [...catalog.relations.values()].filter((other) => other.schema === schema).map((other) => other.name);
  throw noTable(schema, name, nearest(name, names, 0.75));
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
  };
}

export async function answerRead(engine: Engine, request: RestRequest, name: string): Promise<Response> {
  const relation = findRelation(request, name);
  const media = negotiate(request.headers.get("accept"), {
    scalar: false,
    plan: request.catalog.features.plan,
    openapi: false,
  });
  applyRangeHeader(request.query, request.headers.get("range"));
  const node = planRead(sourceOf(relation), request.query, readContext(request, engine, true));
  const values = new Values();
  const from = fromTable(relation.schema, relation.name);
  const parts = readParts(request, node, from, media, values, engine.maxRows);
  return runRead(engine, request, { node, from, parts, media, values, readOnly: true, maxAffected: null });
}

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
  const counted = count === "exact" || count === "estimated" ? countSql(node, from, values) : null;
  return {
    ctes: [],
    rows,
    // An estimate is exact up to the most rows a read returns.
    total: counted !== null && count === "estimated" ? `${counted} limit ${maxRows + 1}` : counted,
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
}

export async function runRead(engine: Engine, request: RestRequest, reading: Reading): Promise<Response> {
  const { node, parts, media } = reading;
  const { count } = request.preferences;
  const statement = writeStatement(parts, reading.values);
  if (media.plan !== null) return engine.explain(request, statement, media, reading.readOnly);
  const planned = count === "planned" || count === "estimated" ? plannedRows(reading) : null;
  const { rows, also } = await engine.run({
    statement,
    readOnly: reading.readOnly,
    settings: transactionSettings(request, engine.timeoutMs),
    check: reading.readOnly ? null : (row) => checkRows(reading, readAnswer(row)),
    rollback: request.preferences.tx === "rollback",
    also: planned,
  });
  const result = readAnswer(rows[0] ?? []);
  checkRows(reading, result);
  const guess = also === null ? null : guessOf(also[0]);
  const total = totalOf(count, result.total, guess, engine.maxRows);
  const status = rangeStatus(node.offset, result.rows, total);
  if (status === 416) return respondError(beyondRange(node.offset, total ?? 0), request.method);
  const { target, query } = request;
  const headers = {
    "Content-Range": contentRange(node.offset, result.rows, total),
    "Content-Type": media.contentType,
    "Content-Location":
      target.kind === "relation"
        ? `/${encodeURIComponent(target.name)}${query.canonical === "" ? "" : `?${query.canonical}`}`
        : null,
    "Preference-Applied": appliedHeader(request.preferences, ["count", "tx", "handling", "timezone", "maxAffected"]),
  };
  return respond(request, status, headers, bodyOf(media, result), result);
}

export function bodyOf(media: Media, result: Result): Buffer | null {
  if (media.kind !== "binary" || result.body === null) return result.body;
  return Buffer.from(result.body.toString("latin1"), "hex");
}

export function checkSingular(media: Media, result: Result): void {
  if (media.kind === "object" && result.rows !== 1) throw notSingular(result.rows);
}

function checkRows({ media, maxAffected }: Reading, result: Result): void {
  checkSingular(media, result);
  if (maxAffected !== null && result.rows > maxAffected) throw tooManyAffected(result.rows);
}

function plannedRows({ node, from }: Reading): Statement {
  const values = new Values();
  return { text: `explain (format json) ${countSql(node, from, values)}`, values: values.list };
}

function guessOf(plan: Buffer | null | undefined): number | null {
  const parsed: unknown = JSON.parse(plan?.toString("utf8") ?? "null");
  const [first] = Array.isArray(parsed) ? (parsed as { Plan?: { "Plan Rows"?: number } }[]) : [];
  return first?.Plan?.["Plan Rows"] ?? null;
}

function totalOf(count: string | null, exact: number | null, guess: number | null, maxRows: number): number | null {
  if (count === "planned") return guess;
  if (count === "estimated" && exact !== null && guess !== null && exact > maxRows) return Math.max(exact, guess);
  return exact;
}
