// /rpc/name: functions, called with GET (arguments in the query) or POST (arguments in the body).
import { bodyOf, checkSingular, readContext, readParts, readPlan, type ReadPlan, runRead } from "./answer-read.ts";
import type { Argument, Routine } from "./catalog/catalog-types.ts";
import type { Engine } from "./engine.ts";
import { findRoutine, type CallArguments, type CallPlan, type TextArguments } from "./plan/call-plan.ts";
import { planRead } from "./plan/read-plan.ts";
import { negotiate, type Media } from "./request/media-type.ts";
import { parseJson, readPayload } from "./request/payload.ts";
import { appliedHeader } from "./request/preferences.ts";
import { shapeOfCall } from "./request/query-params.ts";
import { applyRangeHeader, beyondRange, contentRange, rangeStatus, rootRange } from "./request/row-range.ts";
import { badBody, badRpcMethod, maxAffectedNeedsRows, tooManyAffected } from "./rest-error.ts";
import type { RestRequest } from "./rest-request.ts";
import { readAnswer, respond, respondError, type Reply } from "./respond.ts";
import { argumentText, fromCall } from "./sql/call-sql.ts";
import { quoteName, Values } from "./sql/names.ts";
import type { From } from "./sql/read-sql.ts";
import { writeStatement } from "./sql/statement.ts";

export async function answerCall(engine: Engine, request: RestRequest, name: string): Promise<Reply> {
  if (!["GET", "HEAD", "POST"].includes(request.method)) throw badRpcMethod(request.method);
  const plan = await planCall(request, name);
  const reply = await runCall(engine, request, plan);
  if (plan.routine.changesSchema && request.method === "POST") await engine.reload();
  return reply;
}

async function runCall(engine: Engine, request: RestRequest, plan: ShapedCall): Promise<Reply> {
  const { routine } = plan;
  request.timeout = routine.timeout;
  const readOnly = request.method !== "POST" || !routine.volatile;
  if (routine.returns.kind !== "rows")
    return callScalar(engine, request, plan, readDemands(request, routine), readOnly);
  const make = () => planRows(engine, request, plan, readDemands(request, routine), readOnly);
  if (plan.shape === null || plan.args.kind !== "text") return runRead(engine, request, make());
  return runRead(engine, request, withArguments(engine.plans.find(request, plan.shape, make), plan.given, plan.args));
}

/** Everything the request says beside its arguments. */
function readDemands(request: RestRequest, routine: Routine): Media {
  const { query, headers, preferences } = request;
  const scalar = routine.returns.kind !== "rows";
  const media = negotiate(headers.get("accept"), { scalar, plan: request.catalog.features.plan, openapi: false });
  const { handling, maxAffected } = preferences;
  if (handling === "strict" && maxAffected !== null && !routine.returnsSet) throw maxAffectedNeedsRows();
  applyRangeHeader(query, request.method === "POST" ? null : headers.get("range"));
  return media;
}

/** A plan made for a call of the same shape, with this call's arguments: they are the first values that a call brings. */
function withArguments(plan: ReadPlan, given: readonly Argument[], args: TextArguments): ReadPlan {
  const texts = given.map((argument) => argumentText(argument, args.values));
  const { text, values } = plan.statement;
  return { ...plan, statement: { text, values: values.toSpliced(0, texts.length, ...texts) } };
}

interface ShapedCall extends CallPlan {
  /** What is left of the query without the values of its arguments; null for calls that are planned each time. */
  shape: string | null;
}

function planGet(request: RestRequest, name: string): ShapedCall {
  const { catalog, schema, search } = request;
  const { role } = request.caller;
  const { shape, args: values } = shapeOfCall(search);
  const keys = [...values.keys()];
  const { routine } = findRoutine(catalog, { schema, name, keys, bodyType: null, role });
  const unnamed = values.get("")?.at(-1);
  if (unnamed !== undefined)
    return { routine, given: routine.args, args: { kind: "body", body: unnamed }, shape: null };
  return { routine, given: givenOf(routine, new Set(keys)), args: { kind: "text", values }, shape };
}

async function planCall(request: RestRequest, name: string): Promise<ShapedCall> {
  const { catalog, schema } = request;
  const { role } = request.caller;
  if (request.method !== "POST") {
    try {
      return planGet(request, name);
    } catch (error) {
      void request.query; // A query that cannot be read is the first thing to complain about.
      throw error;
    }
  }
  const { query } = request;
  const contentType = (request.headers.get("content-type") ?? "application/json").split(";")[0]?.trim().toLowerCase();
  const bodyType = contentType === "" || contentType === undefined ? "application/json" : contentType;
  const bytes = await request.body();
  const body = bytes.toString("utf8");
  if (["text/plain", "text/xml", "application/octet-stream"].includes(bodyType)) {
    const { routine } = findRoutine(catalog, { schema, name, keys: [], bodyType, role });
    const text = bodyType === "application/octet-stream" ? `\\x${bytes.toString("hex")}` : body;
    return { routine, given: routine.args, args: { kind: "body", body: text }, shape: null };
  }
  const { keys, json } = bodyArguments(bodyType, body, query.columns);
  const isJson = bodyType !== "application/x-www-form-urlencoded" && bodyType !== "text/csv";
  const found = findRoutine(catalog, { schema, name, keys, bodyType: isJson ? "application/json" : null, role });
  const args: CallArguments = found.takesBody ? { kind: "body", body: json } : { kind: "json", json };
  const { routine } = found;
  return { routine, given: found.takesBody ? routine.args : givenOf(routine, new Set(keys)), args, shape: null };
}

