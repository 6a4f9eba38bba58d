// rest/v1: PostgREST's protocol on our PostgreSQL. A request is read, checked against the catalog, turned into one
// parameterised statement and run as the caller's role, so that row level security decides.
import { Hono } from "hono";
import { openPool, type Sql } from "#server/platform/database/sql.ts";
import type { AppEnv } from "#server/app.ts";
import { CallerRefused, type Caller, type IdentifyCaller } from "#server/supabase/caller.ts";
import type { Env } from "#server/env.ts";
import { type Log, loggable } from "#server/http/log.ts";
import { answerCall as answerFunction } from "./answer-call.ts";
import { answerMutate } from "./answer-mutate.ts";
import { answerOptions } from "./answer-options.ts";
import { answerRead } from "./answer-read.ts";
import { createCatalogKeeper } from "./catalog/catalog-keeper.ts";
import { toRestError } from "./database-error.ts";
import type { Engine } from "./engine.ts";
import { createExplain } from "./explain.ts";
import { createPlanCache } from "./plan-cache.ts";
import { createCallerShare } from "./caller-share.ts";
import { compressReply } from "./compress-reply.ts";
import { answerRoot } from "./openapi/answer-root.ts";
import { badMethod, RestError } from "./rest-error.ts";
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
  // A pool of their own: sign-in never waits behind data requests. Until a transaction has set the caller's role, its
  // connections are the visitor's, who may do nothing: should the settings ever fail, so does the statement.
  const pool = openPool({ ...sql.options, options: "-c role=anon" });
  const inTransaction = createRunner(pool);
  const share = createCallerShare(Math.max(1, Math.floor((sql.options.max ?? 10) / 2)));
  const run: Engine["run"] = (request, work) =>
    share.run(request.caller, () =>
      inTransaction({
        ...work,
        // A function with a time limit of its own, such as an import, is made for many rows.
        findsItsRows: request.method === "PATCH" || request.method === "DELETE" || request.timeout !== null,
        settings: transactionSettings(request, env.STATEMENT_TIMEOUT_MS),
      }),
    );
  const engine: Engine = {
    run,
    plans: createPlanCache(),
    maxRows: env.REST_MAX_ROWS,
    explain: createExplain(run),
  };
  async function answerCall(call: RestCall): Promise<Reply> {
    let caller: Caller | null = null;
    try {
      caller = await identify(call.headers);
      return await answer(engine, readRequest(call, keeper.catalog(), caller));
    } catch (error) {
      const refusal =
        error instanceof CallerRefused
          ? fromRefused(error)
          : toRestError(error, caller === null || caller.role === "anon");
      if (refusal === null) log.error({ err: loggable(error) }, "rest request failed");
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
  const { method, target } = request;
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

const unexpected = () => new RestError(500, "PGRSTX00", "Something went wrong here; it has been logged");

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
