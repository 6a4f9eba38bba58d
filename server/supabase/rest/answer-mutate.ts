// POST, PATCH, PUT and DELETE of a table or view.
import { checkSingular, findRelation, readContext, sourceOf } from "./answer-read.ts";
import type { Relation } from "./catalog/catalog-types.ts";
import type { Engine } from "./engine.ts";
import {
  conflictOf,
  payloadColumns,
  requireFilter,
  requirePrimaryKeyFilters,
  returningOf,
  type MutatePlan,
} from "./plan/mutate-plan.ts";
import type { PlannedLogic, ReadNode } from "./plan/plan-types.ts";
import { planLogic, planRead } from "./plan/read-plan.ts";
import { negotiate, type Media } from "./request/media-type.ts";
import { readPayload } from "./request/payload.ts";
import { appliedHeader, type Preferences } from "./request/preferences.ts";
import { contentRange } from "./request/row-range.ts";
import { badPutLimit, putKeyMismatch, tooManyAffected } from "./rest-error.ts";
import type { RestRequest } from "./rest-request.ts";
import { readAnswer, respond, type Reply, type Result } from "./respond.ts";
import { mutateSql } from "./sql/mutate-sql.ts";
import { quoteName, Values } from "./sql/names.ts";
import { selectSql, type From } from "./sql/read-sql.ts";
import { writeStatement } from "./sql/statement.ts";

export type MutateMethod = "POST" | "PATCH" | "PUT" | "DELETE";

export async function answerMutate(
  engine: Engine,
  request: RestRequest,
  method: MutateMethod,
  name: string,
): Promise<Reply> {
  const relation = findRelation(request, name);
  const media = negotiate(request.headers.get("accept"), {
    scalar: false,
    plan: request.catalog.features.plan,
    openapi: false,
  });
  const { preferences } = request;
  const context = readContext(request, engine, false);
  const node = planRead(sourceOf(relation), withoutRange(request), context);
  const where = request.query.logic
    .filter(({ path }) => path.length === 0)
    .map(({ value }) => planLogic(sourceOf(relation), value, context));
  request.patterns = context.patterns;
  const full = preferences.return === "representation";
  const locates = method === "POST" && preferences.return === "headers-only";
  const returning = full ? returningOf(node, relation) : locates ? relation.primaryKey : [];
  const plan = await planMutation(request, method, relation, where, returning);
  const values = new Values();
  const source = mutateSql(plan, values);
  const statement = writeStatement(
    {
      ctes: [{ name: "pgrst_source", sql: source }],
      rows: full ? readBack(node, relation, values) : `select 1 from "pgrst_source"`,
      total: null,
      scalar: false,
      single: false,
      media,
      withBody: full,
      locationKeys: locates ? relation.primaryKey : [],
      countsInserted: plan.kind === "insert" && plan.conflict?.resolution === "merge",
      runsFunctions: true,
    },
    values,
  );
  if (media.plan !== null) return engine.explain(request, statement, media, false);
  const { rows } = await engine.run(request, {
    statement,
    readOnly: false,
    check: needsCheck(method, preferences, media, full)
      ? (row) => checkResult(method, preferences, media, full, readAnswer(row))
      : null,
    rollback: preferences.tx === "rollback",
    also: null,
  });
  return answerOf(request, method, plan, media, readAnswer(rows[0] ?? []));
}

/** What is read back of a write is not cut: limits are for reads. */
function withoutRange(request: RestRequest) {
  const { query } = request;
  return {
    ...query,
    limit: query.limit.filter(({ path }) => path.length > 0),
    offset: query.offset.filter(({ path }) => path.length > 0),
  };
}

async function planMutation(
  request: RestRequest,
  method: MutateMethod,
  relation: Relation,
  where: PlannedLogic[],
  returning: string[] | "all",
): Promise<MutatePlan> {
  const { query, preferences } = request;
  if (method === "DELETE") {
    requireFilter("DELETE", where);
    return { kind: "delete", relation, where, returning };
  }
  const contentType = request.headers.get("content-type") ?? "application/json";
  const payload = readPayload(contentType, (await request.body()).toString("utf8"), query.columns);
  const columns = payloadColumns(relation, payload);
  const useDefaults = preferences.missing === "default";
  if (method === "PATCH") {
    if (columns.length > 0) requireFilter("UPDATE", where);
    return { kind: "update", relation, columns, payload, useDefaults, where, returning };
  }
  if (method === "PUT") {
    if (query.limit.length > 0 || query.offset.length > 0) throw badPutLimit();
    requirePrimaryKeyFilters(relation, query);
    const conflict = { columns: relation.primaryKey, resolution: "merge" as const };
    return { kind: "insert", relation, columns, payload, useDefaults, conflict, where, returning };
  }
  const conflict = conflictOf(relation, query, preferences);
  return { kind: "insert", relation, columns, payload, useDefaults, conflict, where: [], returning };
}

/** The written rows, read like a table, so that they may be embedded and shaped. */
function readBack(node: ReadNode, relation: Relation, values: Values): string {
  const row = `row("t0".*)::${quoteName(relation.schema, relation.name)}`;
  const from: From = { sql: `"pgrst_source" as "t0"`, alias: { name: "t0", row } };
  return selectSql(node, from, values);
}

function needsCheck(method: MutateMethod, preferences: Preferences, media: Media, full: boolean): boolean {
  return method === "PUT" || limitsAffected(preferences) || (full && media.kind === "object");
}

const limitsAffected = ({ handling, maxAffected }: Preferences) => handling === "strict" && maxAffected !== null;

function checkResult(
  method: MutateMethod,
  preferences: Preferences,
  media: Media,
  full: boolean,
  result: Result,
): void {
  if (method === "PUT" && result.rows !== 1) throw putKeyMismatch();
  if (full) checkSingular(media, result);
  const bounded = method === "PATCH" || method === "DELETE";
  if (bounded && limitsAffected(preferences) && result.rows > (preferences.maxAffected ?? 0))
    throw tooManyAffected(result.rows);
}

function answerOf(request: RestRequest, method: MutateMethod, plan: MutatePlan, media: Media, result: Result): Reply {
  const { preferences } = request;
  const full = preferences.return === "representation";
  const total = preferences.count === "exact" || preferences.count === "estimated" ? result.rows : null;
  const applied: (keyof Preferences)[] = ["return", "count", "tx", "handling", "timezone"];
  if (method === "POST" || method === "PATCH") applied.push("missing");
  if (method === "PATCH" || method === "DELETE") applied.push("maxAffected");
  if (method === "POST" && plan.kind === "insert" && plan.conflict !== null) applied.push("resolution");
  const headers: Record<string, string | null> = {
    "preference-applied": appliedHeader(preferences, applied),
    "content-type": full ? media.contentType : null,
  };
  if (method === "PATCH") headers["content-range"] = contentRange(0, result.rows, total);
  else if (method !== "PUT") headers["content-range"] = `*/${total ?? "*"}`;
  if (result.location !== null)
    headers["location"] = `/${encodeURIComponent(plan.relation.name)}?${new URLSearchParams(result.location)}`;
  return respond(request, statusOf(method, preferences, full, result), headers, full ? result.body : null, result);
}

function statusOf(method: MutateMethod, preferences: Preferences, full: boolean, result: Result): number {
  if (method === "POST")
    return preferences.resolution === "merge-duplicates" && result.inserted !== null && result.inserted <= 0
      ? 200
      : 201;
  if (!full) return 204;
  return method === "PUT" && (result.inserted ?? 0) > 0 ? 201 : 200;
}
