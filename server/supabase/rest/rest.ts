// rest/v1: PostgREST's protocol on our PostgreSQL. A request is read, checked against the catalog, turned into one
// parameterised statement and run as the caller's role, so that row level security decides.
import { Hono } from "hono";
import { openPool, type Sql } from "#server/platform/database/sql.ts";
import type { AppEnv } from "#server/app.ts";
import { CallerRefused, type Caller, type IdentifyCaller } from "#server/supabase/caller.ts";
import type { Env } from "#server/env.ts";
import { currentRequestId } from "#server/http/current-request.ts";
import { type Log, loggable } from "#server/http/log.ts";
import { answerCall as answerFunction } from "./answer-call.ts";
import { answerMutate } from "./answer-mutate.ts";
import { answerOptions } from "./answer-options.ts";
import { answerRead } from "./answer-read.ts";
import { createCatalogKeeper } from "./catalog/catalog-keeper.ts";
import { isOurMistake, toRestError } from "./database-error.ts";
import type { Engine } from "./engine.ts";
import { createExplain } from "./explain.ts";
import { createPlanCache } from "./plan-cache.ts";
import { createCallerRights, requireMayMatch } from "./caller-rights.ts";
import { createCallerConcurrency } from "./caller-concurrency.ts";
import { compressReply } from "./compress-reply.ts";
import { answerRoot } from "./openapi/answer-root.ts";
import { badMethod, denied, RestError } from "./rest-error.ts";
import { callOf, readRequest, transactionSettings, type RestCall, type RestRequest } from "./rest-request.ts";
import { asResponse, respondError, type Reply } from "./respond.ts";
import { createRunner } from "./run-statement.ts";

export interface Rest {
  /** Mounted at /rest/v1. */
  routes: Hono<AppEnv>;
  /** Reads the catalog again, after migrations. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface RestParts {
  sql: Sql;
  env: Pick<Env, "REST_SCHEMAS" | "REST_MAX_ROWS" | "STATEMENT_TIMEOUT_MS">;
  log: Log;
  identify: IdentifyCaller;
}

export async function createRest({ sql, env, log, identify }: RestParts): Promise<Rest> {
  const keeper = await createCatalogKeeper(sql, env.REST_SCHEMAS, log);
  // Their own pool: sign-in never waits behind data requests. Until a transaction has set the caller's role, its
  // connections are the visitor's, who may do nothing: should the settings ever fail, so does the statement.
  // PostgreSQL takes the settings in their order: as the visitor, the limit would be refused.
  const pool = openPool({ ...sql.options, poolName: "data", options: `${await temporaryFileLimit(sql)}-c role=anon` });
  const inTransaction = createRunner(pool);
  const rightsOf = createCallerRights(inTransaction);
  const share = createCallerConcurrency(Math.max(1, Math.floor((sql.options.max ?? 10) / 2)));
  const run: Engine["run"] = async (request, work) => {
    requireMayMatch(request.patterns, request.rights);
    return share.run(request.caller, request.rights.isTrusted, () =>
      inTransaction({
        ...work,
        settings: transactionSettings(request, env.STATEMENT_TIMEOUT_MS),
      }),
    );
  };
  const engine: Engine = {
    run,
    plans: createPlanCache(),
    reload: keeper.reload,
    maxRows: env.REST_MAX_ROWS,
    explain: createExplain(run),
  };
  async function answerCall(call: RestCall): Promise<Reply> {
    let caller: Caller | null = null;
    try {
      caller = await identify(call.headers);
      const catalog = keeper.catalog();
      return await answer(engine, readRequest(call, catalog, caller, await rightsOf(caller, catalog)));
    } catch (error) {
      const refusal =
        error instanceof CallerRefused
          ? fromRefused(error)
          : toRestError(error, caller === null || caller.role === "anon");
      if (refusal === null) log.error({ err: loggable(error) }, "rest request failed");
      else if (isOurMistake(error)) log.error({ err: loggable(error) }, "a function of the database does not work");
      return respondError(refusal ?? unexpected(), call.method);
    }
  }
  const routes = new Hono<AppEnv>();
  routes.all("*", async (context) =>
    asResponse(context, await compressReply(await answerCall(callOf(context)), context.req.header("accept-encoding"))),
  );
  return {
    routes,
    reload: keeper.reload,
    async close() {
      await keeper.close();
      await pool.end({ timeout: 2 });
    },
  };
}

function answer(engine: Engine, request: RestRequest): Promise<Reply> {
  const { method, target, caller, catalog } = request;
  // Anyone who may use nothing is not told what there is: one answer for names that exist and names that do not.
  if (target.kind !== "root" && !catalog.roles.has(caller.role))
    throw denied(caller.role, target.kind === "function" ? "function" : "table", target.name);
  if (method === "OPTIONS") return Promise.resolve(answerOptions(request));
  if (target.kind === "root") return answerRoot(engine, request);
  if (target.kind === "function") return answerFunction(engine, request, target.name);
  switch (method) {
    case "GET":
    case "HEAD":
      return answerRead(engine, request, target.name);
    case "POST":
    case "PATCH":
    case "PUT":
    case "DELETE":
      return answerMutate(engine, request, method, target.name);
    default:
      throw badMethod(method);
  }
}

/**
 * What one request may write to temporary files: the months from 4713 BC to 294275 were 3.5 GB. Only a superuser sets it, or who
 * was granted it; with another account on an own PostgreSQL its operator does (docs/operating.md).
 */
async function temporaryFileLimit(sql: Sql): Promise<string> {
  const [row] = await sql<{ may: boolean }[]>`
    select has_parameter_privilege(session_user, 'temp_file_limit', 'set') as may`;
  return row?.may === true ? "-c temp_file_limit=512MB " : "";
}

const unexpected = () =>
  new RestError(500, "PGRSTX00", "Something went wrong here; it has been logged", {
    hint: currentRequestId() === undefined ? null : `Request id: ${currentRequestId()}`,
  });

function fromRefused({ status, code, message }: CallerRefused): RestError {
  const known = code.startsWith("PGRST")
    ? code
    : /expired|not yet|future|audience/i.test(message)
      ? "PGRST303"
      : "PGRST301";
  const description = JSON.stringify(message.replaceAll(/[^\x20-\x7e]/g, ""));
  return new RestError(status, known, message, {
    headers: { "www-authenticate": `Bearer error="invalid_token", error_description=${description}` },
  });
}
