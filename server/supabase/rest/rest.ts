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
import { createQuickReads } from "./quick-reads.ts";
import { answerRoot } from "./openapi/answer-root.ts";
import { badMethod, RestError } from "./rest-error.ts";
import { callOf, readRequest, transactionSettings, type RestCall, type RestRequest } from "./rest-request.ts";
import { asResponse, respondError, type Reply } from "./respond.ts";
import { createRunner } from "./run-statement.ts";

export interface Rest {
  /** Mounted at /rest/v1. */
  routes: Hono<AppEnv>;
  /** The same for those who come without Hono. Never rejects. */
  answer(call: RestCall): Promise<Reply>;
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
  const run: Engine["run"] = async (request, work) => {
    await request.caller.demandSession?.();
    return inTransaction({ ...work, settings: transactionSettings(request, env.STATEMENT_TIMEOUT_MS) });
  };
  const engine: Engine = {
    run,
    quick: createQuickReads(),
    plans: createPlanCache(),
    maxRows: env.REST_MAX_ROWS,
    explain: createExplain(run),
  };
  async function answerCall(call: RestCall): Promise<Reply> {
    let caller: Caller | null = null;
    try {
      caller = await identify(call.headers, { sessionLater: true });
      // The caller's session is looked at by whatever runs a statement (engine.ts), or below when none was run.
      return await answer(engine, readRequest(call, keeper.catalog(), caller));
    } catch (error) {
      const told = await whatToTell(error, caller);
      const refusal =
        told instanceof CallerRefused
          ? fromRefused(told)
          : toRestError(told, caller === null || caller.role === "anon");
      if (refusal === null) log.error({ err: loggable(told) }, "rest request failed");
      return respondError(refusal ?? unexpected(), call.method);
    }
  }
  const routes = new Hono<AppEnv>();
  routes.all("*", async (context) => asResponse(await answerCall(callOf(context))));
  return {
    routes,
    answer: answerCall,
    reload: keeper.reload,
    async close() {
      await keeper.close();
      await pool.end({ timeout: 2 });
    },
  };
}

/** Whoever's session has ended is told that, and nothing about what else was wrong. */
async function whatToTell(error: unknown, caller: Caller | null): Promise<unknown> {
  if (error instanceof CallerRefused) return error;
  try {
    await caller?.demandSession?.();
    return error;
  } catch (sooner) {
    return sooner;
  }
}

async function answerQuestion(request: RestRequest): Promise<Reply> {
  await request.caller.demandSession?.();
  return answerOptions(request);
}

function answer(engine: Engine, request: RestRequest): Promise<Reply> {
  const { method, target } = request;
  if (method === "OPTIONS") return answerQuestion(request);
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
