// Reads of signed-in users in one message: connections that already are the role `authenticated`, and statements that
// set the request's claims and look at the session themselves. No begin, no role switch, no commit, no look-up before
// (docs/decisions/031, 034, 036).
import postgres, { type Sql } from "postgres";
import { sessionEnded } from "#server/supabase/caller.ts";
import type { Catalog } from "./catalog/catalog-types.ts";
import { requestValues, searchPathOf, type RestRequest } from "./rest-request.ts";
import { type Answer, askedAgain, PreparedShapes, unknownType } from "./run-statement.ts";
import { ownValues, readOwn } from "./sql/self-contained.ts";
import type { Statement } from "./sql/statement.ts";
import { createUsualTimes } from "./usual-times.ts";

export interface QuickReads {
  /** Whether this request needs nothing but its claims set. */
  serves(request: RestRequest): boolean;
  /** Throws CallerRefused when the caller's session has ended. */
  run(statement: Statement, request: RestRequest): Promise<Answer>;
  close(): Promise<void>;
}

const role = "authenticated";

export function createQuickReads(sql: Sql, catalog: Catalog, timeoutMs: number): QuickReads {
  const [schema = "public"] = catalog.schemas;
  const shapes = new PreparedShapes();
  const usual = createUsualTimes();
  const most = Math.max(2, Math.min(6, Math.ceil(sql.options.max * 0.6)));
  const connect = (max: number, inFlight: number) =>
    postgres({
      ...sql.options,
      max,
      max_pipeline: inFlight - 1,
      // Asked for on connecting, by a query whose failure nobody can catch (postgres 3.4.9); nothing here needs the types.
      fetch_types: false,
      connection: {
        ...sql.options.connection,
        role,
        search_path: searchPathOf(catalog, schema),
        statement_timeout: timeoutMs,
        default_transaction_read_only: "on",
        // What is not set by a request is empty: such a statement sees nothing.
        "request.jwt.claims": "{}",
      },
    } as never) as Sql;
  // Reads known to be short share connections: sent one behind the other they cost PostgreSQL and us a third less.
  // All others have a connection to themselves, so that nobody waits behind someone else's slow read.
  const together = connect(Math.ceil(most / 2), 8);
  const alone = connect(Math.floor(most / 2), 1);
  return {
    serves: (request) =>
      request.caller.role === role &&
      request.schema === schema &&
      request.timeout === null &&
      request.catalog.roleSettings.get(role) === undefined &&
      !request.headers.get("prefer")?.includes("timezone="),
    async run({ text, values }, request) {
      const { sessionId, userId } = request.caller;
      const all: (string | null)[] = requestValues(request);
      all.push(sessionId ?? "", sessionId === null ? "" : (userId ?? ""));
      for (let index = ownValues; index < values.length; index++) all.push(values[index] ?? null);
      const isKnown = shapes.isWorthPreparing(text);
      const pool = isKnown && usual.isShort(text) ? together : alone;
      const parameters = all.map((value) => (value === null ? null : pool.typed(value, unknownType)));
      const options = { prepare: isKnown, simple: false };
      const ask = () => pool.unsafe(text, parameters as never[], options).raw();
      let rows: Iterable<unknown>;
      try {
        rows = await ask();
      } catch (error) {
        usual.forget(text);
        rows = await askedAgain(error, ask);
      }
      const [row] = rows;
      const answer = (row ?? []) as Answer;
      const { live, took } = readOwn(answer);
      if (isKnown) usual.note(text, took);
      // Anything but a clear yes is a no; the statement has then read no rows.
      if (!live) throw sessionEnded();
      return answer;
    },
    close: async () => void (await Promise.all([together.end({ timeout: 2 }), alone.end({ timeout: 2 })])),
  };
}