const givenOf = (routine: Routine, keys: ReadonlySet<string>): Argument[] =>
  routine.args.filter(({ name }) => keys.has(name));

function bodyArguments(type: string, body: string, columns: string[] | null): { keys: string[]; json: string } {
  if (type === "application/x-www-form-urlencoded") {
    const { keys, json } = readPayload(type, body, columns);
    return { keys: keys ?? [], json };
  }
  if (type !== "application/json" && !type.endsWith("+json")) throw badBody(`Content-Type not acceptable: ${type}`);
  if (body.trim() === "") return { keys: columns ?? [], json: "{}" };
  const value = parseJson(body);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return { keys: columns ?? (isObject ? Object.keys(value) : []), json: body };
}

function planRows(engine: Engine, request: RestRequest, plan: CallPlan, media: Media, readOnly: boolean): ReadPlan {
  const { returns } = plan.routine;
  if (returns.kind !== "rows") throw badRpcMethod(request.method);
  const name = returns.relation?.name ?? plan.routine.name;
  const rows = { relation: returns.relation, name, label: name, columns: returns.columns };
  const context = readContext(request, engine, true);
  const node = planRead(rows, request.query, context);
  const { handling, maxAffected } = request.preferences;
  // A function that changes something runs once, however often its rows are read. Others are called where their rows are read:
  // PostgreSQL can then put the body of a simple one in the place of the call, and use indexes for the order and the filters.
  const once = plan.routine.volatile;
  const type = returns.relation === null ? null : quoteName(returns.relation.schema, returns.relation.name);
  const source: From = {
    sql: `"pgrst_source" as "t0"`,
    alias: { name: "t0", row: type === null ? `"t0"` : `row("t0".*)::${type}` },
    type,
  };
  const values = new Values();
  const call = fromCall(plan, values);
  const from = once ? source : { ...call, type };
  const parts = readParts(request, node, from, media, values, engine.maxRows);
  if (once) parts.ctes.push({ name: "pgrst_source", sql: `select "t0".* from ${call.sql}` });
  parts.single = !plan.routine.returnsSet;
  return readPlan(request, {
    parts,
    from,
    node,
    media,
    values,
    readOnly,
    maxAffected: handling === "strict" ? maxAffected : null,
    patterns: context.patterns,
  });
}

async function callScalar(
  engine: Engine,
  request: RestRequest,
  plan: CallPlan,
  media: Media,
  readOnly: boolean,
): Promise<Reply> {
  const values = new Values();
  const { routine } = plan;
  const { preferences } = request;
  const isVoid = routine.returns.kind === "void";
  const isCounted = preferences.count === "exact" || preferences.count === "estimated";
  const all = `select "t0"."pgrst_scalar" from ${fromCall(plan, values).sql}`;
  const { offset, limit } = routine.returnsSet ? pageOf(engine, request) : { offset: 0, limit: null };
  const page = limit === null ? "" : ` limit ${limit} offset ${values.add(String(offset))}::bigint`;
  const statement = writeStatement(
    {
      ctes: [{ name: "pgrst_source", sql: all }],
      rows: `select "pgrst_scalar" from "pgrst_source"${page}`,
      total: isCounted ? `select 1 from "pgrst_source"` : null,
      scalar: true,
      single: !routine.returnsSet,
      media,
      withBody: request.method !== "HEAD" && !isVoid,
      locationKeys: [],
      countsInserted: false,
      runsFunctions: true,
    },
    values,
  );
  if (media.plan !== null) return engine.explain(request, statement, media, readOnly);
  const maxAffected = preferences.handling === "strict" ? preferences.maxAffected : null;
  const { rows } = await engine.run(request, {
    statement,
    readOnly,
    check: (row) => {
      const result = readAnswer(row);
      if (!isVoid) checkSingular(media, result);
      if (maxAffected !== null && result.rows > maxAffected) throw tooManyAffected(result.rows);
    },
    rollback: preferences.tx === "rollback",
    also: null,
  });
  const result = readAnswer(rows[0] ?? []);
  const status = isVoid ? 204 : rangeStatus(offset, result.rows, result.total);
  if (status === 416) return respondError(beyondRange(offset, result.total ?? 0), request.method);
  const headers = {
    "content-range": contentRange(offset, result.rows, result.total),
    "content-type": isVoid ? null : media.contentType,
    "preference-applied": appliedHeader(preferences, ["count", "tx", "handling", "timezone", "maxAffected"]),
  };
  return respond(request, status, headers, isVoid ? null : bodyOf(media, result), result);
}

/** A list of values is paged and capped like rows. */
function pageOf(engine: Engine, request: RestRequest): { offset: number; limit: number } {
  const { offset, limit } = rootRange(request.query);
  return { offset, limit: Math.min(limit, readContext(request, engine, true).maxRows ?? Number.MAX_SAFE_INTEGER) };
}
